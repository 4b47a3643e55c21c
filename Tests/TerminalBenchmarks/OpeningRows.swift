import Glibc
import Measuring
import ProgramTerminal

/// From the start of a program until its screen shows something.
struct OpeningRows {
  let clients: [Client]

  func frame() -> Contest {
    row("first frame", share: Share(atMost: 0.6, of: "irssi")) { $0.frame }
  }

  func content() -> Contest {
    row("first frame with the channel's messages in it") { $0.content }
  }

  /// Only ours keeps drafts; the others start as always.
  func drafts() -> Contest {
    row("the same with 100 drafts kept", drafts: 100) { $0.content }
  }

  private func row(
    _ name: String, share: Share? = nil, drafts: Int = 0, until text: @escaping (Client) -> String
  ) -> Contest {
    Contest(
      group: "start", name: name, share: share,
      contestants: clients.map { client in
        // From the second start on there is nothing to be set up any more.
        let home = Once { try await client.newHome(drafts: drafts) }
        return Contestant(name: client.name) { stopwatch in
          // What Inkwell keeps grows from start to start: with drafts, each is the second one.
          let isSecond = drafts > 0 && client.name == "inkwell"
          let home = isSecond ? try await client.newHome(drafts: drafts) : try await home()
          if isSecond {
            // The start without drafts finds the files beside the database already made, too.
            let first = try VirtualTerminal(client.command, home: home)
            _ = try first.opening(until: text(client))
            try Seat.end(first)
          }
          let terminal = try VirtualTerminal(client.command, home: home)
          stopwatch.take(try terminal.opening(until: text(client)).seen ?? 0)
          try Seat.end(terminal)
        }
      })
  }
}

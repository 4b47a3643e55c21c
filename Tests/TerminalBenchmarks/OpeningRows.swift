import Glibc
import Measuring
import ProgramTerminal

/// From the start of a program until its screen shows something.
struct OpeningRows {
  let clients: [Client]

  func frame() -> Contest {
    row("first frame", share: Share(atMost: 1, of: "irssi")) { $0.frame }
  }

  func content() -> Contest {
    row("first frame with the channel's messages in it") { $0.content }
  }

  /// Only our program has drafts; the others start as usual.
  func drafts() -> Contest {
    row("the same with 100 drafts kept", drafts: 100) { $0.content }
  }

  private func row(
    _ name: String, share: Share? = nil, drafts: Int = 0, until text: @escaping (Client) -> String
  ) -> Contest {
    Contest(
      group: "start", name: name, share: share,
      contestants: clients.map { client in
        // One home folder for all starts, as in real use: nothing is set up after the first one. The cached messages
        // grow, because the demo uses new ids each time, but only the newest are read.
        let home = Once { try await client.newHome(drafts: drafts) }
        return Contestant(name: client.name) { stopwatch in
          let terminal = try VirtualTerminal(client.command, home: await home())
          stopwatch.take(try terminal.opening(until: text(client)).seen ?? 0)
          try Seat.end(terminal)
        }
      })
  }
}

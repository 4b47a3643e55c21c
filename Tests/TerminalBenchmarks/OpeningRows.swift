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
        // One home for all starts, as somebody has: from the second on there is nothing to be set up any more. The messages kept
        // in it become more, as the demo's have other ids each time, and no more than the newest are read.
        let home = Once { try await client.newHome(drafts: drafts) }
        return Contestant(name: client.name) { stopwatch in
          let terminal = try VirtualTerminal(client.command, home: await home())
          stopwatch.take(try terminal.opening(until: text(client)).seen ?? 0)
          try Seat.end(terminal)
        }
      })
  }
}

import Foundation
import Glibc
import Measuring
import ProgramTerminal

/// Waiting times at the terminal and the resources of the program, compared with weechat and its Matrix plugin where
/// that is installed.
@MainActor
struct ProgramRows {
  static let group = "programs in a terminal with an account of 200 rooms"

  let account: LiveAccount
  private let weechat: WeeChat?

  init(_ account: LiveAccount) throws {
    self.account = account
    weechat = try WeeChat(account)
  }

  var rows: [() -> Contest] { [signIn, frame, restart, added, memory] }

  // MARK: Inkwell

  private var localpart: String { String(account.user.dropFirst().prefix { $0 != ":" }) }

  private func start(in home: Scratch) throws -> VirtualTerminal {
    try VirtualTerminal(
      [
        BuiltProgram.inkwell, "--login", localpart, "--server", "\(account.server)", "--device-name", "bench",
      ], home: home)
  }

  /// Types the password, and waits until rooms are listed.
  private func signIn(_ terminal: VirtualTerminal) throws {
    try terminal.until("Password of")
    try terminal.type(account.password + "\r")
    try untilListed(terminal)
  }

  private func untilListed(_ terminal: VirtualTerminal) throws {
    try terminal.until("the rooms") { $0.text.contains("online") && $0.text.contains("Room number") }
  }

  private func signedIn() throws -> Scratch {
    let home = Scratch()
    let terminal = try start(in: home)
    try signIn(terminal)
    try Self.end(terminal)
    return home
  }

  private static func end(_ terminal: VirtualTerminal) throws {
    terminal.send(SIGTERM)
    _ = try terminal.end()
  }

  // MARK: Rows

  private func signIn() -> Contest {
    var contestants = [
      Contestant(name: "inkwell") { stopwatch in
        let terminal = try start(in: Scratch())
        try terminal.until("Password of")
        try terminal.type(account.password)
        try await stopwatch.measureWaiting {
          try terminal.type("\r")
          try untilListed(terminal)
        }
        try Self.end(terminal)
      }
    ]
    if let weechat {
      contestants.append(
        Contestant(name: "weechat") { stopwatch in
          let terminal = try weechat.start()
          try await stopwatch.measureWaiting { try weechat.connect(terminal) }
          try Self.end(terminal)
        })
    }
    return Contest(
      group: Self.group, name: "password to the list on the screen", limit: 1.5e9, fewest: 3,
      contestants: contestants)
  }

  /// The first frame from the cache, before any network access.
  private func frame() -> Contest {
    let home = Once { try signedIn() }
    let other = Once { () throws -> Scratch in
      let home = Scratch()
      try Self.end(try demo(in: home))
      return home
    }
    return Contest(
      group: Self.group, name: "first frame of a later start", share: Share(atMost: 1.2, of: "the demo"),
      fewest: 15,
      contestants: [
        Contestant(name: "inkwell") { stopwatch in
          let terminal = try start(in: try await home())
          stopwatch.take(try terminal.opening(until: "Channels").seen ?? 0)
          try Self.end(terminal)
        },
        Contestant(name: "the demo") { stopwatch in
          let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: try await other())
          stopwatch.take(try terminal.opening(until: "Channels").seen ?? 0)
          try Self.end(terminal)
        },
      ])
  }

  /// weechat has no cache: every start is like the first one.
  private func restart() -> Contest {
    let home = Once { try signedIn() }
    return Contest(
      group: Self.group, name: "started again, until the list is there and the server was asked", fewest: 9,
      contestants: [
        Contestant(name: "inkwell") { stopwatch in
          let home = try await home()
          var terminal: VirtualTerminal?
          try await stopwatch.measureWaiting {
            let started = try start(in: home)
            try untilListed(started)
            terminal = started
          }
          try terminal.map { try Self.end($0) }
        }
      ])
  }

  /// Compared with the demo, which uses neither HTTP nor Matrix.
  private func added() -> Contest {
    let home = Once { try signedIn() }
    return Contest(
      group: Self.group, name: "resident memory, more than the demo's", limit: 20 * 1_048_576, unit: .bytes,
      fewest: 3,
      contestants: [
        Contestant(name: "inkwell") { stopwatch in
          let terminal = try start(in: try await home())
          try untilListed(terminal)
          try terminal.listen(for: 1_000)
          let demo = try demo()
          stopwatch.take(Self.resident(terminal) - Self.resident(demo))
          try Self.end(terminal)
          try Self.end(demo)
        }
      ])
  }

  private func memory() -> Contest {
    var contestants = [
      Contestant(name: "inkwell") { stopwatch in
        let terminal = try start(in: Scratch())
        try signIn(terminal)
        try terminal.listen(for: 1_000)
        stopwatch.take(Self.resident(terminal))
        try Self.end(terminal)
      },
      Contestant(name: "the demo") { stopwatch in
        let terminal = try demo()
        stopwatch.take(Self.resident(terminal))
        try Self.end(terminal)
      },
    ]
    if let weechat {
      contestants.append(
        Contestant(name: "weechat") { stopwatch in
          let terminal = try weechat.start()
          try weechat.connect(terminal)
          try terminal.listen(for: 1_000)
          stopwatch.take(Self.resident(terminal))
          try Self.end(terminal)
        })
    }
    return Contest(
      group: Self.group, name: "resident memory after the first sign-in", unit: .bytes, fewest: 3,
      contestants: contestants)
  }

  private func demo(in home: Scratch = Scratch()) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: home)
    try terminal.until("drafts saved")
    try terminal.listen(for: 1_000)
    return terminal
  }

  /// The resident memory, in bytes.
  static func resident(_ terminal: VirtualTerminal) -> Double {
    // The file of a process that has ended is gone.
    let text = (try? String(contentsOfFile: "/proc/\(terminal.process)/status", encoding: .utf8)) ?? ""
    guard let place = text.range(of: "\nVmRSS:") else { return 0 }
    let digits = text[place.upperBound...].drop { $0.isWhitespace }.prefix { $0.isNumber }
    return Double(digits).map { $0 * 1_024 } ?? 0
  }
}

import ChatDomain
import Foundation
import Glibc
import Measuring
import ProgramTerminal

/// What an encrypted room costs the program, beside a plain one with the same messages.
@MainActor
struct EncryptedProgramRows {
  static let group = "the program in an encrypted room"

  private static let encrypted = "vault"
  private static let plain = "square"

  private let live: LiveAccount
  private let account: Once<EncryptionRows.Account>

  init(_ live: LiveAccount) {
    self.live = live
    account = Once {
      let account = try await EncryptionRows.Account(at: live)
      for name in [Self.encrypted, Self.plain] {
        let room = try await account.room(name, isEncrypted: name == Self.encrypted)
        for number in 1...50 { try await account.say("message \(number)", in: room) }
      }
      return account
    }
  }

  var rows: [() -> Contest] { [key, arrival, memory] }

  // MARK: Rows

  private func key() -> Contest {
    Contest(
      group: Self.group, name: "processor time of a key", share: Share(atMost: 1.1, of: "a plain one"),
      fewest: 5,
      contestants: both { terminal, _ in
        let count = 198
        let before = processorTime(of: terminal)
        for letter in String(repeating: "words ", count: count / 6) {
          _ = try terminal.answer(to: "\(letter)")
        }
        // What is saved with a delay belongs to the keys.
        try terminal.listen(for: 1_500)
        return (processorTime(of: terminal) - before) / Double(count)
      })
  }

  /// The main thread draws the messages; they are decrypted elsewhere.
  private func arrival() -> Contest {
    Contest(
      group: Self.group, name: "main thread while 100 messages come",
      share: Share(atMost: 1.1, of: "a plain one"), fewest: 3,
      contestants: both { terminal, room in
        let word = "w\(UUID().uuidString.prefix(6))"
        let account = try await account()
        let before = mainThreadTime(of: terminal)
        for number in 1...100 { try await account.say("\(word) \(number)", in: room) }
        try terminal.until("\(word) 100")
        try terminal.listen(for: 1_500)
        return mainThreadTime(of: terminal) - before
      })
  }

  private func memory() -> Contest {
    Contest(
      group: Self.group, name: "resident memory, more than in a plain one", limit: 3 * 1_048_576,
      unit: .bytes, fewest: 5,
      contestants: [
        Contestant(name: "inkwell") { stopwatch in
          var sizes: [Double] = []
          for room in [Self.encrypted, Self.plain] {
            let terminal = try await open(room)
            try terminal.listen(for: 3_000)
            sizes.append(ProgramRows.resident(terminal))
            try end(terminal)
          }
          stopwatch.take(sizes[0] - sizes[1])
        }
      ])
  }

  // MARK: The program

  private func both(
    _ measure: @escaping @MainActor (VirtualTerminal, ChannelID) async throws -> Double
  ) -> [Contestant] {
    [(Self.encrypted, "an encrypted one"), (Self.plain, "a plain one")].map { room, name in
      Contestant(name: name) { stopwatch in
        let terminal = try await open(room)
        let id = try await account().rooms[room]
        if let id { stopwatch.take(try await measure(terminal, id)) }
        try terminal.type("\u{1}\u{B}")
        try end(terminal)
      }
    }
  }

  /// Signs in on a new device, signs it with the recovery key, and opens a room.
  private func open(_ room: String) async throws -> VirtualTerminal {
    let account = try await account()
    let terminal = try VirtualTerminal(
      [
        BuiltProgram.inkwell, "--login", account.user, "--server", "\(live.server)", "--device-name", "bench",
      ], home: Scratch())
    try terminal.until("Password of")
    try terminal.type(EncryptionRows.Account.password + "\r")
    try terminal.until("Enter your recovery key")
    try terminal.type(account.recoveryKey)
    try terminal.rest()
    try terminal.type("\r")
    try terminal.until("This device is signed")
    try terminal.type("/go \(room)")
    try terminal.rest()
    try terminal.type("\r")
    try terminal.until("→ #\(room)")
    try terminal.listen(for: 2_000)
    return terminal
  }

  private func end(_ terminal: VirtualTerminal) throws {
    terminal.send(SIGTERM)
    _ = try terminal.end()
  }

  /// In nanoseconds, with all threads.
  private func processorTime(of terminal: VirtualTerminal) -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(terminal.process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The processor time of the main thread in nanoseconds.
  private func mainThreadTime(of terminal: VirtualTerminal) -> Double {
    let path = "/proc/\(terminal.process)/task/\(terminal.process)/schedstat"
    // The file of a process that has ended is gone.
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }
}

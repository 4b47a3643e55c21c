import ProgramTerminal
import TestSupport
import Testing

extension LiveTests {
  /// Opens an account whose profile has a damaged file: the session, the cache, a queued file, or a file that the
  /// demo has as well.
  ///
  /// `DAMAGES=500` repeats it that often, `SEED=…` replays a run.
  @Suite("Signing in with a damaged file")
  struct DamagedAccountTests {
    @Test(
      "Saved data is there or its loss is reported, and the account opens twice", arguments: [false, true])
    func damaged(isKilled: Bool) async throws {
      let person = try await LiveServer.here().person("ann")
      let nio = try Nio(person)
      _ = try nio.send(nio.create("ledger"), "the first entry")
      // Contains the file to be sent.
      let own = Scratch()
      defer { withExtendedLifetime(own) {} }
      let profile = try profile(of: person, in: own, isKilled: isKilled)
      let seed = UInt64(environmentNumber("SEED") ?? 1) &+ (isKilled ? 1 : 0)
      var random = SeededGenerator(seed: seed)
      var counts: [String: Int] = [:]
      let ways = DamagedProfile.Way.allCases
      for start in 0..<(environmentNumber("DAMAGES") ?? 32) / 2 {
        let (home, words) = try profile.damaged(ways[start % ways.count], using: &random)
        let comment = "seed \(seed), start \(start), \(words), killed: \(isKilled)"
        let first = try person.start(on: home, columns: 120, rows: 40)
        let isAsked = try signInIfAsked(first, person, comment)
        try first.until("what was kept, or what happened to it: \(comment)") {
          isKept(on: $0) || $0.tellsOfDamage
        }
        counts[isAsked ? "asked to sign in" : first.tellsOfDamage ? "told" : "nothing lost", default: 0] += 1
        try first.killNow()
        let second = try person.start(on: home, columns: 120, rows: 40)
        _ = try signInIfAsked(second, person, comment)
        try second.until("a second start: \(comment)") { $0.showsComposer }
        // The server's messages are there again.
        try goOnline(second)
        try second.until("the room: \(comment)") { $0.shows("the first entry") && !$0.shows("queued") }
        try second.killNow()
      }
      print("seed \(seed), killed: \(isKilled): \(counts.sorted { $0.key < $1.key })")
    }

    private func signInIfAsked(
      _ terminal: VirtualTerminal, _ person: Person, _ comment: String
    ) throws -> Bool {
      try terminal.until("the program, or a question: \(comment)") {
        $0.showsComposer || $0.shows(person.question)
      }
      guard !terminal.showsComposer else { return false }
      // A damaged session is reported; a removed one is not.
      #expect(
        terminal.output(after: 0).contains("please sign in again") || comment.contains("remove session.json"),
        "\(comment)")
      try terminal.type("\(Person.password)\r")
      try terminal.until("the program, or a name: \(comment)") {
        $0.showsComposer || $0.shows("Press Enter to accept, or type another name:")
      }
      if !terminal.showsComposer { try terminal.type("\r") }
      return true
    }

    /// An account with a draft and, if it is killed, a queued message with a file; with its state before the last
    /// session.
    private func profile(
      of person: Person, in home: Scratch, isKilled: Bool
    ) throws -> DamagedProfile {
      let profile = DamagedProfile(person.profile)
      let first = try person.signIn(on: home, columns: 120, rows: 40)
      try first.until("→ #ledger")
      try first.untilSaid("the first entry")
      try first.send("/offline")
      try first.until("offline · /online")
      let path = home.write(String(repeating: "beans and peas\n", count: 2_000), to: "beans.txt")
      try first.send("/attach \(path)")
      try first.until("the file") { $0.shows("▤ beans.txt") || $0.shows("beans.txt") }
      try first.send("on its way")
      try first.until("the queued message") { $0.says("on its way", "queued") }
      try first.type("begun")
      try first.until("✎ begun")
      try first.type(Keys.leave)
      _ = try first.end()
      try profile.keepEarlier(of: home)
      let second = try person.start(on: home, columns: 120, rows: 40)
      try second.until("begun")
      try second.type(", and gone on with")
      try second.until("begun, and gone on with") { isKept(on: $0) }
      if isKilled {
        try second.killNow()
      } else {
        try second.type(Keys.leave)
        _ = try second.end()
      }
      try profile.keepLatest(of: home)
      return profile
    }

    private func goOnline(_ terminal: VirtualTerminal) throws {
      try terminal.until("the state of the connection, or a long notice in its place") {
        let last = $0.line($0.rows - 1)
        return ["online", "offline", "not saved", "! "].contains { last.contains($0) }
          || $0.shows("not saved")
      }
      guard !terminal.shows("┘ online") else { return }
      // A command needs an empty composer, and the draft may be loaded a moment later.
      try terminal.rest()
      while !isEmpty(terminal) {
        try terminal.type("\u{5}\u{15}")
        try terminal.rest()
      }
      try terminal.send("/online")
    }

    private func isEmpty(_ terminal: VirtualTerminal) -> Bool {
      terminal.shows("write to #ledger") || terminal.shows("/join, /dm")
    }

    private func isKept(on terminal: VirtualTerminal) -> Bool {
      terminal.shows("begun, and gone on with", "on its way", "queued")
    }
  }
}

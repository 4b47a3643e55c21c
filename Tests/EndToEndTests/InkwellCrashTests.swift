import Glibc
import Testing

/// The program is killed while somebody types, again and again, and each time it comes back with all that was seen.
///
/// `CRASHES=1000` has it killed so often (`make e2e` does), `CRASH_SEED` plays a run again.
@Suite("Killed while typing", .serialized)
struct InkwellCrashTests {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789éüß漢字ñ")

  /// The draft as it stands in the composer's last row; nil when only the hint stands there.
  private func composed(_ terminal: VirtualTerminal) -> String {
    let line = terminal.line(terminal.rows - 2)
    guard let edge = line.firstIndex(of: "┤") ?? line.dropFirst().firstIndex(of: "│") else { return "" }
    let text = String(line[line.index(after: edge)...].dropFirst())
    return text.hasPrefix("write to #") ? "" : text
  }

  @Test("Nothing that was seen is lost, and what waits to be sent goes out once")
  func killed() throws {
    let crashes = number("CRASHES") ?? 100
    let seed = UInt64(number("CRASH_SEED") ?? 1)
    var random = SplitMix(state: seed)
    let home = Scratch()
    var seen = ""
    var typed = ""
    var waiting: String?
    var echoed = 0
    var sent = 0
    for crash in 0..<crashes {
      let terminal = try VirtualTerminal.inkwell(home: home)
      let kept = seen
      try terminal.until("\(kept) after crash \(crash) of seed \(seed)") { composed($0).hasPrefix(kept) }
      let back = composed(terminal)
      #expect(typed.hasPrefix(back), "crash \(crash) of seed \(seed): nobody typed \(back)")
      if let message = waiting {
        // It was queued before the crash, and nothing but the outbox knows of it.
        try terminal.until("\(message) sent") { $0.shows("you     \(message)") && !$0.shows("queued") }
        #expect(terminal.text.count(of: message) == 1, "crash \(crash) of seed \(seed)")
        waiting = nil
      }
      (seen, typed) = (back, back)
      if typed.count > 30 || crash % 10 == 9 {
        try terminal.type("\u{1}\u{B}")
        try terminal.until("an empty composer") { composed($0).isEmpty }
        (seen, typed) = ("", "")
      }
      if crash % 10 == 9 {
        let message = "message-\(crash)-of-\(seed)"
        try terminal.type("/offline\r")
        try terminal.until("! offline")
        try terminal.type("\(message)\r")
        try terminal.until("the message in the outbox") { $0.shows("you     \(message)", "queued") }
        waiting = message
        sent += 1
      }
      let count = 1 + Int(random.next() % 12)
      for _ in 0..<count {
        let letter = Self.letters[Int(random.next() % UInt64(Self.letters.count))]
        typed.append(letter)
        try terminal.type(String(letter))
      }
      // At a moment that the seed and the machine choose: after some of the letters, or after all.
      let enough = seen.count + 1 + Int(random.next() % UInt64(count))
      try terminal.until("\(enough) letters") { composed($0).count >= enough }
      terminal.send(SIGKILL)
      let now = composed(terminal)
      echoed += now.count - seen.count
      seen = now
      _ = try terminal.end()
    }
    // Whatever is lost has failed above.
    print("crashes: \(crashes), characters echoed: \(echoed), lost: 0, queued messages sent once: \(sent)")
  }

  private func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}

private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

extension String {
  /// How often a text stands in it.
  func count(of part: String) -> Int { indices.count { self[$0...].hasPrefix(part) } }
}

import TerminalScreen
import TestSupport
import Testing

@Suite("Laws of decoding")
struct DecodingLawTests {
  static let pieces: [[UInt8]] =
    [
      "a", "é", "漢", "\u{1B}", "\u{1B}[", "\u{1B}O", "A", "1", ";", "5", "~", "u", "<", "M", "m",
      "\u{1B}[1;5C", "\u{1B}[<0;3;4M",
      "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]11;", "\u{7}", "\u{1B}\\", "\u{1B}P1", "\u{1B}_G", "\u{0}", "\r",
      "\u{7F}", "$", ":", "[",
      "\u{1B}[M", "?", " ",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0x80]]

  private func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...14, using: &random)).flatMap { _ in
      Self.pieces.randomElement(using: &random) ?? []
    }
  }

  @Test("Any split of the bytes gives the same events", arguments: 0..<20)
  func chunks(_ number: Int) {
    var random = SeededGenerator(number)
    for _ in 0..<200 {
      let bytes = bytes(&random)
      let whole = { () -> [TerminalEvent] in
        var decoder = InputDecoder()
        return decoder.decode(bytes) + decoder.finish()
      }()
      var decoder = InputDecoder()
      var events: [TerminalEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...4, using: &random))
        events += decoder.decode(piece)
        rest = rest.dropFirst(piece.count)
      }
      events += decoder.finish()
      #expect(events == whole, "\(bytes), seed \(TestSeed.value)")
    }
  }

  @Test("After a timeout nothing is pending, and the next key is itself", arguments: 0..<20)
  func timeOuts(_ number: Int) {
    var random = SeededGenerator(number)
    for _ in 0..<200 {
      var decoder = InputDecoder()
      _ = decoder.decode(bytes(&random))
      // After a paste, an unfinished report may stay pending.
      let waited = decoder.isWaiting && !decoder.isBehindPaste
      _ = decoder.timeOut()
      #expect(!decoder.isWaiting)
      guard waited else { continue }
      #expect(decoder.decode("k".utf8) + decoder.timeOut() == [.key(KeyEvent(.character("k")))])
    }
  }

  @Test("Every decoded key has one notation", arguments: 0..<20)
  func canonical(_ number: Int) {
    var random = SeededGenerator(number)
    for _ in 0..<200 {
      for case .key(let key) in InputDecoder.events(of: bytes(&random)) {
        #expect(KeyEvent(key.key, key.modifiers) == key)
      }
    }
  }
}

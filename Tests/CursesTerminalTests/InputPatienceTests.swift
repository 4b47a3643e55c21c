import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("Waiting for the rest of the input")
struct InputPatienceTests {
  /// Feeds pieces of input at given times, and returns the deadline for more input after each.
  private func deadlines(_ pieces: (text: String, time: Int)...) -> [Int?] {
    var decoder = InputDecoder()
    var patience = InputPatience(escapeDelay: 25)
    return pieces.map { piece in
      let count = piece.text.utf8.count
      _ = decoder.decode(piece.text.utf8)
      decoder.endPiece(of: count)
      patience.take(pieceOf: count)
      return patience.deadline(for: decoder, isAnswerAwaited: true, at: piece.time)
    }
  }

  @Test("An unfinished answer is waited for 200 ms, however fast typing continues")
  func answer() {
    #expect(deadlines(("\u{1B}]11;rgb:", 1_000), ("h", 1_100), ("i", 1_190)) == [1_200, 1_200, 1_200])
    let long = "\u{1B}]52;c;" + String(repeating: "a", count: 5_000)
    #expect(deadlines((long, 1_000), ("aaaaaaaaaa", 1_150), ("h", 1_300)) == [1_200, 1_350, 1_350])
    #expect(
      deadlines(("\u{1B}]11;rgb:", 1_000), ("0/0/0\u{7}", 1_100), ("\u{1B}]11;", 2_000)) == [
        1_200, nil, 2_200,
      ])
  }

  @Test("An Escape is waited for as configured, and the end of a paste for two seconds")
  func others() {
    #expect(deadlines(("\u{1B}", 1_000)) == [1_025])
    #expect(deadlines(("x", 1_000)) == [nil])
    #expect(deadlines(("\u{1B}[?62;", 1_000), ("2", 1_100)) == [1_200, 1_200])
    #expect(deadlines(("\u{1B}]", 1_000)) == [1_200])
    #expect(deadlines(("\u{1B}[200~a", 1_000), ("b", 1_500)) == [3_000, 3_500])
  }
}

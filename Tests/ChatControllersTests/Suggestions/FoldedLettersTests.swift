import Foundation
import Testing

@testable import ChatDomain

@Suite("The table of folded letters") struct FoldedLettersTests {
  @Test("It agrees with the letters' names and has no other letters")
  func isWhatNamesSay() throws {
    let rows = LetterNames.rows()
    #expect(rows.count > 1000)
    if FoldedLetters.table == rows { return }
    if ProcessInfo.processInfo.environment["RECORD_DOCUMENTS"] != nil { try record(rows) }
    Issue.record("letters have other names now: RECORD_DOCUMENTS=1 writes the table anew")
  }

  @Test("Each letter of the table folds as its name says, and all others to themselves")
  func foldsEachLetter() throws {
    let folded = Dictionary(
      LetterNames.folded().map { ($0.letter, $0.base) }, uniquingKeysWith: { first, _ in first })
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var result = "a"
      let isFolded = FoldedLetters.append(scalar, to: &result)
      let wanted = folded[scalar]
      guard isFolded == (wanted != nil), result == "a" + (wanted ?? "") else {
        Issue.record("U+\(String(value, radix: 16)) becomes \(result), and not \(wanted ?? "itself")")
        return
      }
    }
  }

  /// Replaces the table in the source file.
  private func record(_ rows: [UInt32]) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Client/ChatDomain/Text/FoldedLetters.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "static let table: [UInt32] = [\n")).upperBound
    var lines: [String] = []
    var line = "   "
    for row in rows {
      let item = " 0x" + String(row, radix: 16, uppercase: true) + ","
      if line.count + item.count > 110 {
        lines.append(line)
        line = "   "
      }
      line += item
    }
    try (text[..<start] + (lines + [line, "  ]", "}", ""]).joined(separator: "\n"))
      .write(to: file, atomically: true, encoding: .utf8)
  }
}

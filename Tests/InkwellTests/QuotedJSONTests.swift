import Foundation
import Testing

@testable import inkwell

@Suite("JSON strings")
struct QuotedJSONTests {
  @Test(
    "Every text round-trips and is harmless to a terminal",
    arguments: [
      "", "a\"b\\c", "line\nline\r\n\ttab", "\u{0}\u{1}\u{1B}[2J\u{7F}\u{9B}", "日本語 👩🏽‍💻 é e\u{301}",
      "\u{202E}turned\u{2066}", "\u{2028}\u{2029}", "\u{FEFF}", "\u{E0001}\u{10FFFF}",
    ])
  func comesBack(text: String) throws {
    let quoted = text.quotedAsJSON
    let read = try JSONDecoder().decode(String.self, from: Data(quoted.utf8))
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
    #expect(quoted.unicodeScalars.allSatisfy { $0.isPlain })
  }
}

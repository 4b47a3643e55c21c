import Foundation
import Testing

@testable import inkwell

@Suite("JSON as it is written")
struct JSONTextTests {
  @Test(
    "Every text comes back as it was",
    arguments: [
      "", "a\"b\\c", "line\nline\r\n\ttab", "\u{0}\u{1}\u{1B}[2J\u{7F}\u{9B}", "日本語 👩🏽‍💻 é e\u{301}",
      "\u{202E}turned\u{2066}", "\u{2028}\u{2029}", "\u{FEFF}", "\u{E0001}\u{10FFFF}",
    ])
  func comesBack(text: String) throws {
    let json = JSONText.object([("k", .list([.text(text), .null, .bool(true), .number(-7)]))]).text()
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [Any]])
    let back = try #require(read["k"]?.first as? String)
    #expect(Array(back.unicodeScalars) == Array(text.unicodeScalars))
    // In a terminal it does nothing.
    #expect(json.unicodeScalars.allSatisfy { $0.isPlain || $0 == "\n" })
  }

  @Test("It is laid out in lines, and what is empty is short")
  func layout() {
    let json = JSONText.object([("a", .list([])), ("b", .object([("c", .number(1))]))])
    #expect(json.text() == "{\n  \"a\": [],\n  \"b\": {\n    \"c\": 1\n  }\n}")
  }
}

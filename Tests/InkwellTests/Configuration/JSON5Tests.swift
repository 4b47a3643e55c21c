import Testing

@testable import inkwell

@Suite("JSON5")
struct JSON5Tests {
  @Test(
    "Values are read as JSON5 defines them",
    arguments: [
      ("null", .null), ("true", .flag(true)), ("false", .flag(false)), ("Infinity", .number(.infinity)),
      ("-Infinity", .number(-.infinity)), ("0", .whole(0)), ("-0", .whole(0)), ("+7", .whole(7)),
      ("-12", .whole(-12)), ("0x1F", .whole(31)), ("-0XaB", .whole(-171)), (".5", .number(0.5)),
      ("5.", .number(5)), ("1.5e3", .number(1500)), ("2E-1", .number(0.2)), ("-.5", .number(-0.5)),
      ("18446744073709551616", .whole(18_446_744_073_709_551_616)), ("''", .text("")),
      ("'a\"b'", .text("a\"b")), ("\"a'b\"", .text("a'b")), ("'it\\'s'", .text("it's")),
      ("'\\b\\f\\n\\r\\t\\v\\0'", .text("\u{8}\u{C}\n\r\t\u{B}\0")), ("'\\x41\\u00e9'", .text("Aé")),
      ("'\\ud83d\\ude00'", .text("😀")), ("'one \\\nline'", .text("one line")),
      ("'one \\\r\nline'", .text("one line")), ("'\\q'", .text("q")), ("'a\u{2028}b'", .text("a\u{2028}b")),
      ("[]", .list([])), ("{}", .object([])), ("\u{FEFF}1", .whole(1)),
      ("\u{A0}\u{3000}1\u{B}\u{C}", .whole(1)),
      ("// first\n1 /* last */", .whole(1)), ("/**/1//", .whole(1)),
    ] as [(String, JSON5Value.Kind)])
  func values(text: String, kind: JSON5Value.Kind) throws {
    #expect(try JSON5Reader.read(text).kind == kind)
  }

  @Test("NaN is a number")
  func notANumber() throws {
    guard case .number(let number) = try JSON5Reader.read("-NaN").kind else {
      Issue.record("it is none")
      return
    }
    #expect(number.isNaN)
  }

  @Test("Keys need no quotes, a trailing comma is allowed, and every value has its line")
  func lines() throws {
    let value = try JSON5Reader.read(
      """
      // a comment
      {
        plain: 1, /* over
        lines */ 'quoted key': [
          'a',
          'b',
        ],\r
        $_ünïcode1: {}, \\u0061b: 2,
      }
      """)
    #expect(value.line == 2)
    guard case .object(let members) = value.kind else {
      Issue.record("it is no object")
      return
    }
    #expect(members.map(\.key) == ["plain", "quoted key", "$_ünïcode1", "ab"])
    #expect(members.map(\.line) == [3, 4, 8, 8])
    #expect(
      members[1].value
        == JSON5Value(
          kind: .list([JSON5Value(kind: .text("a"), line: 5), JSON5Value(kind: .text("b"), line: 6)]), line: 4
        ))
  }

  @Test(
    "Invalid JSON5 is reported with its line",
    arguments: [
      ("", 1, "expected a value, found the end of the file"),
      ("\n\n]", 3, "expected a value, found \"]\""),
      ("{\na: 1\nb: 2}", 3, "expected a comma or }, found \"b\""),
      ("{a 1}", 1, "expected a colon after a, found \"1\""),
      ("{\na: 1,\n\n", 4, "the bracket on line 1 is not closed"),
      ("[1,\n2", 2, "the bracket on line 1 is not closed"), ("[1,,2]", 1, "expected a value, found \",\""),
      ("{,}", 1, "expected a key or }, found \",\""), ("'a\nb'", 1, "the quote is not closed on its line"),
      ("'a", 1, "the quote on line 1 is not closed"), ("\n/* \n", 3, "the comment on line 2 is not closed"),
      ("{a: 1,\na: 2}", 2, "a appears twice, first on line 1"),
      ("1 2", 1, "unexpected text after the end of the value"),
      ("yes", 1, "yes is not a value; a text needs quotes"),
      ("012", 1, "a number cannot begin with 0; hex begins with 0x"),
      ("0x", 1, "expected a hex digit, found the end of the file"),
      ("12px", 1, "expected the end of the number, found \"p\""),
      ("-", 1, "expected a digit, found the end of the file"),
      ("1e", 1, "expected a digit, found the end of the file"),
      ("Infinit", 1, "Infinit is not a value; a text needs quotes"),
      ("+Infinit", 1, "expected Infinity, found the end of the file"),
      ("'\\1'", 1, "\\ with a digit has no meaning; \\x with two hex digits does"),
      ("'\\u12'", 1, "expected 4 hex digits, found \"'\""),
      ("'\\ud83d'", 1, "\\ud83d alone is not a character"),
      ("'\\ude00'", 1, "\\ude00 alone is not a character"),
      ("'\\ud83d\\u0041'", 1, "\\ud83d alone is not a character"),
      ("{a\\u002db: 1}", 1, "\"-\" cannot be in a key without quotes"),
      (String(repeating: "[", count: 100_000), 1, "brackets may be nested at most 32 deep"),
    ])
  func faults(text: String, line: Int, sentence: String) {
    #expect(throws: JSON5Fault(line: line, sentence: sentence)) { try JSON5Reader.read(text) }
  }

  @Test("Any input is parsed, or fails with a line number within it")
  func garbage() {
    let pieces = [
      "{", "}", "[", "]", ":", ",", "'", "\"", "\\", "u", "/", "*", "\n", "\r", "0", "x", "9", ".", "e", "-",
      "a", "é",
      "\u{2028}", " ", "true", "null", "Infinity", "\u{0}", "😀",
    ]
    var state: UInt64 = 6
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      do throws(JSON5Fault) {
        _ = try JSON5Reader.read(text)
      } catch {
        let lines = 1 + text.unicodeScalars.count { $0.endsLine }
        #expect((1...lines).contains(error.line), "\(text.debugDescription)")
        #expect(!error.sentence.isEmpty)
      }
    }
  }

  @Test(
    "A written text reads back as the same",
    arguments: [
      "plain", "\"quotes\" and 'others'", "back\\slash", "\n\r\t\u{0}\u{1b}\u{9f}", "\u{2028}\u{2029}",
      "日本語 😀 e\u{301}",
    ])
  func quoted(text: String) throws {
    let written = text.quotedAsJSON
    #expect(try JSON5Reader.read(written).kind == .text(text))
    #expect(!written.unicodeScalars.contains { $0.value < 32 || $0.endsLine })
  }
}

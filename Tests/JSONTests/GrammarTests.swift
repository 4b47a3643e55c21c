import Foundation
import JSON
import Testing

@Suite("Valid and invalid JSON")
struct GrammarTests {
  static let accepted: [Sample] = [
    // Single values, and whitespace around them.
    "null", "true", "false", "0", "-1", "\"\"", "[]", "{}", " \t\r\n[] \t\r\n", "\n0\n", "\"a\"", "[ ]",
    "{ }",
    // Arrays.
    "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]", "[[],[[]]]", "[null,true,false,\"\",0,{},[]]", "[\n1\r\n,\t2]",
    "[\"\",\"\"]",
    // Objects.
    #"{"a":1}"#, #"{"":0}"#, #"{"a":{"b":{}}}"#, #"{ "a" : [ ] , "b" : null }"#, #"{"a":1,"a":1}"#,
    #"{"a":1,"a":2}"#,
    #"{"\u0000":"\u0000"}"#, #"{"a":[{"b":[{}]}]}"#, "{\"a\":\"b\"\n}",
    // Numbers.
    "-0", "[0]", "[-0.0]", "1.5", "0.1", "1e1", "1E1", "1e+1", "1e-1", "1E+01", "0e0", "0e+1", "0E-00",
    "1.25e2", "20e01",
    "-123", "123.456789e-12", "1234567890", "[0,1]", "[1.0]", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "100000000000000000000",
    "0.0000000000000000000000000000000000000000000000000000001",
    // Strings and escapes.
    #""\"\\\/\b\f\n\r\t""#, #""\u00e9\u00E9""#, #""\uD83D\uDE00""#, #""\ud83d\ude00""#, #""\u0022""#,
    #""\\u0000""#,
    #""a\u0000b""#, #""/""#, "\"\u{7F}\"", "\"\u{80}\u{9F}\"", "\"\u{2028}\u{2029}\"",
    "\"é\u{301}\u{FEFF}\u{FFFF}\"",
    "\"\u{10FFFF}\"", "\"😀\"", #""\uFFFF\uFDD0""#, #""// no /* comment */""#, #""{[,:]}""#, "\"   \"",
    "\"exactly\"", "\"exactly.\"", "\"exactly sixteen\"", "\"12345678\\n12345678\"",
  ]

  @Test("What RFC 8259 allows is read, with the same result in Foundation", arguments: accepted)
  func isAccepted(sample: Sample) throws {
    let node = try sample.read()
    // An object with a duplicate key becomes a dictionary with one entry.
    if Set(node.members.map(\.key)).count == Array(node.members).count {
      #expect(Value(node).isSame(as: try #require(sample.foreign)))
    }
    #expect(try Value(JSONWriter.bytes { $0.node(node) }) == Value(node))
  }

  static let refused: [Sample] = [
    // Empty or trailing input.
    "", " ", "\n\t", "[][]", "{}{}", "1 2", "[] 1", "null null", "[]]", "{}}", "\"a\"\"b\"", "\"a\" x",
    "0 //", "[1],",
    "[1]x", "{\"a\":1}#", "1,2", ",", ":", "]", "}", "\u{0}", "[]\u{0}", "\u{FEFF}", "\u{FEFF}{}", "*",
    "<null>", "é", "[é]",
    // Words.
    "nul", "nulll", "Null", "NULL", "tru", "True", "trueé", "truefalse", "fals", "falsy", "NaN", "nan",
    "Infinity",
    "-Infinity", "undefined", "[nul]", "[tru]", "[fals]", "{\"a\":truthy}", "n", "t", "f",
    // Arrays.
    "[", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1,,2]", "[1 2]", "[1,2", "[\"\"", "[\"a", "[\"a\",\n4\n,1,",
    "[1}", "[}",
    "[1:2]", "[\"a\":1]", "[1;2]", "[(1)]", "[[", "[[]", "[3[4]]", "[1,\u{B}2]", "[\u{C}]", "[\u{A0}]",
    "[\u{2060}1]",
    "[1]\u{85}", "[*]", "['a']", "[a]", "[// c\n1]", "[/* c */1]", "[1\u{1}]",
    // Objects.
    "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}",
    "{\"a\":1,,\"b\":2}", "{\"a\" 1}",
    "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":}", "{\"a\"::1}", "{\"a\",1}",
    "{\"a\"}",
    "{\"a\":1:2}", "{\"a\":1]", "{]", "{\"a\":1/**/}", "{[]:1}", "{{}:1}", "{\"a\":\"b\" \"c\"}",
    "{\"a\":'b'}", "{\"a\"=1}",
    // Numbers.
    "-", "+1", "+", "01", "-01", "00", "0123", "012.5", "-012", ".5", "-.5", "1.", "-1.", "1.e1", "1..2",
    "1.2.3", "e1",
    "1e", "1E", "1e+", "1e-", "1eE2", "1e1.5", "0e", "0e+", "0x1F", "0x", "1a", "1 000", "1_000", "1,5",
    "- 1", "--1", "-a",
    "1-2", "1+2", "1/2", "１", "-１", "0.é", "Inf", "-NaN", "1e１", "[-]", "[0.]", "[1.e]", "[.1]", "[1ea]",
    "2.e+3", "0.3e",
    // Strings.
    "\"", "\"a", "'a'", "a", "\"\\\"", "\"\\", "\"\\a\"", "\"\\x00\"", "\"\\'\"", "\"\\0\"", "\"\\ \"",
    "\"\\\n\"",
    "\"\\u\"", "\"\\u1\"", "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\uG000\"", "\"\\U0041\"",
    "\"\\u 041\"",
    "\"\\u+041\"", "\"\\u-041\"", "\"\\u00e\"", "\"\\ud83d\\u\"", "\"\\ud83d\\u1\"", "\"\\ud83d\\\"",
    "\"\\é\"", "\"\\😀\"",
    "\"\n\"", "\"\t\"", "\"\r\"", "\"\u{0}\"", "\"\u{1F}\"", "\"a\u{1}\"", "\"1234567\u{1F}\"",
    "\"12345678\u{1F}\"",
    "\"123456789\n\"", "\\u0022", "\"\\u０041\"", "[\"a\u{0}b\"]", "{\"a\n\":1}", "\"a\"\\",
    // Bytes that are not text, outside of strings.
    Sample([0xFF]), Sample([0xEF, 0xBB, 0xBF]), Sample([0x5B, 0xE9, 0x5D]), Sample([0x5B, 0x31, 0xE9, 0x5D]),
    Sample([0x22, 0x5C, 0xE9, 0x22]), Sample([0x22, 0x5C, 0x75, 0x30, 0x30, 0x65, 0xE9, 0x22]),
    // UTF-16, which earlier standards allowed.
    Sample([0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D]), Sample([0x5B, 0x00, 0x5D, 0x00]),
  ]

  @Test("What RFC 8259 forbids is refused", arguments: refused)
  func isRefused(sample: Sample) {
    #expect(throws: JSONError.self) { try sample.read() }
  }

  @Test("Foundation refuses it as well, so the table is correct", arguments: refused)
  func isRefusedElsewhere(sample: Sample) {
    #expect(sample.foreign == nil || sample.isForFoundationAlone)
  }

  @Test(
    "An error says where and why",
    arguments: [
      ("", 0, .endsEarly), ("  ", 2, .endsEarly), ("[1", 2, .endsEarly), ("[1}", 2, .unexpected(0x7D)),
      ("{\"a\":01}", 6, .unexpected(0x31)), ("{\"a\" 1}", 5, .unexpected(0x31)), ("tru", 3, .endsEarly),
      ("trux", 3, .unexpected(0x78)), ("[1,]", 3, .unexpected(0x5D)), ("\"ab", 3, .endsEarly),
      ("\"a\nb\"", 2, .control(0x0A)), ("\"a\\x\"", 2, .unknownEscape), ("\"a\\u12g4\"", 2, .unknownEscape),
      ("\"a\\u12", 6, .endsEarly), ("[-]", 2, .unexpected(0x5D)), ("-", 1, .endsEarly), ("1.", 2, .endsEarly),
      ("1 x", 2, .unexpected(0x78)), ("{1", 1, .unexpected(0x31)), ("{}}", 2, .unexpected(0x7D)),
    ] as [(Sample, Int, JSONError.Reason)])
  func places(sample: (text: Sample, position: Int, reason: JSONError.Reason)) {
    #expect(sample.text.error == JSONError(sample.reason, at: sample.position))
  }
}

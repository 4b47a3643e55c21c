import Foundation
import JSON
import Testing

@Suite("Canonical JSON")
struct CanonicalTests {
  /// The first eight are from Matrix' specification.
  @Test(
    "Every value has one spelling",
    arguments: [
      ("{}", "{}"), (#"{ "one": 1, "two": "Two" }"#, #"{"one":1,"two":"Two"}"#),
      (#"{ "b": "2", "a": "1" }"#, #"{"a":"1","b":"2"}"#), (#"{"b":"2","a":"1"}"#, #"{"a":"1","b":"2"}"#),
      (#"{"a": "日本語"}"#, #"{"a":"日本語"}"#), (#"{ "本": 2, "日": 1 }"#, #"{"日":1,"本":2}"#),
      (#"{ "a": "\u65E5" }"#, #"{"a":"日"}"#), (#"{ "a": -0, "b": 1e10 }"#, #"{"a":0,"b":10000000000}"#),
      (#"{"a":{"d":1,"c":[{"f":1,"e":2}]}}"#, #"{"a":{"c":[{"e":2,"f":1}],"d":1}}"#),
      (#"[ null , true, false , 1.0, -2.50e2 ]"#, "[null,true,false,1,-250]"),
      (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#), (#"{"a":1,"\u0061":[]}"#, #"{"a":[]}"#),
      (
        #""\/\u0008\u000C\u000A\u000D\u0009\u0022\u005c\u001F\u007f\u2028""#,
        "\"/\\b\\f\\n\\r\\t\\\"\\\\\\u001f\u{7F}\u{2028}\""
      ),
      // By scalars: in UTF-16 😀 would come first, and Characters would give another order, too.
      (#"{"😀":1,"ﬀ":2}"#, #"{"ﬀ":2,"😀":1}"#),
      ("{\"z\":1,\"\u{E9}\":3,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"z\":1,\"\u{E9}\":3}"),
      (#"{"aa":1,"a":2,"":3,"B":4}"#, #"{"":3,"B":4,"a":2,"aa":1}"#),
      ("9007199254740991", "9007199254740991"), ("-9007199254740991", "-9007199254740991"),
    ] as [(Sample, String)])
  func spelling(sample: (text: Sample, canonical: String)) throws {
    let written = try sample.text.read().canonical()
    #expect(Array(written) == Array(sample.canonical.utf8))
    #expect(try JSONDocument(written).root.canonical() == written)
  }

  @Test(
    "Numbers without a canonical form are refused",
    arguments: [
      ("[1.5]", 1), ("9007199254740992", 0), ("-9007199254740992", 0), (#"{"a":[1e-1]}"#, 6), ("1e400", 0),
      ("[0,1e16]", 3),
    ] as [(Sample, Int)])
  func refused(sample: (text: Sample, position: Int)) throws {
    let node = try sample.text.read()
    #expect(throws: JSONError(.notCanonical, at: sample.position)) { try node.canonical() }
  }
}

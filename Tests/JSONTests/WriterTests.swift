import Foundation
import JSON
import Testing

@Suite("Writing JSON")
struct WriterTests {
  func text(_ layout: JSONWriter.Layout = .compact, _ write: (inout JSONWriter) -> Void) -> String {
    String(decoding: JSONWriter.bytes(layout, write), as: UTF8.self)
  }

  @Test("Commas, colons and brackets are in place")
  func punctuation() throws {
    let node = try Sample(#"{"a" : [1, 2]}"#).read()
    let written = text { json in
      json.object { json in
        json.member("s", "x")
        json.member("n", -7)
        json.member("b", true)
        json.member("l", ["a", "b"])
        json.key("null")
        json.null()
        json.object("empty") { _ in }
        json.array("list") { json in
          json.array { _ in }
          json.bool(false)
          json.object { json in json.member("deep", 1) }
          json.integer(2)
        }
        json.member("raw", node)
        json.member("", "end")
      }
    }
    #expect(
      written == #"{"s":"x","n":-7,"b":true,"l":["a","b"],"null":null,"empty":{},"#
        + #""list":[[],false,{"deep":1},2],"raw":{"a" : [1, 2]},"":"end"}"#)
  }

  @Test("The readable form has line breaks, and empty values are short")
  func lines() throws {
    let node = try Sample(#"{"b":[1,{}],"c":"\/"}"#).read()
    let written = text(.lines) { json in
      json.object { json in
        json.array("a") { _ in }
        json.member("n", node)
      }
    }
    #expect(
      written == """
        {
          "a": [],
          "n": {
            "b": [
              1,
              {}
            ],
            "c": "/"
          }
        }
        """)
  }

  @Test("Only what must be escaped is, in the shortest form")
  func escapes() {
    let all = (0..<0x20).map { String(Unicode.Scalar(UInt8($0))) }.joined() + "\"\\/\u{7F}é\u{2028}😀"
    #expect(
      text { $0.string(all) }
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013"#
        + #"\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\"\\/"#
        + "\u{7F}é\u{2028}😀\"")
  }

  @Test("Forbidden characters are escaped, also in keys and copied values")
  func plainOnly() throws {
    let node = try Sample("[\"é😀\",\"\\u00e9\"]").read()
    let written = JSONWriter.bytes(isPlain: \.isASCII) { json in
      json.object { json in
        json.member("ü\n", "😀a\u{1B}")
        json.member("n", node)
      }
    }
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"\u00fc\n":"\ud83d\ude00a\u001b","n":["\u00e9\ud83d\ude00","\u00e9"]}"#)
  }

  @Test(
    "A double is written with the digits it needs and reads back",
    arguments: [
      (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
      (123456.75, "123456.75"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ])
  func doubles(sample: (value: Double, text: String)) throws {
    let written = try JSONWriter.bytes { json throws(JSONError) in try json.double(sample.value) }
    #expect(String(decoding: written, as: UTF8.self) == sample.text)
    #expect(try JSONDocument(written).root.number == .double(sample.value))
  }

  @Test("Infinity has no JSON form", arguments: [Double.infinity, -.infinity, .nan, .signalingNaN])
  func infinity(value: Double) {
    #expect(throws: JSONError(.notFinite, at: 5)) {
      try JSONWriter.bytes { json throws(JSONError) in
        try json.object { json throws(JSONError) in
          json.key("n")
          try json.double(value)
        }
      }
    }
  }

  @Test("Writing an invalid value stops the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) { _ = JSONWriter.bytes { _ in } }
    await #expect(processExitsWith: .failure) {
      _ = JSONWriter.bytes { json in
        json.null()
        json.null()
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = JSONWriter.bytes { json in json.object { json in json.key("no value") } }
    }
    await #expect(processExitsWith: .failure) {
      _ = JSONWriter.bytes { json in json.object { json in json.string("no key") } }
    }
    await #expect(processExitsWith: .failure) {
      _ = JSONWriter.bytes { json in json.array { json in json.member("no object", 1) } }
    }
    await #expect(processExitsWith: .success) { _ = JSONWriter.bytes { json in json.null() } }
  }
}

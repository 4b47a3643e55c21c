import JSON
import Testing

@Suite("Navigating a document")
struct NavigationTests {
  static let text: Sample = #"""
    { "type" : "m.room.message", "content": {"body":"hi\n","n":[1, [2,3] ,{"x":null}], "a": true,
      "unknown" : {"1":1.50,"ключ":" "} }, "b":false, "":"empty" }
    """#

  func root() throws -> JSONNode { try Self.text.read() }

  @Test("Keys and elements are found")
  func found() throws {
    let root = try root()
    let content = root["content"]
    #expect(root.kind == .object)
    #expect(root["type"]?.string == "m.room.message")
    #expect(root["type"]?.isString("m.room.message") == true)
    #expect(content?["body"]?.string == "hi\n")
    #expect(content?["a"]?.bool == true)
    #expect(root["b"]?.bool == false)
    #expect(root[""]?.string == "empty")
    #expect(content?["unknown"]?["ключ"]?.string == " ")
    let list = content?["n"]
    #expect(list.elements.map(\.kind) == [.number, .array, .object])
    #expect(list.elements.flatMap { $0.elements.map(\.integer) } == [2, 3])
    #expect(list.elements.compactMap { $0["x"] }.map(\.isNull) == [true])
    #expect(root.members.map(\.key) == ["type", "content", "b", ""])
    #expect(root.members.map(\.value.kind) == [.string, .object, .bool, .string])
  }

  @Test("Missing keys and other kinds give nil")
  func nothing() throws {
    let root = try root()
    #expect(root["typ"] == nil)
    #expect(root["types"] == nil)
    // A key inside another object, and a value that equals a key.
    #expect(root["body"] == nil)
    #expect(root["m.room.message"] == nil)
    #expect(root["type"]?["type"] == nil)
    #expect(root["type"]?.bool == nil && root["type"]?.integer == nil && root["type"]?.isNull == false)
    #expect(root.string == nil && root.number == nil && root.bool == nil && root.double == nil)
    #expect(Array(root.elements).isEmpty)
    #expect(Array(root["type"].members).isEmpty)
    #expect(Array(root["nowhere"].members).isEmpty && Array(root["nowhere"].elements).isEmpty)
    #expect(root["content"]?["n"]?["0"] == nil)
  }

  @Test("The bytes of a value are the original ones")
  func raw() throws {
    let root = try root()
    let text = { (node: JSONNode?) in node.map { String(decoding: $0.raw, as: UTF8.self) } }
    #expect(text(root["content"]?["unknown"]) == #"{"1":1.50,"ключ":" "}"#)
    #expect(text(root["content"]?["n"]) == #"[1, [2,3] ,{"x":null}]"#)
    #expect(text(root["content"]?["body"]) == #""hi\n""#)
    #expect(text(root["b"]) == "false")
    #expect(text(Array(root.members).first?.keyNode) == "\"type\"")
    // Whitespace around the document belongs to no value.
    #expect(Array(root.raw) == Self.text.bytes)
    #expect(try Array(Sample(" \n[ 1 ] ").read().raw) == Array("[ 1 ]".utf8))
  }

  @Test(
    "Of equal keys the last one counts, in any spelling",
    arguments: [
      (#"{"a":1,"a":2}"#, "a", 2), (#"{"a":1,"\u0061":2}"#, "a", 2), (#"{"\u0061":1,"b":2}"#, "a", 1),
      (#"{"a":1,"b":{"a":3},"a":[]}"#, "a", nil), (#"{"a/b":1,"a\/b":2}"#, "a/b", 2),
      (#"{"\ud83d\ude00":5}"#, "😀", 5), (#"{"\ud83d":5}"#, "\u{FFFD}", 5), (#"{"�":6}"#, "\u{FFFD}", 6),
      ("{\"\u{E9}\":1,\"e\u{301}\":2}", "e\u{301}", 2), ("{\"\u{E9}\":1,\"e\u{301}\":2}", "\u{E9}", 1),
      (#"{"\u0000":1,"":2}"#, "\u{0}", 1),
    ] as [(Sample, String, Int?)])
  func equalKeys(sample: (text: Sample, key: String, value: Int?)) throws {
    let found = try #require(try sample.text.read()[sample.key])
    #expect(found.integer == sample.value)
  }

  @Test("A repaired key is found by its repaired form")
  func repairedKey() throws {
    let node = try JSONDocument([0x7B, 0x22, 0xFF, 0x61, 0x22, 0x3A, 0x37, 0x7D]).root
    #expect(node["\u{FFFD}a"]?.integer == 7)
    #expect(node["a"] == nil)
  }
}

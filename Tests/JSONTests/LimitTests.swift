import JSON
import Testing

@Suite("Limits")
struct LimitTests {
  func nested(_ levels: Int, _ opening: String = "[", _ closing: String = "]") -> [UInt8] {
    Array((String(repeating: opening, count: levels) + String(repeating: closing, count: levels)).utf8)
  }

  @Test("Values nest up to the limit and no further")
  func depth() throws {
    _ = try JSONDocument(nested(64))
    #expect(throws: JSONError(.tooDeep(limit: 64), at: 64)) { try JSONDocument(nested(65)) }
    let limits = JSONLimits(depth: 3)
    _ = try JSONDocument(Array(#"[{"a":[]},[[]],[[]]]"#.utf8), limits: limits)
    #expect(throws: JSONError(.tooDeep(limit: 3), at: 7)) {
      try JSONDocument(Array(#"[{"a":[{}]}]"#.utf8), limits: limits)
    }
    #expect(throws: JSONError(.tooDeep(limit: 0), at: 0)) {
      try JSONDocument(Array("[]".utf8), limits: JSONLimits(depth: 0))
    }
    _ = try JSONDocument(Array("7".utf8), limits: JSONLimits(depth: 0))
    let deepest = try JSONDocument(nested(512), limits: JSONLimits(depth: 512)).root
    #expect(JSONWriter.bytes(isPlain: { _ in true }) { $0.node(deepest) } == nested(512))
    #expect(try deepest.canonical() == nested(512))
  }

  @Test(
    "Deeper values can be left out: they read as null, and the rest is read",
    arguments: [
      ("[1,[2,[3,[4]]],5]", "[1,[2,null],5]"), (#"{"a":{"b":{"c":1}},"d":2}"#, #"{"a":{"b":null},"d":2}"#),
      (#"[[[],{},[[]]],[["]}"]]]"#, "[[null,null,null],[null]]"), ("[[1],[2]]", "[[1],[2]]"),
      ("[[[\"\\\"]\"]]]", "[[null]]"), ("7", "7"), ("[]", "[]"),
    ])
  func leftOut(_ sample: (text: String, read: String)) throws {
    let limits = JSONLimits(depth: 2, isDeeperLeftOut: true)
    let root = try JSONDocument(Array(sample.text.utf8), limits: limits).root
    #expect(try root.canonical() == Array(sample.read.utf8))
    // The omitted part is still in the bytes.
    #expect(root.raw.elementsEqual(sample.text.utf8))
  }

  @Test(
    "Omitted values must still be valid JSON",
    arguments: [
      ("[[[}]]", 3, .unexpected(0x7D)), ("[[[1,]]]", 5, .unexpected(0x5D)),
      ("[[{\"a\":[}]]", 8, .unexpected(0x7D)),
      ("[[[[[", 5, .endsEarly), ("[[[\"\n\"]]]", 4, .control(0x0A)),
    ] as [(String, Int, JSONError.Reason)])
  func leftOutIsJSON(_ sample: (text: String, position: Int, reason: JSONError.Reason)) {
    #expect(throws: JSONError(sample.reason, at: sample.position)) {
      try JSONDocument(Array(sample.text.utf8), limits: JSONLimits(depth: 2, isDeeperLeftOut: true))
    }
  }

  @Test("A million levels are skipped without recursion")
  func million() throws {
    let many = 1_000_000
    let limits = JSONLimits(isDeeperLeftOut: true)
    let root = try JSONDocument(Array("[0,".utf8) + nested(many) + Array(",1]".utf8), limits: limits).root
    let elements = Array(root.elements)
    #expect(elements.map(\.integer) == [0, nil, 1])
    #expect(throws: JSONError(.tooManyValues(limit: 9), at: 9)) {
      try JSONDocument(nested(many), limits: JSONLimits(depth: 3, isDeeperLeftOut: true, values: 9))
    }
  }

  @Test("Bytes up to the limit and no more")
  func bytes() throws {
    _ = try JSONDocument(Array("[1,2]".utf8), limits: JSONLimits(bytes: 5))
    #expect(throws: JSONError(.tooManyBytes(limit: 5), at: 5)) {
      try JSONDocument(Array("[1,2] ".utf8), limits: JSONLimits(bytes: 5))
    }
  }

  @Test("Values up to the limit, keys included, and no more")
  func values() throws {
    let text = Array(#"[1,{"a":"b"}]"#.utf8)
    _ = try JSONDocument(text, limits: JSONLimits(values: 5))
    #expect(throws: JSONError(.tooManyValues(limit: 4), at: 8)) {
      try JSONDocument(text, limits: JSONLimits(values: 4))
    }
    #expect(throws: JSONError(.tooManyValues(limit: 2), at: 3)) {
      try JSONDocument(text, limits: JSONLimits(values: 2))
    }
    #expect(throws: JSONError(.tooManyValues(limit: 0), at: 0)) {
      try JSONDocument(text, limits: JSONLimits(values: 0))
    }
  }

  @Test("A hundred thousand hostile tokens end in an error or are just long")
  func hostile() throws {
    let many = 100_000
    func text(_ piece: String, _ begin: String = "", _ end: String = "") -> [UInt8] {
      Array(begin.utf8) + Array(repeatElement(piece.utf8, count: many).joined()) + Array(end.utf8)
    }
    #expect(throws: JSONError(.tooDeep(limit: 64), at: 64)) { try JSONDocument(text("[")) }
    #expect(throws: JSONError(.tooDeep(limit: 64), at: 5 * 64)) { try JSONDocument(text("{\"a\":")) }
    #expect(throws: JSONError(.endsEarly, at: 2 * many + 1)) { try JSONDocument(text("\\\\", "\"")) }
    #expect(throws: JSONError(.unexpected(0x5C), at: 4)) { try JSONDocument(text("\"\\\\")) }
    #expect(throws: JSONError(.endsEarly, at: 2 * many)) { try JSONDocument(text("\"\\")) }
    #expect(throws: JSONError(.unexpected(0x2D), at: 1)) { try JSONDocument(text("-")) }
    #expect(throws: JSONError(.endsEarly, at: many)) { try JSONDocument(text(" ")) }
    #expect(throws: JSONError(.endsEarly, at: many)) { try JSONDocument(text("1").dropLast() + [0x2E]) }
    #expect(throws: JSONError(.endsEarly, at: 2 * many + 1)) { try JSONDocument(text("é", "\"")) }
    let escapes = try JSONDocument(text("\\ud800", "\"", "\"")).root
    #expect(escapes.string?.unicodeScalars.count == many)
    #expect(!escapes.isString("short"))
    let list = try JSONDocument(text("0,", "[", "0]")).root
    #expect(list.elements.reduce(0) { count, _ in count + 1 } == many + 1)
    let object = try JSONDocument(text("\"a\":0,", "{", "\"a\":1}")).root
    #expect(object["a"]?.integer == 1)
    #expect(try object.canonical() == Array(#"{"a":1}"#.utf8))
  }
}

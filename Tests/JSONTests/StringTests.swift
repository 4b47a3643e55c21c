import JSON
import Testing

@Suite("Reading strings")
struct StringTests {
  @Test(
    "Escapes are decoded",
    arguments: [
      (#""""#, ""), (#""\"\\\/""#, "\"\\/"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
      (#""a\u0000b""#, "a\u{0}b"),
      (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00""#, "😀"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
      (#""\ud83d\ude00\ud83d\ude01""#, "😀😁"), (#""\\u0041""#, "\\u0041"), (#""\\\u0041""#, "\\A"),
      (#""plain words\nand more\\""#, "plain words\nand more\\"), (#""\uFFFE\uFFFF""#, "\u{FFFE}\u{FFFF}"),
      ("\"é\u{301}\u{2028}\"", "é\u{301}\u{2028}"),
    ] as [(Sample, String)])
  func escapes(sample: (text: Sample, words: String)) throws {
    let read = try #require(try sample.text.read().string)
    #expect(Array(read.utf8) == Array(sample.words.utf8))
    #expect(try sample.text.read().isString(sample.words))
    #expect(try !sample.text.read().isString(sample.words + "x"))
  }

  @Test(
    "Half a surrogate pair becomes U+FFFD, and its neighbours stay",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""a\udBFFb""#, "a\u{FFFD}b"),
      (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
      (#""\udc00\udc00""#, "\u{FFFD}\u{FFFD}"),
      (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
      (#""\ud83d\\ude00""#, "\u{FFFD}\\ude00"),
      (#""\ud83dude00""#, "\u{FFFD}ude00"), (#""\ud83d\ude00\ude00""#, "😀\u{FFFD}"),
      (#""\ud800\udbff""#, "\u{FFFD}\u{FFFD}"),
    ] as [(Sample, String)])
  func loneHalves(sample: (text: Sample, words: String)) throws {
    let read = try #require(try sample.text.read().string)
    #expect(Array(read.unicodeScalars) == Array(sample.words.unicodeScalars))
  }

  /// As Unicode recommends: one U+FFFD for each maximal subpart.
  @Test(
    "Invalid UTF-8 is repaired",
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0x80], "\u{FFFD}"), ([0xC3], "\u{FFFD}"), ([0xC3, 0x41], "\u{FFFD}A"),
      ([0xE2, 0x82], "\u{FFFD}"), ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      // The incomplete character before an escape is not completed by it.
      ([0xC3, 0x5C, 0x75, 0x30, 0x30, 0x65, 0x39], "\u{FFFD}é"),
      ([0xC3, 0x5C, 0x6E, 0xA9], "\u{FFFD}\n\u{FFFD}"),
    ] as [([UInt8], String)])
  func repairs(sample: (inner: [UInt8], words: String)) throws {
    let text = [0x22] + sample.inner + [0x22]
    let node = try JSONDocument(text).root
    #expect(Array(try #require(node.string).unicodeScalars) == Array(sample.words.unicodeScalars))
    #expect(node.isString(sample.words))
    #expect(Array(node.raw) == text)
    // The written form is valid for every parser.
    let written = JSONWriter.bytes { $0.node(node) }
    #expect(String(validating: written, as: UTF8.self) != nil)
    #expect(try JSONDocument(written).root.isString(sample.words))
  }

  @Test("A string differs from another normal form of itself")
  func spelling() throws {
    let node = try Sample("\"é\"").read()
    #expect(node.isString("é"))
    #expect(!node.isString("e\u{301}"))
    #expect(try !Sample(#""e\u0301""#).read().isString("é"))
    #expect(try !Sample("[\"é\"]").read().isString("é"))
  }

  @Test("The end of a string is found at every distance and after any content")
  func distances() throws {
    for length in 0..<40 {
      for special in ["", "\\n", "\\u00e9", "é"] {
        for place in 0...length {
          let inner =
            String(repeating: "x", count: place) + special + String(repeating: "y", count: length - place)
          let text = Array("[\"\(inner)\",7]".utf8)
          let node = try JSONDocument(text).root
          let elements = Array(node.elements)
          #expect(elements.count == 2 && elements.last?.integer == 7)
          #expect(elements.first?.raw.count == inner.utf8.count + 2)
          for control in [0, 0x1F, 0x0A] as [UInt8] {
            var broken = text
            broken.insert(control, at: 2 + place)
            #expect(throws: JSONError(.control(control), at: 2 + place)) { try JSONDocument(broken) }
          }
        }
      }
    }
  }
}

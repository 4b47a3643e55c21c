import TerminalScreen
import TestSupport
import Testing

@testable import PictureDecoder

@Suite("Output of a decoder")
struct KittyImageTests {
  private static let pixels: [UInt8] = (0..<5 * 3 * 4).map { UInt8($0 * 4) }
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
      let three = bytes[start..<min(start + 3, bytes.endIndex)]
      let bits = (three + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let four = [18, 12, 6, 0].map { letters[bits >> $0 & 63] }
      text += four.prefix(three.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - three.count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func command(_ head: String, _ data: String? = nil) -> String {
    "\u{1B}_G\(head)\(data.map { ";\($0)" } ?? "")\u{1B}\\"
  }

  /// As chafa writes it, in pieces of 16 bytes.
  private static func output(_ head: String = "a=T,f=32,s=5,v=3,c=1,r=1,m=1") -> [UInt8] {
    var text = command(head)
    for start in stride(from: 0, to: pixels.count, by: 16) {
      text += command("m=1", base64(pixels[start..<min(start + 16, pixels.count)]))
    }
    return Array((text + command("m=0") + "\n").utf8)
  }

  @Test("A whole picture is read")
  func whole() throws {
    let picture = try #require(KittyImage.picture(in: Self.output()))
    #expect(picture.width == 5 && picture.height == 3 && picture.bytes == Self.pixels)
  }

  @Test("A truncated picture is refused, wherever it ends")
  func cut() {
    let output = Self.output()
    for count in 0..<output.count - 1 { #expect(KittyImage.picture(in: Array(output[..<count])) == nil) }
  }

  @Test("Changing any byte gives a picture of that size or none")
  func changed() {
    let output = Self.output()
    for index in output.indices {
      for byte in UInt8.min ... .max where byte != output[index] {
        var other = output
        other[index] = byte
        guard let picture = KittyImage.picture(in: other) else { continue }
        #expect(picture.width == 5 && picture.height == 3 && picture.bytes.count == 60, "\(index): \(byte)")
      }
    }
  }

  @Test("A byte more or less never gives another size")
  func shifted() {
    let output = Self.output()
    for index in output.indices {
      var shorter = output
      shorter.remove(at: index)
      for other in [
        shorter, output[..<index] + [0x41] + output[index...], output[..<index] + [0x1B] + output[index...],
      ] {
        let picture = KittyImage.picture(in: Array(other))
        #expect(picture == nil || picture?.bytes.count == 60, "\(index)")
      }
    }
  }

  @Test(
    "An invalid size, or one that does not match the pixels, is refused",
    arguments: [
      "a=T,f=32,s=0,v=3,m=1", "a=T,f=32,s=-5,v=3,m=1", "a=T,f=32,s=5,v=99999999999999999999,m=1",
      "a=T,f=32,s=4096,v=4096,m=1", "a=T,f=32,s=6,v=3,m=1", "a=T,f=32,s=+5,v=3,m=1", "a=T,f=32,s=05,v=3,m=1",
      "a=T,f=24,s=5,v=3,m=1", "a=T,f=32,s=5,m=1", "a=t,f=32,s=5,v=3,m=1", "a=T,f=32,s=5,v=3", "", ",,,,", "a",
      "a=T,f=32,s=5,v=3,m=1,t=f", String(repeating: "x=1,", count: 40) + "a=T,f=32,s=5,v=3,m=1",
    ])
  func size(_ head: String) {
    // Other keys have no effect: a file name, for instance, is never opened.
    let picture = KittyImage.picture(in: Self.output(head))
    #expect(head.hasSuffix("t=f") ? picture?.bytes == Self.pixels : picture == nil)
  }

  @Test("Text before, between or after is refused")
  func words() {
    let output = Self.output()
    #expect(KittyImage.picture(in: Array("x".utf8) + output) == nil)
    #expect(KittyImage.picture(in: output + Array("\u{1B}]0;title\u{7}".utf8)) == nil)
    #expect(KittyImage.picture(in: output + output) == nil)
  }

  @Test("Random bytes are refused")
  func noise() {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        [0x1B, 0x5F, 0x47, 0x3B, 0x3D, 0x2C, 0x5C, 0x41, 0x6D, 0x31].randomElement(using: &random) ?? UInt8(0)
      }
      #expect(KittyImage.picture(in: bytes) == nil)
    }
  }
}

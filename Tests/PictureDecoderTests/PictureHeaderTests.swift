import Testing

@testable import PictureDecoder

@Suite("Picture headers")
struct PictureHeaderTests {
  private static let png = SamplePNG(width: 3, height: 2) { _, _ in [1, 2, 3, 255] }.bytes
  private static let gif = Array("GIF89a".utf8) + [0x2C, 0x01, 0x0A, 0x00, 0, 0, 0]
  private static let jpeg: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 9, 9, 0xFF, 0xFF, 0xC4, 0, 3, 7, 0xFF, 0xC2, 0, 11, 8, 0x01, 0x00, 0x02,
    0x00, 3,
    0, 0,
  ]
  private static func webP(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array(("WEBP" + kind).utf8) + [0, 0, 0, 0] + rest
  }
  private static let lossy = webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x40, 0x01, 0xF0, 0x80])
  private static let lossless = webP("VP8L", [0x2F, 0x3F, 0xC1, 0x3B, 0, 0, 0, 0, 0, 0])
  private static let extended = webP("VP8X", [0, 0, 0, 0, 0x3F, 0x01, 0, 0xEF, 0, 0])

  private static let all: [(kind: String, bytes: [UInt8], width: Int, height: Int)] = [
    ("PNG", png, 3, 2), ("GIF", gif, 300, 10), ("JPEG", jpeg, 512, 256), ("WebP", lossy, 320, 240),
    ("WebP without loss", lossless, 320, 240), ("extended WebP", extended, 320, 240),
  ]

  @Test("They give the size", arguments: all.indices)
  func size(_ index: Int) throws {
    let sample = Self.all[index]
    let header = try #require(PictureHeader(sample.bytes), "\(sample.kind)")
    #expect(header.width == sample.width && header.height == sample.height, "\(sample.kind)")
  }

  @Test("A truncated header is refused", arguments: all.indices)
  func cut(_ index: Int) {
    let bytes = Self.all[index].bytes
    for count in 0..<min(bytes.count, 40) {
      let header = PictureHeader(Array(bytes[..<count]))
      #expect(header == nil || header == PictureHeader(bytes))
    }
  }

  @Test(
    "Other files are refused",
    arguments: [
      "", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "II*\0", "%PDF-1.4", "P6 2 2 255 ", "BM",
      "push graphic-context",
      "GIF88a\u{1}\u{1}\u{1}\u{1}", "RIFF    WAVEfmt                             ",
    ])
  func others(_ text: String) { #expect(PictureHeader(Array(text.utf8)) == nil) }

  @Test("A picture without pixels is refused")
  func nothing() {
    #expect(PictureHeader(SamplePNG(lyingAbout: 0, 5).bytes) == nil)
    #expect(PictureHeader(SamplePNG(lyingAbout: 5, 0).bytes) == nil)
  }
}

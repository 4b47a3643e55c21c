/// What the first bytes of a picture say about it.
package struct PictureHeader: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// Nil if the bytes begin neither as a PNG nor as a JPEG, GIF or WebP with a size: other files are given to nobody.
  package init?(_ bytes: [UInt8]) {
    guard let (width, height) = Self.size(in: bytes), width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  private static func size(in bytes: [UInt8]) -> (Int, Int)? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return sizeOfPNG(bytes) }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      guard bytes.count >= 10 else { return nil }
      return (little(bytes, 6, 2), little(bytes, 8, 2))
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return sizeOfJPEG(bytes) }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return sizeOfWebP(bytes)
    }
    return nil
  }

  private static func sizeOfPNG(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (big(bytes, 16, 4), big(bytes, 20, 4))
  }

  /// The size is in one of the segments, each of which says how long it is.
  private static func sizeOfJPEG(_ bytes: [UInt8]) -> (Int, Int)? {
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      // A segment may be preceded by any number of these.
      if marker == 0xFF {
        index += 1
        continue
      }
      let length = big(bytes, index + 2, 2)
      guard length >= 2, marker != 0xDA, marker != 0xD9 else { return nil }
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame {
        guard index + 9 <= bytes.count else { return nil }
        return (big(bytes, index + 7, 2), big(bytes, index + 5, 2))
      }
      index += 2 + length
    }
    return nil
  }

  private static func sizeOfWebP(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30 else { return nil }
    let kind = bytes[12..<16]
    if kind.elementsEqual("VP8X".utf8) { return (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1) }
    if kind.elementsEqual("VP8L".utf8) {
      let bits = little(bytes, 21, 4)
      return bytes[20] == 0x2F ? (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1) : nil
    }
    if kind.elementsEqual("VP8 ".utf8), bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) {
      return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
    }
    return nil
  }

  private static func big(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
    bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
    bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

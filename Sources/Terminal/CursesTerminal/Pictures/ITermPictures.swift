import TerminalScreen

/// iTerm2's protocol: a picture is a file that the terminal stretches over cells.
///
/// The file is encoded from the decoded pixels, only the visible ones each time.
struct ITermPictures: PictureLanguage {
  var isInCells: Bool { true }
  var isIdle: Bool { true }
  var leaving: String { "\u{1B}\\" }

  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool { true }

  /// Terminals accept no command longer than a megabyte: a pixel has four bytes, and base 64 encodes three bytes as four
  /// letters.
  private static let mostPixels = 175_000

  mutating func forget() {}

  mutating func clearing() -> String { "" }

  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture? {
    guard mayBeMuch else { return nil }
    let (picture, source) = Self.fitting(placed.picture, placed.source)
    let file = PNGFile.bytes(of: picture, source)
    let cells = placed.visible
    // The last key is for WezTerm and Konsole; other terminals ignore it, and move to the next line.
    let keys =
      "inline=1;size=\(file.count);width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return ShownPicture(
      text: CursorSequence.move(to: placed) + "\u{1B}]1337;File=\(keys):\(Base64.text(file))\u{7}")
  }

  /// The visible part of a picture, scaled down if it has too many pixels.
  private static func fitting(_ picture: Picture, _ source: Rect) -> (Picture, Rect) {
    let count = source.columns * source.rows
    guard count > mostPixels else { return (picture, source) }
    let scale = (Double(mostPixels) / Double(count)).squareRoot()
    func scaled(_ length: Int) -> Int { Int(Double(length) * scale) }
    let small = picture.scaled(width: scaled(picture.width), height: scaled(picture.height))
    let part = Rect(
      column: scaled(source.column), row: scaled(source.row), columns: max(1, scaled(source.columns)),
      rows: max(1, scaled(source.rows)))
    return (small, part.intersection(Rect(Size(columns: small.width, rows: small.height))))
  }

  mutating func freeing(besides shown: [PlacedPicture]) -> String { "" }
}

/// Encodes a picture as a PNG file. The pixels are not compressed, because that would take longer than sending them.
enum PNGFile {
  /// Encodes a part, which must be inside the picture.
  static func bytes(of picture: Picture, _ part: Rect) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits each of red, green, blue and, if the picture has transparent parts, opacity.
    append(
      "IHDR", number(part.columns) + number(part.rows) + [8, picture.isOpaque ? 2 : 6, 0, 0, 0], to: &file)
    append("IDAT", stored(lines(of: picture, part)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func lines(of picture: Picture, _ part: Rect) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity((part.columns * 4 + 1) * part.rows)
    picture.bytes.withUnsafeBufferPointer { bytes in
      for row in part.row..<part.endRow {
        // No filter.
        lines.append(0)
        let start = (row * picture.width + part.column) * 4
        for index in stride(from: start, to: start + part.columns * 4, by: 4) {
          lines.append(bytes[index])
          lines.append(bytes[index + 1])
          lines.append(bytes[index + 2])
          if !picture.isOpaque { lines.append(bytes[index + 3]) }
        }
      }
    }
    return lines
  }

  /// Bytes as a zlib stream with uncompressed blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let most = 0xFFFF
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(bytes.count + bytes.count / most * 5 + 16)
    for start in stride(from: 0, to: bytes.count, by: most) {
      let end = min(start + most, bytes.count)
      let (low, high) = (UInt8((end - start) & 255), UInt8((end - start) >> 8))
      stream += [end == bytes.count ? 1 : 0, low, high, ~low, ~high]
      stream += bytes[start..<end]
    }
    return stream + number(adler(bytes))
  }

  private static func append(_ kind: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += number(data.count)
    let start = file.count
    file += kind.utf8
    file += data
    file += number(Int(~remainder(file[start...], 0xFFFF_FFFF)))
  }

  /// Four bytes, the highest first.
  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The Adler-32 checksum, which ends a zlib stream.
  private static func adler(_ bytes: [UInt8]) -> Int {
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return Int(second << 16 | first)
  }

  /// The CRC-32 checksum, which ends a chunk of the file.
  private static func remainder(_ bytes: ArraySlice<UInt8>, _ start: UInt32) -> UInt32 {
    var rest = start
    for byte in bytes { rest = rest >> 8 ^ table[Int((rest ^ UInt32(byte)) & 255)] }
    return rest
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
  }
}

import TerminalScreen
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Pictures as PNG files")
struct PNGFileTests {
  private func random(_ random: inout SeededGenerator, _ width: Int, _ height: Int, isOpaque: Bool) throws
    -> Picture
  {
    var bytes = (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    if isOpaque { for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 } }
    return try #require(Picture(width: width, height: height, bytes: bytes))
  }

  @Test("The smallest one, byte by byte")
  func bytes() throws {
    let one = try #require(Picture(width: 1, height: 1, bytes: [255, 0, 0, 255]))
    #expect(
      PNGFile.bytes(of: one, Rect(column: 0, row: 0, columns: 1, rows: 1)) == [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
        0xDE, 0x00, 0x00, 0x00, 0x0F, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0x01, 0x04, 0x00, 0xFB, 0xFF,
        0x00, 0xFF, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0x8D, 0x1D, 0xE5, 0x82, 0x00, 0x00, 0x00, 0x00,
        0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
      ])
  }

  @Test("Any part of any picture reads back with its pixels", arguments: 0..<60)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Some need more than one block.
    let side = seed % 10 == 0 ? 150 : 30
    let picture = try self.random(
      &random, .random(in: 1...side, using: &random), .random(in: 1...side, using: &random),
      isOpaque: Bool.random(using: &random))
    let part = Rect(
      column: .random(in: 0..<picture.width, using: &random),
      row: .random(in: 0..<picture.height, using: &random), columns: .random(in: 1...side, using: &random),
      rows: .random(in: 1...side, using: &random)
    ).intersection(Rect(column: 0, row: 0, columns: picture.width, rows: picture.height))
    let read = ModelPNG(PNGFile.bytes(of: picture, part))
    #expect(read.faults.isEmpty, "\(read.faults)")
    #expect(read.width == part.columns && read.height == part.rows)
    var wanted: [UInt8] = []
    for row in part.row..<part.endRow {
      let start = (row * picture.width + part.column) * 4
      wanted += picture.bytes[start..<start + part.columns * 4]
    }
    #expect(read.pixels == wanted)
  }

  @Test("Only the visible part is sent, to its place")
  func shown() throws {
    var random = SeededGenerator(seed: 1)
    let picture = try self.random(&random, 8, 8, isOpaque: false)
    let size = Size(columns: 40, rows: 16)
    var painter = PicturePainter(ITermPictures())
    let placed = PlacedPicture(
      picture, in: Rect(column: 3, row: -1, columns: 4, rows: 2), clip: Rect(size))
    let wanted = painter.possible([placed], on: size, cell: nil)
    #expect(wanted == [placed])
    let (text, isWhole) = painter.text(for: wanted)
    let file = PNGFile.bytes(of: picture, Rect(column: 0, row: 4, columns: 8, rows: 4))
    #expect(
      text == "\u{1B}7\u{1B}[r\u{1B}[1;4H\u{1B}]1337;File=inline=1;size=\(file.count);width=4;height=1;"
        + "preserveAspectRatio=0;doNotMoveCursor=1:\(Base64.text(file))\u{7}\u{1B}8")
    #expect(isWhole && painter.leaving == "\u{1B}\\")
    #expect(painter.remains(besides: []) == [0])
  }

  @Test("A picture too large for a command stays blocks, and so does the last row")
  func impossible() throws {
    let size = Size(columns: 40, rows: 16)
    var painter = PicturePainter(ITermPictures())
    let large = try #require(
      Picture(width: 500, height: 400, bytes: Array(repeating: 9, count: 500 * 400 * 4)))
    let whole = PlacedPicture(large, in: Rect(column: 0, row: 0, columns: 40, rows: 10), clip: Rect(size))
    #expect(painter.possible([whole], on: size, cell: nil) == [whole])
    var language = ITermPictures()
    let shown = language.showing(whole, cell: nil, mayBeMuch: true)
    let length = try #require(shown).text.utf8.count
    #expect((690_000..<1 << 20).contains(length), "as many pixels as a command may have")
    let low = PlacedPicture(large, in: Rect(column: 0, row: 13, columns: 10, rows: 10), clip: Rect(size))
    #expect(painter.possible([low], on: size, cell: nil).map(\.visible.rows) == [2])
  }
}

/// Reads back a PNG file with eight bits per channel and no compression; everything else is an error.
private struct ModelPNG {
  private(set) var width = 0
  private(set) var height = 0
  /// Including alpha.
  private(set) var pixels: [UInt8] = []
  private(set) var faults: [String] = []

  init(_ file: [UInt8]) {
    var rest = file[...]
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    func number(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    if take(8) != [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] { faults.append("no PNG") }
    var parts: [String: [UInt8]] = [:]
    var kinds: [String] = []
    while !rest.isEmpty {
      let length = number(take(4))
      let body = take(4 + length)
      let kind = String(decoding: body.prefix(4), as: UTF8.self)
      kinds.append(kind)
      parts[kind] = Array(body.dropFirst(4))
      // Bit by bit, as in the standard.
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in body {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
      }
      if number(take(4)) != Int(~sum) { faults.append("sum of \(kind)") }
    }
    guard kinds == ["IHDR", "IDAT", "IEND"], let header = parts["IHDR"], header.count == 13,
      let stream = parts["IDAT"], header[8] == 8, header[9] == 2 || header[9] == 6
    else {
      faults.append("parts: \(kinds)")
      return
    }
    (width, height) = (number(Array(header[0..<4])), number(Array(header[4..<8])))
    let each = header[9] == 2 ? 3 : 4
    let lines = Self.unpacked(stream, &faults)
    guard lines.count == height * (width * each + 1) else {
      faults.append("\(lines.count) bytes for \(width)×\(height)")
      return
    }
    for row in 0..<height {
      let line = lines[row * (width * each + 1)..<(row + 1) * (width * each + 1)]
      if line.first != 0 { faults.append("a filter") }
      let values = Array(line.dropFirst())
      for column in 0..<width {
        pixels += values[column * each..<column * each + 3]
        pixels.append(each == 4 ? values[column * each + 3] : 255)
      }
    }
  }

  private static func unpacked(_ stream: [UInt8], _ faults: inout [String]) -> [UInt8] {
    if (Int(stream[0]) << 8 | Int(stream[1])) % 31 != 0 || stream[0] != 0x78 { faults.append("no stream") }
    var rest = stream.dropFirst(2)
    var bytes: [UInt8] = []
    var isLast = false
    while !isLast, rest.count >= 5 {
      let head = Array(rest.prefix(5))
      isLast = head[0] == 1
      let length = Int(head[1]) | Int(head[2]) << 8
      if head[0] > 1 || head[1] != ~head[3] || head[2] != ~head[4] { faults.append("a block") }
      bytes += rest.dropFirst(5).prefix(length)
      rest = rest.dropFirst(5 + length)
    }
    var (first, second) = (1, 0)
    for byte in bytes {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    if Array(rest) != [second >> 8, second & 255, first >> 8, first & 255].map({ UInt8($0) }) || !isLast {
      faults.append("the stream's sum")
    }
    return bytes
  }
}

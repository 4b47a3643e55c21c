import TerminalScreen
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Pictures as sixels")
struct SixelTextTests {
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) throws -> Picture {
    try #require(
      Picture(
        width: width, height: height,
        bytes: (0..<height).flatMap { row in (0..<width).flatMap { pixel($0, row) } }))
  }

  private func image(_ indexed: IndexedPicture, _ part: Rect? = nil) -> SixelImage {
    SixelImage(
      SixelText.text(
        of: indexed, part ?? Rect(column: 0, row: 0, columns: indexed.width, rows: indexed.height)))
  }

  @Test("A picture of a few pixels, character by character")
  func bytes() throws {
    let small = try picture(5, 8) { column, row in
      row == 7 ? [0, 0, 0, 0] : column < 4 ? [255, 0, 0, 255] : [0, 0, 255, 255]
    }
    let indexed = IndexedPicture(small, width: 5, height: 8, colors: 256)
    let (red, blue) = (indexed.indexes[0], indexed.indexes[4])
    let known = [(red, "100;0;0"), (blue, "0;0;100")].sorted { $0.0 < $1.0 }
      .map { "#\($0.0);2;\($0.1)" }.joined()
    #expect(
      SixelText.text(of: indexed, Rect(column: 0, row: 0, columns: 5, rows: 8))
        == "\u{1B}P0;1;0q\"1;1;5;8\(known)#\(red)!4~$#\(blue)!4?~-#\(red)!4@$#\(blue)!4?@\u{1B}\\")
    // Only the used colour.
    #expect(
      SixelText.text(of: indexed, Rect(column: 4, row: 6, columns: 1, rows: 2))
        == "\u{1B}P0;1;0q\"1;1;1;2#\(blue);2;0;0;100#\(blue)@\u{1B}\\")
    #expect(
      SixelText.text(of: indexed, Rect(column: 0, row: 7, columns: 5, rows: 1))
        == "\u{1B}P0;1;0q\"1;1;5;1\u{1B}\\")
  }

  @Test("Any part of any picture reads back with its chosen colours", arguments: 0..<40)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
    let variety = Int.random(in: 1...255, using: &random)
    let clear = Int.random(in: 0...4, using: &random)
    let original = try picture(width, height) { _, _ in
      (0..<3).map { _ in UInt8(Int.random(in: 0...variety, using: &random)) }
        + [Int.random(in: 0..<4, using: &random) < clear ? UInt8.random(in: 0..<128, using: &random) : 255]
    }
    let indexed = IndexedPicture(
      original, width: .random(in: 1...60, using: &random), height: .random(in: 1...60, using: &random),
      colors: .random(in: -1...300, using: &random))
    let part = Rect(
      column: .random(in: 0..<indexed.width, using: &random),
      row: .random(in: 0..<indexed.height, using: &random),
      columns: .random(in: 1...60, using: &random), rows: .random(in: 1...60, using: &random)
    ).intersection(Rect(column: 0, row: 0, columns: indexed.width, rows: indexed.height))
    let image = image(indexed, part)
    #expect(image.faults.isEmpty, "\(image.faults)")
    #expect(image.width == part.columns && image.height == part.rows)
    let wanted = (part.row..<part.endRow).flatMap { row in
      (part.column..<part.endColumn).map { column -> ModelSixels.Pixel in
        let index = indexed.indexes[row * indexed.width + column]
        return index == IndexedPicture.clear
          ? nil : SIMD3(truncatingIfNeeded: indexed.palette.colors[Int(index)])
      }
    }
    #expect(image.pixels == wanted)
    #expect(image.colors.count <= Set(wanted.compactMap(\.self)).count)
  }

  @Test("Up to the limit colours are exact, and transparency stays")
  func exact() throws {
    let colors: [[UInt8]] = [
      [255, 255, 0, 255], [0, 255, 255, 255], [0, 0, 0, 255], [255, 0, 0, 255], [51, 102, 153, 255],
    ]
    let original = try picture(10, 10) { column, row in
      row == 9 ? [9, 9, 9, 127] : colors[(column + row) % colors.count]
    }
    for limit in [5, 16, 256, 10_000_000] {
      let image = image(IndexedPicture(original, width: 10, height: 10, colors: limit))
      let wanted = (0..<100).map { place -> ModelSixels.Pixel in
        let (column, row) = (place % 10, place / 10)
        let color = colors[(column + row) % colors.count]
        return row == 9 ? nil : SIMD3(Int(color[0]), Int(color[1]), Int(color[2])) &* 100 / 255
      }
      #expect(image.pixels == wanted, "\(limit)")
    }
  }

  @Test("With few colours dithering preserves the average", arguments: [2, 4, 16, 64])
  func dithered(limit: Int) throws {
    let original = try picture(64, 64) { column, row in
      [UInt8(column * 4), UInt8(column * 4), UInt8(column * 4), 255]
    }
    let image = image(IndexedPicture(original, width: 64, height: 64, colors: limit))
    #expect(image.colors.count <= limit)
    for column in stride(from: 8, to: 56, by: 8) {
      // Between black and white, averaging boxes gives grey.
      let edges = limit == 2 ? 16..<48 : 0..<64
      guard edges.contains(column) else { continue }
      let values = (0..<64).flatMap { row in
        (column..<column + 8).compactMap { image.pixel($0, row)?.x }
      }
      let mean = values.reduce(0, +) * 255 / 100 / values.count
      #expect(abs(mean - (column * 4 + 14)) <= 10, "\(limit) \(column): \(mean)")
    }
  }

  @Test("Enlarged pictures are smooth between pixels and exact at their centres")
  func stretched() throws {
    let two = try picture(2, 1) { column, _ in column == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let image = image(IndexedPicture(two, width: 16, height: 12, colors: 256))
    #expect(image.pixels.allSatisfy { $0 != nil } && image.faults.isEmpty)
    #expect(image.pixel(0, 0) == SIMD3(0, 0, 0) && image.pixel(15, 11) == SIMD3(100, 100, 100))
  }

  @Test("Any requested size gives the right number of pixels")
  func sizes() throws {
    let original = try picture(7, 3) { column, row in [UInt8(column * 30), UInt8(row * 80), 7, 255] }
    for (width, height) in [(1, 1), (4096, 1), (1, 4096), (7, 3), (6, 6), (5, 13), (0, 0), (-3, 5)] {
      let indexed = IndexedPicture(original, width: width, height: height, colors: 16)
      let image = image(indexed)
      #expect(image.faults.isEmpty, "\(width)×\(height): \(image.faults)")
      #expect(image.width == max(1, width) && image.height == max(1, height))
      #expect(image.pixels.allSatisfy { $0 != nil })
    }
    let tall = try picture(1, 4096) { _, row in [UInt8(row & 255), 0, 0, 255] }
    #expect(image(IndexedPicture(tall, width: 3, height: 9, colors: 256)).faults.isEmpty)
    let nothing = try picture(3, 3) { _, _ in [1, 2, 3, 0] }
    #expect(image(IndexedPicture(nothing, width: 9, height: 9, colors: 256)).pixels.allSatisfy { $0 == nil })
  }
}

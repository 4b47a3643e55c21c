import TerminalScreen

/// Sixels: a picture is drawn in screen pixels, as many as its cells have.
struct SixelPictures: PictureLanguage {
  private struct Known {
    let picture: Picture
    let size: Size
    let indexed: IndexedPicture
  }

  /// The maximum number of colours of a picture.
  private let colors: Int
  /// The maximum size of a picture, in pixels.
  private let largest: Size
  /// The encoded pictures, the last shown at the end.
  private var known: [Known] = []
  /// The maximum number of pixels to keep, besides those of visible pictures.
  private let mostKept: Int

  /// The maximum number of pixels of a picture.
  static let mostPixels = 1 << 21

  init(colors: Int, largest: Size, mostKept: Int = 8 << 20) {
    self.colors = colors
    self.largest = largest
    self.mostKept = mostKept
  }

  var isInCells: Bool { true }
  var isIdle: Bool { true }
  var leaving: String { "\u{1B}\\" }

  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool {
    guard let cell else { return false }
    let (seen, whole) = (placed.visible.size, placed.whole.size)
    return seen.columns * cell.columns <= largest.columns && seen.rows * cell.rows <= largest.rows
      && whole.columns * cell.columns * whole.rows * cell.rows <= Self.mostPixels
  }

  mutating func forget() {}

  mutating func clearing() -> String { "" }

  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture? {
    guard mayBeMuch, let cell else { return nil }
    let picture = indexed(
      placed.picture,
      Size(columns: placed.whole.columns * cell.columns, rows: placed.whole.rows * cell.rows))
    let (seen, whole) = (placed.visible, placed.whole)
    let part = Rect(
      column: (seen.column - whole.column) * cell.columns, row: (seen.row - whole.row) * cell.rows,
      columns: seen.columns * cell.columns, rows: seen.rows * cell.rows)
    return ShownPicture(text: CursorSequence.move(to: placed) + SixelText.text(of: picture, part))
  }

  private mutating func indexed(_ picture: Picture, _ size: Size) -> IndexedPicture {
    if let index = known.firstIndex(where: { $0.size == size && $0.picture == picture }) {
      known.append(known.remove(at: index))
    } else {
      // A picture is rarely needed in two sizes.
      known.removeAll { $0.picture == picture }
      known.append(
        Known(
          picture: picture, size: size,
          indexed: IndexedPicture(picture, width: size.columns, height: size.rows, colors: colors)))
    }
    return known[known.count - 1].indexed
  }

  mutating func freeing(besides shown: [PlacedPicture]) -> String {
    var pixels = known.reduce(0) { $0 + $1.indexed.indexes.count }
    while pixels > mostKept,
      let index = known.firstIndex(where: { one in !shown.contains { $0.picture == one.picture } })
    {
      pixels -= known.remove(at: index).indexed.indexes.count
    }
    return ""
  }
}

/// Encodes pixels as sixels: each letter is a column of six pixels, in one colour.
enum SixelText {
  /// A part of a picture, drawn at the cursor; transparent pixels stay unchanged.
  static func text(of picture: IndexedPicture, _ part: Rect) -> String {
    let part = part.intersection(Rect(column: 0, row: 0, columns: picture.width, rows: picture.height))
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(part.columns);\(part.rows)".utf8)
    for index in used(in: picture, part) {
      let color = picture.palette.colors[index]
      bytes += "#\(index);2;\(color.x);\(color.y);\(color.z)".utf8
    }
    var band = Band()
    // Trailing line ends are omitted.
    var ends = 0
    for top in stride(from: part.row, to: part.endRow, by: 6) {
      band.take(picture, top..<min(top + 6, part.endRow), part.column..<part.endColumn)
      if !band.isEmpty {
        bytes += repeatElement(UInt8(ascii: "-"), count: ends)
        ends = 0
        band.write(to: &bytes)
      }
      ends += 1
    }
    bytes += "\u{1B}\\".utf8
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The colours that a part uses; only these are sent.
  private static func used(in picture: IndexedPicture, _ part: Rect) -> [Int] {
    var isUsed = [Bool](repeating: false, count: 256)
    picture.indexes.withUnsafeBufferPointer { indexes in
      for row in part.row..<part.endRow {
        for column in part.column..<part.endColumn {
          isUsed[Int(indexes[row * picture.width + column])] = true
        }
      }
    }
    return picture.palette.colors.indices.filter { isUsed[$0] }
  }

  /// Six rows of pixels, or fewer at the lower end.
  private struct Band {
    /// The positions of each colour, from left to right.
    private var places: [[Place]] = Array(repeating: [], count: 256)
    private var colors: [Int] = []

    private struct Place {
      let column: Int
      /// The lowest bit is the top pixel.
      var bits: UInt8
    }

    var isEmpty: Bool { colors.isEmpty }

    mutating func take(_ picture: IndexedPicture, _ rows: Range<Int>, _ columns: Range<Int>) {
      for color in colors { places[color].removeAll(keepingCapacity: true) }
      colors = []
      picture.indexes.withUnsafeBufferPointer { indexes in
        for column in columns {
          for row in rows {
            let index = indexes[row * picture.width + column]
            guard index != IndexedPicture.clear else { continue }
            let color = Int(index)
            let bit = UInt8(1) << UInt8(row - rows.lowerBound)
            let place = column - columns.lowerBound
            if let last = places[color].last, last.column == place {
              places[color][places[color].count - 1].bits |= bit
            } else {
              if places[color].isEmpty { colors.append(color) }
              places[color].append(Place(column: place, bits: bit))
            }
          }
        }
      }
    }

    func write(to bytes: inout [UInt8]) {
      for (number, color) in colors.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: "$")) }
        bytes += "#\(color)".utf8
        var column = 0
        var index = 0
        let places = places[color]
        while index < places.count {
          let place = places[index]
          Self.append(0, count: place.column - column, to: &bytes)
          var end = index + 1
          while end < places.count, places[end].bits == place.bits,
            places[end].column == place.column + end - index
          {
            end += 1
          }
          Self.append(place.bits, count: end - index, to: &bytes)
          column = place.column + end - index
          index = end
        }
      }
    }

    private static func append(_ bits: UInt8, count: Int, to bytes: inout [UInt8]) {
      let letter = bits + UInt8(ascii: "?")
      guard count > 3 else {
        for _ in 0..<count { bytes.append(letter) }
        return
      }
      bytes.append(UInt8(ascii: "!"))
      bytes += String(count).utf8
      bytes.append(letter)
    }
  }
}

import TerminalScreen

/// Models a terminal with sixels: the part that Inkwell uses; everything else is an error.
///
/// Each cell has its own pixels, which writing to the cell erases.
struct ModelSixels {
  /// Red, green and blue in per cent; nil where nothing was drawn.
  typealias Pixel = SIMD3<Int>?

  let size: Size
  let cell: Size
  private(set) var cells: [Position: [Pixel]] = [:]
  private(set) var faults: [String] = []
  private(set) var drawn = 0
  /// The first row below the scroll region, which is smaller than the screen at first.
  private var bottom: Int
  private var cursor = Position(column: 0, row: 0)
  private var saved: Position?

  init(size: Size, cell: Size) {
    self.size = size
    self.cell = cell
    bottom = size.rows - 4
  }

  mutating func write(row: Int, columns: Range<Int>) {
    for column in columns { cells[Position(column: column, row: row)] = nil }
  }

  mutating func clear() { cells = [:] }

  mutating func take(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      if let match = rest.prefixMatch(of: /\e\[(\d+);(\d+)H/) {
        cursor = Position(column: (Int(match.2) ?? 0) - 1, row: (Int(match.1) ?? 0) - 1)
        rest = rest[match.range.upperBound...]
      } else if rest.hasPrefix("\u{1B}[r") {
        bottom = size.rows
        cursor = Position(column: 0, row: 0)
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("\u{1B}7") {
        saved = cursor
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("\u{1B}8") {
        if saved == nil { faults.append("a cursor that was not saved") }
        (cursor, saved) = (saved ?? cursor, nil)
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("\u{1B}P"), let end = rest.firstRange(of: "\u{1B}\\") {
        draw(rest[..<end.upperBound])
        rest = rest[end.upperBound...]
      } else {
        faults.append("unknown: \(rest.prefix(20).debugDescription)")
        return
      }
    }
    if saved != nil { faults.append("a cursor that stays elsewhere") }
  }

  private mutating func draw(_ text: Substring) {
    drawn += 1
    let image = SixelImage(text)
    faults += image.faults
    let columns = (image.width + cell.columns - 1) / cell.columns
    let rows = (image.height + cell.rows - 1) / cell.rows
    if cursor.row + rows >= bottom { faults.append("the terminal scrolls") }
    if cursor.column + columns > size.columns { faults.append("over the right edge") }
    for row in 0..<rows {
      for column in 0..<columns {
        let place = Position(column: cursor.column + column, row: cursor.row + row)
        var pixels = cells[place] ?? Array(repeating: nil, count: cell.columns * cell.rows)
        for y in 0..<cell.rows {
          for x in 0..<cell.columns {
            let pixel = image.pixel(column * cell.columns + x, row * cell.rows + y)
            if let pixel { pixels[y * cell.columns + x] = pixel }
          }
        }
        cells[place] = pixels
      }
    }
  }
}

/// Parsed sixels.
struct SixelImage {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var pixels: [ModelSixels.Pixel] = []
  private(set) var colors: [Int: SIMD3<Int>] = [:]
  private(set) var faults: [String] = []

  init(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)[...]
    func starts(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }
    guard starts("\u{1B}P0;1;0q\"1;1;"), bytes.suffix(2).elementsEqual("\u{1B}\\".utf8) else {
      faults.append("no sixels: \(String(text).prefix(30))")
      return
    }
    bytes = bytes.dropFirst("\u{1B}P0;1;0q\"1;1;".utf8.count).dropLast(2)
    func number() -> Int {
      var value = 0
      while let byte = bytes.first, (0x30...0x39).contains(byte) {
        value = value * 10 + Int(byte) - 0x30
        bytes = bytes.dropFirst()
      }
      return value
    }
    func skip(_ letter: Character) -> Bool {
      guard let byte = bytes.first, byte == letter.asciiValue else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    width = number()
    if !skip(";") { faults.append("no height") }
    height = number()
    pixels = Array(repeating: nil, count: width * height)
    var (column, top, color) = (0, 0, -1)
    while !bytes.isEmpty {
      if skip("#") {
        color = number()
        guard skip(";") else {
          if colors[color] == nil { faults.append("colour \(color) is not known") }
          continue
        }
        let kind = number()
        let parts = (0..<3).map { _ in skip(";") ? number() : -1 }
        if kind != 2 || !parts.allSatisfy((0...100).contains) || colors[color] != nil {
          faults.append("colour \(color): \(kind) \(parts)")
        }
        colors[color] = SIMD3(parts[0], parts[1], parts[2])
      } else if skip("$") {
        column = 0
      } else if skip("-") {
        (column, top) = (0, top + 6)
      } else {
        let count = skip("!") ? number() : 1
        guard let letter = bytes.first, (0x3F...0x7E).contains(letter) else {
          faults.append("letter \(bytes.prefix(9))")
          return
        }
        bytes = bytes.dropFirst()
        for bit in 0..<6 where (letter - 0x3F) >> UInt8(bit) & 1 == 1 {
          guard column + count <= width, top + bit < height, let value = colors[color] else {
            faults.append("outside: \(column) + \(count), \(top + bit) of \(width)×\(height)")
            return
          }
          for place in column..<column + count {
            if pixels[(top + bit) * width + place] != nil { faults.append("drawn twice") }
            pixels[(top + bit) * width + place] = value
          }
        }
        column += count
      }
    }
  }

  func pixel(_ column: Int, _ row: Int) -> ModelSixels.Pixel {
    column < width && row < height ? pixels[row * width + column] : nil
  }
}

import Foundation
import TerminalScreen

/// Models a terminal with kitty's graphics protocol: the part that Inkwell uses; everything else is an error.
struct ModelGraphics {
  struct Placement: Hashable {
    var image: Int
    var cells: Rect
    var source: Rect
  }

  private(set) var images: [Int: [UInt8]] = [:]
  private(set) var placements: [[Int]: Placement] = [:]
  private(set) var faults: [String] = []
  private(set) var sentCount = 0
  private var sizes: [Int: Size] = [:]
  private var cursor = Position(column: 0, row: 0)
  private var saved: Position?
  /// The picture being sent, with its keys.
  private var loading: (keys: [String: String], bytes: [UInt8])?

  /// The visible pixels with their positions.
  var shown: Set<[Int]> {
    Set(
      placements.values.map { one in
        [
          one.cells.column, one.cells.row, one.cells.columns, one.cells.rows, one.source.column,
          one.source.row,
          one.source.columns, one.source.rows, images[one.image].hashValue,
        ]
      })
  }

  static func wanted(_ pictures: [PlacedPicture]) -> Set<[Int]> {
    Set(
      pictures.map { one in
        let (cells, source) = (one.visible, one.source)
        return [
          cells.column, cells.row, cells.columns, cells.rows, source.column, source.row, source.columns,
          source.rows, Optional(one.picture.bytes).hashValue,
        ]
      })
  }

  /// Clears the screen with all pictures.
  mutating func clear() { (images, placements, sizes) = ([:], [:], [:]) }

  mutating func take(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      if let match = rest.prefixMatch(of: /\e\[(\d+);(\d+)H/) {
        cursor = Position(column: (Int(match.2) ?? 0) - 1, row: (Int(match.1) ?? 0) - 1)
        rest = rest[match.range.upperBound...]
      } else if rest.hasPrefix("\u{1B}7") {
        saved = cursor
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("\u{1B}8") {
        if saved == nil { faults.append("a cursor that was not saved") }
        (cursor, saved) = (saved ?? cursor, nil)
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("\u{1B}_G"), let end = rest.firstRange(of: "\u{1B}\\") {
        command(rest[rest.index(rest.startIndex, offsetBy: 3)..<end.lowerBound])
        rest = rest[end.upperBound...]
      } else {
        faults.append("unknown: \(rest.prefix(20).debugDescription)")
        return
      }
    }
    if saved != nil { faults.append("a cursor that stays elsewhere") }
  }

  private mutating func command(_ body: Substring) {
    let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in parts[0].split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, keys[String(sides[0])] == nil else { return faults.append("keys: \(parts[0])") }
      keys[String(sides[0])] = String(sides[1])
    }
    if keys["q"] != "2" { faults.append("an answer would come to \(parts[0])") }
    if let open = loading {
      guard keys["a"] == nil, parts.count == 2 else { return faults.append("\(parts[0]) inside a picture") }
      return data(parts[1], isLast: keys["m"] == "0", open)
    }
    switch keys["a"] {
    case "t": data(parts.count == 2 ? parts[1] : "", isLast: keys["m"] == "0", (keys, []))
    case "p": place(keys)
    case "d": delete(keys)
    default: faults.append("unknown action: \(parts[0])")
    }
  }

  private mutating func data(
    _ text: Substring, isLast: Bool, _ open: (keys: [String: String], bytes: [UInt8])
  ) {
    guard text.utf8.count <= 4096, let piece = Data(base64Encoded: String(text)) else {
      return faults.append("no base 64 of at most 4096 letters")
    }
    if !isLast, text.utf8.count != 4096 { faults.append("a small piece in the middle") }
    let bytes = open.bytes + piece
    guard isLast else { return loading = (open.keys, bytes) }
    loading = nil
    let numbers = ["s", "v", "i"].compactMap { open.keys[$0].flatMap { Int($0) } }
    guard numbers.count == 3, open.keys["f"] == "32", bytes.count == numbers[0] * numbers[1] * 4,
      images[numbers[2]] == nil
    else { return faults.append("no whole picture: \(open.keys)") }
    images[numbers[2]] = bytes
    sizes[numbers[2]] = Size(columns: numbers[0], rows: numbers[1])
    sentCount += 1
  }

  private mutating func place(_ keys: [String: String]) {
    let numbers = ["i", "p", "x", "y", "w", "h", "c", "r"].compactMap { keys[$0].flatMap { Int($0) } }
    guard numbers.count == 8, keys["C"] == "1", let size = sizes[numbers[0]] else {
      return faults.append("nothing to place: \(keys)")
    }
    let source = Rect(column: numbers[2], row: numbers[3], columns: numbers[4], rows: numbers[5])
    if source.isEmpty || source.intersection(Rect(size)) != source { faults.append("outside: \(keys)") }
    let cells = Rect(column: cursor.column, row: cursor.row, columns: numbers[6], rows: numbers[7])
    guard placements[[numbers[0], numbers[1]]] == nil, !cells.isEmpty else {
      return faults.append("placed twice: \(keys)")
    }
    placements[[numbers[0], numbers[1]]] = Placement(image: numbers[0], cells: cells, source: source)
  }

  private mutating func delete(_ keys: [String: String]) {
    let image = keys["i"].flatMap { Int($0) }
    switch keys["d"] {
    case "A": clear()
    case "i":
      guard let image, let one = keys["p"].flatMap({ Int($0) }), placements[[image, one]] != nil else {
        return faults.append("nothing to delete: \(keys)")
      }
      placements[[image, one]] = nil
    case "I":
      guard let image else { return faults.append("no number: \(keys)") }
      images[image] = nil
      sizes[image] = nil
      placements = placements.filter { $0.value.image != image }
    default: faults.append("unknown deletion: \(keys)")
    }
  }
}

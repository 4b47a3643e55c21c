import SQLite

/// Reads the rows of a file page by page, without the tree that leads to them, so that a damaged page loses only its
/// own rows. Data read from damaged bytes can be anything; the records' checksums detect it.
///
/// The layout is SQLite's file format (https://www.sqlite.org/fileformat2.html), which does not change.
struct PageCells {
  /// A row of a table, or an entry of an index or of a table without row ids.
  struct Cell {
    let id: Int64?
    let values: [Value]
  }

  private enum Kind: UInt8 {
    case indexBranch = 0x02
    case tableBranch = 0x05
    case indexLeaf = 0x0A
    case tableLeaf = 0x0D
  }

  private let pages: FilePages
  /// The pages that hold the rest of values too long for their own page.
  private(set) var overflow: Set<Int> = []
  /// How many rows could not be read on otherwise readable pages.
  private(set) var unreadable = 0

  init(_ pages: FilePages) { self.pages = pages }

  /// The contents of a page, or nil if its kind is unknown.
  mutating func cells(on page: ArraySlice<UInt8>) -> [Cell]? {
    let start = page.startIndex
    // Values too long for their page continue on overflow pages, which begin with the number of the next page and so
    // with a 0.
    guard !Self.mayBeOverflow(page) else { return [] }
    guard let kind = Kind(rawValue: page[start]) else { return nil }
    guard kind != .tableBranch else { return [] }
    let count = Int(page[start + 3]) << 8 | Int(page[start + 4])
    let head = kind == .indexBranch ? 12 : 8
    guard head + 2 * count <= page.count else { return nil }
    var cells: [Cell] = []
    for index in 0..<count {
      let place = start + head + 2 * index
      var reader = CellReader(page: page, place: start + (Int(page[place]) << 8 | Int(page[place + 1])))
      if let cell = cell(&reader, kind) { cells.append(cell) } else { unreadable += 1 }
    }
    return cells
  }

  /// Whether a page belongs to no table: it is overflow, unused, or was overwritten.
  static func mayBeOverflow(_ page: ArraySlice<UInt8>) -> Bool { page.first == 0 }

  private mutating func cell(_ reader: inout CellReader, _ kind: Kind) -> Cell? {
    if kind == .indexBranch { reader.skip(4) }
    guard let length = reader.number(), length >= 0, length <= pages.count * FilePages.size else {
      return nil
    }
    var id: Int64?
    if kind == .tableLeaf {
      guard let number = reader.number() else { return nil }
      id = number
    }
    guard let payload = payload(Int(length), &reader, isTable: kind == .tableLeaf) else { return nil }
    var columns = CellReader(page: payload[...], place: 0)
    return columns.values().map { Cell(id: id, values: $0) }
  }

  private mutating func payload(_ length: Int, _ reader: inout CellReader, isTable: Bool) -> [UInt8]? {
    let size = FilePages.size
    let most = isTable ? size - 35 : (size - 12) * 64 / 255 - 23
    guard length > most else { return reader.bytes(length) }
    let least = (size - 12) * 32 / 255 - 23
    let wanted = least + (length - least) % (size - 4)
    guard var payload = reader.bytes(wanted <= most ? wanted : least), var next = reader.pageNumber() else {
      return nil
    }
    // Each page contributes some bytes, so even a cycle ends.
    while payload.count < length {
      guard let page = pages[next] else { return nil }
      overflow.insert(next)
      payload += page.dropFirst(4).prefix(length - payload.count)
      next = page.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    return payload
  }
}

/// Reads the parts of a row as SQLite writes them; nil for invalid bytes.
struct CellReader {
  private let page: ArraySlice<UInt8>
  private var place: Int

  init(page: ArraySlice<UInt8>, place: Int) {
    self.page = page
    self.place = place
  }

  mutating func skip(_ count: Int) { place += count }

  /// Seven bits in each byte, the highest first, and all eight in the ninth.
  mutating func number() -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard let byte = bytes(1)?.first else { return nil }
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: number)
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, place >= page.startIndex, place <= page.endIndex, count <= page.endIndex - place else {
      return nil
    }
    defer { place += count }
    return Array(page[place..<place + count])
  }

  mutating func pageNumber() -> Int? {
    bytes(4)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a row: the types of its columns, then their values.
  mutating func values() -> [Value]? {
    guard let length = number(), length > 0, length <= page.count else { return nil }
    let end = page.startIndex + Int(length)
    var kinds: [Int64] = []
    while place < end {
      guard let kind = number() else { return nil }
      kinds.append(kind)
    }
    var values: [Value] = []
    for kind in kinds {
      guard let value = value(kind) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func value(_ kind: Int64) -> Value? {
    switch kind {
    case 0: .null
    case 1...6:
      integer([1, 2, 3, 4, 6, 8][Int(kind) - 1]).map { .integer($0) }
    case 8, 9: .integer(kind - 8)
    case 12...: bytes(Int(clamping: (kind - 12) / 2)).map { .bytes($0) }
    // Our tables do not use floating-point numbers.
    default: nil
    }
  }

  /// The highest bit is the sign.
  private mutating func integer(_ count: Int) -> Int64? {
    guard let bytes = bytes(count) else { return nil }
    let sign: Int64 = (bytes.first ?? 0) < 0x80 ? 0 : -1
    return bytes.reduce(sign) { $0 << 8 | Int64($1) }
  }
}

import SQLite

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
    // Floating-point numbers, which our tables do not use.
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

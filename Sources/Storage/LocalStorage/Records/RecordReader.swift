import ChatDomain

/// Reads the bytes of a `RecordWriter`. For any input it returns a value or throws a `RecordDamage`.
struct RecordReader {
  private let fields: ArraySlice<UInt8>
  private let words: ArraySlice<UInt8>
  private var place: Int
  private var wordPlace: Int
  /// The current nesting depth: a damaged record could nest more values than the stack can hold.
  private var depth = 0
  /// The version of the format in which it was written.
  let version: UInt8

  init(fields: ArraySlice<UInt8>, words: ArraySlice<UInt8> = [], version: UInt8 = Record.version) {
    self.fields = fields
    self.words = words
    self.version = version
    place = fields.startIndex
    wordPlace = words.startIndex
  }

  /// The number of unread bytes of the fields.
  var remaining: Int { fields.endIndex - place }

  mutating func read<Value: Recordable>(_: Value.Type = Value.self) throws(RecordDamage) -> Value {
    try Value(from: &self)
  }

  mutating func readByte() throws(RecordDamage) -> UInt8 {
    guard place < fields.endIndex else { throw RecordDamage(.cutOff) }
    defer { place += 1 }
    return fields[place]
  }

  mutating func readNumber() throws(RecordDamage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 70, by: 7) {
      let byte = try readByte()
      // The tenth byte has room for one bit.
      guard shift < 63 || byte <= 1 else { throw RecordDamage(.tooLarge) }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw RecordDamage(.tooLarge)
  }

  /// Reads a count of items that each take at least the given number of remaining bytes.
  mutating func readCount(ofAtLeast bytes: Int = 1) throws(RecordDamage) -> Int {
    let number = try readNumber()
    guard number <= UInt64(remaining / max(1, bytes)) else { throw RecordDamage(.cutOff) }
    return Int(number)
  }

  mutating func readBytes() throws(RecordDamage) -> ArraySlice<UInt8> {
    let count = try readCount()
    defer { place += count }
    return fields[place..<place + count]
  }

  mutating func readWords() throws(RecordDamage) -> String {
    let number = try readNumber()
    guard number <= UInt64(words.endIndex - wordPlace) else { throw RecordDamage(.cutOff) }
    let end = wordPlace + Int(number)
    defer { wordPlace = end }
    return try Self.text(words[wordPlace..<end])
  }

  static func text(_ bytes: ArraySlice<UInt8>) throws(RecordDamage) -> String {
    // `String(validating:as:)` is generic and not specialized here, which costs a thousand more instructions for each text.
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      throw RecordDamage(.invalidText)
    }
  }

  /// Reads nested values.
  mutating func nested<Value>(
    _ read: (inout RecordReader) throws(RecordDamage) -> Value
  ) throws(RecordDamage) -> Value {
    guard depth < JSONValue.deepest else { throw RecordDamage(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  /// Checks that no bytes follow the end, which would mean damage.
  func end() throws(RecordDamage) {
    guard place == fields.endIndex, wordPlace == words.endIndex else { throw RecordDamage(.leftOver) }
  }
}

/// The damage found in a record.
struct RecordDamage: Error, Hashable {
  enum Kind: Hashable {
    case cutOff
    case leftOver
    case tooLarge
    case tooDeep
    case invalidText
    case unknownTag
    case unknownVersion
    case wrongSum
    case missingPart
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

import ChatDomain

/// Writes values one after the other into two runs of bytes: message text into one, everything else into the other.
///
/// An edit of a long text then changes one place in each run, wherever the text is among the other fields.
struct RecordWriter {
  private(set) var fields: [UInt8] = []
  private(set) var words: [UInt8] = []

  /// - Parameters:
  ///   - fields: the approximate number of bytes of fields.
  ///   - words: the approximate number of bytes of text.
  init(expecting fields: Int = 0, words: Int = 0) {
    if fields > 0 { self.fields.reserveCapacity(fields) }
    if words > 0 { self.words.reserveCapacity(words) }
  }

  /// Removes everything, and keeps the memory.
  mutating func removeAll() {
    fields.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
  }

  /// Writes over a byte of the fields.
  mutating func set(_ byte: UInt8, at place: Int) { fields[place] = byte }

  /// Inlined, because a draft is written with every key, and a parameter pack is slow unless it is specialised.
  @inline(__always)
  mutating func write<each Value: Recordable>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }

  /// The number of an enumeration's case, followed by its associated values.
  mutating func write<each Value: Recordable>(tag: UInt8, _ values: repeat each Value) {
    write(byte: tag)
    repeat (each values).write(to: &self)
  }

  mutating func write(byte: UInt8) { fields.append(byte) }

  /// Seven bits in each byte, the lowest first; the highest bit says that more follow.
  mutating func write(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      fields.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    fields.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(count: Int) { write(number: UInt64(count)) }

  mutating func write(bytes: [UInt8]) {
    write(count: bytes.count)
    fields += bytes
  }

  mutating func write(text: String) {
    var text = text
    text.withUTF8 { bytes in
      write(count: bytes.count)
      fields.append(contentsOf: bytes)
    }
  }

  /// Writes the same bytes as for an `Optional`, without generic code.
  mutating func write(optional text: String?) {
    write(byte: text == nil ? 0 : 1)
    if let text { write(text: text) }
  }

  /// Writes the length to the fields and the text to the words.
  mutating func write(words text: String) {
    var text = text
    text.withUTF8 { bytes in
      write(count: bytes.count)
      words.append(contentsOf: bytes)
    }
  }
}

/// Reads the bytes of a `RecordWriter`. For any input it returns a value or throws a `RecordDamage`.
struct RecordReader {
  private let fields: ArraySlice<UInt8>
  private let words: ArraySlice<UInt8>
  private var place: Int
  private var wordPlace: Int
  /// The current nesting depth: a damaged record could nest more values than the stack can hold.
  private var depth = 0
  /// The version of the format of the record.
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
    guard place < fields.endIndex else { throw RecordDamage.cutOff }
    defer { place += 1 }
    return fields[place]
  }

  mutating func readNumber() throws(RecordDamage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 70, by: 7) {
      let byte = try readByte()
      // The tenth byte has room for one bit.
      guard shift < 63 || byte <= 1 else { throw RecordDamage.tooLarge }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw RecordDamage.tooLarge
  }

  /// Reads a count of items that each take at least the given number of remaining bytes.
  mutating func readCount(ofAtLeast bytes: Int = 1) throws(RecordDamage) -> Int {
    let number = try readNumber()
    guard number <= UInt64(remaining / max(1, bytes)) else { throw RecordDamage.cutOff }
    return Int(number)
  }

  mutating func readBytes() throws(RecordDamage) -> ArraySlice<UInt8> {
    let count = try readCount()
    defer { place += count }
    return fields[place..<place + count]
  }

  mutating func readWords() throws(RecordDamage) -> String {
    let number = try readNumber()
    guard number <= UInt64(words.endIndex - wordPlace) else { throw RecordDamage.cutOff }
    let end = wordPlace + Int(number)
    defer { wordPlace = end }
    return try Self.text(words[wordPlace..<end])
  }

  static func text(_ bytes: ArraySlice<UInt8>) throws(RecordDamage) -> String {
    // `String(validating:as:)` is generic and not specialized here, which costs a thousand more instructions for each text.
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      throw RecordDamage.invalidText
    }
  }

  /// Reads nested values, unless they are nested too deeply.
  mutating func nested<Value>(
    _ read: (inout RecordReader) throws(RecordDamage) -> Value
  ) throws(RecordDamage) -> Value {
    guard depth < JSONValue.deepest else { throw RecordDamage.tooDeep }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  /// Checks that no bytes follow the end, which would mean damage.
  func end() throws(RecordDamage) {
    guard place == fields.endIndex, wordPlace == words.endIndex else { throw RecordDamage.leftOver }
  }
}

/// The damage found in a record.
enum RecordDamage: Error {
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

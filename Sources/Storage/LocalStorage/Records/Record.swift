import ChatDomain

/// A value as stored in a column: the version of the format, the fields, the text, and a checksum over all of it.
///
/// SQLite has no checksum: without one, a page damaged by the disk would change text without notice.
enum Record {
  /// Version 2 added a quote's version, whether the quoted message was deleted, and who edited a draft last.
  static let version: UInt8 = 2

  static func sealed(_ value: some Recordable) -> [UInt8] {
    var writer = RecordWriter()
    writer.write(value)
    return sealed(fields: writer.fields, words: writer.words)
  }

  static func sealed(fields: [UInt8], words: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fields.count + words.count + 12)
    bytes.append(version)
    withUnsafeBytes(of: UInt32(clamping: fields.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes += fields
    bytes += words
    withUnsafeBytes(of: sum(bytes[...]).littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  static func opened<Value: Recordable>(_ bytes: [UInt8]) throws(RecordDamage) -> Value {
    let parts = try parts(of: bytes)
    var reader = RecordReader(fields: parts.fields, words: parts.words, version: parts.version)
    let value: Value = try reader.read()
    try reader.end()
    return value
  }

  /// Whether the checksum of these bytes is right.
  static func isSound(_ bytes: [UInt8]) -> Bool {
    do throws(RecordDamage) {
      _ = try parts(of: bytes)
      return true
    } catch {
      return false
    }
  }

  static func parts(
    of bytes: [UInt8]
  ) throws(RecordDamage) -> (version: UInt8, fields: ArraySlice<UInt8>, words: ArraySlice<UInt8>) {
    guard bytes.count >= 9 else { throw RecordDamage.cutOff }
    let end = bytes.count - 4
    guard number(bytes[end...]) == sum(bytes[..<end]) else { throw RecordDamage.wrongSum }
    guard (1...version).contains(bytes[0]) else { throw RecordDamage.unknownVersion }
    let count = number(bytes[1..<5])
    guard count <= end - 5 else { throw RecordDamage.cutOff }
    let middle = 5 + Int(count)
    return (bytes[0], bytes[5..<middle], bytes[middle..<end])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Processes eight bytes at a time: a draft of 100 kB takes a few microseconds.
  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
      var place = 0
      while place + 8 <= bytes.count {
        sum ^= UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        sum = (sum &* 0x9FB2_1C65_1E98_DF25)
        sum ^= sum >> 29
        place += 8
      }
      while place < bytes.count {
        sum = (sum ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3
        place += 1
      }
      sum ^= sum >> 32
      return UInt32(truncatingIfNeeded: sum &* 0x9FB2_1C65 ^ sum >> 16)
    }
  }
}

/// A value that can be written into a record and read from it.
///
/// Fields are in order and without names. A record begins with the version of the whole format, so a new field needs a new
/// version, and the old version is still read. Only at the end of a record that is not part of another one can an optional
/// field be added without a new version: in a record that ends before the field, the field is absent.
protocol Recordable {
  func write(to writer: inout RecordWriter)
  init(from reader: inout RecordReader) throws(RecordDamage)
}

/// An enumeration whose cases have no associated values.
///
/// The numbers are stored in files: a new case gets a new number, and none is reused.
protocol RecordableCase: Recordable, CaseIterable {
  var tag: UInt8 { get }
}

extension RecordableCase {
  func write(to writer: inout RecordWriter) { writer.write(tag: tag) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let tag = try reader.readByte()
    guard let value = Self.allCases.first(where: { $0.tag == tag }) else { throw RecordDamage.unknownTag }
    self = value
  }
}

extension Bool: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(byte: self ? 1 : 0) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = false
    case 1: self = true
    default: throw RecordDamage.unknownTag
    }
  }
}

extension UInt64: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(number: self) }
  init(from reader: inout RecordReader) throws(RecordDamage) { self = try reader.readNumber() }
}

extension Int64: Recordable {
  /// Small numbers of either sign are short: 0, -1, 1, -2, 2 and so on.
  func write(to writer: inout RecordWriter) {
    writer.write(number: UInt64(bitPattern: self << 1) ^ UInt64(bitPattern: self >> 63))
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let number = try reader.readNumber()
    self = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}

extension Int: Recordable {
  func write(to writer: inout RecordWriter) { Int64(self).write(to: &writer) }
  init(from reader: inout RecordReader) throws(RecordDamage) { self = Int(try Int64(from: &reader)) }
}

extension Double: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(number: bitPattern.byteSwapped) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self = Double(bitPattern: try reader.readNumber().byteSwapped)
  }
}

extension String: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(text: self) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self = try RecordReader.text(reader.readBytes())
  }
}

extension Optional: Recordable where Wrapped: Recordable {
  func write(to writer: inout RecordWriter) {
    (self != nil).write(to: &writer)
    self?.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self = try reader.read(Bool.self) ? try reader.read(Wrapped.self) : nil
  }
}

extension Array: Recordable where Element: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(count: count)
    for element in self { element.write(to: &writer) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let count = try reader.readCount()
    self = []
    reserveCapacity(Swift.min(count, 1024))
    for _ in 0..<count { append(try reader.read()) }
  }
}

extension Dictionary: Recordable where Key == String, Value: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(count: count)
    for (key, value) in inOrder {
      writer.write(key, value)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self = [:]
    for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
      let key = try reader.read(String.self)
      self[key] = try reader.read(Value.self)
    }
  }
}

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
    guard let value = Self.allCases.first(where: { $0.tag == tag }) else { throw RecordDamage(.unknownTag) }
    self = value
  }
}

extension Bool: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(byte: self ? 1 : 0) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = false
    case 1: self = true
    default: throw RecordDamage(.unknownTag)
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

extension Dictionary where Key == String {
  /// The entries sorted by the bytes of their keys, so that the same value always gives the same bytes. `<` compares strings by
  /// canonical equivalence, under which two different keys can be equal.
  var inOrder: [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

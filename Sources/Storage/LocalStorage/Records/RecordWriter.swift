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

  /// Exchanges the writer's runs for these.
  mutating func swapRuns(_ fields: inout [UInt8], _ words: inout [UInt8]) {
    Swift.swap(&self.fields, &fields)
    Swift.swap(&self.words, &words)
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

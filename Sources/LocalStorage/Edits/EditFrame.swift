/// The changes of a batch as they stand in the file of the log: a checksum over all that follows it, the length of the
/// changes, their number, the version of their format, and the changes.
///
/// The numbers rise over the whole life of a profile. Where they do not, the log ends: what is behind was written before the
/// log began anew. One may be missing, that of an edit which the disk refused: the tables got it instead.
struct EditFrame {
  let number: UInt64
  private let version: UInt8
  private let changeBytes: ArraySlice<UInt8>

  private static let headLength = 17

  /// Overwriting so many bytes at the beginning of a file leaves no frame in it.
  static let erasedLength = headLength

  /// Makes room for the head of a frame, before its changes are written.
  static func begin(in writer: inout RecordWriter) {
    writer.removeAll()
    for _ in 0..<headLength { writer.write(byte: 0) }
  }

  /// Writes the head over the room that was made for it.
  static func end(_ number: UInt64, in writer: inout RecordWriter) {
    let length = UInt32(writer.fields.count - headLength)
    for place in 0..<4 { writer.set(UInt8(truncatingIfNeeded: length >> UInt32(8 * place)), at: 4 + place) }
    for place in 0..<8 { writer.set(UInt8(truncatingIfNeeded: number >> UInt64(8 * place)), at: 8 + place) }
    writer.set(Record.version, at: 16)
    let sum = Record.sum(writer.fields[4...])
    for place in 0..<4 { writer.set(UInt8(truncatingIfNeeded: sum >> UInt32(8 * place)), at: place) }
  }

  /// The frame at the beginning of some bytes; nil if there is no whole one.
  init?(at bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.headLength else { return nil }
    let start = bytes.startIndex
    let length = Int(Self.number(bytes[(start + 4)..<(start + 8)]))
    guard length <= bytes.count - Self.headLength else { return nil }
    let end = start + Self.headLength + length
    guard Self.number(bytes[start..<(start + 4)]) == UInt64(Record.sum(bytes[(start + 4)..<end])) else {
      return nil
    }
    number = Self.number(bytes[(start + 8)..<(start + 16)])
    version = bytes[start + 16]
    changeBytes = bytes[(start + Self.headLength)..<end]
  }

  var length: Int { Self.headLength + changeBytes.count }

  func changes() throws(RecordDamage) -> [LoggedChange] {
    guard (1...Record.version).contains(version) else { throw RecordDamage(.unknownVersion) }
    var reader = RecordReader(fields: changeBytes, version: version)
    var changes: [LoggedChange] = []
    while reader.remaining > 0 { changes.append(try reader.read()) }
    return changes
  }

  /// The frames from the beginning of a file, up to the first that is not whole or is older than the one before it.
  static func frames(in bytes: [UInt8]) -> [EditFrame] {
    var frames: [EditFrame] = []
    var place = 0
    while let frame = EditFrame(at: bytes[place...]) {
      if let last = frames.last, frame.number <= last.number { break }
      frames.append(frame)
      place += frame.length
    }
    return frames
  }

  /// The lowest byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

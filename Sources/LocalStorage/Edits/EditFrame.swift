/// The changes of a batch as they stand in the file of the log: a checksum over all that follows it, the length of the
/// changes, their number, the version of their format, and the changes.
///
/// The numbers go on over the whole life of a profile. Where the next number is missing the log ends: what is behind it was
/// written before the log began anew, or was cut off.
struct EditFrame {
  let number: UInt64
  private let version: UInt8
  private let changeBytes: ArraySlice<UInt8>

  private static let headLength = 17

  /// Overwriting so many bytes at the beginning of a file leaves no frame in it.
  static let erasedLength = headLength

  static func append(_ changes: [LoggedChange], number: UInt64, to bytes: inout [UInt8]) {
    var writer = RecordWriter()
    for change in changes { change.write(to: &writer) }
    let start = bytes.count
    withUnsafeBytes(of: UInt32(0)) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(writer.fields.count).littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(Record.version)
    bytes += writer.fields
    let sum = Record.sum(bytes[(start + 4)...])
    withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
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

  /// The frames from the beginning of a file, up to the first that is not whole or not the next.
  static func frames(in bytes: [UInt8]) -> [EditFrame] {
    var frames: [EditFrame] = []
    var place = 0
    while let frame = EditFrame(at: bytes[place...]) {
      if let last = frames.last, frame.number != last.number &+ 1 { break }
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

import ChatDomain

/// The changes of a batch as stored in the file of the log: a checksum over all that follows it, the length of the changes,
/// their number, the version of their format, and the changes.
///
/// A frame follows the previous one, and its number is one higher; earlier versions left bytes of a page unused in between.
/// Numbers rise over the whole life of a profile. A higher number after bytes that are not a frame therefore belongs to the log,
/// and the frames in between are damaged. A lower number was written before the log began anew.
struct EditFrame {
  let number: UInt64
  private let version: UInt8
  private let changeBytes: ArraySlice<UInt8>

  private static let headLength = 17

  /// A session's numbers begin at least this far above the last known number. The file has room for fewer unknown frames than
  /// this, so the numbers of two frames of one log always differ by less.
  static let sessionGap = UInt64(EditFile.size)

  /// The frame with which a log begins anew; it contains no changes.
  static func opening(_ number: UInt64) -> [UInt8] {
    var writer = RecordWriter(expecting: headLength)
    begin(in: &writer)
    end(number, in: &writer)
    return writer.fields
  }

  /// The length of the frame with which a log begins anew.
  static let openingLength = headLength

  /// Reserves room for the head of a frame, before its changes are written.
  static func begin(in writer: inout RecordWriter) {
    writer.removeAll()
    for _ in 0..<headLength { writer.write(byte: 0) }
  }

  /// Writes the head into the room reserved for it.
  static func end(_ number: UInt64, in writer: inout RecordWriter) {
    put(UInt32(writer.fields.count - headLength), at: 4, in: &writer)
    put(number, at: 8, in: &writer)
    put(Record.version, at: 16, in: &writer)
    put(Record.sum(writer.fields[4...]), at: 0, in: &writer)
  }

  /// Writes a number, the lowest byte first.
  private static func put(_ number: some FixedWidthInteger, at place: Int, in writer: inout RecordWriter) {
    for byte in 0..<number.bitWidth / 8 {
      writer.set(UInt8(truncatingIfNeeded: number >> (8 * byte)), at: place + byte)
    }
  }

  /// The frame at the beginning of the bytes; nil if there is no complete one.
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
    guard (1...Record.version).contains(version) else { throw RecordDamage.unknownVersion }
    var reader = RecordReader(fields: changeBytes, version: version)
    var changes: [LoggedChange] = []
    while reader.remaining > 0 { changes.append(try LoggedChange(from: &reader)) }
    return changes
  }

  /// The frames of a file in the order of their numbers.
  ///
  /// - Parameters:
  ///   - folded: the number of the last edit that the tables have. If it is also the last edit, the bytes after a damaged place
  ///     are not searched. Otherwise the result includes the frames up to it, because a later difference may apply to a draft
  ///     in one of them.
  ///   - last: the number of the last frame; nil if it is not known, and the whole file is searched.
  static func frames(in bytes: [UInt8], above folded: UInt64 = 0, until last: UInt64? = nil) -> [EditFrame] {
    var frames: [EditFrame] = []
    var place = 0
    while let (frame, start) = next(in: bytes, at: place, after: frames.last?.number)
      ?? search(in: bytes, from: place, after: frames.last?.number, above: folded, until: last)
    {
      frames.append(frame)
      place = start + frame.length
    }
    return frames
  }

  /// The first complete frame that begins at or after a place, and has a higher number than the last one.
  private static func search(
    in bytes: [UInt8], from place: Int, after former: UInt64?, above folded: UInt64, until last: UInt64?
  ) -> (frame: EditFrame, start: Int)? {
    let known = former ?? 0
    // The frames that the tables have may be from an earlier session, whose numbers do not limit those of this one.
    let most = last ?? (known > folded ? min(known, .max - sessionGap) + sessionGap : .max)
    // Usually the file contains only zeros from some place on.
    let end = min(bytes.count - headLength + 1, lengthWithoutZeros(bytes))
    guard place < end, max(known, folded) < most else { return nil }
    return bytes.withUnsafeBytes { raw in
      for start in place..<end {
        let number = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
        guard number > known, number <= most else { continue }
        let length = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        guard Int(length) <= bytes.count - headLength - start else { continue }
        if let frame = EditFrame(at: bytes.dropFirst(start)) { return (frame, start) }
      }
      return nil
    }
  }

  /// The length without the zeros at the end, or slightly more.
  private static func lengthWithoutZeros(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { raw in
      var end = bytes.count
      while end >= 8, raw.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
      return end
    }
  }

  /// The frame at a place, if it directly follows the last one.
  private static func next(
    in bytes: [UInt8], at place: Int, after last: UInt64?
  ) -> (frame: EditFrame, start: Int)? {
    guard let frame = EditFrame(at: bytes.dropFirst(place)) else { return nil }
    return last.map({ frame.number > $0 && frame.number - $0 == 1 }) ?? true ? (frame, place) : nil
  }

  /// Reads a number, the lowest byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A change as stored in the log.
enum LoggedChange {
  /// The whole draft, as the table stores it.
  case whole(DraftKey, DraftHead, record: [UInt8], background: [UInt8])
  /// What changed since the last edit of the same draft in the log. Only earlier versions wrote it.
  case delta(DraftKey, DraftDelta)
  case deletion(DraftKey)
  /// How far events were received; usually written with the next key.
  case eventToken(EventToken)

  private enum Tag {
    static let whole: UInt8 = 0
    static let delta: UInt8 = 1
    static let deletion: UInt8 = 2
    static let eventToken: UInt8 = 3
  }

  // These functions write a change from its parts: creating the value first would copy the draft's bytes with every key.

  static func write(_ bytes: DraftBytes, of key: DraftKey, to writer: inout RecordWriter) {
    writer.write(tag: Tag.whole, key, bytes.head)
    writer.write(bytes: Record.sealed(fields: bytes.fields, words: bytes.words))
    writer.write(bytes: bytes.backgroundRecord)
  }

  static func write(deletionOf key: DraftKey, to writer: inout RecordWriter) {
    writer.write(tag: Tag.deletion, key)
  }

  static func write(_ token: EventToken, to writer: inout RecordWriter) {
    writer.write(tag: Tag.eventToken, token.rawValue)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case Tag.whole:
      let (key, head): (DraftKey, DraftHead) = (try reader.read(), try reader.read())
      self = .whole(
        key, head, record: Array(try reader.readBytes()), background: Array(try reader.readBytes()))
    case Tag.delta: self = .delta(try reader.read(), try reader.read())
    case Tag.deletion: self = .deletion(try reader.read())
    case Tag.eventToken: self = .eventToken(EventToken(rawValue: try reader.read()))
    default: throw RecordDamage.unknownTag
    }
  }
}

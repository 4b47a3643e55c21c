/// The changes of a batch as they stand in the file of the log: a checksum over all that follows it, the length of the
/// changes, their number, the version of their format, and the changes.
///
/// Numbers rise over the whole life of a profile. Where they do not, the log ends: what follows was written before the log
/// began anew. A number is missing where the disk refused an edit, which went to the tables instead.
///
/// Edits that come while the file is synced begin a page of their own, with the number that follows.
struct EditFrame {
  let number: UInt64
  private let version: UInt8
  private let changeBytes: ArraySlice<UInt8>

  private static let headLength = 17

  /// A session's numbers begin at least this far above the last number that is known. Within a session, consecutive frames
  /// are closer: only edits that the disk refused leave gaps, and there are never this many in a row.
  static let longestGap = UInt64(EditFile.size)

  /// Overwriting so many bytes at the beginning of a file leaves no frame in it.
  static let erasedLength = headLength

  /// Makes room for the head of a frame, before its changes are written.
  static func begin(in writer: inout RecordWriter) {
    writer.removeAll()
    for _ in 0..<headLength { writer.write(byte: 0) }
  }

  /// Writes the head over the room that was made for it.
  static func end(_ number: UInt64, in writer: inout RecordWriter) {
    put(UInt32(writer.fields.count - headLength), at: 4, in: &writer)
    put(number, at: 8, in: &writer)
    put(Record.version, at: 16, in: &writer)
    put(Record.sum(writer.fields[4...]), at: 0, in: &writer)
  }

  /// The lowest byte first.
  private static func put(_ number: some FixedWidthInteger, at place: Int, in writer: inout RecordWriter) {
    for byte in 0..<number.bitWidth / 8 {
      writer.set(UInt8(truncatingIfNeeded: number >> (8 * byte)), at: place + byte)
    }
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
    while reader.remaining > 0 { changes.append(try LoggedChange(from: &reader)) }
    return changes
  }

  /// The frames from the beginning of a file, up to the first that is not whole or whose number does not follow.
  static func frames(in bytes: [UInt8]) -> [EditFrame] {
    var frames: [EditFrame] = []
    var place = 0
    while let (frame, start) = next(in: bytes, from: place, after: frames.last?.number) {
      frames.append(frame)
      place = start + frame.length
    }
    return frames
  }

  /// The frame that follows another one: behind it, or at the beginning of the next page. There it has to be the very next:
  /// what a disk took of a later page before a power cut is worth nothing without what stood before it.
  private static func next(
    in bytes: [UInt8], from place: Int, after last: UInt64?
  ) -> (frame: EditFrame, start: Int)? {
    if let frame = EditFrame(at: bytes[place...]) {
      guard let last else { return (frame, place) }
      if frame.number > last, frame.number - last < longestGap { return (frame, place) }
    }
    let page = startOfPage(from: place)
    guard let last, page > place, page < bytes.count, let frame = EditFrame(at: bytes[page...]),
      frame.number > last, frame.number - last == 1
    else { return nil }
    return (frame, page)
  }

  /// The first page that begins at a place of the file or behind it.
  static func startOfPage(from place: Int) -> Int { (place + pageSize - 1) / pageSize * pageSize }

  /// What a system writes to a disk at least.
  private static let pageSize = 4_096

  /// The lowest byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

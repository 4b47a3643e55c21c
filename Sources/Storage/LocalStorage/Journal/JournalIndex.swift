/// SQLite's shared memory next to a journal. It remains after the process ends and records how far the journal was written, so
/// that a truncated journal is detected.
///
/// After a power cut it can contain anything. It has checksums, but may count frames that never reached the journal; those are
/// lost.
///
/// The layout is in https://www.sqlite.org/walformat.html#the_wal_index_header.
struct JournalIndex {
  /// How many frames the journal had.
  let frames: Int

  private static let length = 48
  private static let version: UInt32 = 3_007_000

  /// Nil if the bytes are not an index of this journal.
  init?(_ bytes: [UInt8], of journal: JournalFrames) {
    guard bytes.count >= 2 * Self.length else { return nil }
    // SQLite writes the header twice, in case a process ends in the middle.
    let head = bytes[..<Self.length]
    guard head.elementsEqual(bytes[Self.length..<2 * Self.length]) else { return nil }
    let sum = JournalSum().adding(head.prefix(40), isBigEndian: Self.isBigEndian)
    guard Self.number(head, at: 0) == Self.version, head[12] == 1, sum.hasBytes(head[40...]) else {
      return nil
    }
    guard journal.hasSalts(head[32..<40]) else { return nil }
    frames = Int(Self.number(head, at: 16))
  }

  private static var isBigEndian: Bool { UInt32(1).bigEndian == 1 }

  /// Reads a number in native byte order, which the journal does not use.
  private static func number(_ head: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    head.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
  }
}

extension JournalSum {
  /// Whether these are the sum's bytes in native byte order.
  fileprivate func hasBytes(_ bytes: ArraySlice<UInt8>) -> Bool {
    withUnsafeBytes(of: self) { $0.elementsEqual(bytes) }
  }
}

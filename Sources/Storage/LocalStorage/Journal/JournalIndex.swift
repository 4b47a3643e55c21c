/// What SQLite's shared memory beside a journal says of it. After the end of a process it is still there, and tells how
/// far the journal was written, so that one that was cut off is noticed.
///
/// A power cut may leave anything in it. It has sums, but may know more than reached the journal: then that is lost.
///
/// The layout is in https://www.sqlite.org/walformat.html#the_wal_index_header.
struct JournalIndex {
  /// How many frames the journal had.
  let frames: Int

  private static let length = 48
  private static let version: UInt32 = 3_007_000

  /// Nil if it is no index of this journal.
  init?(_ bytes: [UInt8], of journal: JournalFrames) {
    guard bytes.count >= 2 * Self.length else { return nil }
    // It is written twice, in case a process ends in the middle.
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

  /// In the processor's own order, unlike everything in the journal.
  private static func number(_ head: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    head.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
  }
}

extension JournalSum {
  /// Whether these are its bytes in the processor's own order.
  fileprivate func hasBytes(_ bytes: ArraySlice<UInt8>) -> Bool {
    withUnsafeBytes(of: self) { $0.elementsEqual(bytes) }
  }
}

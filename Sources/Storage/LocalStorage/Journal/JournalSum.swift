/// The running checksum of a journal, which continues from frame to frame.
struct JournalSum: Hashable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  static let length = 8

  init() {}

  /// Reads a stored sum, which always has the highest byte first.
  init(stored bytes: ArraySlice<UInt8>) {
    first = UInt32(bytes.prefix(4))
    second = UInt32(bytes.dropFirst(4).prefix(4))
  }

  /// Returns the sum after more bytes, whose count is a multiple of 8.
  func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> JournalSum {
    var sum = self
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let two = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        sum.first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ sum.second
        sum.second &+= (isBigEndian ? two.bigEndian : two.littleEndian) &+ sum.first
        place += 8
      }
    }
    return sum
  }
}

extension UInt32 {
  /// Reads a number, the highest byte first.
  init(_ bytes: ArraySlice<UInt8>) {
    self = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}

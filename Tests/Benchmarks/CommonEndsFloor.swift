/// The minimum work of any diff: comparing two texts from both ends. The floor of the figures.
enum CommonEndsFloor {
  /// The length of the common prefix and suffix, compared a machine word at a time.
  static func measure(_ old: [UInt8], _ new: [UInt8]) -> (prefix: Int, suffix: Int) {
    old.withUnsafeBytes { old in new.withUnsafeBytes { measure(old, $0) } }
  }

  static func measure(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> (prefix: Int, suffix: Int) {
    let limit = min(old.count, new.count)
    var prefix = 0
    while prefix + 8 <= limit {
      let different = word(old, prefix) ^ word(new, prefix)
      if different != 0 {
        prefix += different.trailingZeroBitCount / 8
        break
      }
      prefix += 8
    }
    while prefix < limit, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix + 8 <= limit - prefix {
      let different = word(old, old.count - suffix - 8) ^ word(new, new.count - suffix - 8)
      if different != 0 {
        suffix += different.leadingZeroBitCount / 8
        break
      }
      suffix += 8
    }
    while suffix < limit - prefix, old[old.count - suffix - 1] == new[new.count - suffix - 1] { suffix += 1 }
    return (prefix, suffix)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}

/// Where marks under words are after a change of the text, without a look at the words.
nonisolated enum MovedMarks {
  /// The marks of words that the change did not touch.
  ///
  /// - Parameters:
  ///   - marks: ranges of the text before, in order and apart.
  ///   - old: the text before.
  ///   - new: the text now.
  static func marks(_ marks: [Range<Int>], from old: String, to new: String) -> [Range<Int>] {
    var (old, new) = (old, new)
    return old.withUTF8 { old in
      new.withUTF8 { new in
        let common = min(old.count, new.count)
        var prefix = 0
        while prefix + 8 <= common, old.eightBytes(at: prefix) == new.eightBytes(at: prefix) { prefix += 8 }
        while prefix < common, old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while suffix + 8 <= common - prefix,
          old.eightBytes(at: old.count - 8 - suffix) == new.eightBytes(at: new.count - 8 - suffix)
        {
          suffix += 8
        }
        while suffix < common - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
          suffix += 1
        }
        let end = old.count - suffix
        return marks.compactMap { mark in
          if mark.upperBound <= prefix {
            return mark.upperBound == new.count || endsWord(new[mark.upperBound]) ? mark : nil
          }
          guard mark.lowerBound >= end else { return nil }
          let start = mark.lowerBound + new.count - old.count
          return start == 0 || endsWord(new[start - 1]) ? start..<start + mark.count : nil
        }
      }
    }
  }

  /// Whether a byte certainly belongs to no word.
  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x27, 0x5F, 0x80...: false
    default: true
    }
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  fileprivate func eightBytes(at offset: Int) -> UInt64 {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}

/// The number of columns of a single scalar, as the C library's `wcwidth` has it.
enum CellWidth {
  /// 0, 1 or 2; nil if the library does not know the scalar, and terminals disagree about it.
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    let value = scalar.value
    switch value {
    // A fast path for most text, without a search.
    case 0x20..<0x7F, 0xA0..<0x300: return 1
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: return 2
    default: return searched(value)
    }
  }

  private static func searched(_ value: UInt32) -> Int? {
    // Finds the last run that begins at or before the scalar: any width sorts below the next scalar's entry.
    let wanted = value << 2 | 3
    let width = WidthTable.runs.withUnsafeBufferPointer { runs in
      var low = 0
      var high = runs.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle] <= wanted { low = middle } else { high = middle }
      }
      return Int(runs[low] & 3) - 1
    }
    return width < 0 ? nil : width
  }
}

/// How many columns a single scalar takes, as the C library's `wcwidth` has it.
enum CellWidth {
  /// 0, 1 or 2; nil when the library does not know the scalar, and terminals disagree about it.
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    let value = scalar.value
    switch value {
    // What most text is made of, without a search.
    case 0x20..<0x7F, 0xA0..<0x300: return 1
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: return 2
    default: return searched(value)
    }
  }

  private static func searched(_ value: UInt32) -> Int? {
    // The last run that begins at the scalar or before it: every width is below the next scalar's row.
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

extension JSONNode {
  /// The number; nil also for one that is too large to be finite.
  public var number: JSONNumber? {
    let node = node
    let range = Int(node.start)..<Int(node.end)
    switch node.kind {
    case .whole: return tape.integer(range).map { .integer($0) } ?? tape.double(range).map { .double($0) }
    case .fraction: return tape.double(range).map { .double($0) }
    default: return nil
    }
  }

  /// The number where it is whole, however it was written, and exactly known: below 2^53, or one that fits.
  public var integer: Int? { number?.integer }

  public var double: Double? {
    let node = node
    guard node.kind == .whole || node.kind == .fraction else { return nil }
    return tape.double(Int(node.start)..<Int(node.end))
  }
}

extension Tape {
  /// The value of digits with or without a sign, if it fits.
  fileprivate func integer(_ range: Range<Int>) -> Int? {
    var digits = bytes[range]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    // Digits are taken away, because the smallest number has no positive counterpart.
    var value = 0
    for digit in digits {
      let (tenfold, isOverTenfold) = value.multipliedReportingOverflow(by: 10)
      let (next, isOver) = tenfold.subtractingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !isOverTenfold, !isOver else { return nil }
      value = next
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  fileprivate func double(_ range: Range<Int>) -> Double? {
    guard let value = Double(text(range)), value.isFinite else { return nil }
    return value
  }
}

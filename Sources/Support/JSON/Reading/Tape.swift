/// A text, and the positions of its values.
final class Tape: Sendable {
  let bytes: [UInt8]
  let nodes: [TapeNode]

  init(bytes: [UInt8], nodes: [TapeNode]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  // MARK: Keys

  /// The index of the last value with this key; nil also if the node is not an object.
  func value(of wanted: Span<UInt8>, in object: Int) -> Int? {
    guard nodes[object].kind == .object else { return nil }
    // Without escapes, a key with other bytes can equal the name only if the key is repaired. The name then contains U+FFFD, which
    // begins with 0xEF.
    let mayBeRepaired = wanted.contains(0xEF)
    var found: Int?
    var place = object + 1
    let end = Int(nodes[object].next)
    while place < end {
      if isString(nodes[place], wanted, mayBeRepaired: mayBeRepaired) { found = place + 1 }
      place = Int(nodes[place + 1].next)
    }
    return found
  }

  /// - Parameter mayBeRepaired: whether a string that needs repair could equal the wanted one.
  @inline(__always)
  func isString(_ node: TapeNode, _ wanted: Span<UInt8>, mayBeRepaired: Bool) -> Bool {
    guard node.kind == .string, !mayBeRepaired else { return isString(node, decodedAs: wanted) }
    // Most keys have another length, which is checked without reading the text.
    guard Int(node.end &- node.start) == wanted.count + 2 else { return false }
    return hasBytes(wanted, at: Int(node.start) + 1)
  }

  private func hasBytes(_ wanted: Span<UInt8>, at first: Int) -> Bool {
    for index in wanted.indices where bytes[first + index] != wanted[index] { return false }
    return true
  }

  private func isString(_ node: TapeNode, decodedAs wanted: Span<UInt8>) -> Bool {
    let text: String
    switch node.kind {
    case .string: text = self.text(Int(node.start) + 1..<Int(node.end) - 1)
    case .escapedString:
      // An escape takes at most six bytes for one, so longer strings cannot match.
      guard Int(node.end - node.start) - 2 <= 6 * wanted.count else { return false }
      text = String(decoding: unescaped(node), as: UTF8.self)
    default: return false
    }
    guard text.utf8.count == wanted.count else { return false }
    for (index, byte) in text.utf8.enumerated() where byte != wanted[index] { return false }
    return true
  }

  // MARK: Texts

  /// These bytes as text; invalid UTF-8 is repaired.
  func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// The bytes of a string, with its (already validated) escapes resolved.
  func unescaped(_ node: TapeNode) -> [UInt8] {
    var text: [UInt8] = []
    let end = Int(node.end) - 1
    text.reserveCapacity(end - Int(node.start))
    var place = Int(node.start) + 1
    while place < end {
      let run = bytes[place..<end].prefix { $0 != UInt8(ascii: "\\") }
      text += run
      place = run.endIndex + 1
      guard place < end else { break }
      switch bytes[place] {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        text += UTF8.encode(scalar(&place, before: end)) ?? UTF8.encodedReplacementCharacter
      case let byte: text.append(byte)
      }
      place += 1
    }
    return text
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair if it follows. Afterwards the place is at the last
  /// digit.
  private func scalar(_ place: inout Int, before end: Int) -> Unicode.Scalar {
    let high = unit(at: place + 1)
    place += 4
    if let scalar = Unicode.Scalar(high) { return scalar }
    if high < 0xDC00, place + 6 < end, bytes[place + 1] == UInt8(ascii: "\\"),
      bytes[place + 2] == UInt8(ascii: "u")
    {
      let low = unit(at: place + 3)
      if (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      {
        place += 6
        return scalar
      }
    }
    return "\u{FFFD}"
  }

  private func unit(at place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 4 | UInt32($1.hexDigit ?? 0) }
  }

  // MARK: Numbers

  /// The value of digits with or without a sign, if it fits.
  func integer(_ range: Range<Int>) -> Int? {
    var digits = bytes[range]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    // Subtracts the digits, because the smallest number has no positive counterpart.
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

  func double(_ range: Range<Int>) -> Double? {
    guard let value = Double(text(range)), value.isFinite else { return nil }
    return value
  }
}

extension Span<UInt8> {
  func contains(_ byte: UInt8) -> Bool {
    for index in indices where self[index] == byte { return true }
    return false
  }
}

/// The position of one value of a text: 16 bytes with padding.
///
/// The nodes are in the order of the text: an array is followed by its elements, an object by its keys and values alternately.
struct TapeNode {
  enum Kind: UInt8 {
    case null, no, yes
    /// A number without fraction and exponent.
    case whole
    case fraction
    /// A string, or a key.
    case string
    /// A string or a key that contains a backslash.
    case escapedString
    case array, object
  }

  /// The first byte; for a string, the quote.
  var start: UInt32
  /// The byte after the last one.
  var end: UInt32
  /// The node after all nodes nested in this one.
  var next: UInt32
  var kind: Kind
}

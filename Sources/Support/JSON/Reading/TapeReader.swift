/// Checks a text against the grammar of RFC 8259, and records the positions of its values.
///
/// It is not recursive, so nesting costs no stack. Every byte is read once.
struct TapeReader {
  private let limits: JSONLimits
  private(set) var nodes: [TapeNode] = []

  private init(_ limits: JSONLimits) { self.limits = limits }

  static func nodes(of bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> [TapeNode] {
    guard bytes.count <= limits.bytes else {
      throw JSONError(.tooManyBytes(limit: limits.bytes), at: limits.bytes)
    }
    var reader = TapeReader(limits)
    // Servers' answers have about one value per 14 bytes. Reserved memory that is not used is never touched.
    reader.nodes.reserveCapacity(min(limits.values, bytes.count / 10 + 8))
    try reader.read(bytes.span)
    return reader.nodes
  }

  private mutating func read(_ bytes: Span<UInt8>) throws(JSONError) {
    var scanner = TapeScanner()
    // The innermost open array or object. Until it is closed, its `next` is the enclosing one.
    var open = -1
    var depth = 0
    values: while true {
      let first = scanner.skipBlanks(bytes)
      let start = scanner.position
      switch first {
      case UInt8(ascii: "\""):
        try append(scanner.string(bytes), start, scanner.position)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < limits.depth || limits.isDeeperLeftOut else {
          throw JSONError(.tooDeep(limit: limits.depth), at: start)
        }
        let isObject = first == UInt8(ascii: "{")
        try append(isObject ? .object : .array, start, start)
        nodes[nodes.count - 1].next = UInt32(truncatingIfNeeded: open)
        open = nodes.count - 1
        depth += 1
        scanner.position += 1
        let inner = scanner.skipBlanks(bytes)
        // In ASCII, an opening bracket and its closing one differ by two.
        if inner != first + 2 {
          if isObject { try readKey(&scanner, bytes, inner) }
          continue values
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        try append(scanner.number(bytes), start, scanner.position)
      case UInt8(ascii: "t"):
        try scanner.pass("true", bytes)
        try append(.yes, start, scanner.position)
      case UInt8(ascii: "f"):
        try scanner.pass("false", bytes)
        try append(.no, start, scanner.position)
      case UInt8(ascii: "n"):
        try scanner.pass("null", bytes)
        try append(.null, start, scanner.position)
      default: throw scanner.fault(bytes)
      }
      // A value has ended, or an array or object is about to.
      while open >= 0 {
        let isObject = nodes[open].kind == .object
        let byte = scanner.skipBlanks(bytes)
        if byte == UInt8(ascii: ",") {
          scanner.position += 1
          if isObject { try readKey(&scanner, bytes, scanner.skipBlanks(bytes)) }
          continue values
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw scanner.fault(bytes) }
        scanner.position += 1
        let around = Int(Int32(truncatingIfNeeded: nodes[open].next))
        nodes[open].end = UInt32(truncatingIfNeeded: scanner.position)
        if depth > limits.depth { leaveOut(open) }
        nodes[open].next = UInt32(truncatingIfNeeded: nodes.count)
        open = around
        depth -= 1
      }
      _ = scanner.skipBlanks(bytes)
      guard scanner.position == bytes.count else { throw scanner.fault(bytes) }
      return
    }
  }

  /// Puts null in place of an array or object that has just ended.
  private mutating func leaveOut(_ container: Int) {
    nodes.removeSubrange((container + 1)...)
    nodes[container].kind = .null
  }

  /// Reads a key and the colon after it.
  @inline(__always)
  private mutating func readKey(
    _ scanner: inout TapeScanner, _ bytes: Span<UInt8>, _ first: UInt8
  ) throws(JSONError) {
    guard first == UInt8(ascii: "\"") else { throw scanner.fault(bytes) }
    let start = scanner.position
    try append(scanner.string(bytes), start, scanner.position)
    guard scanner.skipBlanks(bytes) == UInt8(ascii: ":") else { throw scanner.fault(bytes) }
    scanner.position += 1
  }

  @inline(__always)
  private mutating func append(_ kind: TapeNode.Kind, _ start: Int, _ end: Int) throws(JSONError) {
    guard nodes.count < limits.values else {
      throw JSONError(.tooManyValues(limit: limits.values), at: start)
    }
    nodes.append(
      TapeNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind))
  }
}

/// Skips one token after the other.
///
/// The text is passed on each call, because Swift does not yet allow a type to store a `Span`.
struct TapeScanner {
  var position = 0

  /// The error at the current position.
  func fault(_ bytes: Span<UInt8>) -> JSONError {
    JSONError(position < bytes.count ? .unexpected(bytes[position]) : .endsEarly, at: position)
  }

  /// The byte at the position; 0, which is never allowed, at the end.
  @inline(__always)
  private func byte(_ bytes: Span<UInt8>) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Skips blanks.
  ///
  /// - Returns: the next byte; 0, which is never allowed, at the end.
  @inline(__always)
  mutating func skipBlanks(_ bytes: Span<UInt8>) -> UInt8 {
    while true {
      let byte = byte(bytes)
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
  }

  mutating func pass(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard byte(bytes) == word.utf8Start[index] else { throw fault(bytes) }
      position += 1
    }
  }

  // MARK: Strings

  /// Skips a string, starting at its first quote.
  @inline(__always)
  mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> TapeNode.Kind {
    position += 1
    var kind = TapeNode.Kind.string
    while true {
      skipPlain(bytes)
      switch byte(bytes) {
      case UInt8(ascii: "\""):
        position += 1
        return kind
      case UInt8(ascii: "\\"):
        kind = .escapedString
        try skipEscape(bytes)
      default:
        guard position < bytes.count else { throw fault(bytes) }
        throw JSONError(.control(bytes[position]), at: position)
      }
    }
  }

  /// Skips ordinary bytes of a string, up to a quote, a backslash or a control character.
  @inline(__always)
  private mutating func skipPlain(_ bytes: Span<UInt8>) {
    let raw = bytes.bytes
    while position + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
      let ends = word.firstStringEnd
      if ends != 0 {
        position += ends.trailingZeroBitCount / 8
        return
      }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
      position += 1
    }
  }

  /// Skips an escape, starting at its backslash. Halves of surrogate pairs are allowed: they become U+FFFD later.
  private mutating func skipEscape(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = position
    position += 1
    switch byte(bytes) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        position += 1
        guard byte(bytes).hexDigit != nil else { throw escapeFault(bytes, start) }
      }
      position += 1
    default: throw escapeFault(bytes, start)
    }
  }

  private func escapeFault(_ bytes: Span<UInt8>, _ start: Int) -> JSONError {
    position < bytes.count ? JSONError(.unknownEscape, at: start) : fault(bytes)
  }

  // MARK: Numbers

  /// Skips a number.
  @inline(__always)
  mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> TapeNode.Kind {
    if byte(bytes) == UInt8(ascii: "-") { position += 1 }
    // A leading 0 can be followed only by a fraction or an exponent.
    if byte(bytes) == UInt8(ascii: "0") { position += 1 } else { try skipDigits(bytes) }
    var kind = TapeNode.Kind.whole
    if byte(bytes) == UInt8(ascii: ".") {
      position += 1
      kind = .fraction
      try skipDigits(bytes)
    }
    if byte(bytes) | 0x20 == UInt8(ascii: "e") {
      position += 1
      kind = .fraction
      if byte(bytes) == UInt8(ascii: "+") || byte(bytes) == UInt8(ascii: "-") { position += 1 }
      try skipDigits(bytes)
    }
    return kind
  }

  /// Skips one or more digits.
  @inline(__always)
  private mutating func skipDigits(_ bytes: Span<UInt8>) throws(JSONError) {
    guard byte(bytes).isDigit else { throw fault(bytes) }
    repeat { position += 1 } while byte(bytes).isDigit
  }
}

extension UInt64 {
  /// Examines eight bytes at once: the lowest set bit is in the first byte that is a quote, a backslash or below 0x20.
  ///
  /// A subtraction borrows only after a byte that is one of these, so the first of them is always right. SIMD comparisons would
  /// be easier to read, but the compiler turns them into loops.
  @inline(__always)
  fileprivate var firstStringEnd: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = self ^ (ones &* 0x22)
    let backslashes = self ^ (ones &* 0x5C)
    return
      ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (self &- ones &* 0x20) & ~self)
      & (ones &* 0x80)
  }
}

extension UInt8 {
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Its value as a hex digit.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

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

  /// Replaces an array or object that has just ended by null.
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

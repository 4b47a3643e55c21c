extension Tape {
  /// The place of the last value with this key; nil also in what is no object.
  func value(of wanted: Span<UInt8>, in object: Int) -> Int? {
    guard nodes[object].kind == .object else { return nil }
    // Only a key that is repaired can be equal to a name with U+FFFD in it and have other bytes.
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

  /// - Parameter mayBeRepaired: whether a string can be meant that has to be repaired to be the wanted one.
  @inline(__always)
  func isString(_ node: TapeNode, _ wanted: Span<UInt8>, mayBeRepaired: Bool) -> Bool {
    guard node.kind == .string, !mayBeRepaired else { return isString(node, decodedAs: wanted) }
    // Most keys are of another length, and that needs no look at the text.
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
      // An escape takes at most six bytes for one, so long strings need not be looked at.
      guard Int(node.end - node.start) - 2 <= 6 * wanted.count else { return false }
      text = String(decoding: unescaped(node), as: UTF8.self)
    default: return false
    }
    guard text.utf8.count == wanted.count else { return false }
    for (index, byte) in text.utf8.enumerated() where byte != wanted[index] { return false }
    return true
  }
}

extension Span<UInt8> {
  func contains(_ byte: UInt8) -> Bool {
    for index in indices where self[index] == byte { return true }
    return false
  }
}

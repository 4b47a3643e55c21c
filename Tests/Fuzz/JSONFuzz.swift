// Fuzzes JSON.
// Compiled in one module with its sources by run.sh, so there is nothing to import.

/// Reads every input as JSON from a network; the first byte of some inputs sets low limits.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  checkReading(bytes)
  checkLimits(bytes)
  checkString(String(decoding: bytes, as: UTF8.self))
  return 0
}

private func root(_ bytes: [UInt8], _ limits: JSONLimits = .standard) -> JSONNode? {
  do throws(JSONError) {
    return try JSONDocument(bytes, limits: limits).root
  } catch {
    law(error.position >= 0 && error.position <= bytes.count, "an error is outside of the text")
    law(!error.description.isEmpty, "an error has no sentence")
    return nil
  }
}

private func checkReading(_ bytes: [UInt8]) {
  var grammar = Grammar(bytes)
  law(grammar.isText == (root(bytes) != nil), "the grammar says something else")
  guard let node = root(bytes) else { return }
  checkInside(node, within: 0..<bytes.count)
  for (layout, isPlain) in ways {
    let written = JSONWriter.bytes(layout, isPlain: isPlain) { $0.node(node) }
    guard let again = root(written) else { return law(false, "what was written is not JSON") }
    law(isSame(node, again), "what was read does not survive writing")
    law(String(validating: written, as: UTF8.self) != nil, "what was written is not UTF-8")
  }
  // Its prefixes are incomplete, except that a prefix of a number may be a number.
  if node.kind != .number, let end = bytes.lastIndex(where: { $0 > 0x20 }),
    let start = bytes.firstIndex(where: { $0 > 0x20 })
  {
    let cut = start + (end - start) / 2
    law(root(Array(bytes[..<cut])) == nil, "a part of a text is a text")
  }
  do throws(JSONError) {
    let canonical = try node.canonical()
    guard let again = root(canonical) else { return law(false, "the canonical form is not JSON") }
    law(try again.canonical() == canonical, "the canonical form has another one")
  } catch {
    law(error.reason == .notCanonical, "there is another reason against a canonical form")
  }
}

private let ways: [(JSONWriter.Layout, (@Sendable (Unicode.Scalar) -> Bool)?)] = [
  (.compact, nil), (.lines, nil), (.compact, { $0.isASCII && $0.value < 0x7F }),
]

/// Every value is inside its container, after the previous one, and is found by its key.
private func checkInside(_ node: JSONNode, within range: Range<Int>) {
  let raw = node.raw
  law(
    !raw.isEmpty && raw.startIndex >= range.lowerBound && raw.endIndex <= range.upperBound,
    "a value is elsewhere")
  if let text = node.string { law(node.isString(text), "a string is not what it is") }
  if case .double(let value)? = node.number { law(value.isFinite, "a number is not finite") }
  law(node.elements.isEmpty || node.kind == .array, "there are elements of no array")
  law(node.members.isEmpty || node.kind == .object, "there are members of no object")
  var place = raw.startIndex + 1
  for element in node.elements {
    checkInside(element, within: place..<raw.endIndex - 1)
    place = element.raw.endIndex
  }
  for member in node.members {
    checkInside(member.keyNode, within: place..<raw.endIndex - 1)
    checkInside(member.value, within: member.keyNode.raw.endIndex..<raw.endIndex - 1)
    place = member.value.raw.endIndex
    law(
      (node[member.key]?.raw.startIndex ?? -1) >= member.value.raw.startIndex,
      "a key is not found, or not the last")
  }
}

/// A document refused for its size is accepted with a higher limit, and vice versa.
private func checkLimits(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let small = JSONLimits(bytes: bytes.count, depth: Int(first % 5), values: Int(first / 5))
  do throws(JSONError) {
    _ = try JSONDocument(bytes, limits: small)
    law(root(bytes) != nil, "with more room it is refused")
  } catch {
    switch error.reason {
    case .tooDeep(let limit): law(limit == small.depth, "the limit is another one")
    case .tooManyValues(let limit): law(limit == small.values, "the limit is another one")
    default: law(root(bytes) == nil, "with less room it is refused for something else")
    }
  }
  let flat = root(bytes, JSONLimits(bytes: bytes.count, depth: small.depth, isDeeperLeftOut: true))
  do throws(JSONError) {
    let whole = try JSONDocument(bytes).root
    guard let flat else { return law(false, "what is left out for its depth is a reason to refuse") }
    law(isSame(whole, flat, leftOutBelow: small.depth), "something else than what is too deep is left out")
    checkInside(flat, within: 0..<bytes.count)
  } catch {
    if case .tooDeep = error.reason { return }
    law(flat == nil, "what is no JSON is left out")
  }
}

/// Whether the second equals the first without values nested deeper than a limit.
private func isSame(_ whole: JSONNode, _ flat: JSONNode, leftOutBelow depth: Int) -> Bool {
  guard whole.kind == .array || whole.kind == .object else { return isSame(whole, flat) }
  guard depth > 0 else { return flat.isNull && flat.raw == whole.raw }
  guard whole.kind == flat.kind else { return false }
  let (values, others) = (Array(whole.elements), Array(flat.elements))
  let (members, otherMembers) = (Array(whole.members), Array(flat.members))
  return values.count == others.count && members.count == otherMembers.count
    && zip(values, others).allSatisfy { isSame($0, $1, leftOutBelow: depth - 1) }
    && zip(members, otherMembers).allSatisfy {
      isSame($0.keyNode, $1.keyNode) && isSame($0.value, $1.value, leftOutBelow: depth - 1)
    }
}

private func checkString(_ text: String) {
  for (layout, isPlain) in ways {
    let written = JSONWriter.bytes(layout, isPlain: isPlain) { json in
      json.object { json in json.member(text, text) }
    }
    let value = root(written)?[text]
    law(value?.string?.utf8.elementsEqual(text.utf8) == true, "a string does not survive writing")
  }
}

private func isSame(_ left: JSONNode, _ right: JSONNode) -> Bool {
  guard left.kind == right.kind else { return false }
  switch left.kind {
  case .null: return true
  case .bool: return left.bool == right.bool
  case .number: return left.raw == right.raw
  case .string: return left.string?.utf8.elementsEqual((right.string ?? "").utf8) == true
  case .array:
    let (left, right) = (Array(left.elements), Array(right.elements))
    return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
  case .object:
    let (left, right) = (Array(left.members), Array(right.members))
    return left.count == right.count
      && zip(left, right).allSatisfy { isSame($0.keyNode, $1.keyNode) && isSame($0.value, $1.value) }
  }
}

/// RFC 8259, rule by rule and without optimisation: each rule consumes what it allows, or fails.
private struct Grammar {
  private var rest: ArraySlice<UInt8>
  private var depth = 0

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isText: Bool {
    mutating get { element() && rest.isEmpty }
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let bytes = word.withUTF8Buffer { Array($0) }
    guard rest.starts(with: bytes) else { return false }
    rest.removeFirst(bytes.count)
    return true
  }

  private mutating func take(_ isWanted: (UInt8) -> Bool) -> Bool {
    guard let first = rest.first, isWanted(first) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func blanks() {
    while take(" ") || take("\t") || take("\n") || take("\r") {}
  }

  /// A value with surrounding whitespace.
  private mutating func element() -> Bool {
    blanks()
    defer { blanks() }
    return switch rest.first {
    case UInt8(ascii: "{"): object()
    case UInt8(ascii: "["): array()
    case UInt8(ascii: "\""): string()
    default: take("null") || take("true") || take("false") || number()
    }
  }

  private mutating func object() -> Bool {
    list("{", "}") { grammar in
      grammar.blanks()
      guard grammar.string() else { return false }
      grammar.blanks()
      return grammar.take(":") && grammar.element()
    }
  }

  private mutating func array() -> Bool { list("[", "]") { $0.element() } }

  private mutating func list(
    _ opening: StaticString, _ closing: StaticString, _ item: (inout Grammar) -> Bool
  ) -> Bool {
    guard depth < 64, take(opening) else { return false }
    depth += 1
    defer { depth -= 1 }
    blanks()
    if take(closing) { return true }
    repeat { guard item(&self) else { return false } } while take(",")
    return take(closing)
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while !take("\"") {
      if take("\\u") {
        for _ in 0..<4 { guard take({ Character(Unicode.Scalar($0)).isHexDigit }) else { return false } }
      } else if take("\\") {
        guard take({ "\"\\/bfnrt".utf8.contains($0) }) else { return false }
      } else {
        guard take({ $0 >= 0x20 }) else { return false }
      }
    }
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard take("0") || digits() else { return false }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    var isThere = false
    while take({ (0x30...0x39).contains($0) }) { isThere = true }
    return isThere
  }
}

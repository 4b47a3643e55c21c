/// Writes JSON as bytes, one value after the other, with commas and escapes.
///
/// A sequence of calls that is not valid JSON is a programming error and ends the process: a member without a value, a value
/// without a key, a second value after the first. Only numbers without a JSON form throw, because they can come from data.
public struct JSONWriter {
  public enum Layout: Hashable, Sendable {
    /// Without blanks, for other programs.
    case compact
    /// On separate lines, indented by two blanks for each array and object, for people.
    case lines
  }

  /// Where the next value is written.
  private enum Place {
    case top, element, member
    /// After a key.
    case value
    /// The value is complete; no other may follow.
    case done
  }

  private let layout: Layout
  private let isPlain: ((Unicode.Scalar) -> Bool)?
  private var bytes: [UInt8] = []
  private var place = Place.top
  private var depth = 0
  /// Whether the open array or object is still empty.
  private var isEmpty = true

  /// - Parameter isPlain: which scalars are written unescaped, if fewer than JSON allows. Quotes, backslashes and control
  ///   characters are always escaped.
  public init(_ layout: Layout = .compact, isPlain: ((Unicode.Scalar) -> Bool)? = nil) {
    self.layout = layout
    self.isPlain = isPlain
  }

  /// Writes one value.
  public static func bytes<Failure>(
    _ layout: Layout = .compact, isPlain: ((Unicode.Scalar) -> Bool)? = nil,
    _ write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var writer = JSONWriter(layout, isPlain: isPlain)
    try write(&writer)
    return writer.finish()
  }

  /// The output: one value, without a line end.
  public consuming func finish() -> [UInt8] {
    precondition(place == .done && depth == 0, "no whole value was written")
    return bytes
  }

  // MARK: Values

  public mutating func null() { write("null") }

  public mutating func bool(_ value: Bool) { write(value ? "true" : "false") }

  /// Programs that store numbers as doubles do not read numbers beyond 2^53 exactly.
  public mutating func integer(_ value: Int) {
    beginValue()
    bytes += "\(value)".utf8
    endValue()
  }

  /// The shortest digits that are read as the same number. A whole one keeps its fraction: 1 is written as 1.0.
  public mutating func double(_ value: Double) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: bytes.count) }
    beginValue()
    bytes += "\(value)".utf8
    endValue()
  }

  /// Writes the digits of a parsed number unchanged.
  mutating func digits(_ digits: ArraySlice<UInt8>) {
    beginValue()
    bytes += digits
    endValue()
  }

  public mutating func string(_ value: String) {
    beginValue()
    bytes.appendQuoted(value, isPlain: isPlain)
    endValue()
  }

  /// Writes a parsed value, with its original bytes if possible.
  ///
  /// The value is encoded again in the layout for people, if not all scalars may appear unescaped, or if its strings are not valid
  /// UTF-8.
  public mutating func node(_ node: JSONNode) {
    guard layout == .compact, isPlain == nil, node.isUTF8 else { return writeAnew(node) }
    beginValue()
    bytes += node.raw
    endValue()
  }

  public mutating func array<Failure>(
    _ elements: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nest(.element, UInt8(ascii: "["), elements, UInt8(ascii: "]"))
  }

  public mutating func object<Failure>(
    _ members: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nest(.member, UInt8(ascii: "{"), members, UInt8(ascii: "}"))
  }

  /// Writes the key of the next value. The caller must not write a key twice.
  public mutating func key(_ key: String) {
    precondition(place == .member, "a key stands only in an object, and not behind another")
    separate()
    bytes.appendQuoted(key, isPlain: isPlain)
    bytes.append(UInt8(ascii: ":"))
    if layout == .lines { bytes.append(UInt8(ascii: " ")) }
    place = .value
  }

  // MARK: Between values

  private mutating func write(_ word: StaticString) {
    beginValue()
    word.withUTF8Buffer { bytes += $0 }
    endValue()
  }

  private mutating func nest<Failure>(
    _ inner: Place, _ opening: UInt8, _ write: (inout JSONWriter) throws(Failure) -> Void, _ closing: UInt8
  ) throws(Failure) {
    let around = place
    beginValue()
    bytes.append(opening)
    (place, isEmpty) = (inner, true)
    depth += 1
    try write(&self)
    precondition(place == inner, "a key is without a value")
    depth -= 1
    if !isEmpty { breakLine() }
    bytes.append(closing)
    place = around
    endValue()
  }

  private mutating func beginValue() {
    switch place {
    case .element: separate()
    case .top, .value: break
    case .member: preconditionFailure("a value in an object has a key")
    case .done: preconditionFailure("there is a value already")
    }
  }

  private mutating func endValue() {
    switch place {
    case .top: place = .done
    case .value: place = .member
    case .element, .member, .done: break
    }
    isEmpty = false
  }

  /// Separates the next element or member from the previous one.
  private mutating func separate() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .lines else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}

/// A key and its value in one call.
extension JSONWriter {
  public mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  public mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  public mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  public mutating func member(_ key: String, _ value: JSONNode) {
    self.key(key)
    node(value)
  }

  public mutating func member(_ key: String, _ values: [String]) {
    self.key(key)
    array { json in for value in values { json.string(value) } }
  }

  public mutating func array<Failure>(
    _ key: String, _ elements: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try array(elements)
  }

  public mutating func object<Failure>(
    _ key: String, _ members: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try object(members)
  }
}

extension JSONWriter {
  /// Encodes a value again instead of copying its bytes. The recursion is bounded by the document's depth limit.
  mutating func writeAnew(_ node: JSONNode) {
    switch node.kind {
    case .null: null()
    case .bool: bool(node.bool == true)
    case .number: digits(node.raw)
    case .string: string(node.string ?? "")
    case .array: array { json in for element in node.elements { json.writeAnew(element) } }
    case .object:
      object { json in
        for member in node.members {
          json.key(member.key)
          json.writeAnew(member.value)
        }
      }
    }
  }
}

extension JSONNode {
  /// Whether the bytes are valid UTF-8 and may be copied.
  var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: raw.span)
      return true
    } catch {
      return false
    }
  }
}

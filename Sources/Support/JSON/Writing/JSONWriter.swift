/// Writes JSON as bytes, one value after the other, with commas and escapes where they belong.
///
/// What cannot be JSON is an error of the program and ends it: a member without a value, a value without a key, a second
/// value beside the first. Numbers that JSON lacks are the one thing that a value can bring along, and they are thrown.
public struct JSONWriter {
  public enum Layout: Hashable, Sendable {
    /// Without a blank: for other programs.
    case compact
    /// On lines of their own, two blanks further in with each array and object: for people.
    case lines
  }

  /// Where the next value goes.
  private enum Place {
    case top, element, member
    /// Behind a key.
    case value
    /// A value is there, and there is room for no other.
    case done
  }

  private let layout: Layout
  private let isPlain: ((Unicode.Scalar) -> Bool)?
  private var bytes: [UInt8] = []
  private var place = Place.top
  private var depth = 0
  /// Whether nothing is yet in the array or object that is open.
  private var isEmpty = true

  /// - Parameter isPlain: what may appear as itself, if that is less than JSON allows. Quotes, backslashes and control
  ///   characters never do.
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

  /// What was written: one value, without a line end.
  public consuming func finish() -> [UInt8] {
    precondition(place == .done && depth == 0, "no whole value was written")
    return bytes
  }

  // MARK: Values

  public mutating func null() { write("null") }

  public mutating func bool(_ value: Bool) { write(value ? "true" : "false") }

  /// Programs that know only doubles read numbers beyond 2^53 as others.
  public mutating func integer(_ value: Int) {
    beginValue()
    bytes += "\(value)".utf8
    endValue()
  }

  /// The shortest digits that are read as this number again. A whole one keeps its fraction: 1 is 1.0.
  public mutating func double(_ value: Double) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: bytes.count) }
    beginValue()
    bytes += "\(value)".utf8
    endValue()
  }

  /// The digits of a number that was read, as they are.
  mutating func digits(_ digits: ArraySlice<UInt8>) {
    beginValue()
    bytes += digits
    endValue()
  }

  public mutating func number(_ value: JSONNumber) throws(JSONError) {
    switch value {
    case .integer(let value): integer(value)
    case .double(let value): try double(value)
    }
  }

  public mutating func string(_ value: String) {
    beginValue()
    bytes.appendQuoted(value, isPlain: isPlain)
    endValue()
  }

  /// A value that was read: where it may be, the bytes as they came.
  ///
  /// It is written anew for people, where less than JSON allows may appear as itself, and where its strings are not UTF-8.
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

  /// The key of the value that comes next. That no key comes twice is for the caller to see to.
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

  /// Sets the next element or member off from the one before.
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
  /// Writes a value by what it is and not by its bytes. How deep it calls itself is bounded by the document's limits.
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
  /// Whether its bytes are UTF-8 and thus may be handed on.
  var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: raw.span)
      return true
    } catch {
      return false
    }
  }
}

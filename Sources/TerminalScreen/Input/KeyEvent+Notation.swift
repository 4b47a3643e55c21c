/// Keys as emacs writes them: `C-a`, `M-Enter`, `S-Tab`, `C-M-x`, `F1`, `C-Space`.
extension KeyEvent: CustomStringConvertible {
  public var description: String {
    var text = ""
    if modifiers.contains(.control) { text += "C-" }
    if modifiers.contains(.alt) { text += "M-" }
    if modifiers.contains(.shift) { text += "S-" }
    return text + key.notation
  }

  /// Nil if it is not exactly one key. Names may be in any case and modifiers in any order.
  public init?(notation: String) {
    self.init(notation: Array(notation.utf8)[...])
  }

  private init?(notation: ArraySlice<UInt8>) {
    var rest = notation
    var modifiers: Modifiers = []
    // Byte by byte, because a combining mark after the hyphen would be one Character with it.
    while rest.count > 2, let letter = rest.first, rest[rest.startIndex + 1] == UInt8(ascii: "-"),
      let modifier = Modifiers(prefix: letter)
    {
      modifiers.insert(modifier)
      rest = rest.dropFirst(2)
    }
    guard let key = Key(notation: rest) else { return nil }
    self.init(key, modifiers)
  }

  /// The keys of a sequence such as `C-x C-e`; nil if one of them is not a key, or there is none.
  public static func sequence(_ notation: String) -> [KeyEvent]? {
    var keys: [KeyEvent] = []
    for word in Array(notation.utf8).split(separator: UInt8(ascii: " ")) {
      guard let key = KeyEvent(notation: word) else { return nil }
      keys.append(key)
    }
    return keys.isEmpty ? nil : keys
  }
}

extension [KeyEvent] {
  /// The keys of a sequence as `KeyEvent.sequence` reads them.
  public var notation: String { map(\.description).joined(separator: " ") }
}

extension KeyEvent.Modifiers {
  fileprivate init?(prefix: UInt8) {
    switch prefix {
    case UInt8(ascii: "C"): self = .control
    case UInt8(ascii: "M"), UInt8(ascii: "A"): self = .alt
    case UInt8(ascii: "S"): self = .shift
    default: return nil
    }
  }
}

extension KeyEvent.Key {
  /// The first name of a key is used for writing.
  private static let names: [(key: KeyEvent.Key, names: [String])] = [
    (.enter, ["Enter", "Return", "RET"]), (.tab, ["Tab"]), (.backspace, ["Backspace", "BS"]),
    (.escape, ["Esc", "Escape"]), (.delete, ["Delete", "Del"]), (.insert, ["Insert", "Ins"]),
    (.up, ["Up"]), (.down, ["Down"]), (.left, ["Left"]), (.right, ["Right"]),
    (.home, ["Home"]), (.end, ["End"]), (.pageUp, ["PgUp", "PageUp"]), (.pageDown, ["PgDn", "PageDown"]),
    (.character(" "), ["Space", "SPC"]),
  ]

  /// Whether a text is a name, whatever the case of its letters.
  private static func isSame(_ name: String, _ text: String) -> Bool {
    name.utf8.count == text.utf8.count
      && zip(name.utf8, text.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 | 0x20 && $1 | 0x20 >= 0x61 }
  }

  fileprivate var notation: String {
    if let name = Self.names.first(where: { $0.key == self })?.names.first { return name }
    return switch self {
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    // Every other key has a row above.
    default: ""
    }
  }

  /// By bytes, because all keys are read at every start.
  fileprivate init?(notation bytes: ArraySlice<UInt8>) {
    if bytes.count == 1, let byte = bytes.first, byte < 0x80, byte != UInt8(ascii: " ") {
      self = .character(Character(Unicode.Scalar(byte)))
      return
    }
    let notation = String(decoding: bytes, as: UTF8.self)
    if notation.count == 1, let character = notation.first, character != " " {
      self = .character(character)
    } else if let row = Self.names.first(where: { $0.names.contains { Self.isSame($0, notation) } }) {
      self = row.key
    } else if notation.utf8.first.map({ $0 | 0x20 }) == UInt8(ascii: "f"),
      notation.utf8.dropFirst().allSatisfy({ (48..<58).contains($0) }),
      let number = Int(notation.dropFirst()), (1...63).contains(number)
    {
      self = .function(number)
    } else {
      return nil
    }
  }
}

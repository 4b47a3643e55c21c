/// A key press, independent of the terminal's encoding.
///
/// Each press has exactly one value. Shift is a modifier where a terminal reports it: with keys that type nothing, and with
/// letters while control or alt is held (the letter is then in lower case). Otherwise it is part of the Character.
public struct KeyEvent: Hashable, Sendable {
  public enum Key: Hashable, Sendable {
    /// The Character that the key types. With control or alt held, the letter is in lower case, and shift is a
    /// modifier.
    case character(Character)
    case enter, tab, backspace, escape, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1 << 0)
    public static let alt = Modifiers(rawValue: 1 << 1)
    public static let control = Modifiers(rawValue: 1 << 2)
  }

  public var key: Key
  public var modifiers: Modifiers

  /// Normalises a press: `M-A` becomes alt and shift with `a`, and shift with `a` becomes `A`.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
    guard case .character(let character) = key else { return }
    if modifiers.isDisjoint(with: [.alt, .control]) {
      guard modifiers.contains(.shift) else { return }
      self.modifiers.remove(.shift)
      self.key = .character(character.single(character.uppercased()))
    } else if character.single(character.lowercased()) != character {
      self.modifiers.insert(.shift)
      self.key = .character(character.single(character.lowercased()))
    }
  }
}

extension KeyEvent {
  /// The same key while Alt is held.
  public var withAlt: KeyEvent { KeyEvent(key, modifiers.union(.alt)) }

  /// The Character that the key types as text; nil if it types none, or Control or Alt is held.
  public var typed: Character? {
    guard case .character(let character) = key, modifiers.isSubset(of: [.shift]) else { return nil }
    return character
  }
}

extension Character {
  /// The text if it is one Character, otherwise this Character: the capital of ß is two Characters.
  fileprivate func single(_ text: String) -> Character {
    text.count == 1 ? text.first ?? self : self
  }
}

/// Keys as emacs writes them: `C-a`, `M-Enter`, `S-Tab`, `C-M-x`, `F1`, `C-Space`.
extension KeyEvent: CustomStringConvertible {
  public var description: String {
    var text = ""
    if modifiers.contains(.control) { text += "C-" }
    if modifiers.contains(.alt) { text += "M-" }
    if modifiers.contains(.shift) { text += "S-" }
    return text + key.notation
  }

  /// Nil if the notation is not exactly one key. Names are case-insensitive, and modifiers may be in any order.
  public init?(notation: String) { self.init(notation.utf8[...]) }

  /// Parsed byte by byte, because all keys are parsed at every start, and because a combining mark after the hyphen would form
  /// one Character with it.
  private init?(_ notation: Substring.UTF8View) {
    var rest = notation
    var modifiers: Modifiers = []
    while rest.count > 2, let letter = rest.first, rest.dropFirst().first == UInt8(ascii: "-"),
      let modifier = Modifiers(prefix: letter)
    {
      modifiers.insert(modifier)
      rest = rest.dropFirst(2)
    }
    guard let key = Key(rest) else { return nil }
    self.init(key, modifiers)
  }

  /// The keys of a sequence such as `C-x C-e`; nil if one of them is not a key, or there is none.
  public static func sequence(_ notation: String) -> [KeyEvent]? {
    var keys: [KeyEvent] = []
    var rest = notation.utf8[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0 != UInt8(ascii: " ") }
      rest = rest[word.endIndex...].dropFirst()
      if word.isEmpty { continue }
      guard let key = KeyEvent(word) else { return nil }
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

  /// Whether a text equals a name, ignoring case.
  private static func isSame(_ name: String, _ text: Substring.UTF8View) -> Bool {
    name.utf8.count == text.count
      && zip(name.utf8, text).allSatisfy { $0 == $1 || $0 | 0x20 == $1 | 0x20 && $1 | 0x20 >= 0x61 }
  }

  fileprivate var notation: String {
    if let name = Self.names.first(where: { $0.key == self })?.names.first { return name }
    return switch self {
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    // All other keys are in the table above.
    default: ""
    }
  }

  fileprivate init?(_ bytes: Substring.UTF8View) {
    guard let first = bytes.first else { return nil }
    if bytes.count == 1, first < 0x80, first != UInt8(ascii: " ") {
      self = .character(Character(Unicode.Scalar(first)))
    } else if let row = Self.names.first(where: { $0.names.contains { Self.isSame($0, bytes) } }) {
      self = row.key
    } else if first | 0x20 == UInt8(ascii: "f"), bytes.dropFirst().allSatisfy({ (48..<58).contains($0) }),
      let number = Int(Substring(bytes.dropFirst())), (1...63).contains(number)
    {
      self = .function(number)
    } else {
      let text = Substring(bytes)
      guard text.count == 1, let character = text.first, character != " " else { return nil }
      self = .character(character)
    }
  }
}

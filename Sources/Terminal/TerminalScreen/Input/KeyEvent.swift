/// A key press, however the terminal encoded it.
///
/// One press has one value. Shift is a modifier where a terminal reports it: with keys that type nothing, and with
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
}

extension Character {
  /// The text if it is one Character, else this Character: the capital of ß is two Characters.
  fileprivate func single(_ text: String) -> Character {
    text.count == 1 ? text.first ?? self : self
  }
}

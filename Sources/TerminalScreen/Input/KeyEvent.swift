/// A key as it was pressed, whichever way the terminal told of it.
public struct KeyEvent: Hashable, Sendable {
  public enum Key: Hashable, Sendable {
    /// What the key types. With control or alt held the letter is in lower case unless shift is told apart.
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

  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

public import TerminalScreen

/// Keys pressed one after the other: "C-x b".
public nonisolated struct KeySequence: Hashable, Sendable, CustomStringConvertible {
  public let keys: [KeyEvent]

  public init(_ keys: [KeyEvent]) { self.keys = keys }

  public var description: String { keys.map(\.description).joined(separator: " ") }
}

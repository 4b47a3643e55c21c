/// One row of the key table, from which the help, the man page and `--print-keys` are generated.
public nonisolated struct KeyBinding: Hashable, Sendable {
  public let command: Command
  public let keys: [KeySequence]
  /// Its effect, in a few words.
  public let meaning: String

  public init(_ command: Command, _ keys: [KeySequence], _ meaning: String) {
    self.command = command
    self.keys = keys
    self.meaning = meaning
  }
}

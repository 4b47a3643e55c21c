/// Where a key has a meaning of its own. Areas lie over each other; the topmost one that knows a key has it.
public nonisolated enum KeyArea: String, Hashable, Sendable, CaseIterable {
  /// While something is suggested.
  case popup
  /// The composer, and every line that is typed in.
  case composer
  /// While a message is chosen.
  case message
  /// A list that lies over the screen.
  case panel
  /// Everywhere.
  case global
}

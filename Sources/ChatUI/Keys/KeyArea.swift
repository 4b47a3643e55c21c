/// An area in which keys have a meaning of their own. Areas are stacked; the topmost one that knows a key handles it.
public nonisolated enum KeyArea: String, Hashable, Sendable, CaseIterable {
  /// While suggestions are shown.
  case popup
  /// The composer, and every other line of input.
  case composer
  /// While a message is selected.
  case message
  /// A list shown over the screen.
  case panel
  /// Everywhere.
  case global
}

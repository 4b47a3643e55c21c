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

/// The areas that keys have a meaning in, the topmost first: made once, because every key asks.
nonisolated extension [KeyArea] {
  static let whileNothingIsOpen: [KeyArea] = [.global]
  static let whileWriting: [KeyArea] = [.composer, .global]
  static let whileSuggesting: [KeyArea] = [.popup, .composer, .global]
  static let whileMessageIsSelected: [KeyArea] = [.message, .global]
  static let whilePanelIsShown: [KeyArea] = [.panel, .composer, .global]
}

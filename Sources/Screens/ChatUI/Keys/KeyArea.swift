/// An area in which keys have a meaning of their own. Areas are stacked; the topmost one that knows a key handles it.
public nonisolated enum KeyArea: String, Hashable, Sendable, CaseIterable {
  /// With vi's keys: while text is typed, before all others.
  case insert
  /// With vi's keys: what an operator takes, or what is selected.
  case textObject = "object"
  /// With vi's keys: while text is selected.
  case visual
  /// With vi's keys: while keys type no text.
  case normal
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

  /// Whether there is such an area with vi's keys alone.
  public var isOfVi: Bool {
    switch self {
    case .insert, .textObject, .visual, .normal: true
    case .popup, .composer, .message, .panel, .global: false
    }
  }

  /// The areas that there are with the keys of a style.
  public static func areas(in style: KeyStyle) -> [KeyArea] { allCases.filter { style == .vi || !$0.isOfVi } }
}

/// The areas that keys have a meaning in, the topmost first: made once, because every key asks.
nonisolated extension [KeyArea] {
  static let whileNothingIsOpen: [KeyArea] = [.global]
  static let whileWriting: [KeyArea] = [.composer, .global]
  static let whileSuggesting: [KeyArea] = [.popup, .composer, .global]
  static let whileMessageIsSelected: [KeyArea] = [.message, .global]
  static let whilePanelIsShown: [KeyArea] = [.panel, .composer, .global]
}

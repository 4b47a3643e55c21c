import TerminalScreen

/// The number of colours of a terminal.
enum ColorDepth: Hashable, CaseIterable {
  case none, eight, sixteen, palette
  /// Exact red, green and blue.
  case direct

  init(colors: Int, isDirect: Bool, wanted: TerminalOptions.Colors = .automatic) {
    switch colors {
    // A direct-colour terminal has no smaller palette; its first sixteen colours are the same.
    case 16... where wanted == .sixteen && !(isDirect && colors >= 1 << 24): self = .sixteen
    case ..<8: self = .none
    case 8..<16: self = .eight
    case 16..<256: self = .sixteen
    default: self = isDirect && colors >= 1 << 24 ? .direct : .palette
    }
  }

  /// Whether the terminal has only the named colours, without shades between them.
  var isNamed: Bool { self == .eight || self == .sixteen }
}

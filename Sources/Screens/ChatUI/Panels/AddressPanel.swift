import ChatScreens

/// Asks for the address of a link.
final class AddressPanel: LinePanel {
  /// The beginning of most addresses, prefilled.
  private static let beginning = "https://"
  var line = QueryLine(beginning)
  let title = "Link to"
  let note = "The address that the words are to lead to"
  let hint: String
  private let makeLink: (String) -> Bool

  /// - Parameter makeLink: creates the link; returns false if the address is invalid.
  init(keymap: Keymap, _ makeLink: @escaping (String) -> Bool) {
    self.makeLink = makeLink
    hint = keymap.hint((.panel(.accept), "link"), (.panel(.dismiss), "close"))
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss: return .close
    // An invalid address stays in the line for correction.
    case .accept: return makeLink(address) ? .close : .stay
    default: return .stay
    }
  }

  /// The address. Pasting or typing a complete one duplicates the prefilled beginning, which is then dropped.
  private var address: String {
    let words = line.words
    guard words.hasPrefix(Self.beginning) else { return words }
    let rest = String(words.dropFirst(Self.beginning.count))
    return WebAddress.isHarmless(rest) ? rest : words
  }
}

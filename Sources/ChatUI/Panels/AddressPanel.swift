import ChatScreens

/// Asks for the address of a link.
final class AddressPanel: Panel {
  /// The beginning of most addresses, prefilled.
  private static let beginning = "https://"
  private var line = QueryLine(beginning)
  private let hint: String
  private let makeLink: (String) -> Bool

  /// - Parameter makeLink: creates the link; returns false if the address is invalid.
  init(keymap: Keymap, _ makeLink: @escaping (String) -> Bool) {
    self.makeLink = makeLink
    hint = keymap.hint((.panel(.accept), "link"), (.panel(.dismiss), "close"))
  }

  var state: PanelState {
    var state = ListPanelState()
    state.title = "Link to"
    state.query = line.text
    state.queryCaret = line.caret
    state.note = "The address that the words are to lead to"
    state.hint = hint
    return .list(state)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss: return .close
    // An invalid address stays in the line, to be corrected.
    case .accept: return makeLink(address) ? .close : .stay
    default: return .stay
    }
  }

  /// The address. Pasting or typing a whole one doubles the prefilled beginning, which is then dropped.
  private var address: String {
    let words = line.words
    guard words.hasPrefix(Self.beginning) else { return words }
    let rest = String(words.dropFirst(Self.beginning.count))
    return WebAddress.isHarmless(rest) ? rest : words
  }

  func type(_ text: String) -> PanelOutcome {
    _ = line.type(text)
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    _ = line.edit(command, ring)
    return .stay
  }
}

import ChatScreens
import Composer

/// A panel that asks for one line of text.
final class LinePanel: Panel {
  private var line: QueryLine
  private let title: String
  private let note: String
  private let hint: String
  private let onEdit: (String) -> Void
  private let accept: (String) -> Bool

  /// - Parameters:
  ///   - title: the name of the requested text.
  ///   - note: the purpose of the requested text.
  ///   - text: the initial text.
  ///   - onEdit: called with the text after each change.
  ///   - accept: takes the text, without surrounding blanks; returns false if it is invalid and stays for correction.
  init(
    title: String, note: String, hint: String, text: String, onEdit: @escaping (String) -> Void = { _ in },
    accept: @escaping (String) -> Bool
  ) {
    self.title = title
    self.note = note
    self.hint = hint
    self.onEdit = onEdit
    self.accept = accept
    line = QueryLine(text)
  }

  var state: PanelState {
    var state = ListPanelState()
    state.title = title
    state.query = line.text
    state.queryCaret = line.caret
    state.note = note
    state.hint = hint
    return .list(state)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss: .close
    case .accept: accept(line.words) ? .close : .stay
    default: .stay
    }
  }

  func type(_ text: String) -> PanelOutcome {
    if line.type(text) { onEdit(line.text) }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    if line.edit(command, ring) { onEdit(line.text) }
    return .stay
  }
}

extension LinePanel {
  /// Asks for the address of a link.
  ///
  /// - Parameter makeLink: creates the link; returns false if the address is invalid.
  static func address(_ keymap: Keymap, _ makeLink: @escaping (String) -> Bool) -> LinePanel {
    let beginning = "https://"
    let hint = keymap.hint((.panel(.accept), "link"), (.panel(.dismiss), "close"))
    return LinePanel(
      title: "Link to", note: "Link address", hint: hint, text: beginning
    ) { text in
      // Pasting or typing a complete address duplicates the prefilled beginning, which is then dropped.
      let rest = text.hasPrefix(beginning) ? String(text.dropFirst(beginning.count)) : ""
      return makeLink(WebAddress.isHarmless(rest) ? rest : text)
    }
  }
}

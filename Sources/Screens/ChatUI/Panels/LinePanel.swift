import ChatScreens

/// A panel that asks for one line of text.
protocol LinePanel: Panel {
  var line: QueryLine { get set }
  /// The name of the requested text.
  var title: String { get }
  /// The purpose of the requested text.
  var note: String { get }
  var hint: String { get }
}

extension LinePanel {
  var state: PanelState {
    var state = ListPanelState()
    state.title = title
    state.query = line.text
    state.queryCaret = line.caret
    state.note = note
    state.hint = hint
    return .list(state)
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

import ChatScreens

/// Asks why one wants to be let into a channel; nothing need be said.
final class KnockPanel: Panel {
  private var line: QueryLine
  private let title: String
  private let hint: String
  private let end: (_ reason: String, _ isAsked: Bool) -> Void

  /// - Parameters:
  ///   - channel: as it is called.
  ///   - reason: what was typed before.
  ///   - end: asks to be let in for this reason, or keeps it for the next time.
  init(
    _ channel: String, reason: String, keymap: Keymap,
    end: @escaping (_ reason: String, _ isAsked: Bool) -> Void
  ) {
    line = QueryLine(reason)
    title = "Ask to be let into \(channel)?"
    hint = keymap.hint((.panel(.accept), "ask"), (.panel(.dismiss), "do not"))
    self.end = end
  }

  var state: PanelState {
    var state = ListPanelState()
    state.title = title
    state.query = line.text
    state.queryCaret = line.caret
    state.note = "You may say why"
    state.hint = hint
    return .list(state)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss, .accept:
      end(line.words, command == .accept)
      return .close
    default: return .stay
    }
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

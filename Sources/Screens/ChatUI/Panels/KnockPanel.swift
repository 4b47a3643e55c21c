/// Asks why one wants to be let into a channel; nothing need be said.
final class KnockPanel: LinePanel {
  var line: QueryLine { didSet { keep(line.text) } }
  let title: String
  let note = "You may say why"
  let hint: String
  private let keep: (_ reason: String) -> Void
  private let ask: (_ reason: String) -> Void

  /// - Parameters:
  ///   - channel: as it is called.
  ///   - reason: what was typed before.
  ///   - keep: keeps what is typed for the next time.
  ///   - ask: asks to be let in for this reason.
  init(
    _ channel: String, reason: String, keymap: Keymap,
    keep: @escaping (_ reason: String) -> Void, ask: @escaping (_ reason: String) -> Void
  ) {
    line = QueryLine(reason)
    title = "Ask to be let into \(channel)?"
    hint = keymap.hint((.panel(.accept), "ask"), (.panel(.dismiss), "do not"))
    self.keep = keep
    self.ask = ask
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .accept:
      ask(line.words)
      return .close
    case .dismiss: return .close
    default: return .stay
    }
  }
}

/// Asks why one wants to be let into a channel; nothing need be said.
final class KnockPanel: LinePanel {
  var line: QueryLine
  let title: String
  let note = "You may say why"
  let hint: String
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

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss, .accept:
      end(line.words, command == .accept)
      return .close
    default: return .stay
    }
  }
}

import ChatDomain
import ChatScreens
import TerminalScreen

/// A question about something that cannot be undone, or that others see. It is confirmed by the key that accepts in
/// lists, which is no letter: whoever types goes on typing, and what they type leaves the question and is text.
///
/// A confirmation that follows so fast that nobody can have read the question has no effect either.
final class QuestionPanel: Panel {
  let state: PanelState
  private let act: () -> Void
  private let reading: QuestionReading

  /// - Parameters:
  ///   - yes: what confirming it does.
  ///   - no: what leaving it does.
  init(
    title: String, text: String, yes: String, no: String, keymap: Keymap, clock: any ChatClock,
    act: @escaping () -> Void
  ) {
    let answers = [(PanelCommand.accept, yes), (.dismiss, no)].map { command, meaning in
      let keys = keymap.keys(of: .panel(command)).first?.description
      return QuestionState.Answer(key: keys ?? Command.panel(command).name, meaning: meaning)
    }
    state = .question(QuestionState(title: title, text: text, answers: answers))
    self.act = act
    reading = QuestionReading(clock)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss: return .close
    case .accept where reading.isPossible:
      act()
      return .close
    default: return .stay
    }
  }

  func type(_ text: String) -> PanelOutcome { .passOn }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}

import ChatDomain
import ChatScreens

/// Asks whether typed names are to become mentions. No letter answers it: letters and pastes go on in the text.
final class MentionQuestion: Panel {
  let state: PanelState
  private let reading: QuestionReading
  private let act: (_ isTelling: Bool) -> Void

  /// - Parameter act: called with the answer, if there is one.
  init(_ words: NameWords, keymap: Keymap, clock: any ChatClock, act: @escaping (_ isTelling: Bool) -> Void) {
    let answers: [(command: PanelCommand, meaning: String)] = [
      (.toggle, "tell \(words.people), and send"),
      (.accept, "send it as text, and tell nobody"),
      (.dismiss, "go on writing"),
    ]
    state = .question(
      QuestionState(
        title: "Tell \(words.people)?", text: words.question,
        answers: answers.map { command, meaning in
          let key = keymap.keys(of: .panel(command)).first?.description
          return .init(key: key ?? Command.panel(command).name, meaning: meaning)
        }))
    reading = QuestionReading(clock)
    self.act = act
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    // The second of two quick Enters answers no question that nobody has read.
    case .toggle, .accept:
      guard reading.isPossible else { return .stay }
      act(command == .toggle)
    case .dismiss: break
    default: return .stay
    }
    return .close
  }

  func type(_ text: String) -> PanelOutcome { .passOn }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}

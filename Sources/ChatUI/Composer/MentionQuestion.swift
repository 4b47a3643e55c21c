import ChatDomain
import ChatScreens

/// Asks whether typed names become mentions. Letters answer nothing: they are typed on in the text, as pasted text is.
final class MentionQuestion: Panel {
  let state: PanelState
  private let reading: QuestionReading
  private let onAnswer: (_ isTelling: Bool) -> Void

  /// - Parameter onAnswer: called with the answer, if there is one.
  init(
    _ names: NameAnnouncement, keymap: Keymap, clock: any ChatClock,
    onAnswer: @escaping (_ isTelling: Bool) -> Void
  ) {
    let answers: [(command: PanelCommand, meaning: String)] = [
      (.toggle, "tell \(names.people), and send"),
      (.accept, "send it as text, and tell nobody"),
      (.dismiss, "go on writing"),
    ]
    state = .question(
      QuestionState(
        title: "Tell \(names.people)?", text: names.question,
        answers: answers.map { command, meaning in
          let key = keymap.keys(of: .panel(command)).first?.description
          return .init(key: key ?? Command.panel(command).name, meaning: meaning)
        }))
    reading = QuestionReading(clock)
    self.onAnswer = onAnswer
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    // The second of two quick Enters must not answer a question that the user has not read.
    case .toggle, .accept:
      guard reading.isPossible else { return .stay }
      onAnswer(command == .toggle)
    case .dismiss: break
    default: return .stay
    }
    return .close
  }

  func type(_ text: String) -> PanelOutcome { .passOn }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}

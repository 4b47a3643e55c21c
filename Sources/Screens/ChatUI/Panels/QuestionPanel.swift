import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// A question about something that cannot be undone, or that others see. It is answered by keys of lists, which are no
/// letters: whoever types goes on typing, and what they type leaves the question and is text.
///
/// An answer that does something, and follows so fast that nobody can have read the question, has no effect either.
final class QuestionPanel: Panel {
  /// A key and what it does.
  struct Answer {
    let key: PanelCommand
    let meaning: String
    let act: (() -> Void)?

    /// - Parameter act: what it does besides closing the question; nil: nothing.
    init(_ key: PanelCommand, _ meaning: String, act: (() -> Void)? = nil) {
      self.key = key
      self.meaning = meaning
      self.act = act
    }
  }

  let state: PanelState
  private let answers: [Answer]
  private let reading: QuestionReading
  private let letsEdit: Bool
  /// The line that led to the question, which comes back if what is confirmed fails.
  private let typedCommand = TypedCommand.current

  /// - Parameter letsEdit: whether keys of the composer, as letters do, leave the question and go on in the draft.
  init(
    title: String, text: String, answers: [Answer], letsEdit: Bool = false, keymap: Keymap,
    clock: any ChatClock
  ) {
    self.letsEdit = letsEdit
    let shown = answers.map { answer in
      let key = keymap.keys(of: .panel(answer.key)).first?.description
      return QuestionState.Answer(key: key ?? Command.panel(answer.key).name, meaning: answer.meaning)
    }
    state = .question(QuestionState(title: title, text: text, answers: shown))
    self.answers = answers
    reading = QuestionReading(clock)
  }

  /// A question that is confirmed or left.
  ///
  /// - Parameters:
  ///   - yes: what confirming it does.
  ///   - no: what leaving it does.
  convenience init(
    title: String, text: String, yes: String, no: String, keymap: Keymap, clock: any ChatClock,
    act: @escaping () -> Void
  ) {
    self.init(
      title: title, text: text, answers: [Answer(.accept, yes, act: act), Answer(.dismiss, no)],
      keymap: keymap, clock: clock)
  }

  func takes(_ command: PanelCommand) -> Bool {
    !letsEdit || command == .dismiss || answers.contains { $0.key == command }
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    guard let answer = answers.first(where: { $0.key == command }) else {
      return command == .dismiss ? .close : .stay
    }
    guard let act = answer.act else { return .close }
    guard reading.isPossible else { return .stay }
    TypedCommand.$current.withValue(typedCommand) { act() }
    return .close
  }

  func type(_ text: String) -> PanelOutcome { .passOn }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { letsEdit ? .passOn : .stay }
}

extension AppServices {
  /// Asks before something is done that others see, or that cannot be taken back.
  ///
  /// - Parameters:
  ///   - yes: what confirming it does.
  ///   - no: what leaving it does.
  func ask(_ title: String, _ text: String, yes: String, no: String, act: @escaping () -> Void) {
    show(
      QuestionPanel(
        title: title, text: text, yes: yes, no: no, keymap: keymap, clock: client.clock, act: act))
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// A question about an action that cannot be undone, or that others see. Only list keys answer it, never letters: letters close
/// the question and are typed into the draft.
///
/// A confirmation that arrives too fast for the question to have been read is ignored too.
final class QuestionPanel: Panel {
  /// A key and its effect.
  struct Answer {
    let key: PanelCommand
    let meaning: String
    let isImmediate: Bool
    let act: (() -> Void)?

    /// - Parameters:
    ///   - isImmediate: whether it also acts if the question cannot have been read yet.
    ///   - act: its effect besides closing the question; nil for none.
    init(_ key: PanelCommand, _ meaning: String, isImmediate: Bool = false, act: (() -> Void)? = nil) {
      self.key = key
      self.meaning = meaning
      self.isImmediate = isImmediate
      self.act = act
    }
  }

  /// Faster than anyone can read and answer a question.
  static let shortestReading = Duration.milliseconds(300)

  let state: PanelState
  private let answers: [Answer]
  private let letsEdit: Bool
  private let clock: any ChatClock
  private let asked: Timestamp
  /// The command line that led to the question, which is restored if the confirmed action fails.
  private let typedCommand = TypedCommand.current

  /// - Parameter letsEdit: whether composer keys, like letters, close the question and act on the draft.
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
    self.clock = clock
    asked = clock.now
  }

  func takes(_ command: PanelCommand) -> Bool {
    !letsEdit || command == .dismiss || answers.contains { $0.key == command }
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    guard let answer = answers.first(where: { $0.key == command }) else {
      return command == .dismiss ? .close : .stay
    }
    guard let act = answer.act else { return .close }
    guard answer.isImmediate || isReadable else { return .stay }
    TypedCommand.$current.withValue(typedCommand) { act() }
    return .close
  }

  func type(_ text: String) -> PanelOutcome { .passOn }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { letsEdit ? .passOn : .stay }

  /// Whether the question has been visible long enough to have been read.
  private var isReadable: Bool {
    let waited = clock.now - asked
    // If the clock was set back, the elapsed time is unknown.
    return waited < .zero || waited >= Self.shortestReading
  }
}

extension AppContext {
  /// Asks before an action that others see or that cannot be undone.
  ///
  /// - Parameters:
  ///   - yes: the effect of confirming.
  ///   - no: the effect of cancelling.
  func ask(_ title: String, _ text: String, yes: String, no: String, act: @escaping () -> Void) {
    ask(title, text, [.init(.accept, yes, act: act), .init(.dismiss, no)])
  }

  /// Ends the program; asks first if text that is not saved would be lost.
  ///
  /// - Parameter next: what runs after it.
  func quit(before next: NextRun = .stop) {
    guard case .failed(let error)? = frames.trouble, client.hasUnsavedText else { return end(before: next) }
    ask(
      "Quit and lose text?", "What you wrote last is not saved: \(error).",
      yes: "quit; the text is lost", no: "stay"
    ) { [self] in end(before: next) }
  }

  /// - Parameter letsEdit: whether composer keys, like letters, close the question and act on the draft.
  func ask(_ title: String, _ text: String, _ answers: [QuestionPanel.Answer], letsEdit: Bool = false) {
    show(
      QuestionPanel(
        title: title, text: text, answers: answers, letsEdit: letsEdit, keymap: keymap, clock: client.clock))
  }
}

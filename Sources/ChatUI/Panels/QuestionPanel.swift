import ChatDomain
import ChatScreens
import TerminalScreen

/// A question answered with a letter. No other key has an effect: Enter and stray keys do not delete anything, nor does
/// a letter that follows so fast that nobody can have read the question.
final class QuestionPanel: Panel {
  private struct Answer {
    let key: Character
    let meaning: String
    let act: () -> Void

    init(_ key: Character, _ meaning: String, _ act: @escaping () -> Void = {}) {
      self.key = key
      self.meaning = meaning
      self.act = act
    }
  }

  private let title: String
  private let text: String
  private let answers: [Answer]
  private let clock: any ChatClock
  private let asked: Timestamp
  /// Nobody can read and answer a question in less time.
  static let shortestReading = Duration.milliseconds(300)

  /// A question with "y" to do it and "n" to cancel.
  init(
    title: String, text: String, yes: String, no: String, clock: any ChatClock, act: @escaping () -> Void
  ) {
    self.title = title
    self.text = text
    self.clock = clock
    asked = clock.now
    answers = [Answer("y", yes, act), Answer("n", no)]
  }

  var state: PanelState {
    .question(
      QuestionState(
        title: title, text: text,
        answers: answers.map { QuestionState.Answer(key: String($0.key), meaning: $0.meaning) }))
  }

  private var canHaveBeenRead: Bool {
    let waited = clock.now - asked
    // A clock that was set back does not tell how much time has passed.
    return waited < .zero || waited >= Self.shortestReading
  }

  func answer(_ key: KeyEvent) -> PanelOutcome? {
    guard case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty else {
      return nil
    }
    let answer =
      answers.first { $0.key == character }
      ?? answers.first { String($0.key) == character.lowercased() }
    guard let answer else { return nil }
    if answer.key == "y", !canHaveBeenRead { return .stay }
    answer.act()
    return .close
  }

  func perform(_ command: PanelCommand) -> PanelOutcome { command == .dismiss ? .close : .stay }
  func type(_ text: String) -> PanelOutcome { .stay }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}

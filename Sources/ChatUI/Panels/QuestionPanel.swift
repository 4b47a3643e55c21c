import ChatScreens
import TerminalScreen

/// A question that is answered with a letter. Nothing but its letter does anything: Enter and stray keys do not delete.
final class QuestionPanel: Panel {
  struct Answer {
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

  init(title: String, text: String, answers: [Answer]) {
    self.title = title
    self.text = text
    self.answers = answers
  }

  /// A question with "y" for doing it and "n" for not.
  convenience init(title: String, text: String, yes: String, no: String, act: @escaping () -> Void) {
    self.init(title: title, text: text, answers: [Answer("y", yes, act), Answer("n", no)])
  }

  var state: PanelState {
    .question(
      QuestionState(
        title: title, text: text,
        answers: answers.map { QuestionState.Answer(key: String($0.key), meaning: $0.meaning) }))
  }

  func answer(_ key: KeyEvent) -> PanelOutcome? {
    guard case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty else {
      return nil
    }
    let answer =
      answers.first { $0.key == character }
      ?? answers.first { String($0.key) == character.lowercased() }
    guard let answer else { return nil }
    answer.act()
    return .close
  }

  func perform(_ command: PanelCommand) -> PanelOutcome { command == .dismiss ? .close : .stay }
  func type(_ text: String) -> PanelOutcome { .stay }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}

import ChatScreens
import TerminalScreen

/// Asks whether typed names are to become mentions. No letter answers it: letters and pastes go on in the text.
final class MentionQuestion: Panel {
  private static let tell = KeyEvent(.tab)
  private static let sendAsText = KeyEvent(.enter)

  private let words: NameWords
  private let composer: ComposerPane
  private let leaveKey: String
  private let act: (_ isTelling: Bool) -> Void

  /// - Parameter act: called with the answer, if there is one.
  init(
    _ words: NameWords, composer: ComposerPane, keymap: Keymap, act: @escaping (_ isTelling: Bool) -> Void
  ) {
    self.words = words
    self.composer = composer
    leaveKey = keymap.keys(of: .panel(.dismiss)).first?.description ?? ""
    self.act = act
  }

  var state: PanelState {
    let answers = [
      (key: Self.tell.description, meaning: "tell \(words.people), and send"),
      (key: Self.sendAsText.description, meaning: "send it as text, and tell nobody"),
      (key: leaveKey, meaning: "go on writing"),
    ]
    return .question(
      QuestionState(
        title: "Tell \(words.people)?", text: words.question,
        answers: answers.filter { !$0.key.isEmpty }.map { .init(key: $0.key, meaning: $0.meaning) }))
  }

  func answer(_ key: KeyEvent) -> PanelOutcome? {
    if key == Self.tell {
      act(true)
    } else if key == Self.sendAsText {
      act(false)
    } else if case .character(let character) = key.key, key.modifiers.isSubset(of: [.shift]) {
      composer.type(String(character))
    } else {
      return nil
    }
    return .close
  }

  func perform(_ command: PanelCommand) -> PanelOutcome { command == .dismiss ? .close : .stay }

  func type(_ text: String) -> PanelOutcome {
    composer.paste(text)
    return .close
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}

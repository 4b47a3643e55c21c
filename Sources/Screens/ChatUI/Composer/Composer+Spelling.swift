import ChatControllers

extension Composer {
  /// Suggests spellings for a word.
  func spellWord() -> ComposerOutcome {
    guard let spelling = checkedSpelling else { return .nothing }
    spelling.findWord { [weak self] in _ = self?.completion.open() }
    return .done
  }

  /// Performs a vi command about spelling; nil if the command is about something else.
  func perform(spelling command: ViCommand) -> ComposerOutcome? {
    switch command {
    case .spellWord, .addWord, .nextMisspelling, .previousMisspelling: break
    default: return nil
    }
    vi?.forgetUnfinished()
    if command == .spellWord { return spellWord() }
    guard let spelling = checkedSpelling else { return .nothing }
    if command == .addWord {
      spelling.addWordAtCaret()
      return .done
    }
    guard let place = spelling.misspelling(isBackward: command == .previousMisspelling) else {
      return .nothing
    }
    draft.utf8Caret = place
    vi?.caretDidJump()
    return .done
  }

  /// Nil, with a notice, where spelling is not checked.
  private var checkedSpelling: DraftSpelling? {
    if spelling == nil {
      services.say(
        Notice(
          services.isLineMode
            ? "Spelling is not checked in lines that are read aloud"
            : "Spelling is not checked: spelling.languages in the configuration says in which languages"))
    }
    return spelling
  }
}

import ChatControllers

extension Composer {
  /// Suggests how a word is spelled.
  func spellWord() -> ComposerOutcome {
    guard let spelling = checkedSpelling else { return .nothing }
    spelling.findWord { [weak self] in _ = self?.completion.open() }
    return .done
  }

  /// Performs a key of vi that is about spelling; nil if it is about something else.
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

  /// Nil where nothing is checked, which is said then.
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

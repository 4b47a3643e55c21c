import ChatControllers
import DraftEngine

/// How a command affects the selection, vi's insertion and the popup.
nonisolated extension ComposerCommand {
  /// Whether the command acts on a selected mention or leaves it selected. All other commands deselect it first.
  var keepsMentionSelected: Bool {
    switch self {
    case .deleteLeft, .deleteRight, .left, .right, .newline, .yank, .togglePreview, .showInChannel,
      .killBlankWord, .copyRegion, .linkRegion:
      true
    default: false
    }
  }

  /// Whether typing in vi's insert mode continues as the same insertion after the command.
  var continuesTyping: Bool {
    switch self {
    case .deleteLeft, .newline, .killBlankWord, .complete, .yank: true
    default: false
    }
  }

  /// Whether the command only moves the caret, or sends the text.
  var movesCaret: Bool {
    switch self {
    case .lineStart, .lineEnd, .left, .right, .up, .down, .wordLeft, .wordRight, .textStart, .textEnd,
      .exchangeMark, .send:
      true
    default: false
    }
  }

  /// Whether the command may open the popup if it is closed.
  var mayOpenPopup: Bool {
    switch self {
    case .deleteLeft, .deleteRight, .complete: true
    default: false
    }
  }
}

nonisolated extension PopupCommand {
  /// Whether the command may accept a choice.
  var accepts: Bool { self == .accept || self == .acceptChosen }

  /// The command that the composer performs instead if the popup has no choice to act on.
  var withoutChoices: ComposerCommand {
    switch self {
    case .next: .down
    case .previous: .up
    case .accept, .dismiss: .complete
    case .acceptChosen: .send
    }
  }
}

extension Composer {
  /// Closes the popup, or else deselects, ends the edit of a message, or removes the quote. The draft's text is kept.
  ///
  /// - Returns: false if none of these was open.
  package func stepBack() -> Bool {
    defer { context.setNeedsFrame() }
    if completion.dismiss() { return true }
    if !editor.selection.isEmpty {
      editor.deselect()
      vi?.caretDidJump()
    } else if draft.editedMessage != nil {
      related.endEdit()
    } else if draft.quoted != nil {
      draft.removeQuote()
    } else {
      return false
    }
    return true
  }

  /// Whether stepping back has an effect here. With vi's keys Escape always belongs to the composer.
  package var canStepBack: Bool {
    vi != nil || completion.popup != nil || !editor.selection.isEmpty || draft.editedMessageId != nil
      || draft.quoted != nil
  }

  /// Moves the text to the history of drafts. Undo restores it too.
  ///
  /// - Returns: whether there was any text.
  @discardableResult
  package func setAside() -> Bool {
    guard !draft.text.isBlank else { return false }
    vi?.endInsertion()
    history.setAside()
    completion.close()
    return true
  }
}

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
      context.say(context.isLineMode ? .spellingNeedsScreen : .spellingNeedsLanguages)
    }
    return spelling
  }
}

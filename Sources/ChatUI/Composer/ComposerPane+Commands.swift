import ChatControllers
import ChatDomain
import DraftEngine

extension ComposerPane {
  /// Does what a key is bound to.
  @discardableResult
  func perform(_ command: ComposerCommand) -> ComposerOutcome {
    let before = chain
    chain = .none
    if command != .up, command != .down { column = nil }
    if !command.keepsElement { takeElementAsRegion(for: command) }
    let outcome = run(command, after: before)
    refreshPopup(mayOpen: command.mayOpenPopup)
    services?.setNeedsFrame()
    return outcome
  }

  private func run(_ command: ComposerCommand, after before: EditChain) -> ComposerOutcome {
    switch command {
    case .lineStart: move(.lineStart)
    case .lineEnd: move(.lineEnd)
    case .left: move(.characterBackward)
    case .right: move(.characterForward)
    case .wordLeft: move(.wordBackward)
    case .wordRight: move(.wordForward)
    case .textStart: move(.textStart)
    case .textEnd: move(.textEnd)
    case .up: moveUp()
    case .down: moveDown()
    case .killLine: kill(.lineEnd, after: before)
    case .killToLineStart: kill(.lineStart, after: before)
    case .killBlankWord: killRegion() ?? kill(.blankDelimitedWordBackward, after: before)
    case .killWordLeft: kill(.wordBackward, after: before)
    case .killWordRight: kill(.wordForward, after: before)
    case .yank: yank()
    case .yankPop: yankPop(after: before)
    case .deleteLeft: deleteLeft()
    case .deleteRight: deleteRight()
    case .transpose: transpose()
    case .transposeWords: transposeWords()
    case .upcaseWord: changeCase(.upper)
    case .downcaseWord: changeCase(.lower)
    case .capitalizeWord: changeCase(.capital)
    case .undo: undo(after: before)
    case .redo: redo()
    case .setMark: setMark()
    case .exchangeMark: exchangeMark()
    case .copyRegion: copyRegion()
    case .linkRegion: askForLink()
    case .send: send()
    case .newline: newline()
    case .externalEditor: openEditor()
    case .previousInHistory: previousInHistory()
    case .nextInHistory: nextInHistory()
    case .searchHistory: .searchHistory
    case .complete: complete()
    case .removeQuote: removeQuote()
    case .removeLastFile: removeLastFile(after: before)
    case .showInChannel: toggleShownInChannel()
    case .togglePreview: togglePreview()
    }
  }

  /// A person typed this. Nothing is replaced by it but a selected element: a region is readline's, which typing ends
  /// and does not remove.
  func type(_ text: String) {
    var text = PastedText.clean(text)
    if case .blank(before: caret) = chain { takeBackBlank(before: &text) }
    insert(Clipping(text), origin: .typing)
    refreshPopup(mayOpen: true)
  }

  /// Puts words that were found again at the caret, with the elements in them.
  func insert(_ entry: DraftHistoryEntry) {
    insert(Clipping(entry.elements), origin: .paste)
    refreshPopup(mayOpen: false)
  }

  /// Puts words below what stands there.
  func append(_ text: String) {
    place(caretAt: draft.text.utf8.count)
    insert(Clipping((isEmpty ? "" : "\n") + PastedText.clean(text)), origin: .typing)
  }

  func insert(_ clipping: Clipping, origin: EditOrigin) {
    chain = .none
    column = nil
    guard !clipping.isEmpty else { return }
    replace(element ?? caret..<caret, with: clipping, origin: origin)
    services?.setNeedsFrame()
  }

  private func newline() -> ComposerOutcome {
    insert(Clipping("\n"), origin: .typing)
    return .done
  }

  private func togglePreview() -> ComposerOutcome {
    isPreviewShown.toggle()
    return .done
  }
}

nonisolated extension ComposerCommand {
  /// Whether the key goes on with an element that is selected; all others let go of it.
  fileprivate var keepsElement: Bool {
    switch self {
    case .deleteLeft, .deleteRight, .left, .right, .newline, .yank, .togglePreview, .showInChannel: true
    default: false
    }
  }

  /// Whether the key does nothing but change the words or move within them.
  var isMereEditing: Bool {
    switch self {
    case .lineStart, .lineEnd, .left, .right, .wordLeft, .wordRight, .textStart, .textEnd, .deleteLeft,
      .deleteRight,
      .killLine, .killToLineStart, .killBlankWord, .killWordLeft, .killWordRight, .yank, .yankPop, .transpose,
      .transposeWords, .upcaseWord, .downcaseWord, .capitalizeWord, .undo, .redo, .newline:
      true
    default: false
    }
  }

  /// Whether the key may bring up suggestions that were not there.
  fileprivate var mayOpenPopup: Bool {
    switch self {
    case .deleteLeft, .deleteRight, .complete: true
    default: false
    }
  }
}

import ChatControllers
import ChatDomain
import DraftEngine

/// The commands for moving and editing in a draft, as in Readline and Emacs.
struct EditingCommands {
  private let editor: ComposerTextEditor
  private let previous: PreviousAction
  private let context: any ComposerContext
  private var draft: MessageDraft { editor.draft }

  /// - Parameter previous: the state that the previous action left.
  init(_ editor: ComposerTextEditor, after previous: PreviousAction, context: any ComposerContext) {
    self.editor = editor
    self.previous = previous
    self.context = context
  }

  /// - Returns: whether the command had an effect; nil if it is not an editing command.
  func perform(_ command: ComposerCommand) -> Bool? {
    switch command {
    case .lineStart: move(.lineStart)
    case .lineEnd: move(.lineEnd)
    case .left: move(.characterBackward)
    case .right: move(.characterForward)
    case .wordLeft: move(.wordBackward)
    case .wordRight: move(.wordForward)
    case .textStart: move(.textStart)
    case .textEnd: move(.textEnd)
    case .deleteLeft: delete(.characterBackward)
    case .deleteRight: delete(.characterForward)
    case .newline: insertNewline()
    case .transpose: transposeCharacters()
    case .transposeWords: transposeWords()
    case .upcaseWord: changeCase(.upper)
    case .downcaseWord: changeCase(.lower)
    case .capitalizeWord: changeCase(.capital)
    case .killLine: kill(.lineEnd)
    case .killToLineStart: kill(.lineStart)
    case .killBlankWord: killRegion() ?? kill(.blankDelimitedWordBackward)
    case .killWordLeft: kill(.wordBackward)
    case .killWordRight: kill(.wordForward)
    case .yank: yank()
    case .yankPop: yankPop()
    case .setMark: setMark()
    case .exchangeMark: exchangeMark()
    case .copyRegion: copyRegion()
    case .up, .down, .undo, .redo, .linkRegion, .send, .externalEditor, .previousInHistory, .nextInHistory,
      .searchHistory, .complete, .spellWord, .removeQuote, .removeLastFile, .showInChannel, .togglePreview,
      .attachFile:
      nil
    }
  }

  // MARK: Moving and deleting

  private func move(_ motion: TextMotion) -> Bool {
    if let mention = editor.selection.mention {
      editor.deselectMention()
      // The arrows go to the ends of a selected mention.
      switch motion {
      case .characterBackward: return move(to: mention.lowerBound)
      case .characterForward: return move(to: mention.upperBound)
      default: break
      }
    }
    return move(to: motion.target(in: draft.text, from: draft.utf8Caret))
  }

  private func move(to offset: Int) -> Bool {
    let before = draft.utf8Caret
    draft.utf8Caret = offset
    return draft.utf8Caret != before
  }

  /// Deletes a Character. A mention that the caret touches is only selected at first, and then deleted as a whole.
  private func delete(_ motion: TextMotion) -> Bool {
    if let mention = editor.selection.mention { return editor.remove(mention) }
    let caret = draft.utf8Caret
    for mention in draft.mentionSpans
    where (motion.isBackward ? mention.range.upperBound : mention.range.lowerBound) == caret {
      editor.select(mention: mention.range)
      return true
    }
    let target = motion.target(in: draft.text, from: caret)
    guard target != caret else { return false }
    return editor.replace(min(caret, target)..<max(caret, target), with: Clipping(""), origin: .typing)
  }

  private func insertNewline() -> Bool {
    editor.insert(Clipping("\n"), origin: .typing)
    return true
  }

  // MARK: Transposing and changing case

  /// Swaps the Characters around the caret; at the end of a line the two before it.
  private func transposeCharacters() -> Bool {
    let text = draft.text
    let caret = draft.utf8Caret
    let lineStart = TextMotion.lineStart.target(in: text, from: caret)
    var middle = caret
    if middle == TextMotion.lineEnd.target(in: text, from: caret), middle > lineStart {
      middle = TextMotion.characterBackward.target(in: text, from: middle)
    }
    let right = editor.withWholeMentions(middle..<TextMotion.characterForward.target(in: text, from: middle))
    guard right.lowerBound > lineStart else { return false }
    let start = TextMotion.characterBackward.target(in: text, from: right.lowerBound)
    return swap(editor.withWholeMentions(start..<right.lowerBound), right)
  }

  /// Swaps the word at the caret with the one before it.
  private func transposeWords() -> Bool {
    let text = draft.text
    let reach = TextMotion.wordForward.target(in: text, from: draft.utf8Caret)
    let start = TextMotion.wordBackward.target(in: text, from: reach)
    let end = TextMotion.wordForward.target(in: text, from: start)
    let right = editor.withWholeMentions(start..<max(start, end))
    let otherStart = TextMotion.wordBackward.target(in: text, from: right.lowerBound)
    let otherEnd = TextMotion.wordForward.target(in: text, from: otherStart)
    let left = editor.withWholeMentions(otherStart..<max(otherStart, otherEnd))
    guard !left.isEmpty, left.upperBound <= right.lowerBound, !right.isEmpty else { return false }
    return swap(left, right)
  }

  private func swap(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let between = left.upperBound..<right.lowerBound
    let swapped = editor.clipping(right) + editor.clipping(between) + editor.clipping(left)
    return editor.replace(left.lowerBound..<right.upperBound, with: swapped, origin: .paste)
  }

  /// Changes the letters of the word from the caret on, and moves behind it.
  private func changeCase(_ letterCase: LetterCase) -> Bool {
    let start = draft.utf8Caret
    let end = TextMotion.wordForward.target(in: draft.text, from: start)
    guard end > start else { return false }
    let (changes, length) = letterCase.changes(in: start..<end, of: draft.text)
    if !changes.isEmpty {
      guard editor.apply(DraftTransaction(changes: changes, origin: .paste)) != nil else { return false }
    }
    draft.utf8Caret = start + length
    return true
  }

  // MARK: Killing and yanking

  /// Kills the text up to the target of a motion. If the caret is already at that end of the line, kills the adjacent newline.
  private func kill(_ motion: TextMotion) -> Bool {
    let caret = draft.utf8Caret
    var target = motion.target(in: draft.text, from: caret)
    if target == caret, motion == .lineEnd || motion == .lineStart {
      let step: TextMotion = motion.isBackward ? .characterBackward : .characterForward
      target = step.target(in: draft.text, from: caret)
    }
    guard target != caret else {
      if previous == .kill { editor.previousAction = .kill }
      return false
    }
    let range = withWholeMention(from: caret, to: target)
    let killed = editor.clipping(range)
    guard editor.remove(range) else { return false }
    if previous == .kill {
      editor.killRing.join(killed, before: motion.isBackward)
    } else {
      editor.killRing.add(killed)
    }
    editor.previousAction = .kill
    return true
  }

  /// The text between the caret and a target. A mention around the target is included as a whole: a part of it in the kill ring
  /// would be plain text. A mention around the caret is cut at the caret.
  private func withWholeMention(from caret: Int, to target: Int) -> Range<Int> {
    let range = min(caret, target)..<max(caret, target)
    let spans = draft.mentionSpans.lazy.map(\.range)
    guard let mention = spans.first(where: { $0.lowerBound < target && target < $0.upperBound }),
      caret <= mention.lowerBound || mention.upperBound <= caret
    else { return range }
    return min(range.lowerBound, mention.lowerBound)..<max(range.upperBound, mention.upperBound)
  }

  /// Kills the selected text; nil if nothing is selected.
  private func killRegion() -> Bool? {
    guard let range = editor.selectedRange else { return nil }
    let killed = editor.clipping(range)
    guard editor.remove(range) else { return false }
    editor.killRing.add(killed)
    editor.previousAction = .kill
    return true
  }

  private func yank() -> Bool {
    guard let clipping = editor.killRing.entry(0) else {
      context.say(.nothingToPaste)
      return false
    }
    let caret = draft.utf8Caret
    return yank(clipping, index: 0, over: editor.selection.mention ?? caret..<caret)
  }

  /// Replaces the text yanked by the previous action with the previous entry of the kill ring.
  private func yankPop() -> Bool {
    guard case .yank(let range, let index) = previous, range.upperBound <= draft.text.utf8.count,
      let clipping = editor.killRing.entry(index + 1)
    else { return false }
    return yank(clipping, index: index + 1, over: range)
  }

  private func yank(_ clipping: Clipping, index: Int, over range: Range<Int>) -> Bool {
    guard editor.replace(range, with: clipping, origin: .paste) else { return false }
    let end = range.lowerBound + clipping.text.utf8.count
    editor.previousAction = .yank(range.lowerBound..<end, index: index)
    return true
  }

  // MARK: The region

  private func setMark() -> Bool {
    editor.toggleMark()
    return true
  }

  private func exchangeMark() -> Bool {
    guard editor.exchangeMark() else {
      context.say(.noSelection(startedBy: context.key(of: .composer(.setMark))))
      return false
    }
    return true
  }

  private func copyRegion() -> Bool {
    guard let range = editor.selectedRange else { return false }
    editor.killRing.add(editor.clipping(range))
    editor.deselect()
    context.say(.copied(pastedBy: context.key(of: .composer(.yank))))
    return true
  }
}

/// How the letters of a word are changed.
nonisolated enum LetterCase: Hashable, Sendable {
  case upper, lower, capital
  /// Capitals become small letters, and small letters become capitals.
  case toggled

  /// The changes of the letters in a range, and its length after them.
  ///
  /// Letters that stay the same are not replaced, so a mention that is already written like this stays a mention.
  func changes(in range: Range<Int>, of text: String) -> (changes: [TextChange], length: Int) {
    var changes: [TextChange] = []
    var length = 0
    var offset = range.lowerBound
    var isBegun = false
    for character in text.slice(utf8: range) {
      let old = String(character)
      let new = isUpper(character, isBegun: isBegun) ? old.uppercased() : old.lowercased()
      isBegun = isBegun || character.isLetter
      let end = offset + old.utf8.count
      if !new.utf8.elementsEqual(old.utf8) {
        if let last = changes.last, last.range.upperBound == offset {
          changes[changes.count - 1] = TextChange(last.range.lowerBound..<end, last.replacement + new)
        } else {
          changes.append(TextChange(offset..<end, new))
        }
      }
      length += new.utf8.count
      offset = end
    }
    return (changes, length)
  }

  private func isUpper(_ character: Character, isBegun: Bool) -> Bool {
    switch self {
    case .upper: true
    case .lower: false
    case .capital: !isBegun
    case .toggled: character.isLowercase
    }
  }
}

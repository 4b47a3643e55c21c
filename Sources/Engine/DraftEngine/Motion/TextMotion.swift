/// A way for a caret to move through a text, as in emacs and readline.
///
/// Lines end at newlines. Vertical motion belongs to the screen, because only the screen knows how lines wrap.
public enum TextMotion: Hashable, Sendable, CaseIterable {
  /// One Character back.
  case characterBackward
  /// One Character forward.
  case characterForward
  /// To the start of the word that contains or precedes the caret.
  case wordBackward
  /// To the end of the word that contains or follows the caret.
  case wordForward
  /// To the start of a stretch without blanks, as readline's `unix-word-rubout`.
  case blankDelimitedWordBackward
  /// To the end of a stretch without blanks.
  case blankDelimitedWordForward
  /// After the newline that precedes the caret.
  case lineStart
  /// Before the newline that follows the caret.
  case lineEnd
  /// To the start of the sentence that contains or precedes the caret.
  case sentenceBackward
  /// To the end of the sentence that contains or follows the caret.
  case sentenceForward
  /// To the start of the text.
  case textStart
  /// To the end of the text.
  case textEnd

  /// Whether the motion goes towards the start of the text: text it kills is added before the previously killed text.
  public var isBackward: Bool {
    switch self {
    case .characterBackward, .wordBackward, .blankDelimitedWordBackward, .lineStart, .sentenceBackward,
      .textStart:
      true
    case .characterForward, .wordForward, .blankDelimitedWordForward, .lineEnd, .sentenceForward, .textEnd:
      false
    }
  }

  /// The UTF-8 offset that the motion takes a caret to, always on a Character boundary.
  ///
  /// A caret outside the text is moved to its nearest end, one inside a Character to that Character's start.
  public func target(in text: String, from utf8Offset: Int) -> Int {
    var caret = CharacterCursor(text, roundingDown: utf8Offset)
    switch self {
    case .characterBackward: caret.step(.backward)
    case .characterForward: caret.step(.forward)
    case .wordBackward: caret.passWord(.backward)
    case .wordForward: caret.passWord(.forward)
    case .blankDelimitedWordBackward: caret.passBlankDelimitedWord(.backward)
    case .blankDelimitedWordForward: caret.passBlankDelimitedWord(.forward)
    case .lineStart: return HardLine.start(of: caret.utf8Offset, in: text.utf8.span)
    case .lineEnd: return HardLine.end(of: caret.utf8Offset, in: text.utf8.span)
    case .sentenceBackward: caret.moveToSentenceStart()
    case .sentenceForward: caret.moveToSentenceEnd()
    case .textStart: return 0
    case .textEnd: return text.utf8.count
    }
    return caret.utf8Offset
  }
}

extension CharacterCursor {
  /// Skips anything that is not a word, then one word: an emoji, or a run of letters, numbers and marks.
  fileprivate mutating func passWord(_ direction: Direction) {
    while let next = neighbour(direction), next.kind != .emoji, !isInWord(next, direction) {
      index = next.beyond
    }
    if let next = neighbour(direction), next.kind == .emoji {
      index = next.beyond
      return
    }
    while let next = neighbour(direction), isInWord(next, direction) { index = next.beyond }
  }

  /// Skips blanks and then everything up to the next blank.
  fileprivate mutating func passBlankDelimitedWord(_ direction: Direction) {
    skip(direction, while: \.isBlank)
    seek(direction, to: \.isBlank)
  }

  /// Whether a word begins with this neighbour or continues across it.
  ///
  /// An apostrophe belongs to a word that continues after it ("don't"); at the edge it is a quote. The same holds for
  /// underscores.
  private func isInWord(_ next: Neighbour, _ direction: Direction) -> Bool {
    switch next.kind {
    case .word: true
    case .apostrophe, .underscore:
      CharacterCursor(text, at: next.beyond).neighbour(direction)?.kind == .word
    default: false
    }
  }
}

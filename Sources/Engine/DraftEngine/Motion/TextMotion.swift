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

  /// Whether the motion is towards the start of the text: killed text is then added before the previously killed text.
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

extension CharacterCursor {
  /// Moves forward to the next end of a sentence, after its stop and before the blanks that follow.
  mutating func moveToSentenceEnd() {
    let caret = index
    // The caret may be between a stop and the quotes after it, which end a sentence together.
    skip(.backward, while: StopRun.mayHold)
    var run = StopRun()
    while let next = neighbour(.forward) {
      if run.adds(next.kind) {
        index = next.beyond
        continue
      }
      if index > caret, run.endsSentence(before: next.kind) { return }
      run = StopRun()
      if next.kind.isBlank {
        let end = index
        if skipBlanks(.forward) > 1, end > caret {
          index = end
          return
        }
      } else {
        index = next.beyond
        seek(.forward, to: Self.mayEndSentence)
      }
    }
  }

  /// Moves back to the first Character of a sentence, after the blanks that follow the previous one.
  mutating func moveToSentenceStart() {
    let caret = index
    while index > text.startIndex {
      let start = index
      let newlines = skipBlanks(.backward)
      let followsEnd = index == text.startIndex || newlines > 1
      if followsEnd, start < caret {
        index = start
        return
      }
      if let start = passStopRuns(startingSentenceAt: start, before: caret) {
        index = start
        return
      }
      seek(.backward, to: Self.mayEndSentence)
    }
  }

  /// Walks back over the stops and quotes before the index, and returns the last start of a sentence that they cause before the
  /// caret. `next` is the start of the sentence after all of them.
  private mutating func passStopRuns(
    startingSentenceAt next: String.Index, before caret: String.Index
  ) -> String.Index? {
    let end = index
    skip(.backward, while: StopRun.mayHold)
    var reader = self
    var run = StopRun()
    var found: String.Index?
    while reader.index < end, let character = reader.neighbour(.forward) {
      if !run.adds(character.kind) {
        if run.endsSentence(before: character.kind) { found = reader.index }
        run = StopRun()
      }
      reader.index = character.beyond
    }
    if next < caret, run.endsSentence(before: reader.neighbour(.forward)?.kind) { found = next }
    return found
  }

  private static func mayEndSentence(_ kind: CharacterKind) -> Bool { kind.isBlank || StopRun.mayHold(kind) }
}

/// The stops and closing quotes and brackets that may end a sentence, read from left to right.
private struct StopRun {
  private var hasStop = false
  private var isWide = false

  /// Whether a run can contain this kind of Character.
  static func mayHold(_ kind: CharacterKind) -> Bool {
    switch kind {
    case .stop, .wideStop, .closer, .apostrophe, .initialQuote: true
    default: false
    }
  }

  /// Adds the next Character; false if the run ends before it.
  mutating func adds(_ kind: CharacterKind) -> Bool {
    switch kind {
    case .stop: hasStop = true
    case .wideStop:
      hasStop = true
      isWide = true
    case .closer, .apostrophe: return hasStop
    // The quote “ closes in „Ja.“ but opens in 好。“是”, where no blank distinguishes the two.
    case .initialQuote: return hasStop && !isWide
    default: return false
    }
    return true
  }

  /// Whether the run ends a sentence before a Character of this kind; `nil` is the end of the text.
  func endsSentence(before kind: CharacterKind?) -> Bool {
    hasStop && (isWide || kind?.isBlank ?? true)
  }
}

extension CharacterCursor {
  /// Moves forward to the next end of a sentence, after its stop and before the blanks that follow.
  mutating func moveToSentenceEnd() {
    let caret = index
    // The caret may be between the stop and the quotes after it, which only together end a sentence.
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

  /// Walks back over the stops and quotes before the index, and returns the last sentence start before the caret that they
  /// produce; `next` is where the next sentence starts if they end one.
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

  /// Whether a run can hold the kind at all.
  static func mayHold(_ kind: CharacterKind) -> Bool {
    switch kind {
    case .stop, .wideStop, .closer, .apostrophe, .initialQuote: true
    default: false
    }
  }

  /// Adds the next Character, or reports that the run ends before it.
  mutating func adds(_ kind: CharacterKind) -> Bool {
    switch kind {
    case .stop: hasStop = true
    case .wideStop:
      hasStop = true
      isWide = true
    case .closer, .apostrophe: return hasStop
    // It closes a quote in „Ja.“ but opens one in 好。“是”, where no blank distinguishes the two.
    case .initialQuote: return hasStop && !isWide
    default: return false
    }
    return true
  }

  /// Whether the run ends a sentence when this follows; `nil` is the end of the text.
  func endsSentence(before kind: CharacterKind?) -> Bool {
    hasStop && (isWide || kind?.isBlank ?? true)
  }
}

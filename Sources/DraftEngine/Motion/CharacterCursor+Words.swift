extension CharacterCursor {
  /// Skips anything that is not a word, then one word: an emoji, or a run of letters, numbers and marks.
  mutating func passWord(_ direction: Direction) {
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
  mutating func passBlankDelimitedWord(_ direction: Direction) {
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

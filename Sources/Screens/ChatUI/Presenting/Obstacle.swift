import ChatScreens

/// Why nothing can be sent from a composer, shown before the user types.
nonisolated struct Obstacle {
  let words: String
  /// What to do instead, shown while the composer is empty.
  let way: String

  init(_ words: String, way: String = "") {
    self.words = words
    self.way = way
  }

  func show(in state: inout ComposerState) {
    state.placeholder = state.text.isEmpty ? way : ""
    state.telling = .init(text: words, isWarning: true)
  }
}

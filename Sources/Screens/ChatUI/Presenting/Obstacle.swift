import ChatScreens

/// Why nothing can be sent from a composer, shown before a word is typed.
nonisolated struct Obstacle {
  let words: String
  /// What can be done instead, shown as long as nothing is typed.
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

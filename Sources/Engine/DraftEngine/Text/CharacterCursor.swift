/// A position between two Characters of a text, which moves either way and classifies the Characters it passes.
struct CharacterCursor {
  enum Direction {
    case backward, forward
  }

  /// The next Character in a direction, and the place after it.
  struct Neighbour {
    let kind: CharacterKind
    let beyond: String.Index
  }

  let text: String
  var index: String.Index

  init(_ text: String, at index: String.Index) {
    self.text = text
    self.index = index
  }

  /// The Character boundary at or before an arbitrary offset.
  init(_ text: String, roundingDown utf8Offset: Int) {
    self.init(text, at: text.characterBoundary(atOrBefore: utf8Offset))
  }

  var utf8Offset: Int { text.utf8.distance(from: text.utf8.startIndex, to: index) }

  /// The next Character in the direction; `nil` at the end of the text.
  func neighbour(_ direction: Direction) -> Neighbour? {
    switch direction {
    case .forward:
      guard index < text.endIndex else { return nil }
      return Neighbour(kind: kind(at: index), beyond: text.index(after: index))
    case .backward:
      guard index > text.startIndex else { return nil }
      let start = text.index(before: index)
      return Neighbour(kind: kind(at: start), beyond: start)
    }
  }

  mutating func step(_ direction: Direction) {
    if let neighbour = neighbour(direction) { index = neighbour.beyond }
  }

  mutating func skip(_ direction: Direction, while matches: (CharacterKind) -> Bool) {
    while let neighbour = neighbour(direction), matches(neighbour.kind) { index = neighbour.beyond }
  }

  /// Moves to the nearest Character of a kind that no emoji, mark or letter has, and stops before it.
  ///
  /// Reads scalars, because stepping back over one flag by Characters reads all the flags before it.
  mutating func seek(_ direction: Direction, to matches: (CharacterKind) -> Bool) {
    let scalars = text.unicodeScalars
    var place = index
    switch direction {
    case .forward:
      while place < text.endIndex, !(matches(kind(at: place)) && beginsCharacter(place)) {
        place = scalars.index(after: place)
      }
      index = place
    case .backward:
      while place > text.startIndex {
        place = scalars.index(before: place)
        if matches(kind(at: place)), beginsCharacter(place) {
          index = text.index(after: place)
          return
        }
      }
      index = place
    }
  }

  /// Skips blanks and newlines, and returns the number of newlines.
  mutating func skipBlanks(_ direction: Direction) -> Int {
    var newlines = 0
    skip(direction) { kind in
      if kind == .newline { newlines += 1 }
      return kind.isBlank
    }
    return newlines
  }

  private func beginsCharacter(_ place: String.Index) -> Bool {
    text.index(before: text.index(after: place)) == place
  }

  private func kind(at start: String.Index) -> CharacterKind {
    let scalars = text.unicodeScalars
    let second = scalars.index(after: start)
    return CharacterKind(scalars[start], followedBy: second < scalars.endIndex ? scalars[second] : nil)
  }
}

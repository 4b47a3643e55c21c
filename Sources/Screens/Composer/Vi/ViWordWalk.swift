/// A place that moves through a text by vi's words: runs of Characters of one kind.
///
/// The rules are Vim's, with their exceptions: an empty line is a word, and an operator's last word ends with its line.
nonisolated struct ViWordWalk {
  private enum Step {
    case moved, toLineEnd, toNextLine, none
  }

  private(set) var place: Int
  private let text: ViText
  private let big: Bool

  init(_ text: ViText, at place: Int, big: Bool) {
    self.text = text
    self.place = place
    self.big = big
  }

  private var kind: ViText.Kind { text.kind(at: place, big: big) }
  private var isOnEmptyLine: Bool { text.isEmptyLine(place) }

  /// Moves to the start of a later word.
  ///
  /// - Returns: false if a move to the next word would begin at the last Character of the text or later, as in Vim.
  mutating func forward(_ count: Int, stopsAtLineEnd: Bool) -> Bool {
    for round in 1...count {
      let isLast = round == count
      let kind = kind
      switch step() {
      case .none: return false
      case .moved: break
      case .toLineEnd where text.nextLine(place) == nil: return false
      case .toLineEnd, .toNextLine:
        if stopsAtLineEnd, isLast { return true }
      }
      if kind != .blank {
        while self.kind == kind {
          let step = step()
          if step == .none || step != .moved && stopsAtLineEnd && isLast { return true }
        }
      }
      while self.kind == .blank {
        if isOnEmptyLine { break }
        switch step() {
        case .none: return true
        case .toLineEnd where stopsAtLineEnd && isLast: return true
        case .moved, .toLineEnd, .toNextLine: break
        }
      }
    }
    return true
  }

  /// Moves to the start of an earlier word.
  mutating func backward(_ count: Int) -> Bool {
    for _ in 0..<count {
      guard back() else { return false }
      var isEmptyLine = false
      while kind == .blank {
        if isOnEmptyLine {
          isEmptyLine = true
          break
        }
        guard back() else { return true }
      }
      if isEmptyLine { continue }
      let kind = kind
      while self.kind == kind {
        guard back() else { return true }
      }
      step()
    }
    return true
  }

  /// Moves to the last Character of a later word.
  mutating func toEnd(_ count: Int, stopsInWord: Bool, stopsAtEmptyLine: Bool) -> Bool {
    var stopsInWord = stopsInWord
    for _ in 0..<count {
      let kind = kind
      guard step() != .none else { return false }
      if kind != .blank, self.kind == kind {
        guard skip(kind) else { return false }
      } else if !stopsInWord || kind == .blank {
        var isEmptyLine = false
        while self.kind == .blank {
          if stopsAtEmptyLine, isOnEmptyLine {
            isEmptyLine = true
            break
          }
          guard step() != .none else { return false }
        }
        if isEmptyLine {
          stopsInWord = false
          continue
        }
        guard skip(self.kind) else { return false }
      }
      back()
      stopsInWord = false
    }
    return true
  }

  /// Moves to the last Character of an earlier word.
  mutating func backToEnd(_ count: Int) -> Bool {
    for _ in 0..<count {
      let kind = kind
      guard back() else { return false }
      if kind != .blank {
        while self.kind == kind {
          guard back() else { return true }
        }
      }
      while self.kind == .blank {
        if isOnEmptyLine { break }
        guard back() else { return true }
      }
    }
    return true
  }

  /// Moves to the first Character of the current run, within the line.
  mutating func toStartOfRun() {
    let kind = kind
    let start = text.lineStart(place)
    while place > start, let previous = text.before(place),
      text.kind(at: previous, big: big) == kind
    {
      place = previous
    }
  }

  private mutating func skip(_ kind: ViText.Kind) -> Bool {
    while self.kind == kind {
      guard step() != .none else { return false }
    }
    return true
  }

  @discardableResult
  private mutating func step() -> Step {
    guard let next = text.after(place) else { return .none }
    defer { place = next }
    if text.isLineEnd(place) { return .toNextLine }
    return text.isLineEnd(next) ? .toLineEnd : .moved
  }

  @discardableResult
  private mutating func back() -> Bool {
    guard let previous = text.before(place) else { return false }
    place = previous
    return true
  }
}

/// The target of a motion.
nonisolated struct ViTarget: Hashable {
  /// The text an operator with the motion covers.
  enum Extent: Hashable {
    /// The Characters before the further end.
    case exclusive
    /// The Character at the further end too.
    case inclusive
    /// All lines between, including the first and the last.
    case lines
  }

  var place: Int
  var extent = Extent.exclusive
  /// Whether the caret stays in its column, as it does up and down.
  var keepsColumn = false
}

/// A search for a Character in the line: `f`, `F`, `t` and `T`.
nonisolated struct ViFind: Hashable {
  let character: Character
  let isBackward: Bool
  /// Whether it stops before the Character.
  let isTill: Bool

  var opposite: ViFind { ViFind(character: character, isBackward: !isBackward, isTill: isTill) }
}

/// The motions of vi in a text. A motion without a target returns nil, which cancels the whole command.
nonisolated struct ViMotions {
  let text: ViText
  let caret: Int
  /// As typed; nil for none.
  let count: Int?
  /// The operator that the motion is for: some motions then stop at the end of the line.
  let operation: ViCommand?
  /// The column in which the caret stays when it moves up and down, if it differs from the caret's own.
  let goalColumn: Int?

  /// Whether text is selected: the caret may then be after the last Character of a line, which selects the newline.
  let isSelecting: Bool

  private var times: Int { count ?? 1 }
  private var isForOperator: Bool { operation != nil }

  /// - Parameters:
  ///   - find: the Character that `f`, `F`, `t` or `T` searches for.
  ///   - lastFind: the search that `;` and `,` repeat.
  func target(of command: ViCommand, find: ViFind?, lastFind: ViFind?) -> ViTarget? {
    switch command {
    case .left: left()
    case .right: right()
    case .lineUp: line(text.previousLine)
    case .lineDown: line(text.nextLine)
    // "cw" on a word changes the word and keeps the blank after it.
    case .wordForward where changesWord(big: false): wordEnd(big: false, stopsInWord: true)
    case .bigWordForward where changesWord(big: true): wordEnd(big: true, stopsInWord: true)
    case .wordForward, .bigWordForward: wordForward(big: command == .bigWordForward)
    case .wordBackward, .bigWordBackward: wordBackward(big: command == .bigWordBackward)
    case .wordEnd, .bigWordEnd: wordEnd(big: command == .bigWordEnd)
    case .wordEndBackward, .bigWordEndBackward: wordEndBackward(big: command == .bigWordEndBackward)
    case .lineStart: lineStart()
    case .firstNonblank: firstNonblank()
    case .lineEnd: lineEnd()
    case .textStart: textStart()
    case .textEnd: textEnd()
    case .paragraphForward: paragraphForward()
    case .paragraphBackward: paragraph(text.previousLine) { ViTarget(place: $0) }
    case .matchingBracket: matchingBracket()
    case .find, .findBackward, .till, .tillBackward: find.flatMap { self.find($0, isRepeated: false) }
    case .repeatFind: lastFind.flatMap { self.find($0, isRepeated: true) }
    case .repeatFindOpposite: lastFind.flatMap { self.find($0.opposite, isRepeated: true) }
    default: nil
    }
  }

  private func changesWord(big: Bool) -> Bool {
    operation == .change && text.kind(at: caret, big: big) != .blank
  }

  // MARK: Within the line

  private func left() -> ViTarget? {
    let place = text.retreat(caret, by: times)
    return place == caret ? nil : ViTarget(place: place)
  }

  private func right() -> ViTarget? {
    let place = text.advance(caret, by: times)
    guard !isForOperator, !isSelecting else { return place == caret ? nil : ViTarget(place: place) }
    return text.caret(at: place) == caret ? nil : ViTarget(place: text.caret(at: place))
  }

  private func lineStart() -> ViTarget { ViTarget(place: text.lineStart(caret)) }
  private func firstNonblank() -> ViTarget { ViTarget(place: text.firstNonblank(caret)) }

  private func lineEnd() -> ViTarget? {
    var line = caret
    for round in 1..<max(1, times) {
      guard let next = text.nextLine(line) else {
        guard round > 1 else { return nil }
        break
      }
      line = next
    }
    return ViTarget(place: onCharacter(text.lineEnd(line)), extent: .inclusive)
  }

  private func find(_ find: ViFind, isRepeated: Bool) -> ViTarget? {
    var place = caret
    // A repeated `t` or `T` starts beyond the Character it has stopped at: otherwise it would not move.
    var isAtStart = isRepeated && find.isTill && times == 1
    var left = times
    let start = text.lineStart(caret)
    while left > 0 {
      guard find.isBackward || !text.isLineEnd(place),
        let next = find.isBackward ? text.before(place) : text.after(place),
        find.isBackward ? place > start : !text.isLineEnd(next)
      else { return nil }
      place = next
      if text.character(at: place) == find.character, !isAtStart { left -= 1 }
      isAtStart = false
    }
    if find.isTill, let stop = find.isBackward ? text.after(place) : text.before(place) { place = stop }
    return ViTarget(place: place, extent: find.isBackward ? .exclusive : .inclusive)
  }

  /// The counterpart of the first bracket at the caret or after it in the line.
  private func matchingBracket() -> ViTarget? {
    guard count == nil else { return nil }
    var place = caret
    while let character = text.character(at: place) {
      if let bracket = ViBracket(any: character) {
        guard let other = bracket.partner(of: place, isOpening: character == bracket.opening, in: text) else {
          return nil
        }
        return ViTarget(place: other, extent: .inclusive)
      }
      guard let next = text.after(place) else { return nil }
      place = next
    }
    return nil
  }

  // MARK: Lines

  private func line(_ next: (Int) -> Int?) -> ViTarget? {
    guard var line = next(caret) else { return nil }
    for _ in 1..<max(1, times) {
      guard let other = next(line) else { break }
      line = other
    }
    return inGoalColumn(line)
  }

  private func inGoalColumn(_ line: Int) -> ViTarget {
    let column = goalColumn ?? text.column(of: caret)
    let place = column == .max ? text.lineEnd(line) : text.place(inColumn: column, ofLine: line)
    return ViTarget(place: onCharacter(place), extent: .lines, keepsColumn: true)
  }

  private func textStart() -> ViTarget {
    ViTarget(place: text.firstNonblank(text.line(times)), extent: .lines)
  }

  private func textEnd() -> ViTarget {
    ViTarget(place: text.firstNonblank(count.map { text.line($0) } ?? text.count), extent: .lines)
  }

  private func paragraphForward() -> ViTarget? {
    paragraph(text.nextLine) { line in
      let end = text.lineEnd(line)
      let last = text.caret(at: end)
      return ViTarget(place: last, extent: last == end ? .exclusive : .inclusive)
    }
  }

  /// - Parameters:
  ///   - next: returns the start of the next line in the direction of the motion.
  ///   - end: returns the target in the line where the text ends, if it ends within the last of the paragraphs.
  private func paragraph(_ next: (Int) -> Int?, end: (Int) -> ViTarget) -> ViTarget? {
    var line = text.lineStart(caret)
    for round in 1...times {
      var hasWords = false
      var isFirst = true
      while true {
        let isEmpty = text.isEmptyLine(line)
        if !isEmpty { hasWords = true }
        if !isFirst, hasWords, isEmpty { break }
        isFirst = false
        guard let other = next(line) else { return round == times ? end(line) : nil }
        line = other
      }
    }
    return ViTarget(place: line)
  }

  // MARK: Words

  private func wordForward(big: Bool) -> ViTarget? {
    var walk = ViWordWalk(text, at: caret, big: big)
    let isDone = walk.forward(times, stopsAtLineEnd: isForOperator)
    if !isDone, !isForOperator, walk.place == caret { return nil }
    return settled(walk.place, extent: .exclusive)
  }

  private func wordBackward(big: Bool) -> ViTarget? {
    var walk = ViWordWalk(text, at: caret, big: big)
    let isDone = walk.backward(times)
    return isDone || !isForOperator && walk.place != caret ? ViTarget(place: walk.place) : nil
  }

  /// - Parameter stopsInWord: whether a word that ends at the caret counts as the first word, as for `cw`.
  private func wordEnd(big: Bool, stopsInWord: Bool = false) -> ViTarget? {
    var walk = ViWordWalk(text, at: caret, big: big)
    let isDone = walk.toEnd(times, stopsInWord: stopsInWord, stopsAtEmptyLine: false)
    if !isDone, walk.place == caret, !isForOperator { return nil }
    return settled(walk.place, extent: .inclusive)
  }

  private func wordEndBackward(big: Bool) -> ViTarget? {
    var walk = ViWordWalk(text, at: caret, big: big)
    let isDone = walk.backToEnd(times)
    return isDone || !isForOperator && walk.place != caret
      ? ViTarget(place: text.caret(at: walk.place), extent: .inclusive) : nil
  }

  /// A forward motion never ends after the last Character of a line; an operator then includes that Character.
  private func settled(_ place: Int, extent: ViTarget.Extent) -> ViTarget {
    let settled = place > caret ? onCharacter(place) : place
    return ViTarget(place: settled, extent: settled == place ? extent : .inclusive)
  }

  private func onCharacter(_ place: Int) -> Int { isSelecting ? place : text.caret(at: place) }
}

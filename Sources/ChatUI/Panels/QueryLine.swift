import ChatDomain
import DraftEngine

/// The one line of a panel that is typed in.
nonisolated struct QueryLine: Hashable, Sendable {
  /// Longer than anything that people look for, and short enough that a paste of a book costs nothing.
  static let limit = 500

  private(set) var text = ""
  /// In Characters.
  private(set) var caret = 0
  /// What was killed, the latest last. A panel can be given what the composer killed.
  private(set) var kills: [String]
  private var past: [Moment] = []
  private var future: [Moment] = []
  private var lastYank: Yank?

  private struct Moment: Hashable {
    let text: String
    let caret: Int
  }

  private struct Yank: Hashable {
    let range: Range<Int>
    let kill: Int
  }

  init(_ text: String = "", kills: [String] = []) {
    self.kills = kills.map(Self.oneLine).filter { !$0.isEmpty }
    self.text = Self.oneLine(text)
    caret = self.text.count
  }

  /// The words without the blanks around them, as they are looked for.
  var words: String {
    var words = Substring(text)
    while words.first?.isWhitespace == true { words.removeFirst() }
    while words.last?.isWhitespace == true { words.removeLast() }
    return String(words)
  }

  /// Inserts what was typed or pasted, as one line.
  ///
  /// - Returns: whether the text is another one now.
  mutating func type(_ new: String) -> Bool {
    let room = max(0, Self.limit - text.count)
    let piece = String(Self.oneLine(new).prefix(room))
    guard !piece.isEmpty else { return false }
    return change { $0.replace($0.caret..<$0.caret, with: piece) }
  }

  /// Does what the key does in the composer, as far as a single line has it.
  ///
  /// - Returns: whether the text is another one now.
  mutating func edit(_ command: ComposerCommand) -> Bool {
    switch command {
    case .left: move(.characterBackward)
    case .right: move(.characterForward)
    case .wordLeft: move(.wordBackward)
    case .wordRight: move(.wordForward)
    case .lineStart, .textStart, .up: move(.textStart)
    case .lineEnd, .textEnd, .down: move(.textEnd)
    case .deleteLeft: return remove(.characterBackward)
    case .deleteRight: return remove(.characterForward)
    case .killLine: return remove(.textEnd, isKilled: true)
    case .killToLineStart: return remove(.textStart, isKilled: true)
    case .killBlankWord: return remove(.blankDelimitedWordBackward, isKilled: true)
    case .killWordLeft: return remove(.wordBackward, isKilled: true)
    case .killWordRight: return remove(.wordForward, isKilled: true)
    case .transpose: return transpose()
    case .yank: return yank()
    case .yankPop: return yankPop()
    case .undo: return travel(from: \.past, to: \.future)
    case .redo: return travel(from: \.future, to: \.past)
    case .transposeWords, .setMark, .copyRegion, .linkRegion, .send, .newline, .externalEditor,
      .previousInHistory, .nextInHistory, .searchHistory, .complete, .removeQuote, .removeLastFile,
      .showInChannel, .togglePreview:
      break
    }
    return false
  }

  /// Text from outside on one line: breaks and tabs become a blank, other control characters go, and breaks at the ends
  /// are those of whoever copied a whole line.
  static func oneLine(_ text: String) -> String {
    var result = ""
    var count = 0
    var isBroken = false
    for character in text {
      if character.isNewline || character == "\t" {
        isBroken = count > 0
        continue
      }
      if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { continue }
      if isBroken { result.append(" ") }
      result.append(character)
      count += isBroken ? 2 : 1
      isBroken = false
      if count >= limit { break }
    }
    return result
  }

  // MARK: Parts of it

  private mutating func move(_ motion: TextMotion) {
    caret = target(of: motion)
    lastYank = nil
  }

  private func target(of motion: TextMotion) -> Int {
    let place = text.index(text.startIndex, offsetBy: caret)
    let offset = motion.target(in: text, from: text[..<place].utf8.count)
    return text[..<text.utf8.index(text.startIndex, offsetBy: offset)].count
  }

  private mutating func remove(_ motion: TextMotion, isKilled: Bool = false) -> Bool {
    let end = target(of: motion)
    let range = min(caret, end)..<max(caret, end)
    guard !range.isEmpty else { return false }
    if isKilled { kills.append(piece(range)) }
    return change { $0.replace(range, with: "") }
  }

  private mutating func transpose() -> Bool {
    let place = min(caret, text.count - 1)
    guard place > 0 else { return false }
    let swapped = piece(place..<place + 1) + piece(place - 1..<place)
    return change { $0.replace(place - 1..<place + 1, with: swapped) }
  }

  private mutating func yank() -> Bool {
    guard let kill = kills.indices.last else { return false }
    return yank(kill, over: caret..<caret)
  }

  private mutating func yankPop() -> Bool {
    guard let yank = lastYank else { return false }
    return self.yank((yank.kill + kills.count - 1) % kills.count, over: yank.range)
  }

  private mutating func yank(_ kill: Int, over range: Range<Int>) -> Bool {
    let room = max(0, Self.limit - text.count + range.count)
    let isChanged = change { $0.replace(range, with: String($0.kills[kill].prefix(room))) }
    lastYank = Yank(range: min(range.lowerBound, caret)..<caret, kill: kill)
    return isChanged
  }

  private mutating func change(_ body: (inout QueryLine) -> Void) -> Bool {
    let before = Moment(text: text, caret: caret)
    body(&self)
    lastYank = nil
    guard text != before.text else { return false }
    past.append(before)
    if past.count > 100 { past.removeFirst() }
    future = []
    return true
  }

  private mutating func travel(
    from source: WritableKeyPath<QueryLine, [Moment]>, to target: WritableKeyPath<QueryLine, [Moment]>
  ) -> Bool {
    guard let moment = self[keyPath: source].popLast() else { return false }
    self[keyPath: target].append(Moment(text: text, caret: caret))
    text = moment.text
    caret = moment.caret
    lastYank = nil
    return true
  }

  private func piece(_ range: Range<Int>) -> String {
    String(text.dropFirst(range.lowerBound).prefix(range.count))
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let head = String(text.prefix(range.lowerBound)) + new
    text = head + text.dropFirst(range.upperBound)
    // A mark can have become one with the Character before it.
    caret = min(head.count, text.count)
  }
}

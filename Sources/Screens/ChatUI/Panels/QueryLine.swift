import ChatDomain
import Composer
import DraftEngine

/// The query line of a panel.
nonisolated struct QueryLine: Hashable, Sendable {
  /// Longer than any real query, and short enough that pasting a book costs nothing.
  static let usualLimit = 500

  private let limit: Int
  private(set) var text = ""
  /// In Characters.
  private(set) var caret = 0
  private var past: [Moment] = []
  private var future: [Moment] = []
  /// The effect of the previous key, for joining kills and for M-y.
  private var previousEdit = Edit.other

  private struct Moment: Hashable {
    let text: String
    let caret: Int
  }

  private enum Edit: Hashable {
    case other
    case kill
    /// The range holds yanked text, which is this entry of the ring.
    case yank(Range<Int>, index: Int)
  }

  init(_ text: String = "", limit: Int = usualLimit) {
    self.limit = limit
    self.text = Self.oneLine(text, limit: limit)
    caret = self.text.count
  }

  /// The query without surrounding blanks.
  var words: String {
    var words = Substring(text)
    while words.first?.isWhitespace == true { words.removeFirst() }
    while words.last?.isWhitespace == true { words.removeLast() }
    return String(words)
  }

  /// Inserts typed or pasted text, as one line.
  ///
  /// - Returns: whether the text changed.
  mutating func type(_ new: String) -> Bool {
    let room = max(0, limit - text.count)
    let piece = String(Self.oneLine(new, limit: limit).prefix(room))
    previousEdit = .other
    guard !piece.isEmpty else { return false }
    return change { $0.replace($0.caret..<$0.caret, with: piece) }
  }

  /// Applies a composer key, as far as it applies to a single line.
  ///
  /// - Parameter ring: receives killed text and supplies yanked text; shared with the composers.
  /// - Returns: whether the text changed.
  mutating func edit(_ command: ComposerCommand, _ ring: KillRing) -> Bool {
    let previous = previousEdit
    previousEdit = .other
    switch command {
    case .left: move(.characterBackward)
    case .right: move(.characterForward)
    case .wordLeft: move(.wordBackward)
    case .wordRight: move(.wordForward)
    case .lineStart, .textStart, .up: move(.textStart)
    case .lineEnd, .textEnd, .down: move(.textEnd)
    case .deleteLeft: return remove(.characterBackward)
    case .deleteRight: return remove(.characterForward)
    case .killLine: return kill(.textEnd, into: ring, after: previous)
    case .killToLineStart: return kill(.textStart, into: ring, after: previous)
    case .killBlankWord: return kill(.blankDelimitedWordBackward, into: ring, after: previous)
    case .killWordLeft: return kill(.wordBackward, into: ring, after: previous)
    case .killWordRight: return kill(.wordForward, into: ring, after: previous)
    case .transpose: return transpose()
    case .yank: return yank(0, of: ring, over: caret..<caret)
    case .yankPop:
      guard case .yank(let range, let index) = previous else { return false }
      return yank(index + 1, of: ring, over: range)
    case .undo: return undo()
    case .redo: return travel(from: \.future, to: \.past)
    case .transposeWords, .upcaseWord, .downcaseWord, .capitalizeWord, .setMark, .exchangeMark, .copyRegion,
      .linkRegion, .spellWord, .send, .newline, .externalEditor,
      .previousInHistory, .nextInHistory, .searchHistory, .complete, .removeQuote, .removeLastFile,
      .attachFile,
      .showInChannel, .togglePreview:
      break
    }
    return false
  }

  /// - Returns: whether the text changed.
  mutating func undo() -> Bool { travel(from: \.past, to: \.future) }

  /// Converts external text to one line: line breaks and tabs become a space, other control characters are removed, and so are
  /// line breaks at the ends, which come from copying a whole line.
  static func oneLine(_ text: String, limit: Int = usualLimit) -> String {
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
  }

  private func target(of motion: TextMotion) -> Int {
    let place = text.index(text.startIndex, offsetBy: caret)
    let offset = motion.target(in: text, from: text[..<place].utf8.count)
    return text[..<text.utf8.index(text.startIndex, offsetBy: offset)].count
  }

  private func range(of motion: TextMotion) -> Range<Int> {
    let end = target(of: motion)
    return min(caret, end)..<max(caret, end)
  }

  private mutating func remove(_ motion: TextMotion) -> Bool {
    let range = range(of: motion)
    return range.isEmpty ? false : change { $0.replace(range, with: "") }
  }

  private mutating func kill(_ motion: TextMotion, into ring: KillRing, after previous: Edit) -> Bool {
    let range = range(of: motion)
    let killed = Clipping(piece(range))
    guard !killed.isEmpty, change({ $0.replace(range, with: "") }) else {
      if previous == .kill { previousEdit = .kill }
      return false
    }
    if previous == .kill { ring.join(killed, before: motion.isBackward) } else { ring.add(killed) }
    previousEdit = .kill
    return true
  }

  private mutating func transpose() -> Bool {
    let place = min(caret, text.count - 1)
    guard place > 0 else { return false }
    let swapped = piece(place..<place + 1) + piece(place - 1..<place)
    return change { $0.replace(place - 1..<place + 1, with: swapped) }
  }

  private mutating func yank(_ index: Int, of ring: KillRing, over range: Range<Int>) -> Bool {
    guard let entry = ring.entry(index) else { return false }
    let room = max(0, limit - text.count + range.count)
    let piece = String(Self.oneLine(entry.text, limit: limit).prefix(room))
    let isChanged = change { $0.replace(range, with: piece) }
    previousEdit = .yank(min(range.lowerBound, caret)..<caret, index: index)
    return isChanged
  }

  private mutating func change(_ body: (inout QueryLine) -> Void) -> Bool {
    let before = Moment(text: text, caret: caret)
    body(&self)
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
    return true
  }

  private func piece(_ range: Range<Int>) -> String {
    String(text.dropFirst(range.lowerBound).prefix(range.count))
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let head = String(text.prefix(range.lowerBound)) + new
    text = head + text.dropFirst(range.upperBound)
    // A combining mark can merge with the Character before it.
    caret = min(head.count, text.count)
  }
}

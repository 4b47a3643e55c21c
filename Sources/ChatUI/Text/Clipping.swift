import DraftEngine

/// Words with the elements in them, cut out of a draft.
nonisolated struct Clipping: Hashable, Sendable {
  private(set) var text: String
  /// Counted from the start of the words.
  private(set) var mentions: [MentionSpan]

  init(_ text: String, mentions: [MentionSpan] = []) {
    self.text = text
    self.mentions = mentions
  }

  /// Words that stand for somebody or something.
  init(_ text: String, standingFor target: MentionTarget) {
    let length = text.utf8.count
    self.init(text, mentions: length > 0 ? [MentionSpan(0..<length, target)] : [])
  }

  /// A part of a text; an element that is not whole in it is words.
  init(_ range: Range<Int>, of text: String, mentions: [MentionSpan]) {
    self.text = String(text.slice(utf8: range))
    self.mentions = mentions.compactMap { span in
      guard span.range.lowerBound >= range.lowerBound, span.range.upperBound <= range.upperBound else {
        return nil
      }
      return span.moved(by: -range.lowerBound)
    }
  }

  init(_ elements: [MessageElement]) {
    let document = DraftDocument(elements: elements)
    self.init(document.text, mentions: document.mentionSpans)
  }

  var isEmpty: Bool { text.isEmpty }

  static func + (left: Clipping, right: Clipping) -> Clipping {
    let shift = left.text.utf8.count
    return Clipping(
      left.text + right.text, mentions: left.mentions + right.mentions.map { $0.moved(by: shift) })
  }

  /// The edit that puts it in the place of a range. Words that were typed are put in one by one: keys that came in one
  /// read are undone as if they had come one after the other.
  func replacing(_ range: Range<Int>, origin: EditOrigin) -> DraftTransaction {
    // Nobody types more between two frames: that was pasted in a terminal that does not say so.
    let isTyped = origin == .typing && range.isEmpty && text.utf8.count <= 256
    return DraftTransaction(
      changes: isTyped ? text.typedWords.map { TextChange(range, String($0)) } : [TextChange(range, text)],
      adding: mentions.map { $0.moved(by: range.lowerBound) },
      origin: origin)
  }
}

nonisolated extension String {
  /// Words, each with the blanks behind it; blanks before the first one are a piece too.
  fileprivate var typedWords: [Substring] {
    var words: [Substring] = []
    var start = startIndex
    var isBlank = false
    for index in indices {
      let wasBlank = isBlank
      isBlank = self[index].isWhitespace
      guard wasBlank, !isBlank else { continue }
      words.append(self[start..<index])
      start = index
    }
    return words + [self[start...]]
  }
}

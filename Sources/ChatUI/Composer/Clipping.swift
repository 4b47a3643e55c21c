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

  /// The edit that puts it in the place of a range.
  func replacing(_ range: Range<Int>, origin: EditOrigin) -> DraftTransaction {
    DraftTransaction(
      changes: [TextChange(range, text)], adding: mentions.map { $0.moved(by: range.lowerBound) },
      origin: origin)
  }
}

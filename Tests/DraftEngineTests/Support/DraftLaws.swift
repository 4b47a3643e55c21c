import DraftEngine

/// What holds for every draft. Each law says what is wrong, or nil.
enum DraftLaws {
  /// The laws of a draft alone.
  static func breach(in draft: DraftDocument) -> String? {
    let text = draft.text
    let elements = draft.elements
    if !areSame(elements.text, text) { return "the elements do not join to the text" }
    let again = DraftDocument(elements: elements)
    if again != draft { return "made of its elements it is \(DraftNotation(again).description.visible)" }
    var end = 0
    var characters = 0
    var index = text.startIndex
    for (span, mention) in zip(draft.mentionSpans, draft.mentions) {
      let range = span.range
      if range.isEmpty || range.lowerBound < end {
        return "mentions are not ascending, disjoint and not empty"
      }
      end = range.upperBound
      guard let start = boundary(at: range.lowerBound, in: text), let stop = boundary(at: end, in: text)
      else {
        return "a mention is not on Characters"
      }
      characters += text.distance(from: index, to: start)
      let length = text.distance(from: start, to: stop)
      if mention != Mention(offset: characters, length: length, target: span.target) {
        return "a mention at \(characters), \(length) is told as \(mention)"
      }
      characters += length
      index = stop
    }
    return nil
  }

  /// Whether the same bytes stand in both.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
  }

  static func words(_ span: MentionSpan, in draft: DraftDocument) -> String {
    String(decoding: draft.text.utf8.dropFirst(span.range.lowerBound).prefix(span.range.count), as: UTF8.self)
  }

  private static func boundary(at utf8Offset: Int, in text: String) -> String.Index? {
    guard utf8Offset <= text.utf8.count else { return nil }
    return text.utf8.index(text.startIndex, offsetBy: utf8Offset).samePosition(in: text)
  }
}

import DraftEngine
import Testing

/// The laws of every draft. Each returns a description of the violation, or nil.
enum DraftLaws {
  /// The laws of a single draft.
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

  /// Whether both have the same bytes.
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

/// The laws of `update(text:)`. Each returns a description of the violation, or nil.
enum UpdateLaws {
  static func breach(updating draft: DraftDocument, to text: String) -> String? {
    var updated = draft
    updated.update(text: text)
    if !DraftLaws.areSame(updated.text, text) { return "the text is not the one that was given" }
    let isSameText = DraftLaws.areSame(draft.text, text)
    if updated.revision != draft.revision + (isSameText ? 0 : 1) { return "the revision is wrong" }
    if isSameText && updated != draft { return "an update to the same text changed something" }
    if let breach = DraftLaws.breach(in: updated) ?? mentionBreach(from: draft, to: updated) { return breach }
    var again = updated
    again.update(text: text)
    if again != updated || again.revision != updated.revision {
      return "the same update once more does something"
    }
    return transactionBreach(from: draft, to: updated)
  }

  /// Each mention has a counterpart before with the same target and text.
  private static func mentionBreach(from before: DraftDocument, to after: DraftDocument) -> String? {
    var partners = before.mentionSpans
    for span in after.mentionSpans {
      let words = DraftLaws.words(span, in: after)
      let partner = partners.firstIndex { old in
        old.target == span.target && DraftLaws.areSame(DraftLaws.words(old, in: before), words)
      }
      guard let partner else {
        return "the mention at \(span.range) spells \(words.visible) and came from nowhere"
      }
      partners.remove(at: partner)
    }
    return nil
  }

  private static func transactionBreach(from before: DraftDocument, to after: DraftDocument) -> String? {
    var draft = before
    do {
      let done = try draft.apply(before.transaction(updatingTo: after.text))
      if draft != after || draft.revision != after.revision {
        return "the transaction leads to \(DraftNotation(draft).description.visible)"
      }
      if let breach = mappingBreach(done, from: before, to: after) { return breach }
      let undone = try draft.apply(done.inverse)
      if draft != before { return "the inverse leads to \(DraftNotation(draft).description.visible)" }
      try draft.apply(undone.inverse)
      if draft != after { return "the inverse of the inverse does something else" }
      return nil
    } catch {
      return "the transaction or its inverse threw \(error)"
    }
  }

  /// A mention that was not lost is where the mapping says, and bytes outside the changes are unchanged.
  private static func mappingBreach(
    _ done: AppliedEdit, from before: DraftDocument, to after: DraftDocument
  ) -> String? {
    let now = Set(after.mentionSpans)
    for span in before.mentionSpans where !done.lostMentions.contains(span) {
      let start = done.mapping.map(span.range.lowerBound, side: .after)
      let end = done.mapping.map(span.range.upperBound, side: .before)
      if start > end || !now.contains(MentionSpan(start..<end, span.target)) {
        return "\(span.range) is mapped to \(start)..\(end), where no such mention is"
      }
    }
    return nil
  }
}

extension MentionTarget {
  var kindAndBytes: (kind: Int, bytes: String.UTF8View) {
    switch self {
    case .user(let userId): (0, userId.utf8)
    case .channel(let channelId): (1, channelId.utf8)
    case .url(let url): (2, url.utf8)
    }
  }
}

extension MessageElement {
  /// Compares byte by byte, where `==` would treat "é" and "e" with a combining accent as equal.
  func isExactly(_ other: MessageElement) -> Bool {
    guard text.utf8.elementsEqual(other.text.utf8) else { return false }
    switch (target?.kindAndBytes, other.target?.kindAndBytes) {
    case (nil, nil): return true
    case (let mine?, let theirs?): return mine.kind == theirs.kind && mine.bytes.elementsEqual(theirs.bytes)
    default: return false
    }
  }
}

extension [MessageElement] {
  func isExactly(_ other: [MessageElement]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isExactly($1) }
  }
}

/// Expects that an edit of a draft in notation throws exactly this error and changes nothing.
func expectRefusal(
  _ notation: String, _ error: DraftError, sourceLocation: SourceLocation = #_sourceLocation,
  of edit: (inout DraftDocument) throws(DraftError) -> Void
) throws {
  let before = try DraftNotation(notation).document
  var draft = before
  #expect(throws: error, sourceLocation: sourceLocation) { try edit(&draft) }
  #expect(draft == before, sourceLocation: sourceLocation)
  #expect(draft.revision == before.revision, sourceLocation: sourceLocation)
}

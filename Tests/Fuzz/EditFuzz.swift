// Fuzzes DraftEngine.
// Compiled in one module with the engine's sources by run.sh, so there is nothing to import.

/// Reads the input as a list of edits: one byte for the kind, then the parameters.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEdits(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  var script = Script(UnsafeBufferPointer(start: data, count: size))
  var draft = DraftDocument(elements: script.elements())
  checkDraft(draft)
  while !script.isAtEnd { edit(&draft, by: &script) }
  return 0
}

/// A reader of the input. At its end all values are 0.
private struct Script {
  private static let pieces: [String] = [
    "a", "b", " ", "\u{E9}", "e\u{301}", "\u{301}", "\u{200D}", "👩\u{200D}👧", "👧", "👍🏽", "🏽", "🇩🇪", "🇦", "\r",
    "\n",
    "\r\n", "漢", "하", "\u{1112}", "\u{1161}", "\u{11AB}", "क\u{94D}ष", "\u{94D}", "\u{600}", "\u{FE0F}",
    "❤\u{FE0F}",
    "1\u{20E3}", "@", "abcdefgh", "12345678901", "ß", "\u{AD}",
  ]
  private var bytes: Slice<UnsafeBufferPointer<UInt8>>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes[...] }

  var isAtEnd: Bool { bytes.isEmpty }
  mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  mutating func text() -> String {
    (0..<(byte() % 5)).reduce(into: "") { text, _ in text += Self.pieces[byte() % Self.pieces.count] }
  }

  mutating func target() -> MentionTarget {
    let kind = byte()
    return switch kind % 3 {
    case 0: .user(userId: "\(kind % 5)")
    case 1: .channel(channelId: "\(kind % 5)")
    default: .url(url: "\(kind % 5)")
    }
  }

  mutating func elements() -> [MessageElement] {
    (0..<(byte() % 8)).map { _ in
      byte() % 2 == 0 ? .plainText(text: text()) : .link(text: text(), target: target())
    }
  }

  /// A number that is usually in `0...limit`, but not always.
  mutating func number(upTo limit: Int) -> Int {
    let byte = byte()
    return switch byte {
    case 250: -1
    case 251: limit + 1
    case 252: .max
    case 253: .min
    default: byte % (limit + 1)
    }
  }

  mutating func range(upTo limit: Int) -> Range<Int> {
    let one = number(upTo: limit)
    let other = number(upTo: limit)
    return min(one, other)..<max(one, other)
  }

  mutating func transaction(in draft: DraftDocument) -> DraftTransaction {
    let flags = byte()
    var changes: [TextChange] = []
    for _ in 0..<(flags % 4) { changes.append(TextChange(range(upTo: draft.utf8Count), text())) }
    if flags & 64 == 0 {
      changes.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    }
    let spans = draft.mentionSpans
    let removing = flags & 16 == 0 || spans.isEmpty ? [] : [spans[byte() % spans.count]]
    let length = changes.reduce(draft.utf8Count) { $0 + $1.replacement.utf8.count }
    let adding = flags & 32 == 0 ? [] : [MentionSpan(range(upTo: length), target())]
    return DraftTransaction(changes: changes, removing: removing, adding: adding, origin: .merge)
  }
}

/// Performs an edit. A refused one must change nothing.
private func edit(_ draft: inout DraftDocument, by script: inout Script) {
  let before = draft
  let count = draft.count
  do {
    switch script.byte() % 6 {
    case 0: try draft.insertText(offset: script.number(upTo: count), text: script.text())
    case 1:
      try draft.removeText(offset: script.number(upTo: count), length: script.number(upTo: min(count, 5)))
    case 2:
      try draft.addMention(
        offset: script.number(upTo: count), length: script.number(upTo: 4), target: script.target())
    case 3: draft.removeMention(offset: script.number(upTo: count))
    case 4: try acceptSuggestion(in: &draft, by: &script)
    default: try applyAndUndo(script.transaction(in: draft), to: &draft)
    }
    checkDraft(draft)
    checkSurvivors(before, draft)
  } catch {
    law(draft == before && draft.revision == before.revision, "an edit was refused and changed something")
  }
}

private func acceptSuggestion(in draft: inout DraftDocument, by script: inout Script) throws(DraftError) {
  let offset = script.number(upTo: draft.count)
  let length = script.number(upTo: 4)
  let isInText = (0...draft.count).contains(offset) && length > 0
  let typed = isInText ? String(draft.text.dropFirst(offset).prefix(min(length, 5))) : script.text()
  let suggestion = SuggestedMention(
    offset: offset, replaceFrom: typed, replaceWith: "", target: script.target())
  let words = script.text()
  try draft.insertSuggestedMention(suggestion, text: words)
  law(
    draft.elements.contains(.link(text: words, target: suggestion.target)),
    "an accepted suggestion is no mention")
}

private func applyAndUndo(_ transaction: DraftTransaction, to draft: inout DraftDocument) throws(DraftError) {
  let before = draft
  let edit = try draft.apply(transaction)
  let after = draft
  let kept = before.mentionSpans.filter {
    !edit.lostMentions.contains($0) && !transaction.removing.contains($0)
  }
  for span in kept {
    let start = edit.mapping.map(span.range.lowerBound, side: .after)
    let end = edit.mapping.map(span.range.upperBound, side: .before)
    law(start < end, "a mention that was kept is mapped to nothing")
    law(
      after.mentionSpans.contains(MentionSpan(start..<end, span.target)),
      "a mention is not where it is mapped to")
    law(words(span.range, in: before) == words(start..<end, in: after), "a mention spells something else")
  }
  law(after.mentionSpans.count == kept.count + transaction.adding.count, "a mention came from nowhere")
  do {
    let undone = try draft.apply(edit.inverse)
    law(draft == before, "the inverse does not lead back")
    law(undone.mapping == edit.mapping.inverted, "the inverse maps otherwise than the inverted mapping")
    try draft.apply(undone.inverse)
    law(draft == after, "the inverse of the inverse does not lead there again")
  } catch {
    law(false, "the inverse or its inverse was refused")
  }
}

/// Offsets, mentions and elements agree with the standard library's view of the text.
private func checkDraft(_ draft: DraftDocument) {
  let text = draft.text
  law(draft.count == text.count, "the count is wrong")
  law(draft.elements.text.utf8.elementsEqual(text.utf8), "the elements do not join to the text")
  law(DraftDocument(elements: draft.elements) == draft, "the elements do not make the draft again")
  var end = 0
  for (span, mention) in zip(draft.mentionSpans, draft.mentions) {
    law(
      span.range.lowerBound >= end && !span.range.isEmpty,
      "mentions are not ascending, disjoint and not empty")
    end = span.range.upperBound
    law(end <= text.utf8.count, "a mention is outside the text")
    let before = text.utf8.index(text.startIndex, offsetBy: span.range.lowerBound).samePosition(in: text)
    let behind = text.utf8.index(text.startIndex, offsetBy: end).samePosition(in: text)
    guard let before, let behind else { fatalError("a mention is not on Characters") }
    law(mention.offset == text[..<before].count, "a mention's offset is wrong")
    law(mention.length == text[before..<behind].count, "a mention's length is wrong")
  }
}

/// After any edit by a caller there is at most one new mention, and the others keep their text.
private func checkSurvivors(_ before: DraftDocument, _ after: DraftDocument) {
  var known = before.elements.filter { $0.target != nil }
  var new = 0
  for element in after.elements where element.target != nil {
    if let index = known.firstIndex(of: element) { known.remove(at: index) } else { new += 1 }
  }
  law(new <= 1, "more than one mention came")
}

private func words(_ range: Range<Int>, in draft: DraftDocument) -> [UInt8] {
  Array(draft.text.utf8.dropFirst(range.lowerBound).prefix(range.count))
}

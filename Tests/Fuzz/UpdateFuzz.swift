// Fuzzes DraftEngine.
// Compiled in one module with the engine's sources by run.sh, so there is nothing to import.

/// Reads the input as a draft and its new text: bytes up to the first 0 are elements; the others are the new text, or
/// positions in the old text to copy from.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUpdate(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: data, count: size)
  let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let draft = DraftDocument(elements: elements(parts[0]))
  let rest = parts.count > 1 ? parts[1] : parts[0][parts[0].endIndex...]
  checkUpdate(of: draft, to: newText(rest, of: draft.text))
  checkOneEdit(of: draft, rest)
  return 0
}

private let pieces: [String] = [
  "a", "b", " ", "\u{E9}", "e\u{301}", "\u{301}", "\u{200D}", "👩\u{200D}👧", "👧", "🏽", "🇩🇪", "🇦", "\r", "\n",
  "漢", "하", "\u{1112}", "\u{1161}", "क\u{94D}ष", "\u{94D}", "\u{600}", "\u{FE0F}", "ann", "bob", "ann lee",
  "and ", ", ", ". ", "@", "the ", "ß",
]

/// Bytes from 1 to 31 are pieces of text; from 32 on, three bits are the number of following pieces that form a
/// mention.
private func elements(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [MessageElement] {
  var list: [MessageElement] = []
  var rest = bytes
  while let byte = rest.popFirst() {
    if byte < 32 {
      list.append(.plainText(text: pieces[Int(byte) - 1]))
      continue
    }
    let words = rest.prefix(Int(byte >> 5) % 4 + 1)
    rest = rest[words.endIndex...]
    let target = MentionTarget.user(userId: "\(byte % 4)")
    list.append(.link(text: text(words), target: target))
  }
  return list
}

private func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
  bytes.reduce(into: "") { $0 += pieces[Int($1) % pieces.count] }
}

/// Bytes below 128 are pieces of text; others are positions in the old text to copy from.
private func newText(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, of old: String) -> String {
  let scalars = Array(old.unicodeScalars)
  var result = String.UnicodeScalarView()
  var rest = bytes
  while let byte = rest.popFirst() {
    if byte < 128 || scalars.isEmpty {
      result.append(contentsOf: pieces[Int(byte) % pieces.count].unicodeScalars)
    } else {
      let start = (Int(byte) - 128) * 2 % scalars.count
      result.append(contentsOf: scalars[start...].prefix(Int(rest.popFirst() ?? 8)))
    }
  }
  return String(result)
}

private func checkUpdate(of draft: DraftDocument, to text: String) {
  var updated = draft
  updated.update(text: text)
  law(updated.text.utf8.elementsEqual(text.utf8), "the text is not the one that was given")
  let isSameText = draft.text.utf8.elementsEqual(text.utf8)
  law(updated.revision == draft.revision + (isSameText ? 0 : 1), "the revision is wrong")
  law(!isSameText || updated == draft, "an update to the same text changed something")
  law(DraftDocument(elements: updated.elements) == updated, "the elements do not make the draft again")
  law(updated.elements.text.utf8.elementsEqual(text.utf8), "the elements do not join to the text")
  checkMentions(draft, updated)
  var again = updated
  again.update(text: text)
  law(again == updated && again.revision == updated.revision, "the same update once more does something")
  do {
    var direct = draft
    let edit = try direct.apply(draft.transaction(updatingTo: text))
    law(direct == updated, "the transaction does something else")
    let undone = try direct.apply(edit.inverse)
    law(direct == draft, "the inverse does not lead back")
    try direct.apply(undone.inverse)
    law(direct == updated, "the inverse of the inverse does not lead there again")
  } catch {
    law(false, "the transaction or its inverse was refused")
  }
}

/// Every mention after the update has its own counterpart before, with the same target and bytes.
private func checkMentions(_ before: DraftDocument, _ after: DraftDocument) {
  var partners = before.mentionSpans.map { ($0.target, words($0.range, in: before)) }
  var end = 0
  for span in after.mentionSpans {
    law(
      span.range.lowerBound >= end && !span.range.isEmpty,
      "mentions are not ascending, disjoint and not empty")
    end = span.range.upperBound
    let words = words(span.range, in: after)
    guard let index = partners.firstIndex(where: { $0.0 == span.target && $0.1 == words }) else {
      fatalError("a mention came from nowhere")
    }
    partners.remove(at: index)
  }
}

/// If a single insertion or removal keeps all mentions, an update to its result does, too.
private func checkOneEdit(of draft: DraftDocument, _ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
  var rest = bytes
  let count = draft.count
  let offset = Int(rest.popFirst() ?? 0) % (count + 1)
  let length = Int(rest.popFirst() ?? 0)
  var direct = draft
  do {
    if length < 8 {
      try direct.removeText(offset: offset, length: min(length, count - offset))
    } else {
      try direct.insertText(offset: offset, text: text(rest.prefix(4)))
    }
  } catch {
    law(false, "an edit in the text was refused")
  }
  if direct.mentionSpans.count < draft.mentionSpans.count { return }
  var updated = draft
  updated.update(text: direct.text)
  law(updated.mentionSpans.count == draft.mentionSpans.count, "an update lost a mention that one edit keeps")
}

private func words(_ range: Range<Int>, in draft: DraftDocument) -> [UInt8] {
  Array(draft.text.utf8.dropFirst(range.lowerBound).prefix(range.count))
}

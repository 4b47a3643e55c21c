extension MentionTrigger {
  /// The trigger that ends at the caret, given the mentions of the text in order.
  ///
  /// A symbol counts at the start of the text and after a blank or opening punctuation, but not in a mention, a URL or
  /// code. What follows the caret is never part of the trigger.
  public static func at(caret utf8Offset: Int, in text: String, mentions: [MentionSpan]) -> MentionTrigger? {
    var context = TriggerContext()
    return at(caret: utf8Offset, in: text, &context, isMentioned: mentions.touch)
  }

  fileprivate static func at(
    caret utf8Offset: Int, in text: String, _ context: inout TriggerContext,
    isMentioned: (Range<Int>) -> Bool
  ) -> MentionTrigger? {
    let caret = CharacterCursor(text, roundingDown: utf8Offset)
    // The cheap check of the neighbourhood first: most keys end here and never read the earlier text.
    guard let name = TriggerName(endingAt: caret.index, in: text), opens(at: name.symbol, in: text) else {
      return nil
    }
    let symbol = CharacterCursor(text, at: name.symbol).utf8Offset
    let range = symbol..<caret.utf8Offset
    guard !isMentioned(range), context.admits(symbol, in: text) else { return nil }
    return MentionTrigger(kind: name.kind, range: range, query: String(text[name.query]))
  }

  /// Whether a symbol may stand here: at the start, after a blank or after opening punctuation.
  private static func opens(at symbol: String.Index, in text: String) -> Bool {
    guard symbol > text.startIndex else { return true }
    let before = text.unicodeScalars[text.unicodeScalars.index(before: symbol)]
    return CharacterKind(before).isBlank || before.isOpeningPunctuation
  }
}

extension DraftDocument {
  /// The trigger that ends at a caret in this draft.
  public func trigger(atUTF8 utf8Offset: Int) -> MentionTrigger? {
    var context = TriggerContext()
    return trigger(atUTF8: utf8Offset, &context)
  }

  /// The same for several carets in ascending order, which read the text before them once.
  func trigger(atUTF8 utf8Offset: Int, _ context: inout TriggerContext) -> MentionTrigger? {
    MentionTrigger.at(caret: utf8Offset, in: text, &context) {
      mentionList.firstIndex(overlapping: $0) != nil
    }
  }
}

extension [MentionSpan] {
  /// Whether a mention covers any of the bytes, or contains the end of the range, where the caret is.
  fileprivate func touch(_ range: Range<Int>) -> Bool {
    // Among the mentions that begin before the end of the range, the last one also ends last.
    let end = partitioningIndex { $0.range.lowerBound >= range.upperBound }
    return end > 0 && self[end - 1].range.upperBound > range.lowerBound
  }
}

import DraftEngine
import TestSupport

/// Random drafts and edits, mostly at edge cases, some invalid.
struct EditGenerator {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// True with this percentage as its probability.
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func text(_ pieces: ClosedRange<Int>) -> String {
    NastyText.random(number(pieces), using: &generator)
  }

  mutating func target() -> MentionTarget {
    let id = ["x", "y", "z"][number(0...2)]
    return switch number(0...3) {
    case 0: .channel(channelId: id)
    case 1: .url(url: id)
    default: .user(userId: id)
    }
  }

  mutating func elements() -> [MessageElement] {
    (0..<number(0...8)).map { _ in
      chance(40) ? .plainText(text: text(0...4)) : .link(text: text(0...3), target: target())
    }
  }

  mutating func edit(of draft: DraftDocument) -> DraftEdit {
    let count = draft.count
    switch number(0...(count > 40 ? 99 : 79)) {
    case 0..<24: return .insert(offset: offset(in: draft, count), text: text(chance(5) ? 0...0 : 1...3))
    case 24..<34, 80...: return removal(in: draft, count)
    case 34..<53: return addition(in: draft, count)
    case 53..<55: return .removeMention(offset: offset(in: draft, count))
    case 55..<63: return suggestion(in: draft, count)
    default: return .transaction(transaction(in: draft))
    }
  }

  /// A Character offset, often at an edge of a mention, and sometimes outside the text.
  private mutating func offset(in draft: DraftDocument, _ count: Int) -> Int {
    if chance(3) { return [-1, count + 1, count + 2, .max, .min, -count][number(0...5)] }
    let mentions = draft.mentions
    if mentions.isEmpty || chance(50) { return number(0...count) }
    let mention = mentions[number(0...(mentions.count - 1))]
    let edge = chance(50) ? mention.range.lowerBound : mention.range.upperBound
    return min(max(edge + [0, 0, 0, -1, 1][number(0...4)], 0), count)
  }

  private mutating func removal(in draft: DraftDocument, _ count: Int) -> DraftEdit {
    let offset = offset(in: draft, count)
    if chance(3) { return .remove(offset: offset, length: [-1, .max, .min, count + 1][number(0...3)]) }
    let length = count > 40 ? number(5...30) : number(0...4)
    return .remove(
      offset: offset, length: chance(90) ? min(length, count - min(max(offset, 0), count)) : length)
  }

  /// Mostly over plain text.
  private mutating func addition(in draft: DraftDocument, _ count: Int) -> DraftEdit {
    var offset = offset(in: draft, count)
    var length = chance(5) ? number(-1...(count + 1)) : number(1...4)
    let mentions = draft.mentions
    if chance(80), let gap = gaps(in: mentions, count).randomElement(using: &generator) {
      offset = number(gap.lowerBound...(gap.upperBound - 1))
      length = number(1...min(4, gap.upperBound - offset))
    }
    return .addMention(offset: offset, length: length, target: target())
  }

  /// The ranges of Characters between the mentions.
  private func gaps(in mentions: [Mention], _ count: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var end = 0
    for mention in mentions {
      if mention.offset > end { gaps.append(end..<mention.offset) }
      end = mention.range.upperBound
    }
    if count > end { gaps.append(end..<count) }
    return gaps
  }

  private mutating func suggestion(in draft: DraftDocument, _ count: Int) -> DraftEdit {
    var offset = offset(in: draft, count)
    var length = number(0...3)
    if chance(60), let gap = gaps(in: draft.mentions, count).randomElement(using: &generator) {
      offset = number(gap.lowerBound...gap.upperBound)
      length = min(length, gap.upperBound - offset)
    }
    let inText = (0...count).contains(offset) ? draft.text.dropFirst(offset).prefix(length) : "a"
    let typed = chance(93) ? String(inText) : text(0...2)
    return .suggestion(
      SuggestedMention(offset: offset, replaceFrom: typed, replaceWith: "", target: target()),
      text: text(chance(5) ? 0...0 : 1...3))
  }

  private mutating func transaction(in draft: DraftDocument) -> DraftTransaction {
    var transaction = DraftTransaction(origin: .merge)
    if chance(85) { transaction.changes = changes(in: draft) }
    for span in draft.mentionSpans where chance(6) { transaction.removing.append(span) }
    if chance(3) { transaction.removing.append(wrongSpan(in: draft)) }
    guard chance(40) else { return transaction }
    var result = draft
    // An invalid transaction need not fit any further.
    guard (try? result.apply(transaction)) != nil else { return transaction }
    for _ in 0...number(0...2) {
      if chance(6) {
        transaction.adding.append(wrongSpan(in: result))
        continue
      }
      let text = result.text
      let offset = number(0...result.count)
      let start = text.prefix(offset).utf8.count
      let words = text.dropFirst(offset).prefix(number(1...4))
      let span = MentionSpan(start..<(start + words.utf8.count), target())
      let isFree = !result.mentionSpans.contains { $0.range.overlaps(span.range) }
      if isFree && !words.isEmpty || chance(5) { transaction.adding.append(span) }
    }
    return transaction
  }

  /// Up to five changes in order; they may be adjacent, and a few split a scalar or go back.
  private mutating func changes(in draft: DraftDocument) -> [TextChange] {
    var offsets = [0]
    for scalar in draft.text.unicodeScalars { offsets.append((offsets.last ?? 0) + UTF8.width(scalar)) }
    for span in draft.mentionSpans { offsets += [span.range.lowerBound, span.range.upperBound] }
    let number = chance(50) ? 1 : number(2...5)
    let edges = (0..<(number * 2)).map { _ in offsets[self.number(0...(offsets.count - 1))] }.sorted()
    return (0..<number).map { index in
      var start = edges[index * 2]
      var end = edges[index * 2 + 1]
      if end - start > 12, chance(70) { end = start }
      if chance(30) { start = end }
      if chance(1) { start = self.number(-1...end) }
      if chance(1) { end = self.number(start...(draft.utf8Count + 1)) }
      return TextChange(min(start, end)..<end, chance(30) ? "" : text(0...2))
    }
  }

  private mutating func wrongSpan(in draft: DraftDocument) -> MentionSpan {
    if let span = draft.mentionSpans.first, chance(40) { return span }
    let start = number(-1...(draft.utf8Count + 1))
    return MentionSpan(start..<number(start...(draft.utf8Count + 3)), target())
  }
}

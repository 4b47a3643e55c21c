/// Edits that touch a mention.
extension EditingSession {
  /// Changes the words of a mention, or takes them away.
  mutating func touchMention(at range: Range<Int>) -> String {
    let words = text.string(in: range)
    switch random.below(6) {
    case 0:
      change { text, _ in text.replace(Self.withBlank(range, in: text), with: "") }
      return "TOUCHED [\(words)]: deleted alone"
    case 1:
      change { text, random in
        let wide = Self.withNeighbours(range, in: text, &random)
        text.replace(Self.withBlank(wide, in: text), with: "")
      }
      return "TOUCHED [\(words)]: deleted with its neighbours"
    case 2:
      change { text, _ in
        let sentence = text.sentences.first { $0.contains(range.lowerBound) } ?? range
        text.replace(Self.withSpace(sentence, in: text), with: "")
      }
      return "TOUCHED [\(words)]: deleted with its sentence"
    case 3:
      change { text, random in
        let count = random.within(1...max(1, min(3, range.count - 1)))
        text.replace((range.upperBound - count)..<range.upperBound, with: "")
      }
      return "TOUCHED [\(words)]: last letters deleted"
    case 4:
      change { text, random in
        let at = range.lowerBound + random.within(1...max(1, range.count - 1))
        text.replace(at..<at, with: String(random.one(of: Array("etaoinsrhl"))))
      }
      return "TOUCHED [\(words)]: a letter typed inside"
    default:
      var name = words
      while name == words { name = Cast.name(&random) }
      change { [name] text, _ in text.replace(range, with: name) }
      return "TOUCHED [\(words)]: replaced by \"\(name)\""
    }
  }

  /// The range and the blank that goes with it.
  private static func withBlank(_ range: Range<Int>, in text: TaggedText) -> Range<Int> {
    if text.scalar(at: range.lowerBound - 1) == " " { return (range.lowerBound - 1)..<range.upperBound }
    if text.scalar(at: range.upperBound) == " " { return range.lowerBound..<(range.upperBound + 1) }
    return range
  }

  /// The range and one or two words before it, behind it or on both sides, in the same sentence.
  private static func withNeighbours(
    _ range: Range<Int>, in text: TaggedText, _ random: inout SeededGenerator
  ) -> Range<Int> {
    let sentence = text.sentences.first { $0.contains(range.lowerBound) } ?? range
    let units = text.units.filter { sentence.contains($0.range.lowerBound) }
    guard let index = units.firstIndex(where: { $0.range == range }) else { return range }
    let side = random.below(3)
    let before = side == 0 ? 0 : random.within(1...2)
    let behind = side == 1 ? 0 : random.within(1...2)
    let first = units[max(0, index - before)].range
    let last = units[min(units.count - 1, index + behind)].range
    return first.lowerBound..<last.upperBound
  }
}

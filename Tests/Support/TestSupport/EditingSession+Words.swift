/// Edits of plain words.
extension EditingSession {
  mutating func typeWords(into text: inout TaggedText) -> String? {
    insert(Vocabulary.phrase(random.within(1...4), &random).joined(separator: " "), into: &text)
  }

  mutating func typePlainName(into text: inout TaggedText) -> String? {
    insert(cast.plainName(&random), into: &text)
  }

  mutating func deleteWords(from text: inout TaggedText) -> String? {
    guard var range = stretch(of: random.within(1...3), in: text) else { return nil }
    let words = text.string(in: range)
    let begins = text.beginsSentence(range.lowerBound)
    if begins, text.scalar(at: range.upperBound) == "," { range = range.lowerBound..<(range.upperBound + 1) }
    // The space before goes too, or the one after at the start of a sentence.
    if !begins, text.scalar(at: range.lowerBound - 1) == " " {
      text.replace((range.lowerBound - 1)..<range.upperBound, with: "")
    } else if text.scalar(at: range.upperBound) == " " {
      text.replace(range.lowerBound..<(range.upperBound + 1), with: "")
      if begins, random.percent(60) { text.capitalise(at: range.lowerBound) }
    } else {
      text.replace(range, with: "")
    }
    return "deleted \"\(words)\""
  }

  mutating func replaceWords(in text: inout TaggedText) -> String? {
    guard let range = stretch(of: random.within(1...2), in: text) else { return nil }
    let old = text.string(in: range)
    var new = Vocabulary.phrase(random.within(1...2), &random).joined(separator: " ")
    if new == old { return nil }
    if old == old.capitalisedFirst { new = new.capitalisedFirst }
    text.replace(range, with: new)
    return "replaced \"\(old)\" by \"\(new)\""
  }

  mutating func mendTypo(in text: inout TaggedText) -> String? {
    let words = text.units.filter { $0.isPlain && $0.range.count > 2 }.map(\.range)
    guard let word = place(among: words) else { return nil }
    let old = text.string(in: word)
    let at = random.within(word.lowerBound...(word.upperBound - 2))
    let letter = String(text.scalars[at])
    switch random.below(4) {
    case 0: text.replace(at..<(at + 1), with: String(random.one(of: Array("etaoinsrhldcumf"))))
    case 1: text.replace(at..<(at + 1), with: "")
    case 2: text.replace(at..<(at + 1), with: letter + letter)
    default: text.replace(at..<(at + 2), with: String(text.scalars[at + 1]) + letter)
    }
    return "mended \"\(old)\""
  }

  /// Types words before or after a word or a mention.
  private mutating func insert(_ words: String, into text: inout TaggedText) -> String? {
    guard let unit = place(among: text.units.map(\.range)) else { return nil }
    let neighbour = text.string(in: unit)
    if text.beginsSentence(unit.lowerBound), random.percent(50) {
      if random.percent(70) { text.capitalise(at: unit.lowerBound, false) }
      text.replace(unit.lowerBound..<unit.lowerBound, with: words.capitalisedFirst + " ")
      return "typed \"\(words)\" before \"\(neighbour)\""
    }
    guard !(text.scalar(at: unit.upperBound)?.isWord ?? false) else { return nil }
    text.replace(unit.upperBound..<unit.upperBound, with: " " + words)
    return "typed \"\(words)\" behind \"\(neighbour)\""
  }

  /// A few plain words in a row, separated by at most a space or a comma.
  private mutating func stretch(of count: Int, in text: TaggedText) -> Range<Int>? {
    let units = text.units
    guard let first = place(among: units.filter(\.isPlain).map(\.range)) else { return nil }
    var range = first
    for unit in units where unit.range.lowerBound > range.upperBound {
      let gap = text.string(in: range.upperBound..<unit.range.lowerBound)
      let words = text.string(in: first.lowerBound..<unit.range.lowerBound).split(separator: " ").count
      guard words < count, unit.isPlain, gap == " " || gap == ", " else { break }
      range = first.lowerBound..<unit.range.upperBound
    }
    return range
  }
}

/// Edits that touch a mention.
extension EditingSession {
  /// Changes or deletes the words of a mention.
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

  /// The range and the space that is deleted with it.
  private static func withBlank(_ range: Range<Int>, in text: TaggedText) -> Range<Int> {
    if text.scalar(at: range.lowerBound - 1) == " " { return (range.lowerBound - 1)..<range.upperBound }
    if text.scalar(at: range.upperBound) == " " { return range.lowerBound..<(range.upperBound + 1) }
    return range
  }

  /// The range and one or two words of the same sentence before it, after it or both.
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

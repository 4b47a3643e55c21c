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
    // The space before goes too, or at the start of a sentence the one behind.
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

  /// Types words before or behind a word or a mention.
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

  /// A few plain words in a row, with at most a space or a comma between them.
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

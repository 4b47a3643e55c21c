/// Edits of punctuation, sentences and paragraphs.
extension EditingSession {
  mutating func changePunctuation(in text: inout TaggedText) -> String? {
    let units = text.units.map(\.range)
    guard let unit = place(among: units) else { return nil }
    let words = text.string(in: unit)
    let next = text.scalar(at: unit.upperBound)
    switch next {
    case " ", nil:
      let mark = random.weighted([
        (",", weight: 55), (" -", weight: 10), (":", weight: 10), ("!", weight: 10), ("...", weight: 10),
        (";", weight: 5),
      ])
      text.replace(unit.upperBound..<unit.upperBound, with: mark)
    case ",", ":", ";":
      text.replace(unit.upperBound..<(unit.upperBound + 1), with: "")
    case ".", "!", "?":
      let mark = random.weighted([
        (".", weight: 30), ("!", weight: 30), ("?", weight: 20), ("", weight: 5), ("!!", weight: 5),
        (" 🙂", weight: 10),
      ])
      text.replace(unit.upperBound..<(unit.upperBound + 1), with: mark)
    default:
      return nil
    }
    return "changed the punctuation behind \"\(words)\""
  }

  mutating func addSentence(to text: inout TaggedText) -> String? {
    guard let sentence = place(among: text.sentences) else { return nil }
    let words = Vocabulary.phrase(random.within(3...10), &random).joined(separator: " ").capitalisedFirst
    let new = words + random.weighted([(".", weight: 70), ("?", weight: 15), ("!", weight: 15)])
    if sentence.lowerBound == 0, random.percent(30) {
      text.replace(0..<0, with: new + " ")
    } else {
      text.replace(sentence.upperBound..<sentence.upperBound, with: " " + new)
    }
    return "added \"\(new)\""
  }

  mutating func removeSentence(from text: inout TaggedText) -> String? {
    let sentences = text.sentences
    let plain = sentences.filter { text.isPlain($0) }
    guard sentences.count > 2, let sentence = place(among: plain) else { return nil }
    let words = text.string(in: sentence)
    text.replace(Self.withSpace(sentence, in: text), with: "")
    return "removed \"\(words)\""
  }

  mutating func moveSentence(in text: inout TaggedText) -> String? {
    let sentences = text.sentences
    guard sentences.count > 2, let first = place(among: sentences),
      let index = sentences.firstIndex(of: first)
    else { return nil }
    // Sometimes two in a row are moved together.
    var moved = first
    if random.percent(15), index + 1 < sentences.count {
      moved = first.lowerBound..<sentences[index + 1].upperBound
    }
    let piece = text.cut(moved)
    text.replace(Self.withSpace(moved, in: text), with: "")
    let rest = text.sentences
    guard !rest.isEmpty else { return nil }
    let goal = random.below(rest.count)
    var block = TaggedText()
    if goal == 0, random.percent(50) {
      block.replace(0..<0, with: " ")
      block.replace(0..<0, with: piece)
      text.replace(rest[0].lowerBound..<rest[0].lowerBound, with: block)
    } else {
      block.append(" ")
      block.replace(1..<1, with: piece)
      text.replace(rest[goal].upperBound..<rest[goal].upperBound, with: block)
    }
    return "moved \"\(piece.string)\""
  }

  mutating func swapSentences(in text: inout TaggedText) -> String? {
    let sentences = text.sentences
    guard sentences.count > 1, let first = place(among: sentences.dropLast()),
      let index = sentences.firstIndex(of: first)
    else { return nil }
    // Mostly the following one.
    let other = random.percent(60) ? index + 1 : random.within((index + 1)...(sentences.count - 1))
    let (one, two) = (text.cut(sentences[index]), text.cut(sentences[other]))
    text.replace(sentences[other], with: one)
    text.replace(sentences[index], with: two)
    return "swapped \"\(one.string)\" and \"\(two.string)\""
  }

  mutating func changeParagraphs(in text: inout TaggedText) -> String? {
    let sentences = text.sentences
    guard sentences.count > 1, let sentence = place(among: sentences.dropLast()),
      let index = sentences.firstIndex(of: sentence)
    else { return nil }
    let gap = sentence.upperBound..<sentences[index + 1].lowerBound
    let isBreak = text.string(in: gap).contains("\n")
    text.replace(gap, with: isBreak ? " " : random.percent(60) ? "\n\n" : "\n")
    return (isBreak ? "joined" : "split") + " paragraphs behind \"\(text.string(in: sentence))\""
  }

  /// The sentence and the space that is deleted with it.
  static func withSpace(_ sentence: Range<Int>, in text: TaggedText) -> Range<Int> {
    var (start, end) = (sentence.lowerBound, sentence.upperBound)
    if text.scalar(at: end) == " " { return start..<(end + 1) }
    if text.scalar(at: start - 1) == " " { return (start - 1)..<end }
    // It was a paragraph or a line.
    while text.scalar(at: start - 1) == "\n" { start -= 1 }
    if start == 0 { while text.scalar(at: end) == "\n" { end += 1 } }
    return start..<end
  }
}

/// How a person sees the text: words, mentions and sentences.
extension TaggedText {
  /// A word or a mention.
  struct Unit {
    var range: Range<Int>
    /// The mention, or `nobody` for a plain word.
    var owner: Int

    var isPlain: Bool { owner == TaggedText.nobody }
  }

  /// The words and mentions in order. What is glued to a mention, as the `'s` behind a name, is none of them.
  var units: [Unit] {
    var result: [Unit] = []
    var start = 0
    while start < count {
      let owner = owners[start]
      guard owner != Self.nobody || scalars[start].isWord else {
        start += 1
        continue
      }
      var end = start + 1
      while end < count, owners[end] == owner, owner != Self.nobody || scalars[end].isWord { end += 1 }
      if owner != Self.nobody || (!isMention(start - 1) && !isMention(end)) {
        result.append(Unit(range: start..<end, owner: owner))
      }
      start = end
    }
    return result
  }

  /// The sentences in order, each with its closing punctuation and without the space around it.
  var sentences: [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    var end = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      if scalar == "\n" {
        if let first = start { result.append(first..<end) }
        start = nil
      } else if scalar != " " {
        if start == nil { start = index }
        end = index + 1
        if let first = start, scalar.endsSentence, !isMention(index), end == count || scalars[end] == " " {
          result.append(first..<end)
          start = nil
        }
      }
    }
    if let first = start { result.append(first..<end) }
    return result
  }

  /// Whether no mention stands in the range.
  func isPlain(_ range: Range<Int>) -> Bool {
    owners[range].allSatisfy { $0 == Self.nobody }
  }

  func isMention(_ index: Int) -> Bool {
    owners.indices.contains(index) && owners[index] != Self.nobody
  }

  func scalar(at index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  /// Whether the sentence of a word begins with it.
  func beginsSentence(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, scalars[before] == " " { before -= 1 }
    return before < 0 || scalars[before] == "\n" || (scalars[before].endsSentence && before + 1 < index)
  }

  /// Gives the plain word at a position a capital, or takes it.
  mutating func capitalise(at index: Int, _ capital: Bool = true) {
    guard index < count, owners[index] == Self.nobody else { return }
    let letter = String(scalars[index])
    replace(index..<(index + 1), with: capital ? letter.uppercased() : letter.lowercased())
  }
}

extension Unicode.Scalar {
  /// Whether it can be part of a word.
  var isWord: Bool {
    isLetterOrDigit || self == "'" || self == "-" || self == "_" || self == "@" || self == "#"
  }

  var isLetterOrDigit: Bool {
    isASCII
      ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
      : properties.isAlphabetic
  }

  var endsSentence: Bool { self == "." || self == "!" || self == "?" }
}

/// A text as first written, before any edit.
struct Composition {
  private(set) var text = TaggedText()
  let cast: Cast
  private let style: Style

  /// The kind of text.
  private enum Style {
    /// A few short sentences in lower case, with little punctuation.
    case chat
    /// A paragraph.
    case message
    /// Several paragraphs, perhaps with a list.
    case letter
  }

  /// A word or a name that will become part of a sentence.
  private struct Piece {
    var words: String
    var owner = TaggedText.nobody
  }

  init(_ random: inout SeededGenerator) {
    style = random.weighted([(.chat, weight: 25), (.message, weight: 40), (.letter, weight: 35)])
    let sentences =
      switch style {
      case .chat: random.within(3...6)
      case .message: random.within(3...9)
      case .letter: random.within(8...25)
      }
    let mentions = random.within(1...min(12, sentences + 1))
    cast = Cast(mentions: mentions, &random)
    var names: [[Piece]] = Array(repeating: [], count: sentences)
    for mention in 0..<mentions {
      names[random.below(sentences)].append(Piece(words: cast.names[mention], owner: mention))
    }
    if random.percent(50) {
      for _ in 0..<random.within(1...max(1, mentions / 2)) {
        names[random.below(sentences)].append(Piece(words: random.one(of: cast.names)))
      }
    }
    write(names, &random)
  }

  private mutating func write(_ names: [[Piece]], _ random: inout SeededGenerator) {
    var lines = 0
    var endsList = false
    for index in names.indices {
      if index > 0 {
        let begins = style == .letter && lines == 0 && random.percent(22)
        if begins, random.percent(25) { lines = random.within(2...5) }
        if begins || endsList {
          text.append("\n\n")
        } else {
          text.append(lines > 0 || (style == .chat && random.percent(35)) ? "\n" : " ")
        }
      }
      if lines > 0 { text.append("- ") }
      writeSentence(names[index], isLine: lines > 0, &random)
      endsList = lines == 1
      lines = max(0, lines - 1)
    }
  }

  private mutating func writeSentence(_ names: [Piece], isLine: Bool, _ random: inout SeededGenerator) {
    let length = random.within(style == .chat ? 2...8 : isLine ? 3...8 : 5...16)
    var pieces = Vocabulary.phrase(length, &random).map { Piece(words: $0) }
    for name in names {
      // Names come first in a sentence more often than anywhere else.
      pieces.insert(name, at: random.percent(20) ? 0 : random.within(0...pieces.count))
    }
    let small = style == .chat && random.percent(60)
    for (index, piece) in pieces.enumerated() {
      if index > 0 { text.append(" ") }
      let capital = index == 0 && !small && piece.owner == TaggedText.nobody
      text.append(capital ? piece.words.capitalisedFirst : piece.words, owner: piece.owner)
      guard index + 1 < pieces.count else { break }
      let isName = piece.owner != TaggedText.nobody
      if isName, random.percent(6) {
        text.append("'s")
      } else if random.percent(isName ? 18 : 6) {
        text.append(random.percent(92) ? "," : " -")
      }
    }
    switch random.below(100) {
    case ..<70: if !isLine, !small || random.percent(50) { text.append(".") }
    case ..<85: text.append("?")
    case ..<96: text.append("!")
    default: text.append(" 🙂")
    }
  }
}

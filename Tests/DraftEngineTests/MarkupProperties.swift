import DraftEngine
import TestSupport
import Testing

@Suite("Markup of random input")
struct MarkupProperties {
  private static let pieces = [
    "[", "]", "(", ")", "\\", "[", "](", "\\", "pn-user://", "pn-channel://", "e", "\u{301}", "\u{200D}", "👩",
    "🇩", "🇪",
    "\r", "\n", "漢", " ", "a",
  ]

  private static func words(_ count: Int, from generator: inout SeededGenerator) -> String {
    (0..<count).reduce(into: "") { words, _ in
      words += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
    }
  }

  private static func element(from generator: inout SeededGenerator) -> MessageElement {
    let text = words(Int.random(in: 0...6, using: &generator), from: &generator)
    let kind = Int.random(in: 0..<6, using: &generator)
    if kind < 3 { return .plainText(text: text) }
    let target = words(Int.random(in: 0...4, using: &generator), from: &generator)
    return switch kind {
    case 3: .link(text: text, target: .user(userId: target))
    case 4: .link(text: text, target: .channel(channelId: target))
    default: .link(text: text, target: .url(url: target))
    }
  }

  /// All strings up to a length over the special bytes and one ordinary one.
  private static func all(upTo length: Int) -> [String] {
    var strings = [""]
    var longest = strings
    for _ in 0..<length {
      longest = longest.flatMap { start in ["[", "]", "(", ")", "\\", "a"].map { start + $0 } }
      strings += longest
    }
    return strings
  }

  private static func isNormalised(_ elements: [MessageElement]) -> Bool {
    elements.isExactly(elements.normalised)
  }

  @Test("Random elements round-trip")
  func randomElements() {
    var generator = SeededGenerator(seed: TestSeed.value)
    let broken = (0..<30_000).lazy.map { _ in
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in Self.element(from: &generator) }
    }.first { list in
      let markup = MessageMarkup.render(list)
      return !MessageMarkup.parse(markup).isExactly(list.normalised)
        || !MessageMarkup.render(list.normalised).utf8.elementsEqual(markup.utf8)
    }
    #expect(broken == nil, "play again with SEED=\(TestSeed.value)")
  }

  @Test("Random text is read as defined, and reads the same after writing")
  func randomMarkup() {
    var generator = SeededGenerator(seed: TestSeed.value)
    let broken = (0..<30_000).lazy.map { _ in
      Self.words(Int.random(in: 0...30, using: &generator), from: &generator)
    }.first { markup in
      let elements = MessageMarkup.parse(markup)
      return !elements.isExactly(NaiveMarkup.parse(markup)) || !Self.isNormalised(elements)
        || !MessageMarkup.parse(MessageMarkup.render(elements)).isExactly(elements)
    }
    #expect(broken == nil, "play again with SEED=\(TestSeed.value)")
  }

  @Test("Every short text is read as defined")
  func everyMarkup() {
    let broken = Self.all(upTo: 6).first { markup in
      let elements = MessageMarkup.parse(markup)
      return !elements.isExactly(NaiveMarkup.parse(markup)) || !Self.isNormalised(elements)
    }
    #expect(broken == nil)
  }

  @Test("Every short text element round-trips, and is escaped only if it reads as something else")
  func everyWords() {
    let broken = Self.all(upTo: 7).dropFirst().first { words in
      let elements = [MessageElement.plainText(text: words)]
      let markup = MessageMarkup.render(elements)
      let isVerbatim = markup.utf8.elementsEqual(words.utf8)
      if isVerbatim { return !MessageMarkup.parse(words).isExactly(elements) }
      return !MessageMarkup.parse(markup).isExactly(elements)
        || MessageMarkup.parse(words).isExactly(elements)
    }
    #expect(broken == nil)
  }

  @Test("Every short pair of a text and a link round-trips, in both orders")
  func everyPair() {
    let links = Self.all(upTo: 1).flatMap { text in
      Self.all(upTo: 1).map { MessageElement.link(text: text, target: .url(url: $0)) }
    }
    let broken = Self.all(upTo: 4).dropFirst().lazy.flatMap { words in
      links.flatMap { [[.plainText(text: words), $0], [$0, .plainText(text: words)]] }
    }.first { !MessageMarkup.parse(MessageMarkup.render($0)).isExactly($0) }
    #expect(broken == nil)
  }

  @Test("Every short link round-trips, alone, twice and between texts")
  func everyLink() {
    let links = Self.all(upTo: 2).flatMap { text in
      Self.all(upTo: 2).map { MessageElement.link(text: text, target: .user(userId: $0)) }
    }
    let words = Self.all(upTo: 2).map { MessageElement.plainText(text: $0) }
    let broken = links.lazy.flatMap { link in
      [[link, link]] + words.map { [$0, link, .plainText(text: "[a](")].normalised }
    }.first { !MessageMarkup.parse(MessageMarkup.render($0)).isExactly($0) }
    #expect(broken == nil)
  }

  @Test("Every short triple of text, link and text round-trips")
  func everyTriple() {
    let link = MessageElement.link(text: "]", target: .channel(channelId: ")"))
    let words = Self.all(upTo: 3).map { MessageElement.plainText(text: $0) }
    let broken = words.lazy.flatMap { before in words.lazy.map { [before, link, $0].normalised } }
      .first { !MessageMarkup.parse(MessageMarkup.render($0)).isExactly($0) }
    #expect(broken == nil)
  }
}

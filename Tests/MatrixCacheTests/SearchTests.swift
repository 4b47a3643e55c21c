import ChatDomain
import TestSupport
import Testing

@testable import MatrixService

/// Each test runs with SQLite's full-text index, and without it.
@Suite("Search")
struct SearchTests {
  static let ways = [true, false]

  private func cache(_ usesFullText: Bool) throws -> MatrixCache {
    try MatrixCache(CacheFile(path: nil, user: "@ann:s", device: "laptop", usesFullText: usesFullText))
  }

  private func save(_ texts: [String], in cache: MatrixCache) throws {
    for (number, text) in texts.enumerated() {
      let id = MessageID("$\(number)")
      try cache.events.save(Samples.event(id, at: UInt64(number)))
      try cache.words.setText(of: id, in: Samples.room, to: text)
    }
  }

  private func ids(
    _ text: String, in cache: MatrixCache, room: ChannelID? = nil, limit: Int = 100
  ) throws -> [String] {
    try cache.events.search(text, in: room, before: nil, limit: limit).map(\.id.rawValue)
  }

  @Test("SQLite has the index, and it is used unless a test disables it")
  func available() throws {
    #expect(try Samples.cache().hasFullText)
    #expect(try !cache(false).hasFullText)
  }

  struct Sample: CustomTestStringConvertible, Sendable {
    let text: String
    let finding: [String]
    let missing: [String]
    var testDescription: String { text }
  }

  static let samples = [
    Sample(
      text: "Éloïse wohnt in der Straße 12",
      finding: ["eloise", "ÉLOÏSE", "strasse", "Straße", "wohn", "12", "der wohnt", "e 1", " in\n"],
      missing: ["loise", "ohnt", "13", "der die", "wohnt x", "in wohntt"]),
    Sample(
      text: "use foo-bar (not c++) @ann:s.org!",
      finding: ["foo-bar", "foo-b", "bar", "c++", "(not", "@ann:s", "ann", "not c++)", "++", "!", "s.org"],
      missing: ["foo_bar", "oo-bar", "foobar", "c+++", "-foo", "?", "nn:s"]),
    Sample(
      text: "“Ahoj” — řekl… «da»\u{00A0}«jo»", finding: ["ahoj", "“ahoj”", "rekl", "da", "jo", "„ahoj“"],
      missing: ["hoj", "ekl"]),
    Sample(
      text: "我们在北京见面 OK", finding: ["北京", "京见", "我们", "ok", "面 我", "在北京见面"],
      missing: ["京北", "北京面", "k"]),
    Sample(
      text: "พบกันที่กรุงเทพ ひらがなカタカナ", finding: ["กรุงเทพ", "กัน", "がな", "タカ"], missing: ["พุงเทพ", "なが"]),
    Sample(
      text: "हिन्दी में लिखा", finding: ["हिन्दी", "हिन्", "में", "लिखा"], missing: ["न्दी", "खा"]),
    Sample(
      text: "party 🎉🎉❤️ x👩‍👩‍👧y ½€", finding: ["🎉", "❤", "❤️", "🎉❤", "👩‍👩‍👧", "€", "½", "y"],
      missing: ["🎈", "❤🎉"]),
    Sample(
      text: "so\u{00AD}ft ze\u{200B}ro \u{200F}שלום", finding: ["soft", "zero", "שלום", "שָׁלוֹם"],
      missing: ["לום"]),
    Sample(
      text: "AND OR NOT NEAR(a b) \"quoted\" text:word ^start star* {c} tab\ttab nul\0nul",
      finding: [
        "and", "not", "near(a", "\"quoted\"", "text:word", "^start", "star*", "{c}", "tab", "nul", "\"", "*",
      ], missing: ["nothing", "tabtab"]),
    Sample(
      text: String(repeating: "word ", count: 20_000) + String(repeating: "y", count: 5_000),
      finding: ["word", "y", String(repeating: "y", count: 5_000)],
      missing: [String(repeating: "y", count: 5_001)]),
    Sample(
      text: (0..<100).map { "w\($0)" }.joined(separator: " "),
      finding: [(0..<100).map { "w\($0)" }.joined(separator: " "), "w99 w0"],
      missing: [(0...100).map { "w\($0)" }.joined(separator: " ")]),
  ]

  @Test("Words are found by prefix, ignoring case and accents", arguments: samples, ways)
  func words(sample: Sample, usesFullText: Bool) throws {
    let cache = try cache(usesFullText)
    try save(["", sample.text, "zzz zebra"], in: cache)
    for text in sample.finding { #expect(try ids(text, in: cache) == ["$1"], "\(text.debugDescription)") }
    for text in sample.missing { #expect(try ids(text, in: cache).isEmpty, "\(text.debugDescription)") }
  }

  @Test("An empty query finds nothing", arguments: ["", " \n\t", "\u{200B}", "\0"], ways)
  func nothing(text: String, usesFullText: Bool) throws {
    let cache = try cache(usesFullText)
    try save(["a", "b"], in: cache)
    #expect(try ids(text, in: cache).isEmpty)
    #expect(try ids("a", in: cache, limit: 0).isEmpty)
  }

  @Test(
    "Results are of one room or all, visible, newest first, and continue after any of them", arguments: ways)
  func order(usesFullText: Bool) throws {
    let cache = try cache(usesFullText)
    let events = [
      Samples.event("$b", at: 5), Samples.event("$c", at: 5, in: Samples.other),
      Samples.event("$a", at: .max),
      Samples.event("$d", at: 1, isInChannel: false, under: "$x"),
      Samples.event("$hidden", at: 7, isShown: false),
    ]
    for event in events {
      try cache.events.save(event)
      try cache.words.setText(of: event.id, in: event.room, to: "the word")
    }
    try cache.events.save(Samples.event("$unindexed", at: 8))
    #expect(try ids("word", in: cache) == ["$a", "$c", "$b", "$d"])
    #expect(try ids("word", in: cache, limit: 2) == ["$a", "$c"])
    #expect(try ids("word", in: cache, room: Samples.room) == ["$a", "$b", "$d"])
    #expect(try ids("word", in: cache, room: "!unknown").isEmpty)
    #expect(
      try cache.events.search("word", in: nil, before: nil, limit: 9) == [
        events[2], events[1], events[0], events[3],
      ])
    var (found, place): ([MessageID], (Timetoken, MessageID)?) = ([], nil)
    while found.count < 9, let next = try cache.events.search("word", in: nil, before: place, limit: 1).first
    {
      found.append(next.id)
      place = (next.token, next.id)
    }
    #expect(found == ["$a", "$c", "$b", "$d"])
  }

  @Test("Messages are found by their senders, with words and without", arguments: ways)
  func senders(usesFullText: Bool) throws {
    let cache = try cache(usesFullText)
    try save(["a word", "another word", "a word too"], in: cache)
    var other = Samples.event("$1", at: 1)
    other.sender = "@cay:s"
    try cache.events.save(other)
    func ids(_ text: String, by senders: Set<UserID>) throws -> [String] {
      try cache.events.search(text, by: senders, in: nil, before: nil, limit: 9).map(\.id.rawValue)
    }
    #expect(try ids("word", by: ["@cay:s"]) == ["$1"])
    #expect(try ids("", by: ["@cay:s"]) == ["$1"])
    #expect(try ids("", by: [Samples.event("$0", at: 0).sender]) == ["$2", "$0"])
    #expect(try ids("too", by: ["@cay:s"]).isEmpty)
    #expect(try ids("word", by: ["@cay:s", Samples.event("$0", at: 0).sender]) == ["$2", "$1", "$0"])
  }

  @Test(
    "A message is indexed by its latest text; an empty text is not indexed",
    arguments: ways)
  func replacing(usesFullText: Bool) throws {
    let cache = try cache(usesFullText)
    try save(["old words", "others"], in: cache)
    try cache.events.save(Samples.event("$0", at: 9, bytes: [7]))
    #expect(try ids("old", in: cache) == ["$0"])
    try cache.words.setText(of: "$0", in: Samples.room, to: "new words")
    #expect(try ids("old", in: cache).isEmpty)
    #expect(try ids("new", in: cache) == ["$0"])
    try cache.words.setText(of: "$0", in: Samples.room, to: "")
    #expect(try ids("words", in: cache).isEmpty)
    // Without its event, the text is not found.
    try cache.words.setText(of: "$never", in: Samples.room, to: "words")
    try cache.words.setText(of: "$never", in: "!unknown", to: "words")
    #expect(try ids("words", in: cache).isEmpty)
    #expect(try ids("others", in: cache) == ["$1"])
  }

  @Test("The index finds what a full scan finds, for random queries and texts")
  func agreement() throws {
    var generator = SeededGenerator(seed: TestSeed.value)
    let (indexed, read) = (try cache(true), try cache(false))
    let scalars: [Unicode.Scalar] = [
      "a", "b", "A", "é", "ß", "1", " ", " ", "\"", "*", "-", "(", ":", "\0", "\u{1F}", "\u{300}", "\u{200D}",
      "漢",
      "字", "か", "ก", "ิ", "न", "ि", "🎉", "€", "“", "…", "\u{3000}", "ش", "\u{FEFF}", "\u{E000}", "\u{10FFFF}",
    ]
    func text(_ most: Int) -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.below(most) { text.append(generator.one(of: scalars)) }
      return String(text)
    }
    let texts = (0..<300).map { _ in text(30) }
    for cache in [indexed, read] {
      try cache.transaction { () throws(CacheFault) in
        for (number, text) in texts.enumerated() {
          let id = MessageID("$\(number)")
          try cache.events.save(Samples.event(id, at: UInt64(number)))
          try cache.words.setText(of: id, in: Samples.room, to: text)
        }
      }
    }
    var finds = 0
    for _ in 0..<1_000 {
      let sought = text(6)
      let found = try ids(sought, in: indexed)
      finds += found.count
      #expect(try ids(sought, in: read) == found, "\(sought.debugDescription), seed \(TestSeed.value)")
    }
    #expect(finds > 1_000)
  }
}

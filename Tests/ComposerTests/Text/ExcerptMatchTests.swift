import ChatDomain
import Testing

@testable import Composer

@Suite("Highlighted matches")
struct ExcerptMatchTests {
  @Test(
    "Each occurrence is highlighted, ignoring case and accents, in whole Characters",
    arguments: [
      ("login", "the old Login, and the login", ["Login", "login"]), ("ele", "Éléonore", ["Élé"]),
      ("strasse", "Straße", ["Straße"]), ("ss", "Straße ss", ["ß", "ss"]), ("aa", "aaaa", ["aaaa"]),
      ("x", "nothing", []),
      ("", "nothing", []), ("e", "cafe\u{301} 👩‍👩‍👧 é", ["e\u{301}", "é"]), ("漢", "漢字", ["漢"]),
    ])
  func marks(query: String, text: String, found: [String]) {
    let ranges = Excerpt.matches(of: FoldedText(query), in: text)
    let bytes = Array(text.utf8)
    #expect(ranges.map { String(decoding: bytes[$0], as: UTF8.self) } == found)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test(
    "Each of several words is highlighted, and adjacent ones are joined",
    arguments: [
      ("al du", "@Alex Dunn", ["Al", "Du"]), ("dunn alex", "@Alex Dunn", ["Alex", "Dunn"]),
      ("gen ner", "#general", ["gener"]), ("", "#general", []), ("zz", "#general", []),
    ])
  func words(query: String, text: String, found: [String]) {
    let bytes = Array(text.utf8)
    let ranges = Excerpt.matches(ofWordsIn: query, in: text)
    #expect(ranges.map { String(decoding: bytes[$0], as: UTF8.self) } == found)
  }
}

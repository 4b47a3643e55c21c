import ChatDomain
import ChatScreens
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct FuzzyMatchTests {
  static func ranked(_ query: String, _ texts: [String]) -> [String] {
    let candidates = texts.map { Candidate($0, PanelRow($0), matching: [$0]) }
    return FuzzyMatch(query).ranked(candidates).map(\.id)
  }

  @Test(
    "Order: whole match, start, word start, anywhere, scattered letters",
    arguments: [
      (
        "dev", ["d e v", "mydev", "my dev", "develop", "dev"], ["dev", "develop", "my dev", "mydev", "d e v"]
      ),
      ("ANA", ["Banana", "Ána", "Joe Ana"], ["Ána", "Joe Ana", "Banana"]),
      ("strasse", ["Straße", "Strand"], ["Straße"]),
      ("gnl", ["general", "single", "gun and lead"], ["general", "gun and lead"]),
      ("ge", ["general", "ge-longer", "ge"], ["ge", "general", "ge-longer"]),
      ("dunn alex", ["Alex Dunn", "Alexander", "Dunn"], ["Alex Dunn"]),
      ("a b", ["b a", "a b", "xa b"], ["a b", "b a", "xa b"]),
      ("дж", ["джаз", "ждд", "дома жил"], ["джаз", "дома жил"]),
      ("xyz", ["general"], []),
      ("longer than it", ["long"], []),
    ])
  func order(_ query: String, _ texts: [String], _ expected: [String]) {
    #expect(Self.ranked(query, texts) == expected)
  }

  @Test("An empty query shows everything in its order") func emptyQuery() {
    #expect(Self.ranked("", ["b", "a"]) == ["b", "a"])
  }

  @Test("Equal matches keep their order") func stable() {
    #expect(Self.ranked("a", ["ax", "ay", "az"]) == ["ax", "ay", "az"])
  }

  @Test("Adjacent letters rank before distant ones") func closeness() {
    #expect(Self.ranked("gl", ["g......l..", "..g.l....."]) == ["..g.l.....", "g......l.."])
  }

  @Test("Bytes of different letters do not form a match") func wholeLetters() {
    // д is D0 B4; в is D0 B2, and the Armenian մ is D5 B4.
    #expect(Self.ranked("д", ["вմ"]) == [])
  }

  @Test("A filter keeps the order and takes no scattered letters") func filter() {
    let candidates = ["the deed", "d x e x v", "deed"].map { Candidate($0, PanelRow($0), matching: [$0]) }
    #expect(FuzzyMatch("dee").filtered(candidates).map(\.id) == ["the deed", "deed"])
    #expect(FuzzyMatch("").filtered(candidates).count == 3)
  }

  @Test("A limit keeps the best") func limit() {
    let candidates = ["xa", "a"].map { Candidate($0, PanelRow($0), matching: [$0]) }
    #expect(FuzzyMatch("a").ranked(candidates, limit: 1).map(\.id) == ["a"])
  }

  @Test("Every match contains its letters in order", arguments: UInt64(1)...20)
  func agreesWithASimpleRule(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "b", "é", "ш", "д", "-", "字"]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<200 {
      let (query, candidate) = (text(Int.random(in: 1...3, using: &random)), text(8))
      var rest = Array(TextFolding.fold(candidate))
      var isIn = true
      for letter in TextFolding.fold(query) {
        guard let place = rest.firstIndex(of: letter) else {
          isIn = false
          break
        }
        rest.removeSubrange(...place)
      }
      #expect((FuzzyMatch(query).score(FoldedText(candidate)) != nil) == isIn, "\(query) in \(candidate)")
    }
  }
}

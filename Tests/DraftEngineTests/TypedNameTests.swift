import DraftEngine
import Testing

@Suite("Typed names")
struct TypedNameTests {
  /// The candidates of each name, the longest first; mentions stand in `⟦⟧`.
  private func names(_ written: String, limit: Int = 32) -> [[String]] {
    var elements: [MessageElement] = []
    for (index, part) in written.split(separator: "⟦", omittingEmptySubsequences: false).enumerated() {
      let pieces = part.split(separator: "⟧", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if index > 0 { elements.append(.link(text: pieces[0], target: .user(userId: "ann"))) }
      elements.append(.plainText(text: pieces[index > 0 ? 1 : 0]))
    }
    return DraftDocument(elements: elements).typedNames(limit: limit).map(\.candidates)
  }

  @Test(
    "What may be a name, the longest first",
    arguments: [
      ("hey @ana", [["ana"]]), ("@ana", [["ana"]]), ("(@ana)", [["ana"]]), ("@Zoë!", [["Zoë"]]),
      ("@ana García, hi", [["ana García", "ana"]]),
      ("@ana.", [["ana.", "ana"]]), ("@ana... so", [["ana... so", "ana...", "ana..", "ana.", "ana"]]),
      ("@ana's", [["ana's", "ana"]]), ("@ana-maria", [["ana-maria"]]), ("@j.doe_2", [["j.doe_2"]]),
      ("@ana\nben", [["ana"]]), ("@ana  ben", [["ana"]]), ("@漢字。", [["漢字"]]),
      ("@ana—yes", [["ana—yes", "ana"]]),
      ("@ana👍", [["ana"]]), ("@a @b", [["a"], ["b"]]), ("@a, @b", [["a"], ["b"]]),
      (
        "@one two three four five six seven",
        [
          [
            "one two three four five six", "one two three four five", "one two three four", "one two three",
            "one two", "one",
          ]
        ]
      ),
    ] as [(String, [[String]])])
  func candidates(_ text: String, _ expected: [[String]]) {
    #expect(names(text) == expected)
  }

  @Test(
    "What is no name",
    arguments: [
      "", "@", "@ ", "a@b", "ana@example.org", "@ana@example.org", "@swift/core", "@a=1", "@a\\b", "\\@ana",
      "`@ana`", "``x @ana``", "```\n@ana\n```", "~~~\n@ana", "https://x.y/(@ana", "www.x.y/'@ana", "@+1",
      "@@ana", "#ana", ".@ana", "*@ana*", "@\u{301}a", "@👍", "@#ana", "⟦@ana⟧", "⟦x @ana⟧", "@⟦ana⟧",
    ])
  func nothing(_ text: String) {
    #expect(names(text) == [])
  }

  @Test("A name ends before a mention, and one behind it is found")
  func mentions() {
    #expect(names("@ana ⟦García⟧ @ben") == [["ana"], ["ben"]])
    #expect(names("⟦Ann⟧ @ben") == [["ben"]])
  }

  @Test("A name knows its place, whatever stands before it")
  func places() throws {
    let name = try #require(DraftDocument(elements: [.plainText(text: "é @ana García")]).typedNames().first)
    #expect(name.offset == 3 && name.stem == "ana")
    #expect(name.range(of: "ana") == 3..<7 && name.range(of: "ana García") == 3..<15)
  }

  @Test("A wall of names is not searched to its end")
  func walls() {
    let wall = String(repeating: "@a ", count: 10_000)
    #expect(names(wall).count == 32 && names(wall, limit: 3).count == 3)
    #expect(names(String(repeating: "@", count: 10_000)) == [])
    #expect(names("@" + String(repeating: "a", count: 129)) == [])
  }
}

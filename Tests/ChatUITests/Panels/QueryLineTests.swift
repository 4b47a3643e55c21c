import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct QueryLineTests {
  private let ring = KillRing()

  /// `fo|o` is the text with its caret.
  nonisolated struct Case: CustomTestStringConvertible {
    let before: String
    let commands: [ComposerCommand]
    let after: String
    var testDescription: String { "\(before) \(commands.map(\.rawValue)) \(after)" }

    init(_ before: String, _ commands: ComposerCommand..., gives after: String) {
      self.before = before
      self.commands = commands
      self.after = after
    }
  }

  static func line(_ notation: String) -> QueryLine {
    let parts = notation.split(separator: "|", omittingEmptySubsequences: false)
    var line = QueryLine(parts.joined())
    for _ in 0..<parts[1].count { _ = line.edit(.left, KillRing()) }
    return line
  }

  static func notation(_ line: QueryLine) -> String {
    line.text.prefix(line.caret) + "|" + line.text.dropFirst(line.caret)
  }

  @Test(
    "The composer's editing keys work in a filter line",
    arguments: [
      Case("one two|", .left, gives: "one tw|o"),
      Case("|one", .left, gives: "|one"),
      Case("one|", .right, gives: "one|"),
      Case("one two|", .wordLeft, gives: "one |two"),
      Case("|one two", .wordRight, gives: "one| two"),
      Case("one| two", .lineStart, gives: "|one two"),
      Case("one| two", .textEnd, gives: "one two|"),
      Case("one| two", .killLine, gives: "one|"),
      Case("one| two", .killToLineStart, gives: "| two"),
      Case("a b-c|", .killBlankWord, gives: "a |"),
      Case("a b-c|", .killWordLeft, gives: "a b-|"),
      Case("|one two", .killWordRight, gives: "| two"),
      Case("e\u{301}👨‍👩‍👧|", .deleteLeft, gives: "e\u{301}|"),
      Case("o|ne", .deleteRight, gives: "o|e"),
      Case("|", .deleteRight, .deleteLeft, .killLine, gives: "|"),
      Case("ab|", .transpose, gives: "ba|"),
      Case("a|bc", .transpose, gives: "ba|c"),
      Case("a|", .transpose, gives: "a|"),
      Case("one two|", .killWordLeft, .killWordLeft, .yank, gives: "one two|"),
      Case("|one two", .killWordRight, .killLine, .yank, gives: "one two|"),
      Case("one two|", .killWordLeft, .right, .killWordLeft, .yank, gives: "one |"),
      Case("one two|", .killWordLeft, .right, .killWordLeft, .yank, .yankPop, gives: "two|"),
      Case("one two|", .killWordLeft, .right, .killWordLeft, .yank, .right, .yankPop, gives: "one |"),
      Case("one|", .yank, .yankPop, gives: "one|"),
      Case("one two|", .killWordLeft, .undo, gives: "one two|"),
      Case("one two|", .killWordLeft, .undo, .redo, gives: "one |"),
      Case("one|", .undo, .redo, .send, .newline, gives: "one|"),
    ])
  func editing(_ sample: Case) {
    var line = Self.line(sample.before)
    for command in sample.commands { _ = line.edit(command, ring) }
    #expect(Self.notation(line) == sample.after)
  }

  @Test(
    "A paste becomes one line without control characters",
    arguments: [
      ("one\ntwo", "one two"), ("one\r\n\r\ntwo\n", "one two"), ("\n\tone", "one"), ("a\tb", "a b"),
      ("\u{1B}[31mred\u{7}", "[31mred"), ("a\u{2028}b", "a b"), (" ", " "), ("\n", ""), ("", ""),
    ])
  func pasting(_ text: String, _ expected: String) {
    var line = QueryLine()
    let isChanged = line.type(text)
    #expect(isChanged == !expected.isEmpty)
    #expect(line.text == expected)
    #expect(line.caret == expected.count)
  }

  @Test("The length limit applies to every kind of input") func limit() {
    var line = QueryLine(String(repeating: "a", count: 2_000_000))
    #expect(line.text.count == QueryLine.usualLimit)
    let isChanged = line.type("b")
    #expect(!isChanged)
    _ = line.edit(.killWordLeft, ring)
    for _ in 0..<3 { _ = line.edit(.yank, ring) }
    #expect(line.text.count == QueryLine.usualLimit)
  }

  @Test("The query is trimmed") func words() {
    #expect(QueryLine("  two words ").words == "two words")
    #expect(QueryLine("   ").words == "")
  }

  @Test("Text killed in the composer can be yanked") func kills() {
    ring.add(Clipping("first\nline"))
    ring.add(Clipping("last"))
    var line = QueryLine()
    _ = line.edit(.yank, ring)
    #expect(line.text == "last")
    _ = line.edit(.yankPop, ring)
    #expect(line.text == "first line")
  }

  @Test("Random keys keep the caret in the text", arguments: UInt64(1)...20) func randomKeys(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var line = QueryLine()
    let pieces = ["a", " ", "e", "\u{301}", "👨‍👩‍👧", "\u{200D}", "🇩", "🇪", "word", "x\ny", "字", "\u{1B}"]
    for _ in 0..<500 {
      if Bool.random(using: &random), let piece = pieces.randomElement(using: &random) {
        _ = line.type(piece)
      } else if let command = ComposerCommand.allCases.randomElement(using: &random) {
        _ = line.edit(command, ring)
      }
      #expect((0...line.text.count).contains(line.caret))
      #expect(line.text.count <= QueryLine.usualLimit)
      #expect(line.text.allSatisfy { !$0.isNewline })
    }
  }
}

import DraftEngine
import Testing

@Suite("Undo and redo")
struct HistoryTests {
  /// Presses the keys, then undoes and redoes everything.
  private func expect(_ start: String, _ keys: String, undone expected: [String]) throws {
    var typist = try Typist(start)
    try typist.press(keys)
    let end = try typist.notation
    var seen: [String] = []
    while try typist.undo() { seen.append(try typist.notation) }
    #expect(seen == expected)
    #expect(!typist.history.canUndo)
    #expect(typist.history.canRedo == !expected.isEmpty)
    while try typist.redo() {}
    #expect(typist.document == (try DraftNotation(end).document))
    #expect(!typist.history.canRedo)
  }

  @Test(
    "Typed keys are joined by word with the blanks after it",
    arguments: [
      ("|", "hello", ["|"]),
      ("|", "hello you there", ["hello you |", "hello |", "|"]),
      ("|", "hello  you", ["hello  |", "|"]),
      ("|", " x", [" |", "|"]),
      ("|", "a\nb\r\nc", ["a\nb\r\n|", "a\n|", "|"]),
      ("so |.", "good", ["so |."]),
      ("|", "e\u{301}👩‍👩‍👧漢字", ["|"]),
      ("hi [Ann](user:a)|", ", you", ["hi [Ann](user:a), |", "hi [Ann](user:a)|"]),
      ("|[Ann](user:a)", "hi ", ["|[Ann](user:a)"]),
    ])
  func typing(start: String, keys: String, undone: [String]) throws {
    try expect(start, keys, undone: undone)
  }

  @Test(
    "Backspace and Delete are joined too, and the caret ends after restored text",
    arguments: [
      ("hello|", "⌫⌫⌫", ["hello|"]),
      ("one two|", "⌫⌫⌫⌫⌫⌫⌫", ["one|", "one two|"]),
      ("one  two|", "⌫⌫⌫⌫⌫", ["one  two|"]),
      ("one two |", "⌫⌫", ["one two|", "one two |"]),
      ("|hello", "⌦⌦⌦⌦⌦", ["hello|"]),
      ("|one two", "⌦⌦⌦⌦⌦⌦⌦", ["two|", "one |two"]),
      ("one| two", "⌫⌦⌫", ["on|two", "one |two"]),
      ("👩‍👩‍👧e\u{301}|", "⌫⌫", ["👩‍👩‍👧e\u{301}|"]),
      ("x|a [Ann](user:a)", "⌦⌦", ["xa |[Ann](user:a)"]),
    ])
  func removing(start: String, keys: String, undone: [String]) throws {
    try expect(start, keys, undone: undone)
  }

  @Test(
    "A change of direction and a caret jump start a new step",
    arguments: [
      ("|", "helo⌫lo", ["hel|", "helo|", "|"]),
      ("|", "ab←→c", ["ab|", "|"]),
      ("|", "ab←c", ["a|b", "|"]),
      ("one|", "⌫←→⌫", ["on|", "one|"]),
    ])
  func interruptions(start: String, keys: String, undone: [String]) throws {
    try expect(start, keys, undone: undone)
  }

  @Test(
    "A key that removes a mention is its own step",
    arguments: [
      ("hi [Ann](user:a)|", "⌫⌫⌫", ["hi An|", "hi [Ann](user:a)|"]),
      ("hi [A|nn](user:a)", "xy", ["hi Ax|nn", "hi [A|nn](user:a)"]),
      ("hi [Ann](user:a) |", "⌫⌫", ["hi [Ann](user:a)|", "hi [Ann](user:a) |"]),
    ])
  func mentions(start: String, keys: String, undone: [String]) throws {
    try expect(start, keys, undone: undone)
  }

  @Test(
    "Everything except typing is its own step",
    arguments: [EditOrigin.paste, .suggestion, .restore, .merge, .externalEditor])
  func otherOrigins(origin: EditOrigin) throws {
    var typist = try Typist("|")
    try typist.press("a")
    try typist.replace(characters: 0, with: "b", origin: origin)
    try typist.replace(characters: 0, with: "c", origin: origin)
    try typist.press("d")
    for expected in ["abc|", "ab|", "a|", "|"] {
      try typist.undo()
      #expect(try typist.notation == expected)
    }
  }

  @Test("Replacing, several positions at once, and long insertions are separate steps")
  func largerEdits() throws {
    var typist = try Typist("one two|")
    try typist.press("a")
    try typist.replace(characters: -1, with: "b")
    try typist.press("c")
    try typist.perform(
      DraftTransaction(changes: [TextChange(0..<0, "x"), TextChange(7..<9, "")], origin: .typing))
    try typist.perform(
      DraftTransaction(changes: [TextChange(8..<8, String(repeating: "y", count: 33))], origin: .typing))
    try typist.press("z")
    let long = String(repeating: "y", count: 33)
    for expected in ["xone two\(long)|", "xone two|", "one twobc|", "one twob|", "one twoa|", "one two|"] {
      try typist.undo()
      #expect(try typist.notation == expected)
    }
  }

  @Test("A suggestion, a set mention and a removed one are undone")
  func mentionEdits() throws {
    var typist = try Typist("hi @an| x")
    let suggestion = SuggestedMention(
      offset: 3, replaceFrom: "@an", replaceWith: "Ann", target: .user(userId: "a"))
    try typist.perform(typist.document.insertionOfSuggestedMention(suggestion, text: "Ann"))
    try typist.press(",")
    try typist.perform(typist.document.additionOfMention(offset: 8, length: 1, target: .url(url: "x")))
    try typist.perform(DraftTransaction(removing: [typist.document.mentionSpans[0]], origin: .suggestion))
    #expect(try typist.notation == "hi Ann,| [x](url:x)")
    let states = [
      "hi [Ann](user:a),| [x](url:x)", "hi [Ann](user:a),| x", "hi [Ann](user:a)| x", "hi @an| x",
    ]
    for expected in states {
      try typist.undo()
      #expect(try typist.notation == expected)
    }
    while try typist.redo() {}
    #expect(try typist.notation == "hi Ann,| [x](url:x)")
  }

  @Test(
    "Mentions lost or moved by a new text return",
    arguments: [
      ("hi [Ann](user:a)", "hi Bob", "hi Bob"),
      ("hi [Ann](user:a)", "", ""),
      (
        "Ask [Ann](user:a) about it. Then we go on with it.", "Then we go on with it. Ask Ann about it.",
        "Then we go on with it. Ask [Ann](user:a) about it."
      ),
    ])
  func update(before: String, text: String, after: String) throws {
    var typist = try Typist(before + "|")
    try typist.perform(typist.document.transaction(updatingTo: text))
    #expect(DraftNotation(typist.document).description == after)
    try typist.undo()
    #expect(DraftNotation(typist.document).description == before)
    try typist.redo()
    #expect(DraftNotation(typist.document).description == after)
  }
}

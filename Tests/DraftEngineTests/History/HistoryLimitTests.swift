import DraftEngine
import Testing

@Suite("Limits and refusals of the history")
struct HistoryLimitTests {
  @Test("A new edit drops the redo steps")
  func redoIsDropped() throws {
    var typist = try Typist("|")
    try typist.press("one two")
    try typist.undo()
    #expect(typist.history.canRedo)
    try typist.press("x")
    #expect(!typist.history.canRedo)
    #expect(try !typist.redo())
    #expect(try typist.notation == "one x|")
    try typist.undo()
    #expect(try typist.notation == "one |")
  }

  @Test("Typing after an undo does not join earlier typing")
  func typingAfterUndo() throws {
    var typist = try Typist("|")
    try typist.press("ab")
    try typist.replace(characters: 0, with: "x", origin: .paste)
    try typist.undo()
    try typist.press("c")
    try typist.undo()
    #expect(try typist.notation == "ab|")
  }

  @Test("An edit without effect is not a step, drops nothing and ends no word")
  func nothing() throws {
    var typist = try Typist("a|")
    try typist.perform(DraftTransaction(origin: .typing))
    #expect(!typist.history.canUndo)
    try typist.press("b")
    try typist.perform(DraftTransaction(changes: [TextChange(0..<0, "")], origin: .paste))
    try typist.perform(typist.document.transaction(updatingTo: "ab"))
    try typist.press("c")
    try typist.undo()
    #expect(try typist.notation == "a|")
    try typist.perform(DraftTransaction(changes: [TextChange(1..<1, "")], origin: .typing))
    #expect(typist.history.canRedo)
    #expect(try !typist.undo())
    #expect(try typist.notation == "a|")
  }

  @Test("The oldest steps are dropped beyond the limit", arguments: [1, 2, 5])
  func steps(limit: Int) throws {
    var typist = try Typist("|", maximumSteps: limit)
    try typist.press("a b c d e f ")
    var undone = 0
    while try typist.undo() { undone += 1 }
    #expect(undone == limit)
    #expect(typist.document.text == String("a b c d e f ".dropLast(2 * limit)))
    while try typist.redo() { undone -= 1 }
    #expect(undone == 0)
    #expect(typist.document.text == "a b c d e f ")
  }

  @Test("The last undo step is kept, however small the limit", arguments: [-1, 0, 1])
  func lastStep(limit: Int) throws {
    var typist = try Typist("|", maximumSteps: limit, maximumBytes: limit)
    let text = String(repeating: "x", count: 1000)
    try typist.replace(characters: 0, with: text, origin: .paste)
    try typist.replace(characters: -1000, with: "", origin: .paste)
    try typist.undo()
    #expect(typist.document.text == text)
    #expect(try !typist.undo())
    try typist.redo()
    try typist.undo()
    #expect(typist.document.text == text)
  }

  @Test("The oldest steps are dropped beyond the text limit, also while a word grows")
  func bytes() throws {
    var typist = try Typist("|", maximumBytes: 1000)
    for _ in 0..<5 {
      try typist.replace(characters: 0, with: String(repeating: "x", count: 200), origin: .paste)
    }
    var undone = 0
    while try typist.undo() { undone += 1 }
    #expect((1..<5).contains(undone))
    while try typist.redo() {}
    try typist.press(String(repeating: "y", count: 2000))
    try typist.undo()
    #expect(typist.document.utf8Count == 1000)
    #expect(!typist.history.canUndo)
  }

  @Test("A draft edited outside its history is refused unchanged")
  func outOfStep() throws {
    var typist = try Typist("a |")
    try typist.press("b c")
    try typist.undo()
    let revision = typist.document.revision
    try typist.editSecretly { try $0.insertText(offset: 0, text: "x") }
    let before = (typist.document, typist.history)
    let error = DraftError.historyOutOfStep(expected: revision, found: revision + 1)
    #expect(throws: error) { try typist.undo() }
    #expect(throws: error) { try typist.redo() }
    #expect(throws: error) { try typist.press("y") }
    #expect(typist.document == before.0)
    #expect(typist.document.revision == before.0.revision)
    #expect(typist.history == before.1)
  }

  @Test("A refused edit is not a step and drops nothing")
  func refused() throws {
    var typist = try Typist("a |")
    try typist.press("b")
    try typist.undo()
    let before = (typist.document, typist.history)
    let transaction = DraftTransaction(changes: [TextChange(0..<9, "")], origin: .typing)
    #expect(throws: DraftError.utf8OffsetOutOfRange(utf8Offset: 9, count: 2)) {
      try typist.perform(transaction)
    }
    #expect(typist.document == before.0)
    #expect(typist.history == before.1)
    try typist.redo()
    #expect(try typist.notation == "a b|")
  }

  @Test("Undo reports where the rest of the text moved")
  func mapping() throws {
    var draft = try DraftNotation("one four").document
    var history = DraftHistory(of: draft)
    for (offset, key) in ["t", "w", "o", " "].enumerated() {
      let place = (4 + offset)..<(4 + offset)
      try history.perform(DraftTransaction(changes: [TextChange(place, key)], origin: .typing), on: &draft)
    }
    let undone = try #require(try history.undo(&draft))
    #expect([0, 4, 8, 12].map { undone.map($0) } == [0, 4, 4, 8])
    let redone = try #require(try history.redo(&draft))
    #expect([0, 3, 4, 8].map { redone.map($0) } == [0, 3, 8, 12])
    #expect(redone.caret == 8)
  }
}

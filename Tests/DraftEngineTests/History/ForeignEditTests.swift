import DraftEngine
import TestSupport
import Testing

@Suite("Foreign edits under undo and redo")
struct ForeignEditTests {
  @Test("Foreign edits are not steps, and steps move with their text")
  func moves() throws {
    var typist = try Typist("|")
    try typist.press("one two")
    try typist.performForeign(DraftTransaction(changes: [TextChange(0..<0, "zero ")], origin: .merge))
    #expect(typist.document.text == "zero one two")
    try typist.undo()
    #expect(try typist.notation == "zero one |")
    try typist.performForeign(
      DraftTransaction(changes: [TextChange(0..<4, "0"), TextChange(9..<9, "end")], origin: .merge))
    try typist.redo()
    #expect(typist.document.text == "0 one twoend")
    try typist.undo()
    try typist.undo()
    #expect(typist.document.text == "0 end")
    #expect(!typist.history.canUndo)
  }

  @Test("A step whose text they changed is dropped with earlier ones; later ones stay")
  func forgets() throws {
    var typist = try Typist("|")
    try typist.press("one two three")
    try typist.performForeign(DraftTransaction(changes: [TextChange(5..<6, "W")], origin: .merge))
    try typist.undo()
    #expect(try typist.notation == "one tWo |")
    #expect(try !typist.undo())
  }

  @Test("Mentions return with their text, and a step without effect is dropped")
  func mentions() throws {
    var typist = try Typist("hi [Ann](user:a)|")
    try typist.press("⌫")
    #expect(typist.document.mentionSpans.isEmpty)
    try typist.performForeign(DraftTransaction(changes: [TextChange(0..<0, "oh ")], origin: .merge))
    try typist.undo()
    #expect(typist.document.text == "oh hi Ann")
    #expect(typist.document.mentionSpans == [MentionSpan(6..<9, .user(userId: "a"))])
    try typist.undo()
    try typist.redo()
    #expect(typist.document.text == "oh hi An")
    try typist.performForeign(DraftTransaction(changes: [TextChange(0..<8, "")], origin: .merge))
    #expect(!typist.history.canUndo && !typist.history.canRedo)
  }

  @Test("A step that created a mention is dropped with it, so undo never fails")
  func formerMention() throws {
    var typist = try Typist("hi Ann|")
    try typist.perform(
      DraftTransaction(adding: [MentionSpan(3..<6, .user(userId: "a"))], origin: .suggestion))
    try typist.replace(characters: 0, with: " ok", origin: .paste)
    try typist.performForeign(DraftTransaction(changes: [TextChange(4..<4, "-")], origin: .merge))
    #expect(typist.document.mentionSpans.isEmpty)
    try typist.undo()
    #expect(typist.document.text == "hi A-nn")
    #expect(!typist.history.canUndo)
  }

  @Test("A step that no longer fits drops all others, and later ones can use the whole limit")
  func fused() throws {
    var typist = try Typist("x[Ann](user:a)|", maximumBytes: 1000)
    try typist.replace(characters: 0, with: String(repeating: "y", count: 600), origin: .paste)
    try typist.perform(
      DraftTransaction(removing: [MentionSpan(1..<4, .user(userId: "a"))], origin: .suggestion))
    try typist.performForeign(DraftTransaction(changes: [TextChange(4..<4, "\u{301}")], origin: .merge))
    #expect(typist.history.canUndo)
    #expect(try !typist.undo())
    #expect(!typist.history.canUndo)
    for _ in 0..<4 {
      try typist.replace(characters: 0, with: String(repeating: "z", count: 100), origin: .paste)
    }
    var undone = 0
    while try typist.undo() { undone += 1 }
    #expect(undone == 4)
  }

  @Test("Random undo and redo neither revert foreign edits nor fail because of them")
  func random() throws {
    for seed in (TestSeed.value &* 1000)..<(TestSeed.value &* 1000 &+ 400) {
      var generator = SeededGenerator(seed: seed)
      var draft = RandomDraft(upTo: 8, using: &generator).document
      var history = DraftHistory(of: draft)
      var theirs = 0
      for _ in 0..<60 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: try history.undo(&draft)
        case 2: try history.redo(&draft)
        case 3, 4:
          let place = draft.text.prefix(Int.random(in: 0...draft.count, using: &generator)).utf8.count
          try history.perform(
            foreign: DraftTransaction(changes: [TextChange(place..<place, "★")], origin: .merge), on: &draft)
          theirs += 1
        default:
          var random = RandomDraft(draft)
          let own = random.transaction(mark: nil, using: &generator)
          // Foreign text is not deleted here, so all of it must be there at the end.
          let text = Array(draft.text.utf8)
          let takes = own.changes.contains {
            String(decoding: text[$0.range], as: UTF8.self).unicodeScalars.contains("★")
          }
          if !takes { try history.perform(own, on: &draft) }
        }
        #expect(draft.isSound, "SEED=\(TestSeed.value), session \(seed)")
      }
      while history.canUndo { try history.undo(&draft) }
      #expect(
        draft.text.unicodeScalars.count { $0 == "★" } == theirs, "SEED=\(TestSeed.value), session \(seed)")
      let first = draft
      while history.canRedo { try history.redo(&draft) }
      #expect(
        draft.text.unicodeScalars.count { $0 == "★" } == theirs, "SEED=\(TestSeed.value), session \(seed)")
      while history.canUndo { try history.undo(&draft) }
      #expect(draft == first, "SEED=\(TestSeed.value), session \(seed)")
    }
  }
}

import DraftEngine
import TestSupport
import Testing

@Suite("Random undo and redo")
struct HistoryProperties {
  /// A simulated user: mostly keys, sometimes any other edit, some undo and redo.
  private struct Session {
    var generator: SeededGenerator
    var draft: DraftDocument
    var history: DraftHistory
    var naive: NaiveHistory
    private var caret = 0

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      draft = RandomDraft(upTo: 8, using: &generator).document
      history = DraftHistory(of: draft)
      naive = NaiveHistory(draft)
    }

    mutating func perform(_ transaction: DraftTransaction) throws {
      let edit = try history.perform(transaction, on: &draft)
      try naive.perform(transaction)
      caret = edit.caret ?? caret
    }

    mutating func step(undoing: Bool = true) throws {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0 where undoing: try undo()
      case 1 where undoing: try redo()
      case 2:
        history.endTyping()
        naive.endTyping()
      case 3:
        caret = boundary(Int.random(in: 0...draft.count, using: &generator))
      case 4, 5:
        var random = RandomDraft(draft)
        try perform(random.transaction(mark: nil, using: &generator))
      case 6:
        let other = RandomDraft(upTo: 8, using: &generator).document
        try perform(draft.transaction(updatingTo: Bool.random(using: &generator) ? other.text : draft.text))
      case 7..<11:
        let character = draft.text.characterOffset(near: caret)
        let backwards = Bool.random(using: &generator)
        let start = boundary(backwards ? max(0, character - 1) : character)
        let end = boundary(min(draft.count, character + (backwards ? 0 : 1)))
        try perform(DraftTransaction(changes: [TextChange(start..<end, "")], origin: .typing))
      default:
        let key =
          ["a", "a", "b", " ", "e\u{301}", "\u{301}", "\n", "漢", "ab cd", " a  b "].randomElement(
            using: &generator) ?? ""
        caret = boundary(draft.text.characterOffset(near: caret))
        let changes = key.words.map { TextChange(caret..<caret, $0) }
        try perform(DraftTransaction(changes: changes, origin: .typing))
      }
    }

    mutating func undo() throws {
      caret = try history.undo(&draft)?.caret ?? caret
      naive.undo()
    }

    mutating func redo() throws {
      caret = try history.redo(&draft)?.caret ?? caret
      naive.redo()
    }

    private func boundary(_ character: Int) -> Int {
      draft.text.prefix(character).utf8.count
    }
  }

  private func seeds(_ count: UInt64) -> Range<UInt64> {
    (TestSeed.value &* 1000)..<(TestSeed.value &* 1000 &+ count)
  }

  @Test("It agrees with a history of whole copies")
  func agreement() throws {
    for seed in seeds(400) {
      var session = Session(seed: seed)
      for step in 0..<60 {
        try session.step()
        #expect(
          session.draft == session.naive.document, "SEED=\(TestSeed.value), session \(seed), step \(step)")
        #expect(session.draft.isSound, "SEED=\(TestSeed.value), session \(seed), step \(step)")
      }
    }
  }

  @Test("Undoing everything gives the first draft, redoing everything the last, with mentions")
  func thereAndBack() throws {
    for seed in seeds(400) {
      var session = Session(seed: seed)
      let first = session.draft
      for _ in 0..<60 { try session.step(undoing: false) }
      let last = session.draft
      for _ in 0..<2 {
        var steps = 0
        while session.history.canUndo {
          try session.undo()
          steps += 1
        }
        #expect(session.draft == first, "SEED=\(TestSeed.value), session \(seed)")
        while session.history.canRedo {
          try session.redo()
          steps -= 1
        }
        #expect(session.draft == last, "SEED=\(TestSeed.value), session \(seed)")
        #expect(steps == 0, "SEED=\(TestSeed.value), session \(seed)")
      }
    }
  }

  @Test("Random undo and redo in between end the same")
  func wandering() throws {
    for seed in seeds(200) {
      var session = Session(seed: seed)
      let first = session.draft
      for _ in 0..<100 { try session.step() }
      while session.history.canRedo { try session.redo() }
      let last = session.draft
      for _ in 0..<100 {
        if Bool.random(using: &session.generator) { try session.undo() } else { try session.redo() }
      }
      while session.history.canRedo { try session.redo() }
      #expect(session.draft == last, "SEED=\(TestSeed.value), session \(seed)")
      while session.history.canUndo { try session.undo() }
      #expect(session.draft == first, "SEED=\(TestSeed.value), session \(seed)")
    }
  }
}

extension String {
  /// The number of the Character boundary at or before a byte.
  fileprivate func characterOffset(near utf8Offset: Int) -> Int {
    var bytes = 0
    var number = 0
    for character in self {
      bytes += character.utf8.count
      if bytes > utf8Offset { break }
      number += 1
    }
    return number
  }
}

/// A user who edits a draft with keys and can undo every edit.
struct Typist {
  private(set) var document: DraftDocument
  private(set) var history: DraftHistory
  /// In UTF-8 bytes.
  private(set) var caret: Int

  init(_ notation: String, maximumSteps: Int = 1000, maximumBytes: Int = 1 << 24) throws {
    let start = try DraftNotation(notation)
    document = start.document
    history = DraftHistory(of: document, maximumSteps: maximumSteps, maximumBytes: maximumBytes)
    caret = try document.utf8Offset(ofCharacter: start.requiredCaret())
  }

  /// The draft with the caret.
  var notation: String {
    get throws { try DraftNotation(document, caret: document.characterOffset(ofUTF8: caret)).description }
  }

  /// Presses keys: `⌫` and `⌦` delete a Character, `←` and `→` move, anything else is typed.
  mutating func press(_ keys: String) throws {
    for key in keys {
      switch key {
      case "⌫": try replace(characters: -1, with: "")
      case "⌦": try replace(characters: 1, with: "")
      case "←", "→":
        caret = try offset(byCharacters: key == "←" ? -1 : 1)
        history.endTyping()
      default: try replace(characters: 0, with: String(key))
      }
    }
  }

  /// Replaces some Characters before (negative) or after the caret.
  mutating func replace(characters: Int, with text: String, origin: EditOrigin = .typing) throws {
    let other = try offset(byCharacters: characters)
    let change = TextChange(min(caret, other)..<max(caret, other), text)
    try perform(DraftTransaction(changes: [change], origin: origin))
  }

  @discardableResult
  mutating func perform(_ transaction: DraftTransaction) throws -> AppliedEdit {
    let edit = try history.perform(transaction, on: &document)
    caret = edit.caret ?? caret
    return edit
  }

  /// Another device edits the draft.
  mutating func performForeign(_ transaction: DraftTransaction) throws {
    caret = try history.perform(foreign: transaction, on: &document).mapping.map(caret, side: .before)
  }

  /// - Returns: whether there was a step to undo.
  @discardableResult
  mutating func undo() throws -> Bool {
    let mapping = try history.undo(&document)
    caret = mapping?.caret ?? caret
    return mapping != nil
  }

  /// - Returns: whether there was a step to redo.
  @discardableResult
  mutating func redo() throws -> Bool {
    let mapping = try history.redo(&document)
    caret = mapping?.caret ?? caret
    return mapping != nil
  }

  /// Edits the draft bypassing its history.
  mutating func editSecretly(_ edit: (inout DraftDocument) throws -> Void) rethrows {
    try edit(&document)
  }

  private func offset(byCharacters characters: Int) throws -> Int {
    try document.utf8Offset(ofCharacter: document.characterOffset(ofUTF8: caret) + characters)
  }
}

import DraftEngine

/// Somebody who edits a draft with keys, and can take everything back.
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

  /// Presses keys: `⌫` and `⌦` take a Character back, `←` and `→` move, anything else is typed.
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

  /// Replaces some Characters before (negative) or behind the caret.
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

  /// Somebody else edits the draft.
  mutating func performForeign(_ transaction: DraftTransaction) throws {
    caret = try history.perform(foreign: transaction, on: &document).mapping.map(caret, side: .before)
  }

  /// Whether there was a step to take back.
  @discardableResult
  mutating func undo() throws -> Bool {
    let mapping = try history.undo(&document)
    caret = mapping?.caret ?? caret
    return mapping != nil
  }

  /// Whether there was a step to do again.
  @discardableResult
  mutating func redo() throws -> Bool {
    let mapping = try history.redo(&document)
    caret = mapping?.caret ?? caret
    return mapping != nil
  }

  /// Edits the draft behind the back of its history.
  mutating func editSecretly(_ edit: (inout DraftDocument) throws -> Void) rethrows {
    try edit(&document)
  }

  private func offset(byCharacters characters: Int) throws -> Int {
    try document.utf8Offset(ofCharacter: document.characterOffset(ofUTF8: caret) + characters)
  }
}

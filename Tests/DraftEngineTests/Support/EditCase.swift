import DraftEngine
import Testing

/// A draft with a caret, an edit at the caret, and the expected draft.
struct EditCase: Sendable, CustomTestStringConvertible {
  enum Edit: Sendable {
    /// Inserts text at the caret.
    case insert(String)
    /// Removes this many Characters after the caret.
    case remove(Int)
    /// Replaces this many Characters after the caret with text.
    case replace(Int, String)
    /// Turns this many Characters after the caret into a mention.
    case mention(Int, MentionTarget)
    /// Replaces the typed text after the caret with a mention of the user `new` with a different text.
    case suggest(String, as: String)
  }

  let before: String
  let edit: Edit
  let after: String

  init(_ before: String, _ edit: Edit, _ after: String) {
    self.before = before
    self.edit = edit
    self.after = after
  }

  var testDescription: String { "\(before.visible) \(edit) \(after.visible)".visible }

  /// Performs the edit as a caller would and as a transaction; both must agree, and the inverse must undo it.
  func run() throws {
    let start = try DraftNotation(before)
    let expected = try DraftNotation(after)
    let caret = try start.requiredCaret()
    let transaction = try edit.transaction(in: start.document, at: caret)

    var draft = start.document
    let applied = try draft.apply(transaction)
    #expect(draft == expected.document, "became \(DraftNotation(draft).description.visible)")
    if expected.caret != nil {
      #expect(try draft.characterOffset(ofUTF8: #require(applied.caret)) == expected.caret)
    }

    var edited = start.document
    try edit.perform(on: &edited, at: caret)
    #expect(edited == draft)
    #expect(edited.revision == draft.revision)

    try draft.apply(applied.inverse)
    #expect(draft == start.document, "went back to \(DraftNotation(draft).description.visible)")
  }
}

extension EditCase.Edit {
  func transaction(in draft: DraftDocument, at caret: Int) throws -> DraftTransaction {
    let start = try draft.utf8Offset(ofCharacter: caret)
    switch self {
    case .insert(let text):
      return DraftTransaction(changes: [TextChange(start..<start, text)], origin: .typing)
    case .remove(let length):
      return try EditCase.Edit.replace(length, "").transaction(in: draft, at: caret)
    case .replace(let length, let text):
      let end = try draft.utf8Offset(ofCharacter: caret + length)
      return DraftTransaction(changes: [TextChange(start..<end, text)], origin: .paste)
    case .mention(let length, let target):
      return try draft.additionOfMention(offset: caret, length: length, target: target)
    case .suggest(let typed, let text):
      return try draft.insertionOfSuggestedMention(Self.suggestion(typed, text, at: caret), text: text)
    }
  }

  func perform(on draft: inout DraftDocument, at caret: Int) throws {
    switch self {
    case .insert(let text): try draft.insertText(offset: caret, text: text)
    case .remove(let length): try draft.removeText(offset: caret, length: length)
    case .replace: try draft.apply(transaction(in: draft, at: caret))
    case .mention(let length, let target):
      try draft.addMention(offset: caret, length: length, target: target)
    case .suggest(let typed, let text):
      try draft.insertSuggestedMention(Self.suggestion(typed, text, at: caret), text: text)
    }
  }

  private static func suggestion(_ typed: String, _ text: String, at caret: Int) -> SuggestedMention {
    SuggestedMention(offset: caret, replaceFrom: typed, replaceWith: text, target: .user(userId: "new"))
  }
}

extension String {
  /// The text with non-ASCII scalars written out, so that a report shows them.
  var visible: String {
    unicodeScalars.map { $0.isASCII && $0.value >= 32 ? String($0) : $0.escaped(asASCII: true) }.joined()
  }
}

/// A draft, and the expected draft when its whole text is replaced.
struct UpdateCase: Sendable, CustomTestStringConvertible {
  let before: String
  let after: String

  init(_ before: String, _ after: String) {
    self.before = before
    self.after = after
  }

  var testDescription: String { "\"\(before)\" to \"\(after)\"" }

  func run() throws {
    let start = try DraftNotation(before).document
    let expected = try DraftNotation(after).document
    var draft = start
    draft.update(text: expected.text)
    #expect(DraftNotation(draft).description == after)
    #expect(draft == expected)

    var edited = start
    let edit = try edited.apply(start.transaction(updatingTo: expected.text))
    #expect(edited == draft, "as a transaction it is the same")
    try edited.apply(edit.inverse)
    #expect(edited == start, "and can be taken back")
  }
}

/// An edit of a draft that can be performed in several ways.
enum DraftEdit: Sendable {
  case insert(offset: Int, text: String)
  case remove(offset: Int, length: Int)
  case addMention(offset: Int, length: Int, target: MentionTarget)
  case removeMention(offset: Int)
  case suggestion(SuggestedMention, text: String)
  case transaction(DraftTransaction)

  /// As a caller performs it.
  func perform(on draft: inout DraftDocument) throws(DraftError) {
    switch self {
    case .insert(let offset, let text): try draft.insertText(offset: offset, text: text)
    case .remove(let offset, let length): try draft.removeText(offset: offset, length: length)
    case .addMention(let offset, let length, let target):
      try draft.addMention(offset: offset, length: length, target: target)
    case .removeMention(let offset): draft.removeMention(offset: offset)
    case .suggestion(let mention, let text): try draft.insertSuggestedMention(mention, text: text)
    case .transaction(let transaction): try draft.apply(transaction)
    }
  }

  /// As the reference performs it.
  func perform(on draft: inout ReferenceDraft) throws(DraftError) -> ReferenceOutcome {
    switch self {
    case .insert(let offset, let text): try draft.insertText(offset: offset, text: text)
    case .remove(let offset, let length): try draft.removeText(offset: offset, length: length)
    case .addMention(let offset, let length, let target):
      try draft.addMention(offset: offset, length: length, target: target)
    case .removeMention(let offset): draft.removeMention(offset: offset)
    case .suggestion(let mention, let text): try draft.insertSuggestedMention(mention, text: text)
    case .transaction(let transaction): try draft.apply(transaction)
    }
  }

  /// The equivalent transaction.
  func transaction(in draft: DraftDocument) throws(DraftError) -> DraftTransaction {
    switch self {
    case .insert(let offset, let text):
      return try draft.insertion(of: text, at: offset)
    case .remove(let offset, let length):
      return try draft.removal(offset: offset, length: length)
    case .addMention(let offset, let length, let target):
      return try draft.additionOfMention(offset: offset, length: length, target: target)
    case .removeMention(let offset):
      return draft.removalOfMention(offset: offset) ?? DraftTransaction(origin: .suggestion)
    case .suggestion(let mention, let text):
      return try draft.insertionOfSuggestedMention(mention, text: text)
    case .transaction(let transaction):
      return transaction
    }
  }
}

import DraftEngine
import Testing

/// A draft, and what it must be when its whole text is replaced by that of the draft after.
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

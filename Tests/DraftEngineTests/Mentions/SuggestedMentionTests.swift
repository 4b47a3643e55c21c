import DraftEngine
import Testing

@Suite("Suggested mentions")
struct SuggestedMentionTests {
  private static let new = MentionTarget.user(userId: "new")

  @Test(
    "The typed text becomes the mention",
    arguments: [
      EditCase("|@an", .suggest("@an", as: "Ann Lee"), "[Ann Lee](user:new)|"),
      EditCase("hi |@an!", .suggest("@an", as: "Ann"), "hi [Ann](user:new)|!"),
      EditCase("hi |@an x", .suggest("@an", as: "@an"), "hi [@an](user:new)| x"),
      EditCase("hi |x", .suggest("", as: "Ann"), "hi [Ann](user:new)|x"),
      EditCase("🇩🇪|@jos\u{E9} x", .suggest("@jos\u{E9}", as: "Jose\u{301}"), "🇩🇪[Jose\u{301}](user:new)| x"),
      // Adjacent mentions stay, before and after.
      EditCase("[a](user:a)|@b[c](user:c)", .suggest("@b", as: "b"), "[a](user:a)[b](user:new)|[c](user:c)"),
      EditCase("[a](user:a)|[c](user:c)", .suggest("", as: "b"), "[a](user:a)[b](user:new)|[c](user:c)"),
    ])
  func accepting(edit: EditCase) throws {
    try edit.run()
  }

  @Test("The text is that of the call, not of the suggestion")
  func words() throws {
    var draft = DraftDocument(elements: [.plainText(text: "hi @an")])
    let suggestion = SuggestedMention(offset: 3, replaceFrom: "@an", replaceWith: "Ann", target: Self.new)
    let revision = draft.revision
    try draft.insertSuggestedMention(suggestion, text: "Annie")
    #expect(draft.elements == [.plainText(text: "hi "), .link(text: "Annie", target: Self.new)])
    #expect(draft.revision == revision + 1)
  }

  @Test(
    "A suggestion for other text is stale",
    arguments: [
      // Different text, different case, too short, none, the same at another position.
      ("hi @bo x", 3, "@an", "@bo"),
      ("hi @An x", 3, "@an", "@An"),
      ("hi @a", 3, "@an", "@a"),
      ("hi ", 3, "@an", ""),
      ("", 0, "@an", ""),
      ("hi @an", 2, "@an", " @a"),
      ("x @an @an", 3, "@an", "an "),
      // The same letters in another normalisation.
      ("@jos\u{E9}", 0, "@jose\u{301}", "@jos\u{E9}"),
      ("@jose\u{301}", 0, "@jos\u{E9}", "@jose\u{301}"),
      // The bytes match, but their last Character continues.
      ("@an\u{301}", 0, "@an", "@an\u{301}"),
      ("@👩\u{200D}👧", 0, "@👩", "@👩\u{200D}👧"),
      ("🇩🇪", 0, "🇩", "🇩🇪"),
      ("\r\n", 0, "\r", "\r\n"),
    ])
  func stale(text: String, offset: Int, typed: String, found: String) throws {
    let suggestion = SuggestedMention(
      offset: offset, replaceFrom: typed, replaceWith: "Ann", target: Self.new)
    var thrown: DraftError?
    var draft = DraftDocument(elements: [.plainText(text: text)])
    let before = draft
    do { try draft.insertSuggestedMention(suggestion, text: "Ann") } catch { thrown = error }
    guard case .staleSuggestion(offset, let expectedWords, let foundWords) = thrown else {
      Issue.record("threw \(String(describing: thrown))")
      return
    }
    #expect(expectedWords.visible == typed.visible)
    #expect(foundWords.visible == found.visible)
    #expect(draft == before)
    #expect(draft.revision == before.revision)
  }

  @Test(
    "A suggestion that does not fit is refused, and the draft is unchanged",
    arguments: [
      ("hi @an", -1, "@an", "Ann", DraftError.offsetOutOfRange(offset: -1, count: 6)),
      ("hi @an", 7, "@an", "Ann", .offsetOutOfRange(offset: 7, count: 6)),
      ("hi @an", .max, "", "Ann", .offsetOutOfRange(offset: .max, count: 6)),
      ("hi @an", 3, "@an", "", .emptyMention(offset: 3)),
      ("hi @an", 6, "", "", .emptyMention(offset: 6)),
      // Staleness is checked first, then emptiness, then overlap.
      ("hi @an", 7, "@bo", "", .offsetOutOfRange(offset: 7, count: 6)),
      ("hi @an", 3, "@bo", "", .staleSuggestion(offset: 3, expected: "@bo", found: "@an")),
      ("hi [@an](user:a)", 3, "@an", "", .emptyMention(offset: 3)),
      // The new text shares a Character with the text before or after it.
      ("hi @an", 3, "@an", "\u{301}nn", .splitsCharacter(utf8Offset: 3)),
      ("🇩@an", 1, "@an", "🇪", .splitsCharacter(utf8Offset: 4)),
      ("@a🇪", 0, "@a", "🇩", .splitsCharacter(utf8Offset: 4)),
      ("\u{600}\n", 1, "\n", "x", .splitsCharacter(utf8Offset: 2)),
      ("@a👧", 0, "@a", "👩\u{200D}", .splitsCharacter(utf8Offset: 7)),
      ("a\n\u{301}", 1, "\n", "x", .splitsCharacter(utf8Offset: 2)),
    ])
  func refused(notation: String, offset: Int, typed: String, text: String, error: DraftError) throws {
    let suggestion = SuggestedMention(offset: offset, replaceFrom: typed, replaceWith: text, target: Self.new)
    try expectRefusal(notation, error) { draft throws(DraftError) in
      try draft.insertSuggestedMention(suggestion, text: text)
    }
  }

  @Test(
    "A suggestion does not replace a mention or part of one",
    arguments: [(3, "@ann"), (3, "@"), (4, ""), (4, "an"), (2, " @"), (6, "n x"), (0, "hi @ann x")])
  func overlap(offset: Int, typed: String) throws {
    let existing = Mention(offset: 3, length: 4, target: .user(userId: "ann"))
    let error = DraftError.overlappingMention(offset: offset, length: typed.count, existing: existing)
    let suggestion = SuggestedMention(
      offset: offset, replaceFrom: typed, replaceWith: "Ann", target: Self.new)
    try expectRefusal("hi [@ann](user:ann) x", error) { draft throws(DraftError) in
      try draft.insertSuggestedMention(suggestion, text: "Ann")
    }
  }
}

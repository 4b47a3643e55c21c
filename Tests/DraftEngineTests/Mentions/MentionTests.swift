import DraftEngine
import Testing

@Suite("Mentions set and removed directly")
struct MentionTests {
  private static let new = MentionTarget.user(userId: "new")

  @Test(
    "A mention is added",
    arguments: [
      EditCase("|ann", .mention(3, new), "[ann](user:new)"),
      EditCase("hi |ann x", .mention(3, new), "hi [ann](user:new) x"),
      EditCase("hi ann |x", .mention(1, new), "hi ann [x](user:new)"),
      EditCase("|é👩‍👧\r\n!", .mention(3, new), "[é👩‍👧\r\n](user:new)!"),
      EditCase("hi |ann", .mention(3, .channel(channelId: "c")), "hi [ann](channel:c)"),
      EditCase("hi |ann", .mention(3, .url(url: "u")), "hi [ann](url:u)"),
      // Next to an existing mention: before, after and between.
      EditCase("|a[b](user:b)", .mention(1, new), "[a](user:new)[b](user:b)"),
      EditCase("[a](user:a)|b", .mention(1, new), "[a](user:a)[b](user:new)"),
      EditCase("[a](user:a)|b[c](user:c)", .mention(1, new), "[a](user:a)[b](user:new)[c](user:c)"),
      // The same target twice gives two mentions.
      EditCase("[a](user:new)|b", .mention(1, new), "[a](user:new)[b](user:new)"),
    ])
  func adding(edit: EditCase) throws {
    try edit.run()
  }

  @Test("Adding a mention is one edit")
  func addingCounts() throws {
    var draft = DraftDocument(elements: [.plainText(text: "ann")])
    let before = draft.revision
    try draft.addMention(offset: 0, length: 3, target: Self.new)
    #expect(draft.revision == before + 1)
  }

  @Test(
    "A mention that does not fit is refused, and the draft is unchanged",
    arguments: [
      ("hi ann", -1, 1, DraftError.offsetOutOfRange(offset: -1, count: 6)),
      ("hi ann", 7, 1, .offsetOutOfRange(offset: 7, count: 6)),
      ("hi ann", .min, 1, .offsetOutOfRange(offset: .min, count: 6)),
      ("hi ann", .max, 1, .offsetOutOfRange(offset: .max, count: 6)),
      ("", 1, 0, .offsetOutOfRange(offset: 1, count: 0)),
      ("hi ann", 9, -1, .offsetOutOfRange(offset: 9, count: 6)),
      ("hi ann", 3, 4, .lengthOutOfRange(offset: 3, length: 4, count: 6)),
      ("hi ann", 6, 1, .lengthOutOfRange(offset: 6, length: 1, count: 6)),
      ("hi ann", 3, -1, .lengthOutOfRange(offset: 3, length: -1, count: 6)),
      ("hi ann", 0, -3, .lengthOutOfRange(offset: 0, length: -3, count: 6)),
      ("hi ann", 3, .max, .lengthOutOfRange(offset: 3, length: .max, count: 6)),
      ("hi ann", 3, .min, .lengthOutOfRange(offset: 3, length: .min, count: 6)),
      ("e\u{301}🇩🇪", 0, 3, .lengthOutOfRange(offset: 0, length: 3, count: 2)),
      ("hi ann", 3, 0, .emptyMention(offset: 3)),
      ("hi ann", 6, 0, .emptyMention(offset: 6)),
      ("", 0, 0, .emptyMention(offset: 0)),
      ("[a](user:a)", 0, 0, .emptyMention(offset: 0)),
    ])
  func refused(notation: String, offset: Int, length: Int, error: DraftError) throws {
    try expectRefusal(notation, error) { draft throws(DraftError) in
      try draft.addMention(offset: offset, length: length, target: Self.new)
    }
  }

  @Test(
    "A mention that overlaps another is refused and both are named",
    arguments: [(3, 4), (2, 2), (2, 7), (3, 1), (4, 2), (6, 1), (6, 3), (0, 9), (0, 12)])
  func overlap(offset: Int, length: Int) throws {
    let existing = Mention(offset: 3, length: 4, target: .user(userId: "ann"))
    let error = DraftError.overlappingMention(offset: offset, length: length, existing: existing)
    try expectRefusal("e\u{301}🇩🇪 [@ann](user:ann) x [b](user:b)!", error) { draft throws(DraftError) in
      try draft.addMention(offset: offset, length: length, target: Self.new)
    }
  }

  @Test("The same mention again is an overlap")
  func twice() throws {
    let existing = Mention(offset: 0, length: 1, target: Self.new)
    let error = DraftError.overlappingMention(offset: 0, length: 1, existing: existing)
    try expectRefusal("[a](user:new)", error) { draft throws(DraftError) in
      try draft.addMention(offset: 0, length: 1, target: Self.new)
    }
  }

  @Test("Only a mention's first Character removes it, and its text stays")
  func removing() throws {
    let before = try DraftNotation("é [@ann](user:ann)[b](user:b) x").document
    for offset in [-1, 0, 1, 3, 4, 5, 7, 8, 9, 10, .min, .max] {
      var draft = before
      let removed = draft.removeMention(offset: offset)
      #expect(!removed)
      #expect(draft == before)
      #expect(draft.revision == before.revision)
    }
    var draft = before
    let first = draft.removeMention(offset: 2)
    #expect(first)
    #expect(try draft == DraftNotation("é @ann[b](user:b) x").document)
    #expect(draft.revision == before.revision + 1)
    let again = draft.removeMention(offset: 2)
    #expect(!again)
    let second = draft.removeMention(offset: 6)
    #expect(second)
    #expect(draft.elements == [.plainText(text: "é @annb x")])
  }

  @Test(
    "Errors are sentences",
    arguments: [
      (
        DraftError.offsetOutOfRange(offset: 7, count: 6), "offset 7 is outside a text of 6 characters"
      ),
      (
        .overlappingMention(offset: 1, length: 2, existing: Mention(offset: 0, length: 4, target: new)),
        "a mention of 2 characters at offset 1 would overlap the one of 4 characters at offset 0"
      ),
      (
        .staleSuggestion(offset: 3, expected: "@an", found: "@bo"),
        "the suggestion was for \"@an\" at offset 3, where \"@bo\" stands now"
      ),
    ])
  func description(error: DraftError, sentence: String) {
    #expect(error.description == sentence)
  }
}

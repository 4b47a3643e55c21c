import DraftEngine
import Testing

/// R1 to R4 of the reference's rules; the others are tested with the client.
@Suite("Rules R1 to R4")
struct RuleTests {
  private static let alex = MessageElement.link(text: "Alex", target: .user(userId: "alex_d"))

  @Test(
    "R1: text that looks like a link round-trips as text, separate from a link after it",
    arguments: [
      "see [docs](http://x)", "arr[0](x)", "![img](u)", #"\[not](x)"#, "[Bob](pn-user://bob)", "a [", "[a](",
      #"C:\\srv\[new](x)"#, #"a\"#,
    ])
  func plainWords(words: String) {
    for elements in [[.plainText(text: words)], [.plainText(text: words), Self.alex]] {
      #expect(MessageMarkup.parse(MessageMarkup.render(elements)) == elements)
    }
  }

  @Test("R2: a removal that starts at a mention's end keeps the mention, by offset and by new text")
  func removalBehind() throws {
    let draft = DraftDocument(elements: [.plainText(text: "Hi "), Self.alex, .plainText(text: "!")])
    var removed = draft
    try removed.removeText(offset: 7, length: 1)
    #expect(removed.elements == [.plainText(text: "Hi "), Self.alex])
    for (text, rest) in [("Hi Alex", ""), ("Hi Alex,", ",")] {
      var updated = draft
      updated.update(text: text)
      #expect(updated.elements == [.plainText(text: "Hi "), Self.alex, .plainText(text: rest)].normalised)
    }
    let bob = MessageElement.link(text: "Bob", target: .user(userId: "bob"))
    var touching = DraftDocument(elements: [Self.alex, bob])
    try touching.removeText(offset: 4, length: 3)
    #expect(touching.elements == [Self.alex])
  }

  @Test("R2: an empty edit changes nothing anywhere", arguments: 0...8)
  func nothing(offset: Int) throws {
    let before = DraftDocument(elements: [.plainText(text: "Hi "), Self.alex, .plainText(text: "!")])
    var draft = before
    try draft.removeText(offset: offset, length: 0)
    try draft.insertText(offset: offset, text: "")
    #expect(draft == before && draft.revision == before.revision)
  }

  @Test("R3: offsets count Characters, and nothing starts inside one")
  func offsets() throws {
    // A family of 18 bytes, and an e with a combining accent.
    var draft = DraftDocument(elements: [.plainText(text: "👨‍👩‍👧e\u{301} Ann")])
    let ann = MentionTarget.user(userId: "ann")
    try draft.addMention(offset: 3, length: 3, target: ann)
    #expect(draft.count == 6 && draft.mentions == [Mention(offset: 3, length: 3, target: ann)])
    let before = draft
    for byte in 1...3 {
      #expect(throws: DraftError.splitsCharacter(utf8Offset: byte)) {
        try draft.apply(DraftTransaction(changes: [TextChange(byte..<byte, "x")], origin: .typing))
      }
    }
    for byte in [4, 7, 11, 14, 19] {
      #expect(throws: DraftError.splitsCharacter(utf8Offset: byte)) {
        try draft.apply(DraftTransaction(adding: [MentionSpan(0..<byte, ann)], origin: .suggestion))
      }
    }
    #expect(draft == before)
    try draft.removeText(offset: 0, length: 2)
    #expect(draft.text == " Ann" && draft.mentions.map(\.offset) == [1])
  }

  @Test("R4: an invalid edit is refused with an error that names it, and the draft is unchanged")
  func errors() throws {
    var draft = DraftDocument(elements: [.plainText(text: "Hi "), Self.alex])
    let before = draft
    let ann = MentionTarget.user(userId: "ann")
    #expect(throws: DraftError.offsetOutOfRange(offset: -1, count: 7)) {
      try draft.addMention(offset: -1, length: 1, target: ann)
    }
    #expect(throws: DraftError.offsetOutOfRange(offset: 8, count: 7)) {
      try draft.addMention(offset: 8, length: 1, target: ann)
    }
    for length in [-1, 8, Int.max] {
      #expect(throws: DraftError.lengthOutOfRange(offset: 0, length: length, count: 7)) {
        try draft.addMention(offset: 0, length: length, target: ann)
      }
    }
    #expect(throws: DraftError.emptyMention(offset: 0)) {
      try draft.addMention(offset: 0, length: 0, target: ann)
    }
    let existing = Mention(offset: 3, length: 4, target: .user(userId: "alex_d"))
    #expect(throws: DraftError.overlappingMention(offset: 2, length: 2, existing: existing)) {
      try draft.addMention(offset: 2, length: 2, target: ann)
    }
    #expect(throws: DraftError.offsetOutOfRange(offset: 8, count: 7)) {
      try draft.insertText(offset: 8, text: "x")
    }
    #expect(throws: DraftError.lengthOutOfRange(offset: 6, length: 2, count: 7)) {
      try draft.removeText(offset: 6, length: 2)
    }
    let stale = SuggestedMention(offset: 0, replaceFrom: "@a", replaceWith: "Ann", target: ann)
    #expect(throws: DraftError.staleSuggestion(offset: 0, expected: "@a", found: "Hi")) {
      try draft.insertSuggestedMention(stale, text: "Ann")
    }
    #expect(draft == before && draft.revision == before.revision)
  }
}

import DraftEngine
import Testing

@Suite("Documents")
struct DocumentTests {
  private static let ann = MentionTarget.user(userId: "ann")

  @Test("An empty draft")
  func empty() {
    let draft = DraftDocument()
    #expect(draft.isEmpty)
    #expect(draft.text.isEmpty)
    #expect(draft.count == 0 && draft.utf8Count == 0 && draft.revision == 0)
    #expect(draft.elements.isEmpty && draft.mentions.isEmpty && draft.mentionSpans.isEmpty)
    #expect(draft == DraftDocument(elements: []))
    #expect(draft == DraftDocument(elements: [.plainText(text: "")]))
  }

  @Test("Elements become text and mentions, counted in Characters and bytes")
  func fromElements() {
    let channel = MentionTarget.channel(channelId: "c")
    let draft = DraftDocument(elements: [
      .plainText(text: "hé "), .link(text: "👩‍👧Ann", target: Self.ann), .link(text: "漢", target: channel),
      .plainText(text: ""), .plainText(text: "!"),
    ])
    #expect(draft.text == "hé 👩‍👧Ann漢!")
    #expect(
      draft.mentions == [
        Mention(offset: 3, length: 4, target: Self.ann), Mention(offset: 7, length: 1, target: channel),
      ])
    #expect(draft.mentionSpans == [MentionSpan(4..<18, Self.ann), MentionSpan(18..<21, channel)])
    #expect(draft.count == 9)
    #expect(draft.utf8Count == 22)
    #expect(!draft.isEmpty)
    #expect(draft.mentions[0].range == 3..<7)
  }

  @Test(
    "Elements round-trip",
    arguments: [
      [], [.plainText(text: "a")], [.link(text: "a", target: ann)],
      [.link(text: "a", target: ann), .link(text: "a", target: ann)],
      [.plainText(text: "\r\n"), .link(text: "e\u{301}", target: .url(url: "")), .plainText(text: " ")],
      [.link(text: "🇩🇪", target: .channel(channelId: "")), .plainText(text: "🇫🇷")],
    ] as [[MessageElement]])
  func elements(elements: [MessageElement]) {
    #expect(DraftDocument(elements: elements).elements == elements)
  }

  @Test("Adjacent texts are joined, empty ones dropped, and an empty link is not a mention")
  func normalised() {
    let draft = DraftDocument(elements: [
      .plainText(text: "a"), .plainText(text: ""), .plainText(text: "b"), .link(text: "", target: Self.ann),
      .plainText(text: "c"), .link(text: "d", target: Self.ann), .link(text: "", target: Self.ann),
    ])
    #expect(draft.elements == [.plainText(text: "abc"), .link(text: "d", target: Self.ann)])
  }

  @Test("Targets are compared byte by byte, as services do")
  func equalityOfTargets() {
    let spellings = ["\u{E9}", "e\u{301}"]
    let kinds: [(String) -> MentionTarget] = [
      { .user(userId: $0) }, { .channel(channelId: $0) }, { .url(url: $0) },
    ]
    for kind in kinds {
      let targets = spellings.map(kind)
      #expect(targets[0] != targets[1])
      #expect(Set(targets + targets).count == 2)
      #expect(targets[0] == kind("\u{E9}") && Set([targets[0], kind("\u{E9}")]).count == 1)
      let drafts = targets.map { DraftDocument(elements: [.link(text: "a", target: $0)]) }
      #expect(drafts[0] != drafts[1] && Set(drafts).count == 2)
    }
    #expect(Set(kinds.map { $0("a") }).count == 3)
  }

  @Test("Drafts are compared byte by byte: another normal form is a different draft")
  func equality() throws {
    let composed = DraftDocument(elements: [.plainText(text: "caf\u{E9}")])
    let decomposed = DraftDocument(elements: [.plainText(text: "cafe\u{301}")])
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
    #expect(composed == DraftDocument(elements: [.plainText(text: "caf"), .plainText(text: "\u{E9}")]))
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect(composed.hashValue != decomposed.hashValue)
  }

  @Test("Drafts with different mentions differ, however they were made")
  func equalityOfMentions() throws {
    let plain = DraftDocument(elements: [.plainText(text: "ann")])
    let mentioned = try DraftNotation("[ann](user:ann)").document
    #expect(plain != mentioned)
    #expect(try mentioned != DraftNotation("[ann](user:bob)").document)
    #expect(try mentioned != DraftNotation("[ann](channel:ann)").document)
    #expect(try mentioned != DraftNotation("[an](user:ann)n").document)
    var edited = plain
    try edited.insertText(offset: 3, text: "!")
    try edited.removeText(offset: 3, length: 1)
    try edited.addMention(offset: 0, length: 3, target: Self.ann)
    #expect(edited == mentioned)
    #expect(edited.hashValue == mentioned.hashValue)
    #expect(edited.revision == 3)
  }

  @Test("A draft is a value: a copy does not change with it")
  func value() throws {
    let before = try DraftNotation("hi [ann](user:ann)").document
    var copy = before
    try copy.insertText(offset: 0, text: "x")
    copy.update(text: "")
    #expect(try before == DraftNotation("hi [ann](user:ann)").document)
    #expect(copy.isEmpty)
  }
}

@Suite("Message elements")
struct MessageElementTests {
  @Test("Normalising joins adjacent texts, drops empty ones and leaves links separate")
  func normalised() {
    let ann = MessageElement.link(text: "Ann", target: .user(userId: "ann"))
    let messy: [MessageElement] = [
      .plainText(text: ""), .plainText(text: "a"), .plainText(text: "b"), ann, ann, .plainText(text: ""),
      .plainText(text: "c"),
    ]
    #expect(messy.normalised == [.plainText(text: "ab"), ann, ann, .plainText(text: "c")])
    #expect(messy.text == "abAnnAnnc")
  }
}

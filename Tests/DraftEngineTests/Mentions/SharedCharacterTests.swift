import DraftEngine
import Testing

/// Elements that share a Character come from other programs: our drafts never have them.
@Suite("Elements that share a Character")
struct SharedCharacterTests {
  struct Sharing: CustomTestStringConvertible, Sendable {
    let elements: [MessageElement]
    /// The text of the kept mentions.
    let kept: [String]

    var testDescription: String { "\(elements)" }
  }

  private static let ann = MentionTarget.user(userId: "ann")
  private static let ben = MentionTarget.user(userId: "ben")

  private static func plain(_ text: String) -> MessageElement { .plainText(text: text) }
  private static func ann(_ text: String) -> MessageElement { .link(text: text, target: ann) }
  private static func ben(_ text: String) -> MessageElement { .link(text: text, target: ben) }

  @Test(
    "A mention covers its own Characters, or the one that it is part of",
    arguments: [
      Sharing(elements: [plain("e"), ann("\u{301}xy"), plain("z")], kept: ["xy"]),
      Sharing(elements: [ann("xy"), plain("\u{301}z")], kept: ["x"]),
      Sharing(elements: [ann("x"), plain("\u{301}z")], kept: ["x\u{301}"]),
      Sharing(elements: [plain("e"), ann("\u{301}"), plain("z")], kept: ["e\u{301}"]),
      Sharing(elements: [ann("👩"), plain("\u{200D}👧 hi")], kept: ["👩\u{200D}👧"]),
      Sharing(elements: [plain("hi 👩\u{200D}"), ann("👧")], kept: ["👩\u{200D}👧"]),
      Sharing(elements: [ann("🇩"), ben("🇪x")], kept: ["🇩🇪", "x"]),
      Sharing(elements: [ann("a\r"), ben("\nb")], kept: ["a", "b"]),
      Sharing(elements: [ann("one"), ben("two")], kept: ["one", "two"]),
    ])
  func kept(sharing: Sharing) {
    let draft = DraftDocument(elements: sharing.elements)
    #expect(Array(draft.text.utf8) == Array(sharing.elements.text.utf8))
    let links = draft.elements.filter { $0.target != nil }
    #expect(links.map(\.text) == sharing.kept)
    // The result is stable.
    #expect(DraftDocument(elements: draft.elements) == draft)
  }

  @Test("Of two mentions in one Character only the first is kept")
  func both() {
    let draft = DraftDocument(elements: [Self.ann("🇩"), Self.ben("🇪")])
    #expect(draft.mentions == [Mention(offset: 0, length: 1, target: Self.ann)])
  }

  @Test("The reason why a mention was changed is available")
  func exactly() throws {
    let fine = [Self.plain("hi "), Self.ann("ann"), Self.ben("ben")]
    #expect(try DraftDocument(exactly: fine).elements == fine)
    for (elements, error) in [
      ([Self.plain("e"), Self.ann("\u{301}x")], DraftError.splitsCharacter(utf8Offset: 1)),
      ([Self.ann("x"), Self.plain("\u{301}")], .splitsCharacter(utf8Offset: 1)),
      ([Self.plain("e"), Self.ann("")], .emptyMention(offset: 1)),
    ] {
      #expect(throws: error) { try DraftDocument(exactly: elements) }
    }
  }

  @Test(
    "A mention without a target or text is dropped",
    arguments: [.user(userId: ""), .channel(channelId: ""), .url(url: "")]
      as [MentionTarget])
  func refused(target: MentionTarget) {
    var draft = DraftDocument(elements: [Self.plain("hi you")])
    let before = draft
    #expect(throws: DraftError.emptyTarget(target)) {
      try draft.addMention(offset: 3, length: 3, target: target)
    }
    let suggestion = SuggestedMention(offset: 3, replaceFrom: "you", replaceWith: "You", target: target)
    #expect(throws: DraftError.emptyTarget(target)) {
      try draft.insertSuggestedMention(suggestion, text: "You")
    }
    #expect(draft == before && draft.revision == before.revision)
  }
}

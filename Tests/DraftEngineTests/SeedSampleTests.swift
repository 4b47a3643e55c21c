import DraftEngine
import Testing

/// The samples of the two PubNub documents, verbatim.
@Suite("Samples of the specification")
struct SeedSampleTests {
  private let alex = MentionTarget.user(userId: "alex_d")

  @Test("The elements of the #offtopic example")
  func elementsOfTheExample() throws {
    var draft = DraftDocument()
    draft.update(text: "Hey, I sent Alex this link on the #offtopic channel.")
    try draft.addMention(offset: 12, length: 4, target: alex)
    try draft.addMention(offset: 22, length: 4, target: .url(url: "www.pubnub.com"))
    try draft.addMention(offset: 34, length: 9, target: .channel(channelId: "group.offtopic"))
    #expect(
      draft.elements == [
        .plainText(text: "Hey, I sent "),
        .link(text: "Alex", target: alex),
        .plainText(text: " this "),
        .link(text: "link", target: .url(url: "www.pubnub.com")),
        .plainText(text: " on the "),
        .link(text: "#offtopic", target: .channel(channelId: "group.offtopic")),
        .plainText(text: " channel."),
      ])
  }

  @Test("Add, update and remove, as in \"Add message element\"")
  func addAndRemove() throws {
    var draft = DraftDocument()
    draft.update(text: "Hello Alex!")
    try draft.addMention(offset: 6, length: 4, target: alex)
    draft.update(text: "Hello Alex! I have sent you this link on the #offtopic channel.")
    try draft.addMention(offset: 33, length: 4, target: .url(url: "www.pubnub.com"))
    try draft.addMention(offset: 45, length: 9, target: .channel(channelId: "group.offtopic"))
    #expect(draft.mentions.map(\.offset) == [6, 33, 45])
    let removedInside = draft.removeMention(offset: 34)
    let removedAtStart = draft.removeMention(offset: 33)
    #expect(!removedInside)
    #expect(removedAtStart)
    #expect(draft.mentions.map(\.offset) == [6, 45])
  }

  @Test("A mention stays when the text around it changes")
  func update() throws {
    var draft = DraftDocument()
    draft.update(text: "I sent Alex this picture.")
    try draft.addMention(offset: 7, length: 4, target: alex)
    draft.update(text: "I did not send Alex this picture.")
    #expect(draft.mentions == [Mention(offset: 15, length: 4, target: alex)])
  }

  @Test("Insert and remove text")
  func insertAndRemove() throws {
    var draft = DraftDocument()
    draft.update(text: "Check this support article https://www.support-article.com/.")
    try draft.insertText(offset: 6, text: "out ")
    #expect(draft.text == "Check out this support article https://www.support-article.com/.")
    try draft.removeText(offset: 5, length: 4)
    #expect(draft.text == "Check this support article https://www.support-article.com/.")
  }
}

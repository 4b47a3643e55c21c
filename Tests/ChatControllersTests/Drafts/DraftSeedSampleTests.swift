import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// The samples of seeds 000 and 002, verbatim except for `try`, on our drafts.
@Suite(.watched) struct DraftSeedSampleTests {
  private func sample() async throws -> MessageDraft {
    let channel = try await DraftWorld().client().channelController(for: "general")
    try await channel.synchronize()
    return try channel.createMessageDraft(isTypingIndicatorTriggered: channel.channel?.type != .public)
  }

  @Test("Hello Alex: the elements after each step")
  func addsElements() async throws {
    let messageDraft = try await sample()
    messageDraft.update(text: "Hello Alex!")
    try messageDraft.addMention(offset: 6, length: 4, target: .user(userId: "alex_d"))
    messageDraft.update(text: "Hello Alex! I have sent you this link on the #offtopic channel.")
    try messageDraft.addMention(offset: 33, length: 4, target: .url(url: "www.pubnub.com"))
    try messageDraft.addMention(offset: 45, length: 9, target: .channel(channelId: "group.offtopic"))
    #expect(
      messageDraft.elements == [
        .plainText(text: "Hello "), .link(text: "Alex", target: .user(userId: "alex_d")),
        .plainText(text: "! I have sent you this "),
        .link(text: "link", target: .url(url: "www.pubnub.com")), .plainText(text: " on the "),
        .link(text: "#offtopic", target: .channel(channelId: "group.offtopic")),
        .plainText(text: " channel."),
      ])
    #expect(messageDraft.removeMention(offset: 33))
    #expect(messageDraft.mentions.map(\.offset) == [6, 45])
    #expect(!messageDraft.removeMention(offset: 46))
  }

  @Test("The table of elements")
  func givesElements() async throws {
    let messageDraft = try await sample()
    messageDraft.update(text: "Hey, I sent Alex this link on the #offtopic channel.")
    try messageDraft.addMention(offset: 12, length: 4, target: .user(userId: "alex_d"))
    try messageDraft.addMention(offset: 22, length: 4, target: .url(url: "www.pubnub.com"))
    try messageDraft.addMention(offset: 34, length: 9, target: .channel(channelId: "group.offtopic"))
    #expect(
      messageDraft.elements.map(\.text) == [
        "Hey, I sent ", "Alex", " this ", "link", " on the ", "#offtopic", " channel.",
      ])
  }

  @Test("update(text:) keeps a mention whose words are unchanged")
  func updates() async throws {
    let messageDraft = try await sample()
    messageDraft.update(text: "I sent Alex this picture.")
    try messageDraft.addMention(offset: 7, length: 4, target: .user(userId: "alex_d"))
    messageDraft.update(text: "I did not send Alex this picture.")
    #expect(messageDraft.mentions == [Mention(offset: 15, length: 4, target: .user(userId: "alex_d"))])
  }

  @Test("insertText and removeText")
  func insertsAndRemoves() async throws {
    let messageDraft = try await sample()
    messageDraft.update(text: "Check this support article https://www.support-article.com/.")
    try messageDraft.insertText(offset: 6, text: "out ")
    #expect(messageDraft.text == "Check out this support article https://www.support-article.com/.")
    try messageDraft.removeText(offset: 5, length: 4)
    #expect(messageDraft.text == "Check this support article https://www.support-article.com/.")
  }

  @Test("A closure listener receives elements and suggestions, and one is inserted")
  func suggests() async throws {
    let messageDraft = try await sample()
    var shown: [MessageElement] = []
    var suggestions: [SuggestedMention] = []
    func updateUI(with elements: [MessageElement]) { shown = elements }
    func updateSuggestions(with mentions: [SuggestedMention]) { suggestions = mentions }
    let listener = ClosureMessageDraftChangeListener { elements, suggestedMentions in
      updateUI(with: elements)
      suggestedMentions.async { result in
        switch result {
        case .success(let mentions): updateSuggestions(with: mentions)
        case .failure(let error): Issue.record("Error retrieving suggestions: \(error)")
        }
      }
    }
    messageDraft.addChangeListener(listener)
    messageDraft.update(text: "Hello @alex")
    await settle { !suggestions.isEmpty }
    let suggestion = try #require(suggestions.first)
    #expect(suggestion.offset == 6 && suggestion.replaceFrom == "@alex")
    messageDraft.removeChangeListener(listener)
    try messageDraft.insertSuggestedMention(mention: suggestion, text: suggestion.replaceWith)
    #expect(messageDraft.elements.last == .link(text: "Alex Dunn", target: .user(userId: "alex_d")))
    #expect(shown == [.plainText(text: "Hello @alex")])
    #expect(throws: DraftError.self) {
      try messageDraft.insertSuggestedMention(mention: suggestion, text: "late")
    }
  }

  @Test("send() returns the timetoken, with the parameters of both forms")
  func sends() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let messageDraft = try client.channelController(for: "general").createMessageDraft()
    messageDraft.update(text: "Hello!")
    let timetoken = try await messageDraft.send()
    messageDraft.update(text: "Hello again!")
    let params = SendTextParams(
      meta: ["mood": "good"], shouldStore: true, usePost: true, ttl: 24, customPushData: ["sound": "bell"])
    #expect(try await messageDraft.send(params: params) > timetoken)
    messageDraft.update(text: "And again!")
    var result: Result<Timetoken, OutboxError>?
    messageDraft.send(meta: ["a": 1], shouldStore: true, usePost: false, ttl: nil) { result = $0 }
    await settle { result != nil }
    #expect(try result?.get() ?? timetoken > timetoken)
    let page = try await world.device().messages(MessageQuery(channelId: "general"))
    #expect(
      page.elements.filter { $0.kind == .regular }.map(\.text) == ["Hello!", "Hello again!", "And again!"])
    #expect(page.elements.last { $0.text == "Hello again!" }?.extras.meta == ["mood": "good"])
    try await client.stop()
  }
}

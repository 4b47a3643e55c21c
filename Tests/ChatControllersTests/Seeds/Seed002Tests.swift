import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// The samples of seed 002 that differ from those of seed 000: optional channels and drafts, and callbacks. All other
/// calls are the same, in `DraftSeedSampleTests` and `Seed000Tests`.
@Suite("Seed 002: message drafts, the older document", .watched)
struct Seed002Tests {
  let world: SeedWorld

  init() async throws { world = try await SeedWorld() }

  private func channel() async throws -> ChannelController? {
    let controller = world.chatClient.channelController(for: "general")
    try await controller.synchronize()
    return controller
  }

  // The newer document has the same table with invalid targets.
  @Test(
    "Internal mention format, written and read",
    arguments: [
      ("John Doe", MentionTarget.user(userId: "john_doe"), "[John Doe](pn-user://john_doe)"),
      ("General Chat", .channel(channelId: "group.chat.123"), "[General Chat](pn-channel://group.chat.123)"),
      ("PubNub", .url(url: "https://www.pubnub.com"), "[PubNub](https://www.pubnub.com)"),
    ])
  func markup(text: String, target: MentionTarget, written: String) {
    let elements = [MessageElement.link(text: text, target: target)]
    #expect(MessageMarkup.render(elements) == written)
    #expect(MessageMarkup.parse(written) == elements)
  }

  @Test("A draft of an optional channel, edited through optional chaining")
  func edits() async throws {
    let channel = try await channel()
    if let messageDraft = try channel?.createMessageDraft(
      isTypingIndicatorTriggered: channel?.channel?.type != .public)
    {
      // Add initial text
      messageDraft.update(text: "Hello Alex!")
      // Add a user mention to the string "Alex"
      try messageDraft.addMention(offset: 6, length: 4, target: .user(userId: "alex_d"))
      // Change the text
      messageDraft.update(text: "Hello Alex! I have sent you this link on the #offtopic channel.")
      // Add a URL mention to the string "link"
      try messageDraft.addMention(offset: 33, length: 4, target: .url(url: "www.pubnub.com"))
    }
    // A channel has one draft: requesting it again returns it with its text.
    let messageDraft = try channel?.createMessageDraft()
    messageDraft?.removeMention(offset: 33)
    #expect(messageDraft?.mentions == [Mention(offset: 6, length: 4, target: .user(userId: "alex_d"))])
    // The document's SDK ends the program where ours throws.
    #expect(throws: DraftError.self) {
      try messageDraft?.addMention(offset: 8, length: 4, target: .user(userId: "ana"))
    }
    #expect(messageDraft?.mentions.count == 1)
  }

  // One sample passes a bare closure to `addChangeListener`, which takes listeners: it does not compile there either.
  // Here it is wrapped, as in the document's other samples.
  @Test("Register a listener and insert a suggested element")
  func suggests() async throws {
    let messageDraft = try await channel()?.createMessageDraft()
    var offered: [SuggestedMention] = []
    let tell: ([MessageElement], any FutureObject<[SuggestedMention]>) -> Void = { _, suggestedMentions in
      suggestedMentions.async { result in
        switch result {
        case .success(let mentions):
          offered = mentions
        case .failure(let error):
          // Superseded or released: not an error to show.
          if error != .cancelled { Issue.record("Error retrieving suggestions: \(error)") }
        }
      }
    }
    func getSelectedSuggestion() -> SuggestedMention? { offered.first }

    messageDraft?.addChangeListener(ClosureMessageDraftChangeListener(tell))
    messageDraft?.update(text: "for @alex")
    await settle { !offered.isEmpty }
    if let suggestion = getSelectedSuggestion() {
      try messageDraft?.insertSuggestedMention(mention: suggestion, text: suggestion.replaceWith)
    }
    #expect(messageDraft?.text == "for Alex")
    #expect(messageDraft?.mentions == [Mention(offset: 4, length: 4, target: .user(userId: "alex_d"))])
  }

  @Test("Send a draft message without waiting: it arrives, and mentioned users are notified")
  func sends() async throws {
    try await world.start()
    let events = try await world.alex.events(after: nil)
    let channel = try await channel()
    /// As in the document, without awaiting the result.
    func send() throws {
      if let messageDraft = try channel?.createMessageDraft(
        isTypingIndicatorTriggered: channel?.channel?.type != .public)
      {
        messageDraft.update(text: "Hello Alex!")
        try messageDraft.addMention(offset: 6, length: 4, target: .user(userId: "alex_d"))
        messageDraft.send()
      }
    }
    try send()
    var mentioned: MentionEvent?
    _ = try await first(in: events) { envelope in
      if case .mentioned(let event) = envelope.event { mentioned = event }
      return mentioned != nil
    }
    let message = try #require(try await world.seen().last)
    #expect(message.elements.contains(.link(text: "Alex", target: .user(userId: "alex_d"))))
    #expect(mentioned?.messageId == message.id && mentioned?.by == "mia")
  }

  @Test("The parameters of the older send: a message that is not stored is in no channel history")
  func sendsWithParameters() async throws {
    try await world.start()
    let messageDraft = try await channel()?.createMessageDraft()
    messageDraft?.update(text: "Seen by who is there")
    var sent: Result<Timetoken, OutboxError>?
    messageDraft?.send(meta: ["mood": "good"], shouldStore: false, usePost: true, ttl: 1) { sent = $0 }
    await settle { sent != nil }
    #expect(try sent?.get() != nil)
    #expect(try await world.seen().isEmpty)
  }
}

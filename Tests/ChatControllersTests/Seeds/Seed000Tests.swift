import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// The samples of seed 000 that create, observe and send a draft. Those that edit one (the table of elements,
/// `addMention`, `removeMention`, `update`, `insertText`, `removeText`, `insertSuggestedMention`) are in
/// `DraftSeedSampleTests`, because both PubNub documents have them.
///
/// All of them differ in `try`: where the document's SDK ends the program, ours throws.
@Suite("Seed 000: create message drafts", .watched)
struct Seed000Tests {
  let world: SeedWorld

  init() async throws { world = try await SeedWorld() }

  /// The document's `channel`.
  private func channel(_ id: ChannelID = "general") async throws -> ChannelController {
    let controller = world.chatClient.channelController(for: id)
    try await controller.synchronize()
    return controller
  }

  @Test("Create a draft message: the defaults are those of the document")
  func creates() async throws {
    let channel = try await channel()
    let messageDraft = try channel.createMessageDraft(
      isTypingIndicatorTriggered: channel.channel?.type != .public)
    #expect(messageDraft.isTypingIndicatorTriggered && messageDraft.userSuggestionSource == .channel)
    #expect(messageDraft.userLimit == 10 && messageDraft.channelLimit == 10)
    #expect(messageDraft.isEmpty && messageDraft.elements.isEmpty)
    let lobby = try await self.channel("lobby")
    let silent = try lobby.createMessageDraft(isTypingIndicatorTriggered: lobby.channel?.type != .public)
    #expect(!silent.isTypingIndicatorTriggered)
  }

  @Test("The limits are 1 at least and 100 at most", arguments: [0, 101])
  func limits(limit: Int) async throws {
    let channel = try await channel()
    #expect(throws: ChatError.refused(.invalid("a limit of \(limit) people"))) {
      try channel.createMessageDraft(userLimit: limit)
    }
    #expect(throws: ChatError.refused(.invalid("a limit of \(limit) channels"))) {
      try channel.createMessageDraft(channelLimit: limit)
    }
    let widest = try channel.createMessageDraft(
      userSuggestionSource: .global, isTypingIndicatorTriggered: true, userLimit: 100, channelLimit: 1)
    #expect(widest.userLimit == 100 && widest.channelLimit == 1)
  }

  // The document's sample has no `synchronize`: there a message is an object. Here it is a controller, which requests
  // an unknown message.
  @Test("Create a draft reply for a thread and send it; again when the thread exists")
  func createsInThread() async throws {
    try await world.start()
    let parent = try await world.said("Who is in?", by: world.alex)
    let message = world.chatClient.messageController(for: parent.id, in: "general")
    let threadDraft = try await message.createThreadMessageDraft(isTypingIndicatorTriggered: true)

    threadDraft.update(text: "This is my thread reply draft")

    let timetoken = try await threadDraft.send()
    let second = try await message.createThreadMessageDraft()
    second.update(text: "And a second one")
    try await second.send()
    let replies = try await world.seen(under: parent.id)
    #expect(replies.first?.timetoken == timetoken)
    #expect(replies.map(\.text) == ["This is my thread reply draft", "And a second one"])
    // "Call it on a Message or ThreadMessage", the document says; its SDK refuses the latter, and so does ours.
    let reply = world.chatClient.messageController(for: try #require(replies.first?.id), in: "general")
    await #expect(throws: ChatError.refused(.replyToReply)) { try await reply.createThreadMessageDraft() }
  }

  @Test("Add and remove a change listener")
  func listens() async throws {
    let channel = try await channel()
    var shown: [[MessageElement]] = []
    var suggested: [[SuggestedMention]] = []
    func updateUI(with elements: [MessageElement]) { shown.append(elements) }
    func updateSuggestions(with mentions: [SuggestedMention]) { suggested.append(mentions) }
    func show(_ error: ChatError) { Issue.record("Error retrieving suggestions: \(error)") }

    let messageDraft = try channel.createMessageDraft(
      isTypingIndicatorTriggered: channel.channel?.type != .public)
    let listener = ClosureMessageDraftChangeListener { elements, suggestedMentions in
      updateUI(with: elements)

      suggestedMentions.async { result in
        switch result {
        case .success(let mentions):
          updateSuggestions(with: mentions)
        case .failure(let error):
          show(error)
        }
      }
    }

    messageDraft.addChangeListener(listener)
    messageDraft.update(text: "Hello @ale")
    await settle { !suggested.isEmpty }
    #expect(shown == [[.plainText(text: "Hello @ale")]])
    let alex = MentionTarget.user(userId: "alex_d")
    #expect(
      suggested == [
        [SuggestedMention(offset: 6, replaceFrom: "@ale", replaceWith: "Alex", target: alex)]
      ])

    messageDraft.removeChangeListener(listener)
    messageDraft.update(text: "Hello")
    await settle()
    #expect(shown.count == 1 && suggested.count == 1)
  }

  @Test("Send a draft message")
  func sends() async throws {
    try await world.start()
    let channel = try await channel()
    let sending = Task {
      let messageDraft = try channel.createMessageDraft(
        isTypingIndicatorTriggered: channel.channel?.type != .public)
      messageDraft.update(text: "Hello!")
      return try await messageDraft.send()
    }
    let timetoken = try await sending.value
    #expect(try await world.seen().map(\.text) == ["Hello!"])
    #expect(try await world.seen().map(\.timetoken) == [timetoken])
  }
}

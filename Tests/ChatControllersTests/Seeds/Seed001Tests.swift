import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// The flow chart and the samples of seed 001. Switching drafts off is rule 2 in `DraftKeepingTests`;
/// `Components.default.isDraftMessagesEnabled` is `ClientConfiguration.isDraftMessagesEnabled` here.
@Suite("Seed 001: draft messages", .watched)
struct Seed001Tests {
  let world: SeedWorld
  let general = DraftKey(channelId: "general")

  init() async throws {
    world = try await SeedWorld()
    try await world.start()
  }

  private func composer(_ client: ChatClient? = nil) throws -> MessageDraft {
    try (client ?? world.chatClient).channelController(for: "general").createMessageDraft()
  }

  // MARK: The flow

  @Test("Leave channel: the channel draft is updated, and loaded into the composer on the way back")
  func leavesChannel() async throws {
    let (chatClient, draft) = (world.chatClient, try composer())
    draft.update(text: "Not finished")
    await chatClient.closeComposer(for: draft.key)?.value
    #expect(try await world.phone.draft(for: general)?.text == "Not finished")
    try composer().update(text: "Not finished yet")
    await world.chatClient.closeComposer(for: general)?.value
    #expect(try await world.phone.draft(for: general)?.text == "Not finished yet")
    // The same device after a restart, and another device: both have the draft, once.
    try await world.chatClient.stop()
    let back = try await world.started(on: world.mia, world.store)
    #expect(try composer(back).text == "Not finished yet")
    let phone = try await world.started(on: world.phone)
    await settle { phone.draftMessages().count == 1 }
    #expect(try composer(phone).text == "Not finished yet")
  }

  @Test("Leave thread: the thread draft is updated, and the channel's is left alone")
  func leavesThread() async throws {
    let parent = try await world.said("Who is in?", by: world.alex)
    let thread = world.chatClient.messageController(for: parent.id, in: "general")
    let draft = try await thread.createThreadMessageDraft()
    draft.update(text: "Me, if")
    await world.chatClient.closeComposer(for: draft.key)?.value
    #expect(try await world.phone.draft(for: draft.key)?.text == "Me, if")
    #expect(try await world.phone.draft(for: general) == nil)
    #expect(try await thread.createThreadMessageDraft().text == "Me, if")
    #expect(try composer().isEmpty)
  }

  @Test("Clear composer content: the draft is deleted")
  func clears() async throws {
    let draft = try composer()
    draft.update(text: "Never mind")
    await world.chatClient.closeComposer(for: general)?.value
    #expect(try await world.phone.draft(for: general) != nil)
    draft.update(text: "")
    await world.chatClient.closeComposer(for: general)?.value
    try await world.chatClient.flush()
    #expect(try await world.phone.draft(for: general) == nil)
    #expect(try await world.store.draft(for: general)?.content.isEmpty ?? true)
    #expect(world.chatClient.draftMessage(for: general) == nil)
  }

  @Test("Publish message: the draft is deleted, and the message is there")
  func publishes() async throws {
    let draft = try composer()
    draft.update(text: "Finished")
    await world.chatClient.closeComposer(for: general)?.value
    try await draft.send()
    await world.chatClient.closeComposer(for: general)?.value
    #expect(draft.isEmpty)
    #expect(try await world.phone.draft(for: general) == nil)
    #expect(try await world.seen().map(\.text) == ["Finished"])
  }

  @Test("Drafts work offline and are synchronised when the connection is back")
  func worksOffline() async throws {
    await world.mia.setFaults(.offline)
    try composer().update(text: "In the tunnel")
    world.chatClient.closeComposer(for: general)
    try await world.chatClient.flush()
    #expect(try await world.store.draft(for: general)?.content.text == "In the tunnel")
    await world.mia.setFaults(.none)
    await settle {
      world.clock.advanceToNextSleeper()
      do { return try await world.phone.draft(for: general)?.text == "In the tunnel" } catch { return false }
    }
  }

  // MARK: The previews

  @Test("Channel draft preview: shown until the message is published")
  func previewsChannel() async throws {
    _ = try await world.said("The last message", by: world.alex)
    let channels = ChannelListController(client: world.chatClient)
    try await channels.synchronize()
    let view = CustomChannelListItemView()
    let draft = try composer()
    draft.update(text: "A draft")
    view.content = channels.row(for: "general")
    view.updateContent()
    #expect(view.isTimestampHidden && view.isDeliveryStatusHidden)
    let row = try #require(view.content)
    var words = ""
    if case .draft(let shown) = row.preview {
      words = "Draft: \(shown.text)"
    }
    #expect(words == "Draft: A draft")
    try await draft.send()
    view.content = channels.row(for: "general")
    view.updateContent()
    #expect(!view.isTimestampHidden && view.content?.lastMessage?.text == "A draft")
  }

  @Test("Thread draft preview: the reply is shown with the mark of a draft, until the draft is deleted")
  func previewsThread() async throws {
    let parent = try await world.said("Who is in?", by: world.alex)
    let message = world.chatClient.messageController(for: parent.id, in: "general")
    let draft = try await message.createThreadMessageDraft()
    draft.update(text: "Me")
    try await draft.send()
    let threads = ThreadListController(client: world.chatClient)
    try await threads.synchronize()
    let view = DemoChatThreadListItemView()
    draft.update(text: "And Ben")
    view.content = threads.row(for: parent.id, in: "general")
    view.updateContent()
    #expect(view.isReplyTimestampHidden && view.replyDescription == "And Ben (Draft)")
    draft.update(text: "")
    view.content = threads.row(for: parent.id, in: "general")
    view.updateContent()
    #expect(!view.isReplyTimestampHidden && view.replyDescription == "Me")
  }

  // MARK: The list

  @Test("Fetching drafts: 25 at a time, the newest created first, and the rest with loadMoreDraftMessages")
  func loads() async throws {
    for number in 1...30 {
      let id = ChannelID("channel \(number)")
      _ = try await world.phone.createChannel(NewChannel(id: id, type: .group))
      let content = DraftContent(elements: [.plainText(text: "\(number)")])
      _ = try await world.phone.saveDraft(content, for: DraftKey(channelId: id), over: 0)
      world.clock.advance(by: .seconds(1))
    }
    #expect(DraftListQuery().pagination == Pagination(pageSize: 25, offset: 0))
    #expect(DraftListQuery().sorting == [.init(key: .createdAt, isAscending: false)])

    // Load the draft messages for the current user
    var loaded: [[String]] = []
    let currentUserController = world.chatClient.currentUserController()
    currentUserController.loadDraftMessages { result in
      switch result {
      case .success(let drafts):
        loaded.append(drafts.map(\.text))
      case .failure(let error):
        Issue.record("Failed to load draft messages: \(error)")
      }
    }
    await settle { loaded.count == 1 }
    #expect(loaded.last == (6...30).reversed().map(String.init))
    #expect(!currentUserController.hasLoadedAllDrafts)

    currentUserController.loadMoreDraftMessages { result in
      switch result {
      case .success(let drafts):
        loaded.append(drafts.map(\.text))
      case .failure(let error):
        Issue.record("Failed to load more draft messages: \(error)")
      }
    }
    await settle { loaded.count == 2 }
    #expect(loaded.last == ["5", "4", "3", "2", "1"])
    #expect(currentUserController.hasLoadedAllDrafts && currentUserController.draftMessages.count == 30)
  }

  // Stream's app distinguishes the kinds of events itself; here each has a method of the delegate.
  @Test("Delegate and events: every update and deletion is reported")
  func tells() async throws {
    let currentUserController = world.chatClient.currentUserController()
    let delegate = DraftsDelegate()
    currentUserController.delegate = delegate
    let content = DraftContent(elements: [.plainText(text: "From the phone")])
    let saved = try await world.phone.saveDraft(content, for: general, over: 0)
    await settle { delegate.updated.count == 1 }
    #expect(delegate.updated == [DraftUpdatedEvent(draftMessage: saved)])
    #expect(delegate.changes == [["From the phone"]])
    #expect(try composer().text == "From the phone")
    try await world.phone.deleteDraft(for: general, over: saved.revision)
    await settle { delegate.deleted.count == 1 }
    #expect(delegate.deleted.map(\.key) == [general] && delegate.deleted.map(\.deletedBy) == ["phone"])
    #expect(delegate.changes == [["From the phone"], []])
  }
}

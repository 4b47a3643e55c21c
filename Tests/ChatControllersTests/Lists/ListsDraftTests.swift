import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The list of drafts", .watched)
struct ListsDraftTests {
  let world: DraftWorld
  let log = ListLog()

  init() async throws { world = try await DraftWorld() }

  /// Creates this many drafts on the service, in order, and none on the desk.
  private func served(_ count: Int) async throws {
    let phone = await world.device("phone")
    for number in 0..<count {
      let id = ChannelID("c\(number)")
      _ = try await phone.createChannel(NewChannel(id: id, type: .group))
      let content = DraftContent(elements: [.plainText(text: "\(number)")])
      _ = try await phone.saveDraft(content, for: DraftKey(channelId: id), over: 0)
      world.clock.advance(by: .seconds(1))
    }
  }

  private func controller(of client: ChatClient) -> CurrentUserController {
    let controller = client.currentUserController()
    controller.delegate = log
    return controller
  }

  @Test("10: by default 25 drafts are loaded, the newest first, and the rest in further pages")
  func pages() async throws {
    try await served(30)
    // Not started, so all listed drafts come from requests.
    let controller = controller(of: await world.client())
    #expect(!controller.hasLoadedAllDrafts && controller.draftMessages.isEmpty)
    let first = try await controller.loadDraftMessages()
    #expect(first.map(\.text) == (5..<30).reversed().map(String.init))
    #expect(controller.draftMessages == first && !controller.hasLoadedAllDrafts)
    let more = try await controller.loadMoreDraftMessages(limit: 2)
    #expect(more.map(\.text) == ["4", "3"])
    #expect(try await controller.loadMoreDraftMessages().map(\.text) == ["2", "1", "0"])
    #expect(controller.hasLoadedAllDrafts && controller.draftMessages.count == 30)
    #expect(try await controller.loadMoreDraftMessages().isEmpty)
    let again = try await controller.loadDraftMessages()
    #expect(again == first && controller.draftMessages.count == 30)
  }

  @Test("Text typed just now is in the first page, once, and cleared text in none")
  func includesTyped() async throws {
    try await served(3)
    let client = await world.client()
    let controller = controller(of: client)
    try await controller.loadDraftMessages()
    try client.draft(for: DraftWorld.general).update(text: "just typed")
    try client.draft(for: DraftKey(channelId: "c1")).update(text: "1, and more")
    let query = DraftListQuery(pagination: Pagination(pageSize: 2))
    let first = try await controller.loadDraftMessages(query: query)
    #expect(first.map(\.text).sorted() == ["1, and more", "2", "just typed"])
    try client.draft(for: DraftKey(channelId: "c2")).update(text: "")
    #expect(try await controller.loadMoreDraftMessages().map(\.text) == ["0"])
    #expect(controller.hasLoadedAllDrafts)
    #expect(
      try await controller.loadDraftMessages().map(\.text).sorted() == ["0", "1, and more", "just typed"])
  }

  @Test("A request for more before anything was loaded returns the first page")
  func moreFirst() async throws {
    try await served(3)
    let controller = controller(of: await world.client())
    #expect(try await controller.loadMoreDraftMessages().count == 3)
    #expect(controller.hasLoadedAllDrafts)
  }

  @Test("The completion handlers of the reference receive the same")
  func callbacks() async throws {
    try await served(2)
    let controller = controller(of: await world.client())
    let texts = await withCheckedContinuation { continuation in
      controller.loadDraftMessages { result in
        switch result {
        case .success(let drafts): continuation.resume(returning: drafts.map(\.text))
        case .failure(let error): continuation.resume(returning: ["\(error)"])
        }
      }
    }
    #expect(texts == ["1", "0"])
    let more = await withCheckedContinuation { continuation in
      controller.loadMoreDraftMessages { continuation.resume(returning: $0) }
    }
    #expect(more == .success([]))
  }

  @Test("A failed load throws, and can be repeated")
  func failure() async throws {
    try await served(2)
    let controller = controller(of: await world.client())
    try await controller.loadDraftMessages()
    #expect(controller.hasLoadedAllDrafts)
    await world.faults(.offline)
    await #expect(throws: ChatError.connection(.offline)) { try await controller.loadDraftMessages() }
    #expect(!controller.hasLoadedAllDrafts && controller.draftMessages.count == 2)
    await world.faults(.none)
    #expect(try await controller.loadMoreDraftMessages().count == 2)
  }

  @Test("10: the list has the requested order, also while drafts change")
  func sorting() async throws {
    try await served(3)
    let client = try await world.connected()
    let controller = controller(of: client)
    let byUpdate = DraftListQuery(sorting: [DraftSorting(key: .updatedAt, isAscending: false)])
    try await controller.loadDraftMessages(query: byUpdate)
    #expect(controller.draftMessages.map(\.text) == ["2", "1", "0"])
    world.clock.advance(by: .seconds(1))
    try client.draft(for: DraftKey(channelId: "c0")).update(text: "0!")
    #expect(controller.draftMessages.map(\.text) == ["0!", "2", "1"])
    try await controller.loadDraftMessages(query: DraftListQuery(sorting: []))
    #expect(controller.draftMessages.map(\.text) == ["0!", "1", "2"])
    try client.draft(for: DraftWorld.general).update(text: "general")
    #expect(controller.draftMessages.map(\.text) == ["0!", "1", "2", "general"])
  }

  @Test("A listener that subscribes between two changes receives the second")
  func lateListener() async throws {
    let client = try await world.connected()
    let controller = client.currentUserController()
    let draft = try client.draft()
    draft.update(text: "one")
    draft.update(text: "one t")
    controller.delegate = log
    draft.update(text: "one two")
    #expect(log.drafts == [["one two"]])
    #expect(controller.draftMessages.map(\.text) == ["one two"])
  }

  @Test("Without listeners the count is right, and the list on request")
  func counted() async throws {
    let client = try await world.connected()
    let controller = client.currentUserController()
    let (one, other) = (try client.draft(), try client.draft(for: DraftWorld.lobby))
    one.update(text: "one")
    #expect(controller.draftCount == 1)
    client.engine.board.post(.connection(.connecting))
    #expect(controller.draftCount == 1)
    one.update(text: "")
    #expect(controller.draftCount == 0)
    client.engine.board.post(.connection(.connecting))
    other.update(text: "other")
    #expect(controller.draftCount == 1)
    client.engine.board.post(.connection(.connecting))
    one.update(text: "one more")
    one.update(text: "one more time")
    #expect(controller.draftCount == 2)
    #expect(Set(controller.draftMessages.map(\.text)) == ["one more time", "other"])
  }

  @Test("An unopened draft is not counted after it ended")
  func countedToTheEnd() async throws {
    let client = try await world.connected()
    let draft = try client.draft()
    draft.update(text: "kept")
    let controller = client.currentUserController()
    #expect(controller.draftCount == 1)
    draft.update(text: "")
    #expect(controller.draftCount == 0)
  }

  @Test("10: the delegate receives the whole list with every change, and nothing without a change")
  func delegate() async throws {
    let client = try await world.connected()
    let controller = controller(of: client)
    let draft = try client.draft()
    draft.update(text: "one")
    world.clock.advance(by: .seconds(1))
    try client.draft(for: DraftWorld.lobby).update(text: "two")
    #expect(log.drafts == [["one"], ["two", "one"]])
    try await controller.loadDraftMessages()
    client.engine.board.post(.draft(DraftChange(key: DraftWorld.general, cause: .edited)))
    #expect(log.drafts.count == 2)
    client.deleteDraft(for: DraftWorld.lobby)
    #expect(log.drafts.last == ["one"])
    draft.update(text: "")
    #expect(log.drafts.last == [])
  }

  @Test("Deleting a thread's draft does not touch the channel's, here or on the other devices")
  func delete() async throws {
    let parent = try await world.say("parent", by: "ana")
    let client = try await world.connected()
    let controller = controller(of: client)
    try client.draft().update(text: "channel")
    try client.draft(for: DraftKey(channelId: "general", parentId: parent.id)).update(text: "thread")
    client.closeComposer(for: DraftWorld.general)
    client.closeComposer(for: DraftKey(channelId: "general", parentId: parent.id))
    let phone = await world.device("phone")
    await settle {
      do { return try await phone.drafts(DraftListQuery()).elements.count == 2 } catch { return false }
    }
    client.deleteDraft(for: DraftKey(channelId: "general", parentId: parent.id))
    #expect(controller.draftMessages.map(\.text) == ["channel"])
    await settle {
      do { return try await phone.drafts(DraftListQuery()).elements.map(\.text) == ["channel"] } catch {
        return false
      }
    }
  }

  @Test(
    "10: events about drafts are passed on once each, and none while drafts are disabled",
    arguments: [true, false])
  func events(isEnabled: Bool) async throws {
    let client = try await world.connected(isEnabled: isEnabled)
    let controller = controller(of: client)
    let phone = await world.device("phone")
    let content = DraftContent(elements: [.plainText(text: "phone")])
    let saved = try await phone.saveDraft(content, for: DraftWorld.general, over: 0)
    try await phone.deleteDraft(for: DraftWorld.general, over: saved.revision)
    _ = try await world.say("after", by: "ana")
    if isEnabled { await settle { log.deleted.count == 1 } } else { await settle() }
    client.engine.board.post(.event(.draftUpdated(DraftUpdatedEvent(draftMessage: saved))))
    #expect(log.updated.map(\.draftMessage) == (isEnabled ? [saved] : []))
    #expect(log.deleted.map(\.key) == (isEnabled ? [DraftWorld.general] : []))
    #expect(log.drafts == (isEnabled ? [["phone"], []] : []))
    #expect(controller.draftMessages.isEmpty)
    try client.draft().update(text: "mine")
    #expect(controller.draftMessages.count == (isEnabled ? 1 : 0))
    #expect(try await controller.loadDraftMessages().map(\.text) == (isEnabled ? ["mine"] : []))
  }
}

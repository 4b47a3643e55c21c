import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The dates of drafts on several devices", .watched)
struct DraftDatesTests {
  private let offtopic = DraftKey(channelId: "group.offtopic")

  /// The listed drafts, in order.
  private func list(_ drafts: [DraftMessage]) -> [String] {
    drafts.map { "\($0.key.channelId) \($0.createdAt) \($0.updatedAt) by \($0.savedBy)" }
  }

  private func write(_ text: String, in key: DraftKey, on client: ChatClient) throws {
    try client.draft(for: key).insertText(offset: 0, text: text)
  }

  @Test("Drafts begun offline have the same dates and order on every device")
  func agree() async throws {
    let world = try await DraftWorld()
    let (desk, phone) = (try await world.connected("desk"), try await world.connected("phone"))
    for id in ["desk", "phone"] as [DeviceID] { await world.faults(.offline, on: id) }
    await settle { desk.connection != .online && phone.connection != .online }
    // Created in a different order than that of the keys, and edited in a third one.
    for (key, client) in [(offtopic, desk), (DraftWorld.lobby, phone), (DraftWorld.general, desk)] {
      try write("words", in: key, on: client)
      world.clock.advance(by: .seconds(10))
    }
    try write("more ", in: offtopic, on: desk)
    world.clock.advance(by: .seconds(3600))
    for id in ["phone", "desk"] as [DeviceID] { await world.faults(.none, on: id) }
    await settle {
      world.clock.advance(by: .seconds(1))
      return desk.draftMessages().count == 3 && phone.draftMessages().count == 3
    }
    await settle {
      world.clock.advance(by: .seconds(1))
      return [desk, phone].allSatisfy { client in
        client.engine.drafts.registry.all.allSatisfy { !$0.needsPublishing && $0.publication?.task == nil }
      }
    }
    for key in [DraftSorting.Key.createdAt, .updatedAt] {
      let sorting = [DraftSorting(key: key, isAscending: true)]
      let served = try await world.device("third").drafts(DraftListQuery(sorting: sorting)).elements
      #expect(list(desk.draftMessages(sortedBy: sorting)) == list(served))
      #expect(list(phone.draftMessages(sortedBy: sorting)) == list(served))
    }
    let byCreation = [DraftSorting(key: .createdAt, isAscending: true)]
    #expect(
      phone.draftMessages(sortedBy: byCreation).map(\.key) == [
        offtopic, DraftWorld.lobby, DraftWorld.general,
      ])
    #expect(
      phone.draftMessages(sortedBy: byCreation).map(\.savedBy) == ["desk", "phone", "desk"])
  }

  @Test("If two devices begin one draft, the earlier date counts on both")
  func sameDraft() async throws {
    let world = try await DraftWorld()
    let (desk, phone) = (try await world.connected("desk"), try await world.connected("phone"))
    await world.faults(.offline, on: "phone")
    await settle { phone.connection != .online }
    let begun = world.clock.now
    try write("first", in: DraftWorld.general, on: phone)
    world.clock.advance(by: .seconds(100))
    try write("second", in: DraftWorld.general, on: desk)
    await desk.publishDrafts()
    await world.faults(.none, on: "phone")
    await settle {
      world.clock.advance(by: .seconds(1))
      return desk.draftMessage(for: DraftWorld.general)?.text.contains("first") == true
        && phone.engine.drafts.registry.all.allSatisfy {
          !$0.needsPublishing && $0.publication?.task == nil
        }
    }
    let served = try await world.device("third").draft(for: DraftWorld.general)
    #expect(served?.createdAt == begun && served?.savedBy == "phone")
    for client in [desk, phone] {
      #expect(client.draftMessage(for: DraftWorld.general).map { list([$0]) } == served.map { list([$0]) })
    }
  }

  @Test("Drafts are published in the order in which they were begun")
  func order() async throws {
    let world = try await DraftWorld()
    let desk = try await world.connected("desk")
    await world.faults(.offline)
    await settle { desk.connection != .online }
    let keys = [offtopic, DraftWorld.lobby, DraftWorld.general]
    for key in keys {
      try write("words", in: key, on: desk)
      world.clock.advance(by: .milliseconds(5))
    }
    let events = try await world.device("third").events(after: nil)
    await world.faults(.none)
    await desk.publishDrafts()
    var saved: [DraftKey] = []
    _ = try await first(in: events) { envelope in
      if case .draftUpdated(let event) = envelope.event { saved.append(event.draftMessage.key) }
      return saved.count == keys.count
    }
    #expect(saved == keys)
  }

  @Test("The device of the last edit is known after a restart")
  func restart() async throws {
    let world = try await DraftWorld()
    let store = InMemoryStore()
    let desk = try await world.connected("desk", store: store)
    try await world.device("phone").saveDraft(
      DraftContent(elements: [.plainText(text: "from the phone")]), for: DraftWorld.general, over: 0)
    await settle { desk.draftMessage(for: DraftWorld.general) != nil }
    #expect(desk.draftMessage(for: DraftWorld.general)?.savedBy == "phone")
    try await desk.stop()
    await world.faults(.offline)
    let again = await world.client("desk", store: store)
    try await again.start()
    #expect(again.draftMessage(for: DraftWorld.general)?.savedBy == "phone")
    try write("here: ", in: DraftWorld.general, on: again)
    #expect(again.draftMessage(for: DraftWorld.general)?.savedBy == "desk")
  }

  @Test("With an endless delay the draft is published when the channel is left")
  func endless() async throws {
    let world = try await DraftWorld()
    var configuration = ClientConfiguration()
    configuration.draftSyncDelay = .seconds(Int64.max)
    configuration.firstRetryDelay = .seconds(Int64.max)
    configuration.longestRetryDelay = .seconds(Int64.max)
    configuration.typingInterval = .seconds(Int64.max)
    configuration.historyAge = .seconds(Int64.max)
    let client = ChatClient(
      service: await world.device(), store: InMemoryStore(), clock: world.clock, configuration: configuration)
    try await client.start()
    await settle { client.connection == .online }
    try write("words", in: DraftWorld.general, on: client)
    world.clock.advance(by: .seconds(100_000))
    await settle()
    #expect(try await world.device("third").draft(for: DraftWorld.general) == nil)
    await client.closeComposer(for: DraftWorld.general)?.value
    #expect(try await world.device("third").draft(for: DraftWorld.general)?.text == "words")
  }

  @Test("Times and pauses beyond the range of a number are clamped")
  func extremes() {
    #expect(
      Duration.seconds(Int64.max).microseconds == .max && Duration.seconds(Int64.min).microseconds == .min)
    #expect((Duration.seconds(Int64.max) * 4).microseconds == .max)
    #expect(Duration.milliseconds(-1500).microseconds == -1_500_000)
    let now = Timestamp(seconds: 1_700_000_000)
    #expect(now + .seconds(Int64.max) == Timestamp(microseconds: .max))
    #expect(Timestamp(seconds: -1) + .seconds(Int64.min) == Timestamp(microseconds: .min))
    #expect(Timestamp(seconds: .max) == Timestamp(microseconds: .max))
    #expect(Timestamp(microseconds: .max) - Timestamp(microseconds: .min) == .microseconds(Int64.max))
    var configuration = ClientConfiguration()
    configuration.longestRetryDelay = .seconds(Int64.max)
    var pause = RetryPause(configuration)
    #expect((0..<40).map { _ in pause.next() }.allSatisfy { $0 >= configuration.firstRetryDelay })
    configuration.firstRetryDelay = .seconds(Int64.max)
    pause = RetryPause(configuration)
    #expect((0..<40).map { _ in pause.next() }.allSatisfy { $0 == .seconds(Int64.max) })
  }
}

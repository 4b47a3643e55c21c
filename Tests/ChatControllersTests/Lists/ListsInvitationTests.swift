import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The list of invitations", .watched)
struct ListsInvitationTests {
  let clock = ManualClock()
  let service: InMemoryChatService
  let ann: InMemoryDevice
  let ben: InMemoryDevice

  init() async throws {
    var configuration = ServiceConfiguration()
    configuration.abilities.subtract([.addsMembers, .choosesIds])
    service = InMemoryChatService(clock: clock, configuration: configuration)
    ann = await service.device(user: "ann", id: "desk")
    ben = await service.device(user: "ben", id: "desk")
  }

  @discardableResult
  private func invite(_ name: String) async throws -> ChannelID {
    clock.advance(by: .seconds(1))
    return try await ann.createChannel(
      NewChannel(id: ChannelID(name), name: name, type: .group, members: ["ben"])
    ).id
  }

  private func client(isConnected: Bool = true) async throws -> ChatClient {
    let client = ChatClient(service: ben, store: InMemoryStore(), clock: clock)
    if isConnected {
      try await client.start()
      // Wait for the requests for drafts, so that they are not mistaken for the test's own.
      await settle(
        "the connection",
        until: { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil })
    }
    return client
  }

  private func names(_ list: InvitationListController) -> [String] {
    list.invitations.compactMap(\.channel.name)
  }

  @Test("Invitations are listed latest first, and not among the channels")
  func list() async throws {
    for name in ["one", "two"] { try await invite(name) }
    let client = try await client()
    let (list, channels) = (InvitationListController(client: client), ChannelListController(client: client))
    #expect(list.count == 0 && !list.hasLoadedAll)
    try await list.synchronize()
    try await channels.synchronize()
    #expect(names(list) == ["two", "one"] && list.hasLoadedAll)
    #expect(list.invitations.allSatisfy { $0.invitedBy.id == "ann" })
    #expect(channels.count == 0)
    try await invite("three")
    await settle("the third", until: { names(list) == ["three", "two", "one"] })
    #expect(channels.count == 0)
    try await client.stop()
  }

  @Test("Accepting moves the channel from the invitations to the list of channels")
  func accept() async throws {
    let id = try await invite("one")
    let client = try await client()
    let (list, channels) = (InvitationListController(client: client), ChannelListController(client: client))
    try await list.synchronize()
    try await channels.synchronize()
    var changes: [ListChange<ChannelID>] = []
    let subscription = list.subscribe { changes += $0 }
    let joined = try await list.accept(id)
    #expect(joined.id == id && list.count == 0 && list.invitation(to: id) == nil)
    await settle("the channel", until: { channels.row(for: id) != nil })
    #expect(changes == [.removed(id, at: 0)])
    subscription.cancel()
    await #expect(throws: ChatError.refused(.notFound("channel nowhere"))) {
      try await list.accept("nowhere")
    }
    try await client.stop()
  }

  @Test("Declining removes the invitation here and on the other devices")
  func decline() async throws {
    let id = try await invite("one")
    let client = try await client()
    let list = InvitationListController(client: client)
    try await list.synchronize()
    await ben.setFaults(.with { $0.refusals = [RefusedRequest([.declineInvitation], .notAllowed)] })
    await #expect(throws: ChatError.refused(.notAllowed)) { try await list.decline(id) }
    #expect(list.count == 1)
    await ben.setFaults(.none)
    let phone = await service.device(user: "ben", id: "phone")
    try await phone.declineInvitation(to: id)
    await settle("the end", until: { list.count == 0 })
    try await list.decline(id)
    try await ann.add(["ben"], to: id)
    await settle("another one", until: { list.invitation(to: id) != nil })
    try await list.decline(id)
    #expect(list.count == 0)
    #expect(try await ben.channels(ListQuery()).elements.isEmpty)
    try await client.stop()
  }

  @Test("More invitations are loaded page by page, without ended ones")
  func pages() async throws {
    var ids: [ChannelID] = []
    for number in 1...7 { ids.append(try await invite("\(number)")) }
    var configuration = ClientConfiguration()
    configuration.pageSize = 3
    let client = ChatClient(
      service: ben, store: InMemoryStore(), clock: clock, configuration: configuration)
    let list = InvitationListController(client: client)
    #expect(try await list.loadMore() == 3)
    #expect(names(list) == ["7", "6", "5"] && !list.hasLoadedAll)
    try await ben.declineInvitation(to: ids[3])
    #expect(try await list.loadMore(limit: 2) == 2)
    #expect(try await list.loadMore() == 1)
    #expect(names(list) == ["7", "6", "5", "3", "2", "1"] && list.hasLoadedAll)
    #expect(try await list.loadMore() == 0)
  }

  @Test("Offline loading throws; online the list is loaded without ended invitations")
  func offline() async throws {
    let id = try await invite("one")
    let client = try await client()
    let list = InvitationListController(client: client)
    try await list.synchronize()
    await ben.setFaults(.offline)
    await settle("the end", until: { client.connection != .online })
    await #expect(throws: ChatError.connection(.offline)) { try await list.synchronize() }
    #expect(names(list) == ["one"])
    try await service.device(user: "ben", id: "phone").declineInvitation(to: id)
    try await invite("two")
    await ben.setFaults(.none)
    clock.advance(by: .seconds(60))
    await settle("the list", until: { names(list) == ["two"] && list.hasLoadedAll })
    try await client.stop()
  }

  @Test("An event that arrives during a request is newer than the page")
  func race() async throws {
    let (one, two) = (try await invite("one"), try await invite("two"))
    let client = try await client()
    let list = InvitationListController(client: client)
    await ben.setFaults(.with { $0.latency = .seconds(2) ... .seconds(2) })
    let loading = Task { try await list.synchronize() }
    await clock.untilAsleep()
    clock.advance(by: .seconds(1))
    // The request is in flight now.
    await clock.untilAsleep()
    try await service.device(user: "ben", id: "phone").declineInvitation(to: two)
    let three = try await ann.createChannel(NewChannel(id: "", name: "three", type: .group, members: ["ben"]))
    await settle("the event", until: { list.invitation(to: three.id) != nil })
    clock.advance(by: .seconds(1))
    try await loading.value
    #expect(list.invitations.map(\.id) == [three.id, one])
    try await client.stop()
  }
}

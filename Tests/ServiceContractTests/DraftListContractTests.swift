import ChatDomain
import DraftEngine
import Testing

@Suite("Lists of drafts")
struct DraftListContractTests {
  /// Drafts in three different orders: by created date, by updated date and by save.
  private func filled(_ fixtures: ServiceFixtures, _ count: Int) async throws -> ChatWorld {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    for number in (0..<count).reversed() {
      let room = try await world.channel(ChannelID("c\(number)"))
      _ = try await world.ann.saveDraft(
        DraftContent(elements: [.plainText(text: "\(number)")]), for: DraftKey(channelId: room), over: 0,
        begun: Int64(number), edited: Int64(2 * count - number))
    }
    return world
  }

  private func all(
    _ device: any ChatService, _ query: DraftListQuery, between: (Int) async throws -> Void = { _ in }
  ) async throws -> [DraftMessage] {
    var query = query
    var found: [DraftMessage] = []
    var pages = 0
    while true {
      let page = try await device.drafts(query)
      #expect(page.elements.count <= query.pagination.pageSize)
      found += page.elements
      pages += 1
      guard let next = page.next else { return found }
      query.pagination.cursor = next
      try await between(pages)
    }
  }

  @Test(
    "By default there are 25, newest first, then the rest",
    arguments: ServiceFixtures.allCases)
  func byDefault(fixtures: ServiceFixtures) async throws {
    let world = try await filled(fixtures, 27)
    let page = try await world.ann.drafts(DraftListQuery())
    #expect(page.elements.map(\.text) == (2..<27).reversed().map(String.init))
    var query = DraftListQuery()
    #expect(page.next != nil)
    query.pagination.cursor = page.next
    let rest = try await world.ann.drafts(query)
    #expect(rest.elements.map(\.text) == ["1", "0"])
    #expect(rest.next == nil)
  }

  @Test("The order is the requested one", arguments: ServiceFixtures.allCases)
  func sorting(fixtures: ServiceFixtures) async throws {
    let world = try await filled(fixtures, 5)
    func texts(_ key: DraftSorting.Key, _ isAscending: Bool) async throws -> [String] {
      let pagination = Pagination(pageSize: 2)
      let sorting = [DraftSorting(key: key, isAscending: isAscending)]
      return try await all(world.ann, DraftListQuery(pagination: pagination, sorting: sorting)).map(\.text)
    }
    #expect(try await texts(.createdAt, true) == ["0", "1", "2", "3", "4"])
    #expect(try await texts(.createdAt, false) == ["4", "3", "2", "1", "0"])
    #expect(try await texts(.updatedAt, true) == ["4", "3", "2", "1", "0"])
    #expect(try await texts(.updatedAt, false) == ["0", "1", "2", "3", "4"])
    // Without sorting the order is that of the service's ids: the same for any page size.
    let unsorted = DraftListQuery(pagination: Pagination(pageSize: 2), sorting: [])
    let whole = DraftListQuery(pagination: Pagination(pageSize: 9), sorting: [])
    let listed = try await all(world.ann, unsorted)
    #expect(try await world.ann.drafts(whole).elements == listed)
    #expect(listed.map(\.text).sorted() == ["0", "1", "2", "3", "4"])
  }

  @Test("An offset skips that many", arguments: ServiceFixtures.allCases)
  func offset(fixtures: ServiceFixtures) async throws {
    let world = try await filled(fixtures, 5)
    let query = DraftListQuery(pagination: Pagination(pageSize: 2, offset: 3))
    let page = try await world.ann.drafts(query)
    #expect(page.elements.map(\.text) == ["1", "0"] && page.next == nil)
    let beyond = DraftListQuery(pagination: Pagination(pageSize: 2, offset: 9))
    #expect(try await world.ann.drafts(beyond).elements.isEmpty)
  }

  @Test("No draft is missed or repeated while others come and go", arguments: ServiceFixtures.allCases)
  func changing(fixtures: ServiceFixtures) async throws {
    let world = try await filled(fixtures, 9)
    try await world.channel("new")
    let found = try await all(world.ann, DraftListQuery(pagination: Pagination(pageSize: 3))) { pages in
      guard pages == 1 else { return }
      let key = DraftKey(channelId: "c8")
      let listed = try #require(try await world.ann.draft(for: key))
      try await world.ann.deleteDraft(for: key, over: listed.revision)
      let content = DraftContent(elements: [.plainText(text: "new")])
      _ = try await world.ann.saveDraft(content, for: DraftKey(channelId: "new"), over: 0, begun: 100)
    }
    #expect(found.map(\.text) == (0..<9).reversed().map(String.init))
  }

  @Test("Drafts of others are invisible", arguments: ServiceFixtures.allCases)
  func privacy(fixtures: ServiceFixtures) async throws {
    let world = try await filled(fixtures, 2)
    #expect(try await world.ben.drafts(DraftListQuery()).elements.isEmpty)
    let phone = try await world.device("ann", "phone")
    #expect(try await phone.drafts(DraftListQuery()).elements.count == 2)
  }
}

import ChatDomain
import Testing

@Suite("Invitations let people decide")
struct InvitationContractTests {
  private func world(_ fixtures: ServiceFixtures) async throws -> ChatWorld {
    try await fixtures.world(ServiceSetup(lacks: .addsMembers))
  }

  private func invitations(_ device: any ChatService) async throws -> [Invitation] {
    try await device.invitations(ListQuery()).elements.filter { $0.channel.name != "Lobby" }
  }

  @Test("An invitation is listed separately and opens no channel", arguments: ServiceFixtures.allCases)
  func invite(fixtures: ServiceFixtures) async throws {
    let world = try await world(fixtures)
    var (ben, cay) = (try await world.tap(world.ben), try await world.tap(world.cay))
    let room = try await world.channel()
    try await world.ann.say("for members", in: room)
    let told = try await world.events(&ben)
    let listed = try await invitations(world.ben)
    #expect(told.invitations == listed && told.created.isEmpty)
    let invitation = try #require(told.invitations.first)
    #expect(invitation.id == room && invitation.channel.name == "The room")
    #expect(invitation.invitedBy == Cast.ann)
    #expect(told.invitations.count == 1 && told.endedInvitations.isEmpty)
    #expect(try await world.events(&cay).invitations.isEmpty)
    #expect(try await world.ben.channels(ListQuery()).elements.map(\.id).contains(room) == false)
    let outside = ChatError.refused(.notAMember)
    await #expect(throws: outside) { try await world.ben.channel(room) }
    await #expect(throws: outside) { try await world.ben.messages(MessageQuery(channelId: room)) }
    await #expect(throws: outside) { try await world.ben.say("in?", in: room) }
    #expect(try await world.ann.channel(room).memberCount == 1)
    #expect(try await world.ann.members(of: room, ListQuery()).elements.map(\.user.id) == ["ann"])
  }

  @Test("Accepting joins, and all members are notified", arguments: ServiceFixtures.allCases)
  func accept(fixtures: ServiceFixtures) async throws {
    let world = try await world(fixtures)
    let phone = try await world.device("ben", "phone")
    let room = try await world.channel()
    var (ann, ben) = (try await world.tap(world.ann), try await world.tap(phone))
    let joined = try await world.ben.join(room)
    #expect(joined.id == room && joined.memberCount == 2)
    #expect(try await world.ben.join(room).memberCount == 2)
    #expect(try await invitations(world.ben).isEmpty)
    #expect(try await world.events(&ben).endedInvitations == [room])
    #expect(
      try await world.events(&ann).contains {
        if case .memberJoined(let member) = $0 { member.user == Cast.ben } else { false }
      })
    try await world.ben.say("here", in: room)
    #expect(try await world.ann.texts(in: room) == ["here"])
    #expect(try await phone.channels(ListQuery()).elements.map(\.id).contains(room))
  }

  @Test("Declining leaves, and another invitation is possible", arguments: ServiceFixtures.allCases)
  func decline(fixtures: ServiceFixtures) async throws {
    let world = try await world(fixtures)
    let phone = try await world.device("ben", "phone")
    let room = try await world.channel()
    var tap = try await world.tap(phone)
    for _ in 0..<2 { try await world.ben.declineInvitation(to: room) }
    try await world.ben.declineInvitation(to: "nowhere")
    #expect(try await world.events(&tap).endedInvitations == [room])
    #expect(try await invitations(world.ben).isEmpty)
    await #expect(throws: ChatError.refused(.notAllowed)) { try await world.ben.join(room) }
    #expect(try await world.ann.channel(room).memberCount == 1)
    try await world.ann.add(["ben"], to: room)
    #expect(try await invitations(world.ben).map(\.id) == [room])
    #expect(try await world.ben.join(room).memberCount == 2)
  }

  @Test("Inviting again changes nothing, and members are not invited", arguments: ServiceFixtures.allCases)
  func again(fixtures: ServiceFixtures) async throws {
    let world = try await world(fixtures)
    let room = try await world.channel(with: ["ben", "cay"])
    _ = try await world.cay.join(room)
    let before = try await invitations(world.ben)
    var (ben, cay) = (try await world.tap(world.ben), try await world.tap(world.cay))
    try await world.cay.add(["ann", "ben", "cay"], to: room)
    #expect(try await invitations(world.ben) == before)
    #expect(before.map(\.invitedBy) == [Cast.ann])
    #expect(try await world.events(&ben).invitations.isEmpty)
    #expect(try await world.events(&cay).invitations.isEmpty)
    await #expect(throws: ChatError.refused(.notAMember)) { try await world.ben.add(["dan"], to: room) }
  }

  @Test("Invitations come in pages, each once, latest first", arguments: ServiceFixtures.allCases)
  func pages(fixtures: ServiceFixtures) async throws {
    let world = try await world(fixtures)
    var rooms: [ChannelID] = []
    for number in 0..<11 { rooms.append(try await world.channel(ChannelID("c\(number)"))) }
    let found = try await allPages(of: 3) { cursor in
      let page = try await world.ben.invitations(ListQuery(limit: 3, cursor: cursor))
      // An invitation on an earlier page is declined meanwhile.
      if cursor == nil, let first = page.elements.first {
        try await world.ben.declineInvitation(to: first.id)
      }
      return page
    }.map(\.id)
    #expect(found == rooms.reversed())
    #expect(await failure { try await world.ben.invitations(ListQuery(limit: 3, cursor: "x")) } != nil)
  }

  @Test(
    "In a direct channel the other person is invited and is its partner", arguments: ServiceFixtures.allCases)
  func direct(fixtures: ServiceFixtures) async throws {
    let world = try await world(fixtures)
    let mine = try await world.ann.directChannel(with: "ben")
    #expect(mine.partner == Cast.ben && mine.memberCount == 1)
    try await world.ann.say("hello", in: mine.id)
    #expect(try await invitations(world.ben).map(\.id) == [mine.id])
    #expect(try await world.ben.channels(ListQuery()).elements.map(\.id).contains(mine.id) == false)
    // From the other side it is the same channel.
    let theirs = try await world.ben.directChannel(with: "ann")
    #expect(theirs.id == mine.id && theirs.partner == Cast.ann && theirs.memberCount == 2)
    #expect(try await invitations(world.ben).isEmpty)
    #expect(try await world.ben.texts(in: mine.id) == ["hello"])
    #expect(theirs.reading.unreadCount == 1)
  }

  @Test("A service that adds members sends no invitations", arguments: ServiceFixtures.allCases)
  func added(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .addsMembers))
    let room = try await world.channel()
    var cay = try await world.tap(world.cay)
    try await world.ben.add(["cay"], to: room)
    #expect(try await invitations(world.ben).isEmpty)
    #expect(try await invitations(world.cay).isEmpty)
    #expect(try await world.events(&cay).invitations.isEmpty)
    #expect(try await world.cay.channel(room).memberCount == 3)
  }
}

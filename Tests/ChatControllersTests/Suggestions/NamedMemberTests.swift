import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Members of `#general`: Mia Me (me), Alex Dunn (alex_d), Ána (ana), Ben Alexander (ben), Zalex (u7).
@Suite(.watched) struct NamedMemberTests {
  private func draft(_ text: String, in world: DraftWorld) async throws -> MessageDraft {
    let draft = try await world.client().draft()
    draft.update(text: text)
    try await draft.lookUpNamedMembers()
    return draft
  }

  private func draft(_ text: String) async throws -> MessageDraft {
    try await draft(text, in: try await DraftWorld())
  }

  @Test(
    "An id, full name or first name identifies one member, ignoring case and accents",
    arguments: [
      ("@ana", "ana", "@ana"), ("@ANÁ!", "ana", "@ANÁ"), ("@alex_d", "alex_d", "@alex_d"),
      ("@alex", "alex_d", "@alex"), ("@Alex Dunn.", "alex_d", "@Alex Dunn"), ("@ben. So", "ben", "@ben"),
      ("@ben alexander's", "ben", "@ben alexander"), ("@zalex", "u7", "@zalex"),
    ])
  func means(_ text: String, _ id: UserID, _ name: String) async throws {
    let found = try await draft("hey " + text).namedMembers
    #expect(found.map(\.member?.id) == [id] && found.map(\.text) == [name])
    #expect(found.first?.range == 4..<4 + name.utf8.count)
  }

  @Test("A last name or a prefix identifies no member, and lists similar ones")
  func like() async throws {
    func meaning(_ text: String) async throws -> NamedMember.Meaning? {
      try await draft(text).namedMembers.first?.meaning
    }
    guard case .nobody(let dunn) = try await meaning("@dunn"),
      case .nobody(let al) = try await meaning("@al"),
      case .nobody(let none) = try await meaning("@8pm")
    else {
      Issue.record("they mean somebody")
      return
    }
    #expect(dunn.map(\.id) == ["alex_d"])
    #expect(al.map(\.id) == ["alex_d", "ben"], "Zalex does not begin like it")
    #expect(none.isEmpty)
  }

  @Test("A first name shared by two identifies neither, and full names identify each")
  func several() async throws {
    let world = try await DraftWorld()
    await world.service.add(User(id: "ana2", name: "Ana Lund"))
    try await world.device().add(["ana2"], to: "general")
    let draft = try await draft("@ana and @ana lund and @ana2", in: world)
    guard case .several(let users)? = draft.namedMembers.first?.meaning else {
      Issue.record("\(draft.namedMembers)")
      return
    }
    #expect(Set(users.map(\.id)) == ["ana", "ana2"])
    #expect(draft.namedMembers.dropFirst().map(\.member?.id) == ["ana2", "ana2"])
  }

  @Test("Only members are identified, not past authors or people known elsewhere")
  func strangers() async throws {
    let world = try await DraftWorld()
    _ = try await world.message("bye", by: "ben")
    try await world.device("old", user: "ben").leave("general")
    let client = await world.client()
    let channel = client.channelController(for: "general")
    try await channel.synchronize()
    let draft = try client.draft()
    draft.update(text: "@ben and @alexis")
    try await draft.lookUpNamedMembers()
    #expect(draft.namedMembers.allSatisfy { $0.member == nil }, "\(draft.namedMembers)")
  }

  @Test("Until the service has answered names are unresolved and do not become mentions")
  func unknown() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    await device.setFaults(.offline)
    let draft = try await world.client().draft()
    draft.update(text: "@ana")
    await #expect(throws: ChatError.connection(.offline)) { try await draft.lookUpNamedMembers() }
    #expect(draft.namedMembers.map(\.meaning) == [.unknown])
    #expect(try draft.mentionNamedMembers().isEmpty && draft.mentions.isEmpty)
    await device.setFaults(.none)
    try await draft.lookUpNamedMembers()
    #expect(draft.namedMembers.first?.member?.id == "ana")
  }

  @Test("Names become mentions only on request, in one step that can be undone")
  func resolves() async throws {
    let draft = try await draft("@ana, see @alex and @al `@ben`")
    #expect(draft.mentions.isEmpty, "plain text is never promoted by itself")
    let named = try draft.mentionNamedMembers()
    #expect(named.map(\.text) == ["@ana", "@alex"])
    #expect(draft.text == "Ána, see Alex Dunn and @al `@ben`")
    #expect(draft.mentions.map(\.target) == [.user(userId: "ana"), .user(userId: "alex_d")])
    #expect(draft.elements.filter { $0.target != nil }.map(\.text) == ["Ána", "Alex Dunn"])
    #expect(try draft.undo())
    #expect(draft.text == "@ana, see @alex and @al `@ben`" && draft.mentions.isEmpty)
  }

  @Test("Sending does not turn names into mentions")
  func sends() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "hey @ana")
    try await draft.lookUpNamedMembers()
    try await draft.send()
    let said = try await world.device().messages(MessageQuery(channelId: "general")).elements.last
    #expect(said?.elements == [.plainText(text: "hey @ana")])
    try await client.stop()
  }

  @Test("New members are known, former ones are not, and missed events make all unknown")
  func follows() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    await settle { client.connection == .online }
    let draft = try client.draft()
    draft.update(text: "@kim")
    try await draft.lookUpNamedMembers()
    #expect(draft.namedMembers.map(\.meaning) == [.nobody(similar: [])])
    await world.service.add(User(id: "kim", name: "Kim"))
    try await world.device("other").add(["kim"], to: "general")
    await settle { draft.namedMembers.first?.member?.id == "kim" }
    try await world.device("theirs", user: "kim").leave("general")
    await settle { draft.namedMembers.first?.member == nil }
    #expect(draft.namedMembers.map(\.meaning) == [.nobody(similar: [])])
    client.engine.board.post(.eventsMissed)
    #expect(draft.namedMembers.map(\.meaning) == [.unknown])
    try await client.stop()
  }

  @Test("In a large channel members are requested by name, and answers to suggestions count")
  func large() async throws {
    let world = try await DraftWorld()
    let crowd = (0..<300).map { User(id: UserID("crowd\($0)"), name: "Person \($0)") }
    for user in crowd { await world.service.add(user) }
    try await world.device("other").add(crowd.map(\.id), to: "general")
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.update(text: "@crowd7")
    try await draft.lookUpNamedMembers()
    #expect(draft.namedMembers.first?.member?.id == "crowd7")
    draft.update(text: "@person")
    try await draft.lookUpNamedMembers()
    #expect(draft.namedMembers.map(\.meaning) == [.unknown], "300 are called that, and not all are known")
    let count = device.requestCounts[.findUsers]
    try await draft.lookUpNamedMembers()
    #expect(device.requestCounts[.findUsers] == count, "what cannot be known is not asked for again")
    draft.update(text: "@zal")
    _ = try await draft.suggestedMentions.async()
    #expect(draft.namedMembers.first?.meaning != .unknown)
  }
}

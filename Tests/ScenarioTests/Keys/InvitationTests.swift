import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Invitations: announced, listed, accepted or declined", .serialized)
struct InvitationTests {
  /// Mia on a network with invitations.
  private func world() async throws -> Scenario { try await Scenario(lacking: [.addsMembers]) }

  private func invite(_ mia: Scenario, to name: String) async throws {
    _ = try await mia.device("ana", "phone").createChannel(
      NewChannel(id: ChannelID(name), name: name, type: .group, topic: "One a month", members: ["mia"]))
    await mia.settle()
  }

  private func members(_ mia: Scenario, of channel: ChannelID) async throws -> [UserID] {
    try await mia.device("ana", "phone").members(of: channel, ListQuery()).elements.map(\.user.id)
  }

  @Test("An invitation is announced; Enter in its list accepts it and goes there")
  func accepting() async throws {
    let mia = try await world().start()
    try await invite(mia, to: "books")
    mia.sees("Invited to #books by Ana García")
    #expect(try await members(mia, of: "books") == ["ana"])
    await mia.enter("/invitations", .shows("#books"), .shows("from Ana García · One a month"))
    await mia.keys("Enter", .header("#books"))
    #expect(try await members(mia, of: "books").sorted() == ["ana", "mia"])
    await mia.enter("/invitations", .shows("no invitations and no requests"))
  }

  @Test("Declining asks first; otherwise the invitation stays")
  func declining() async throws {
    let mia = try await world().start()
    try await invite(mia, to: "books")
    await mia.type("/invitations", keys: "Enter C-x k", .shows("Decline this invitation?"))
    await mia.keys("Escape")
    #expect(mia.app.workspace.invitations.count == 1)
    await mia.type("/invitations", keys: "Enter C-x k")
    await mia.wait(.seconds(1))
    await mia.keys("Enter", .shows("Declined: #books"))
    #expect(mia.app.workspace.invitations.count == 0)
    #expect(try await members(mia, of: "books") == ["ana"])
  }

  @Test("/join with the name of an invitation accepts it")
  func joining() async throws {
    let mia = try await world().start()
    try await invite(mia, to: "books")
    await mia.enter("/join #Books", .header("#books"))
    #expect(try await members(mia, of: "books").sorted() == ["ana", "mia"])
    #expect(mia.app.workspace.invitations.count == 0)
  }

  @Test("Earlier invitations are announced at startup, several by their number")
  func waiting() async throws {
    let mia = try await world()
    try await invite(mia, to: "books")
    try await invite(mia, to: "films")
    await mia.start()
    mia.sees("2 invitations are waiting; /invitations lists them")
  }

  @Test("In no channel the invitations are shown, with how to find channels")
  func nowhere() async throws {
    let mia = try await world()
    try await mia.device("mia", "phone").leave("general")
    await mia.start(in: nil)
    mia.sees("You are in no channel yet; C-x b finds some")
    try await invite(mia, to: "books")
    mia.sees("from Ana García")
    await mia.keys("Enter", .header("#books"))
  }

  @Test("An invitation to an encrypted channel says that it is encrypted")
  func encrypted() async throws {
    let mia = try await world().start()
    let ana = await mia.device("ana", "phone")
    let made = try await ana.createChannel(NewChannel(id: "vault", name: "vault", type: .group))
    try await mia.service.encrypt(made.id)
    try await ana.add(["mia"], to: made.id)
    await mia.settle()
    mia.sees("Invited to #vault (encrypted) by Ana García")
    await mia.enter("/invitations", .shows("from Ana García · ⚿ encrypted"))
    await mia.keys("Esc C-x i", .shows("Ana García invited you · ⚿ encrypted"))
  }
}

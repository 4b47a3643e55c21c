import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Places: directory, addresses, leaving and forgetting", .serialized)
struct PlaceTests {
  private func make(_ name: String, _ type: ChannelType, _ mia: Scenario, with: [UserID] = []) async throws {
    _ = try await mia.device("ana", "phone").createChannel(
      NewChannel(id: ChannelID(name), name: name, type: type, topic: "All about \(name)", members: with))
    await mia.settle()
  }

  @Test("C-x j lists public channels; Enter joins one")
  func directory() async throws {
    let mia = try await Scenario().start()
    try await make("orchard", .public, mia)
    await mia.keys("C-x j", .shows("Channels to join"), .shows("All about orchard"))
    await mia.type("orch")
    await mia.wait(.seconds(1))
    await mia.keys("Enter", .header("#orchard"))
    await mia.enter("/directory orch", .shows("joined · 2 people"))
  }

  @Test("/join with the address of a joined channel goes there, even offline")
  func joined() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/offline")
    await mia.enter("/join #offtopic", .header("#offtopic"))
  }

  @Test("Without a directory none is offered")
  func lacking() async throws {
    let mia = try await Scenario(lacking: [.listsChannels]).start()
    await mia.keys("C-x j", .shows("there is no directory"))
  }

  @Test("/join takes an address, and says if a channel is by invitation only")
  func address() async throws {
    let mia = try await Scenario().start()
    try await make("orchard", .public, mia)
    try await make("cellar", .group, mia)
    await mia.enter("/join chat:cellar", .shows("This channel is by invitation only"))
    #expect(mia.line == "/join chat:cellar|", "\(mia.picture)")
    await mia.keys("C-u")
    await mia.enter("/join chat:orchard", .header("#orchard"))
  }

  @Test("After leaving, forgetting is offered; it asks, and keeps typed text")
  func forgetting() async throws {
    let mia = try await Scenario().start()
    try await make("orchard", .public, mia, with: ["mia"])
    await mia.settle()
    await mia.go(to: "orchard")
    await mia.type("half a word")
    await mia.go(to: "general")
    try await mia.device("mia", "terminal").leave("orchard")
    await mia.settle()
    await mia.enter("/forget orchard", .shows("Forget #orchard?"))
    await mia.keys("Escape")
    await mia.enter("/forget", .shows("Forget #orchard?"))
    await mia.wait(.seconds(1))
    await mia.keys("Enter", .shows("#orchard erased from this device"))
    #expect(try await mia.device("mia", "terminal").leftChannels(ListQuery()).elements.isEmpty)
    #expect(try await mia.store.cachedMessages(in: "orchard", limit: 10).isEmpty)
    let history = try await mia.client.draftHistory(for: DraftKey(channelId: "orchard"))
    #expect(history.map(\.elements.text) == ["half a word"])
    await mia.enter("/forget", .notice("You have not left any channel; /leave leaves one first"))
  }

  @Test("/leave says what else can be done")
  func leaving() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    await mia.enter("/leave")
    await mia.confirm()
    #expect(
      mia.foot.contains("You left #offtopic; /forget also erases it from this device"), "\(mia.picture)")
  }

  @Test("Messages queued for a forgotten channel are in the history")
  func unsent() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    await mia.refuse([.send])
    await mia.enter("unheard")
    await mia.device("mia", "terminal").setFaults(.none)
    await mia.enter("/leave")
    await mia.confirm()
    await mia.enter("/forget")
    await mia.wait(.seconds(1))
    await mia.keys("Enter", .shows("#offtopic erased from this device"))
    #expect(mia.client.pendingWork(in: "offtopic").isEmpty)
    let history = try await mia.client.draftHistory(for: DraftKey(channelId: "offtopic"))
    #expect(history.contains { $0.elements.text == "unheard" })
  }
}

import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Two devices of a person write to one draft over a bad connection.
@Suite(.watched) struct DraftSyncSimulation {
  @Test(
    "In the end all devices agree, and every word is in a draft, a message or a history",
    arguments: 0..<200)
  func converges(seed: UInt64) async throws {
    var dice = SeededGenerator(seed: seed)
    let world = try await DraftWorld()
    let key = DraftWorld.general
    let stores = [InMemoryStore(), InMemoryStore()]
    var clients = [
      await world.client("desk", store: stores[0]), await world.client("phone", store: stores[1]),
    ]
    let devices = [await world.device("desk"), await world.device("phone")]
    for (index, client) in clients.enumerated() {
      devices[index].reseedFaults(seed &+ UInt64(index))
      try await client.start()
    }
    var words: Set<String> = []
    for step in 0..<40 {
      let index = Int.random(in: 0..<2, using: &dice)
      let draft = try clients[index].draft()
      switch Int.random(in: 0..<22, using: &dice) {
      case 0..<9:
        let word = "w\(index)x\(step)"
        words.insert(word)
        try draft.insertText(offset: Bool.random(using: &dice) ? 0 : draft.text.count, text: " \(word) ")
      case 9: draft.update(text: "")
      case 10: draft.setAside()
      case 11: clients[index].closeComposer(for: key)
      case 12: await devices[index].setFaults(.offline)
      case 13: await devices[index].setFaults(.unsteady)
      case 14: await devices[index].setFaults(.none)
      case 15: await devices[index].breakStreams()
      case 16: draft.send { _ in }
      case 17:
        try await clients[index].stop()
        clients[index] = await world.client(index == 0 ? "desk" : "phone", store: stores[index])
        try await clients[index].start()
      default: world.clock.advance(by: .milliseconds(Int.random(in: 1...5000, using: &dice)))
      }
      for _ in 0..<Int.random(in: 0..<8, using: &dice) { await Task.yield() }
    }
    for device in devices { await device.setFaults(.none) }
    let third = await world.device("third")
    await settle {
      world.clock.advance(by: .seconds(3))
      for client in clients { client.closeComposer(for: key) }
      return await agree(clients, third)
    }
    var kept = try clients[0].draft().text
    for client in clients {
      for entry in try await client.draftHistory(limit: 1000) { kept += " " + entry.elements.text }
    }
    for message in try await third.messages(MessageQuery(channelId: "general")).elements {
      kept += " " + message.text
    }
    let missing = words.filter { !kept.contains($0) }
    #expect(missing.isEmpty, "seed \(seed)")
    for client in clients { try await client.stop() }
  }

  private func agree(_ clients: [ChatClient], _ third: InMemoryDevice) async -> Bool {
    guard
      clients.allSatisfy({
        $0.connection == .online && !$0.engine.drafts.registry.draft(for: DraftWorld.general).needsPublishing
      })
    else { return false }
    do {
      let served = try await third.draft(for: DraftWorld.general)?.text
      for client in clients {
        if try await !client.store.outbox().isEmpty { return false }
        if client.draftMessage(for: DraftWorld.general)?.text != served { return false }
      }
      return true
    } catch {
      return false
    }
  }
}

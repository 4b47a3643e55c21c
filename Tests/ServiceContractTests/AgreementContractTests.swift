import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@Suite("All devices agree")
struct AgreementContractTests {
  /// Random actions of a person, from any of their devices.
  private struct Doing {
    let world: ChatWorld
    let room: ChannelID
    let devices: [any ChatService]
    var messages: [Message] = []
    var generator: SeededGenerator

    mutating func chance(_ one: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &generator) < one }

    mutating func step(_ number: Int) async throws {
      guard let device = devices.randomElement(using: &generator) else { return }
      let any = messages.randomElement(using: &generator)
      let own = messages.filter { $0.author.id == device.currentUser.id }.randomElement(using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...2: messages.append(try await device.say("m\(number)", in: room))
      case 3, 4:
        guard let root = messages.filter({ !$0.isReply }).randomElement(using: &generator) else { return }
        let isShown = chance(1, of: 2)
        messages.append(try await device.say("r\(number)", in: room, under: root.id, shown: isShown))
      case 5: if let own { _ = try await device.rewrite(own, "e\(number)") }
      case 6:
        guard let own else { return }
        let isHard = chance(1, of: 2)
        try await device.delete(own.id, in: room, hard: isHard)
      case 7, 8:
        guard let any, let name = ["👍", "❤️"].randomElement(using: &generator) else { return }
        let isOn = chance(2, of: 3)
        try await device.react(name, isOn, to: any)
      case 9:
        guard let any else { return }
        _ =
          chance(2, of: 3)
          ? try await device.pin(any.id, in: room, Pinning()) : try await device.unpin(any.id, in: room)
      case 10:
        guard let any, let token = any.timetoken else { return }
        if let root = any.parentId {
          try await device.markThreadRead(root, in: room, upTo: token)
        } else {
          _ = try await device.markRead(room, upTo: token)
        }
      default:
        let key = DraftKey(channelId: room, parentId: any.flatMap { $0.isReply ? nil : $0.id })
        let revision = try await device.draft(for: key)?.revision
        if let revision, chance(1, of: 3) { return try await device.deleteDraft(for: key, over: revision) }
        let content = DraftContent(
          elements: [.plainText(text: "d\(number)")], quoted: any.map { QuotedMessage($0) })
        try await device.saveDraft(content, for: key, over: revision ?? 0)
      }
    }
  }

  /// The state that a device shows, as comparable lines. Versions are left out because a network may keep no trace of
  /// undone actions, and unread counts because a device that comes later needs the history for them.
  private func shown(_ room: ChannelID, on device: any ChatService) async throws -> [String] {
    func plain(_ message: Message) -> String {
      var message = message
      message.version = nil
      if message.isDeleted { message.transactionId = nil }
      message.threadInfo?.updatedAt = Timetoken(0)
      message.quoted = message.quoted.map { quoted in
        QuotedMessage(
          id: quoted.id, channelId: quoted.channelId, author: quoted.author, elements: quoted.elements,
          isDeleted: quoted.isDeleted, isUnreadable: quoted.isUnreadable)
      }
      return "\(message)"
    }
    let history = try await device.wholeHistory(of: room)
    let summary = try await device.channel(room)
    var found = ["\(summary.channel)", "\(summary.memberCount)", "\(summary.reading)"]
    found += history.map(plain)
    for root in history where root.threadInfo != nil {
      found += try await device.wholeHistory(of: room, under: root.id).map { "under \(plain($0))" }
    }
    for thread in try await device.threads(ListQuery()).elements {
      found.append("thread \(plain(thread.parent)) \(thread.reading) \(thread.lastReply.map(plain) ?? "")")
    }
    for draft in try await device.drafts(DraftListQuery()).elements {
      found.append("draft \(draft.key) \(draft.text) \(draft.revision) \(draft.savedBy)")
    }
    found += try await device.pinnedMessages(in: room, ListQuery()).elements.map { "pinned \(plain($0))" }
    return found
  }

  @Test(
    "After random actions a person's devices agree, also one that signs in later",
    arguments: ServiceFixtures.allCases, ServiceFixtures.seeds(8))
  func random(fixtures: ServiceFixtures, seed: UInt64) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .pinsMessages, .takesReactions, .keepsDrafts))
    let room = try await world.channel(with: ["ben", "cay"])
    let phone = try await world.device("ann", "phone")
    // One device receives events at once, the other one only when it syncs.
    let tap = try await world.tap(phone)
    var doing = Doing(
      world: world, room: room, devices: [world.ann, phone, world.ben, world.cay],
      generator: SeededGenerator(seed: seed))
    for number in 0..<40 {
      do { try await doing.step(number) } catch let error as ChatError {
        // Some actions are refused, such as editing a deleted message.
        guard case .refused = error else { throw error }
      }
    }
    let here = try await shown(room, on: world.ann)
    for device in [phone, try await world.device("ann", "tablet")] {
      let there = try await shown(room, on: device)
      #expect(
        Set(there).symmetricDifference(here).sorted() == [], "seed \(seed), \(device.deviceId)")
      #expect(there.count == here.count)
    }
    withExtendedLifetime(tap) {}
  }
}

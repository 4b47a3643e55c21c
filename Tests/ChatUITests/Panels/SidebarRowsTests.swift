import ChatControllers
import ChatDomain
import ChatScreens
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI

/// The sidebar updates only rows that have changed, and shows the same as a rebuilt one.
@Suite struct SidebarRowsTests {
  @Test("After any change the rows equal those of a new sidebar", arguments: UInt64(1)...4)
  func changedRows(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let world = try await PanelWorld()
    for number in 0..<10 { try await Self.create(number, in: world) }
    var threads: [DraftKey] = []
    for number in 0..<5 { threads.append(try await Self.beginThread(number, in: world)) }
    let sidebar = Self.sidebar(world)
    await sidebar.synchronize()
    var (channel, thread): (ChannelID?, DraftKey?) = (nil, nil)
    var size = Size(columns: 80, rows: 15)
    for step in 0..<60 {
      try await Self.change(world, sidebar, threads, step, &random)
      await world.settle()
      // Most changes are made in the same place.
      if Int.random(in: 0..<4, using: &random) == 0 {
        channel = ["general", "lobby", world.direct, nil].randomElement(using: &random) ?? nil
        thread = Bool.random(using: &random) ? threads.randomElement(using: &random) : nil
        let columns = Bool.random(using: &random) ? 80 : 140
        size = Size(columns: columns, rows: Int.random(in: 5...15, using: &random))
      }
      let fresh = Self.sidebar(world)
      fresh.folded = sidebar.folded
      await fresh.synchronize()
      // Two presentations in a row, of which the second has nothing to update.
      for _ in 0..<2 {
        #expect(
          sidebar.presented(channel: channel, thread: thread, size: size)
            == fresh.presented(channel: channel, thread: thread, size: size), "seed \(seed), step \(step)")
      }
    }
  }

  private static func sidebar(_ world: PanelWorld) -> ChannelSidebar {
    ChannelSidebar(
      context: world.context, presences: PresenceCache(context: world.context),
      pending: PendingMessageStatus())
  }

  private static func create(_ number: Int, in world: PanelWorld) async throws {
    _ = try await world.desk.createChannel(
      NewChannel(
        id: ChannelID("room\(number)"), name: "room \(number)", type: .group, members: ["alex", "ana"]))
    world.clock.advance(by: .seconds(1))
  }

  private static func beginThread(_ number: Int, in world: PanelWorld) async throws -> DraftKey {
    let parent = try await world.say("parent \(number)").id
    try await world.say("a first reply", by: "mia", under: parent)
    return DraftKey(channelId: "general", parentId: parent)
  }

  private static func change(
    _ world: PanelWorld, _ sidebar: ChannelSidebar, _ threads: [DraftKey], _ step: Int,
    _ random: inout SeededGenerator
  ) async throws {
    let thread = threads.randomElement(using: &random) ?? PanelWorld.general
    let channel: ChannelID =
      Bool.random(using: &random) ? "general" : ChannelID("room\(Int.random(in: 0..<10, using: &random))")
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: try await world.say("word \(step)", in: channel)
    case 2, 3:
      let words = [
        "draft \(step)", "a longer draft of many words: \(step)", "漢字 in the draft of many words: \(step)",
      ]
      try world.write(words.randomElement(using: &random) ?? "", in: DraftKey(channelId: channel))
    case 4: world.client.deleteDraft(for: DraftKey(channelId: channel))
    case 6, 7: try world.write("reply \(step)", in: thread)
    case 8: world.client.deleteDraft(for: thread)
    case 9: try await world.say("reply \(step)", under: thread.parentId)
    case 5:
      let message = try await world.say("read \(step)", in: channel)
      _ = try await world.desk.markRead(channel, upTo: #require(message.timetoken))
    default: sidebar.fold(SidebarSection.usual.randomElement(using: &random) ?? .channels)
    }
  }
}

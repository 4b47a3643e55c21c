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
    let sidebar = Self.sidebar(world)
    await sidebar.synchronize()
    for step in 0..<60 {
      try await Self.change(world, sidebar, step, &random)
      await world.settle()
      let channel: ChannelID? = ["general", "lobby", world.direct, nil].randomElement(using: &random) ?? nil
      let columns = Bool.random(using: &random) ? 80 : 140
      let size = Size(columns: columns, rows: Int.random(in: 5...15, using: &random))
      let fresh = Self.sidebar(world)
      fresh.folded = sidebar.folded
      await fresh.synchronize()
      // Two presentations in a row, of which the second has nothing to update.
      for _ in 0..<2 {
        #expect(
          sidebar.presented(channel: channel, thread: nil, size: size)
            == fresh.presented(channel: channel, thread: nil, size: size), "seed \(seed), step \(step)")
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

  private static func change(
    _ world: PanelWorld, _ sidebar: ChannelSidebar, _ step: Int, _ random: inout SeededGenerator
  ) async throws {
    let channel: ChannelID =
      Bool.random(using: &random) ? "general" : ChannelID("room\(Int.random(in: 0..<10, using: &random))")
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: try await world.say("word \(step)", in: channel)
    case 2, 3:
      let words = [
        "draft \(step)", "a longer draft of many words: \(step)", "漢字 in the draft of many words: \(step)",
      ]
      try world.write(words.randomElement(using: &random) ?? "", in: DraftKey(channelId: channel))
    case 4: world.client.deleteDraft(for: DraftKey(channelId: channel))
    case 5:
      let message = try await world.say("read \(step)", in: channel)
      _ = try await world.desk.markRead(channel, upTo: #require(message.timetoken))
    default: sidebar.fold(SidebarSection.usual.randomElement(using: &random) ?? .channels)
    }
  }
}

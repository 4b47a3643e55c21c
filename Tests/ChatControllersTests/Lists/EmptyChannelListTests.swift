import ChatDomain
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("A list of channels that is empty", .watched)
struct EmptyChannelListTests {
  @Test("That there are no channels is told with every answer: who shows the list waits for that")
  func isTold() async throws {
    let clock = ManualClock()
    let service = InMemoryChatService(clock: clock)
    let client = ChatClient(
      service: await service.device(user: "ann", id: "desk"), store: InMemoryStore(), clock: clock)
    let list = client.channelListController()
    let log = ChangeLog()
    list.delegate = log
    for _ in 0..<2 {
      try await list.synchronize()
      #expect(list.hasLoadedAllChannels && list.count == 0)
    }
    #expect(log.changes == [[.reloaded], [.reloaded]])
  }
}

private final class ChangeLog: ChannelListControllerDelegate {
  private(set) var changes: [[ListChange<ChannelID>]] = []

  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>]
  ) { self.changes.append(changes) }
}

import ChatDomain
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("An empty list of channels", .watched)
struct EmptyChannelListTests {
  @Test("An empty list is reported after every answer, so that it is known to be loaded")
  func isTold() async throws {
    let clock = ManualClock()
    let service = InMemoryChatService(clock: clock)
    let client = ChatClient(
      service: await service.device(user: "ann", id: "desk"), store: InMemoryStore(), clock: clock)
    let list = ChannelListController(client: client)
    let log = ChangeLog()
    list.delegate = log
    for _ in 0..<2 {
      try await list.synchronize()
      #expect(list.hasLoadedAll && list.count == 0)
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

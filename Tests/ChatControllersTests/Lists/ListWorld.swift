import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

extension DraftWorld {
  /// A connected client without a request in flight.
  func connected(
    _ id: DeviceID = "desk", store: InMemoryStore = InMemoryStore(), isEnabled: Bool = true
  ) async throws -> ChatClient {
    let client = await client(id, store: store, isEnabled: isEnabled)
    try await client.start()
    await settle { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil }
    return client
  }

  func faults(_ faults: ServiceFaults, on id: DeviceID = "desk") async {
    await device(id).setFaults(faults)
  }

  func say(
    _ text: String, by user: UserID, in channel: ChannelID = "general", under parent: MessageID? = nil,
    shown: Bool = false
  ) async throws -> Message {
    try await device("sender", user: user).send(
      NewMessage(
        transactionId: TransactionID("\(user) \(text) \(channel)"), channelId: channel, parentId: parent,
        markup: text, isShownInChannel: parent == nil || shown))
  }

  /// The channels as the service lists them.
  func served() async throws -> [ChannelSummary] {
    try await device("third").channels(ListQuery(limit: 100)).elements
  }
}

/// Records what lists report.
final class ListLog: ChannelListControllerDelegate, ThreadListControllerDelegate,
  CurrentUserControllerDelegate
{
  private(set) var channels: [[ListChange<ChannelID>]] = []
  private(set) var threads: [[ListChange<DraftKey>]] = []
  private(set) var drafts: [[String]] = []
  private(set) var updated: [DraftUpdatedEvent] = []
  private(set) var deleted: [DraftDeletedEvent] = []
  /// The list as computed from the changes alone.
  private(set) var followed: [ChannelID] = []

  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>]
  ) {
    channels.append(changes)
    for change in changes {
      switch change {
      case .inserted(let id, let index): followed.insert(id, at: index)
      case .removed(let id, let index): #expect(followed.remove(at: index) == id)
      case .updated(let id, let index): #expect(followed[index] == id)
      case .moved(let id, let source, let target):
        #expect(followed.remove(at: source) == id)
        followed.insert(id, at: target)
      case .reloaded: followed = controller.rows.map(\.id)
      }
    }
  }

  func threadListController(
    _ controller: ThreadListController, didChangeThreads changes: [ListChange<DraftKey>]
  ) { threads.append(changes) }

  func currentUserController(
    _ controller: CurrentUserController, didChangeDraftMessages draftMessages: [DraftMessage]
  ) { drafts.append(draftMessages.map(\.text)) }

  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftUpdatedEvent) {
    updated.append(event)
  }

  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftDeletedEvent) {
    deleted.append(event)
  }
}

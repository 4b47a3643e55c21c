import ChatDomain

/// Saves a channel's newest messages on this device, many in one batch.
final class MessageCache {
  private let channelId: ChannelID
  private let writer: StoreWriter
  private var waiting: [MessageID: StoreChange] = [:]
  private var saving: Task<Void, Never>?

  init(channelId: ChannelID, writer: StoreWriter) {
    self.channelId = channelId
    self.writer = writer
  }

  /// Saves the messages that changed in the window.
  func save(_ changes: [TimelineChange], in timeline: MessageTimeline) {
    for case .updated(let id) in changes { save(id, in: timeline) }
  }

  /// Saves the effect of an event if the window shows it: then the event is neither late nor about an old message.
  func save(_ event: ChatEvent, in timeline: MessageTimeline) {
    switch event {
    case .messageCreated(let message), .messageUpdated(let message):
      save(message.id, in: timeline)
    case .messageDeleted(let event) where event.channelId == channelId:
      if event.isHard {
        waiting[event.messageId] = .forgetMessage(event.messageId, channelId)
        scheduleSaving()
      } else {
        save(event.messageId, in: timeline)
      }
    case .threadInfoUpdated(let event): save(event.targetMessageId, in: timeline)
    default: break
    }
  }

  /// Saves a message as the window shows it after an event, which may have been too late to matter.
  func save(_ id: MessageID, in timeline: MessageTimeline) {
    guard timeline.isLoaded, !timeline.hasNewer, let base = timeline.base(of: id) else { return }
    waiting[id] = .cacheMessages([base])
    scheduleSaving()
  }

  private func scheduleSaving() {
    guard saving == nil, !waiting.isEmpty else { return }
    saving = Task {
      // Everything that arrives in the same turn is saved in one batch.
      await Task.yield()
      let changes = waiting.values
      waiting = [:]
      saving = nil
      writer.add(Array(changes))
      writer.flushOwn { _ in }
    }
  }
}

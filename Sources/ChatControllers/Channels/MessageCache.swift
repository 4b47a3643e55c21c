import ChatDomain

/// Keeps the newest messages of a channel on this device, many in one go.
final class MessageCache {
  private let channelId: ChannelID
  private let writer: StoreWriter
  private var waiting: [MessageID: StoreChange] = [:]
  private var saving: Task<Void, Never>?

  init(channelId: ChannelID, writer: StoreWriter) {
    self.channelId = channelId
    self.writer = writer
  }

  func note(_ messages: [Message]) {
    for message in messages { waiting[message.id] = .cacheMessages([message]) }
    save()
  }

  /// What an event says, as far as the window shows it: then it is neither late nor from long ago.
  func note(_ event: ChatEvent, in timeline: MessageTimeline) {
    switch event {
    case .messageCreated(let message), .messageUpdated(let message):
      note(message.id, in: timeline)
    case .messageDeleted(let event) where event.channelId == channelId:
      if event.isHard {
        waiting[event.messageId] = .forgetMessage(event.messageId, channelId)
        save()
      } else {
        note(event.messageId, in: timeline)
      }
    case .threadInfoUpdated(let event): note(event.targetMessageId, in: timeline)
    default: break
    }
  }

  /// A message as the window shows it after what was said of it, which may have come too late.
  func note(_ id: MessageID, in timeline: MessageTimeline) {
    guard timeline.isLoaded, !timeline.hasNewer, let base = timeline.base(of: id) else { return }
    note([base])
  }

  private func save() {
    guard saving == nil, !waiting.isEmpty else { return }
    saving = Task {
      // What comes in the same turn is kept with one batch.
      await Task.yield()
      let changes = waiting.values
      waiting = [:]
      saving = nil
      await writer.write(Array(changes))
    }
  }
}

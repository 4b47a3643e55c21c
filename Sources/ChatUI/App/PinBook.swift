import ChatControllers
import ChatDomain

/// What is pinned in the channels that were open: messages far back too, which are not loaded.
final class PinBook {
  private unowned let stage: any ConversationHost
  private var pins: [ChannelID: [MessageID: Pin]] = [:]
  private var asked: Set<ChannelID> = []

  init(stage: any ConversationHost) { self.stage = stage }

  /// How many there are beside those of the messages that are loaded.
  func count(beyond timeline: MessageTimeline, at time: Timestamp) -> Int {
    ask(for: timeline.channelId)
    guard let known = pins[timeline.channelId] else { return 0 }
    return known.count { $0.value.holds(at: time) && timeline.index(of: $0.key) == nil }
  }

  func hear(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageUpdated(let message)): pins[message.channelId]?[message.id] = message.pin
    case .event(.messageDeleted(let event)): pins[event.channelId]?[event.messageId] = nil
    case .eventsMissed, .connection(.online): asked = []
    default: break
    }
  }

  private func ask(for channel: ChannelID) {
    guard asked.insert(channel).inserted else { return }
    Task {
      var found: [MessageID: Pin] = [:]
      var cursor: Cursor?
      do throws(ChatError) {
        repeat {
          let page = try await stage.client.service.pinnedMessages(in: channel, ListQuery(cursor: cursor))
          for message in page.elements { found[message.id] = message.pin }
          cursor = page.next
        } while cursor != nil
      } catch {
        // Asked again when the connection is back; until then those that are loaded count.
        return
      }
      pins[channel] = found
      stage.setNeedsFrame()
    }
  }
}

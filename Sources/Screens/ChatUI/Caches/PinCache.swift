import ChatControllers
import ChatDomain

/// The pinned messages of the channels opened so far, including old messages that are not loaded.
final class PinCache {
  private let services: AppContext
  private var pins: [ChannelID: [MessageID: Pin]] = [:]
  private var asked: Set<ChannelID> = []
  /// Pin changes received while their channel is being requested: newer than the answer. Nil: the pin was removed.
  private var received: [ChannelID: [MessageID: Pin?]] = [:]

  init(services: AppContext) { self.services = services }

  /// The number of pinned messages that are not loaded in the timeline.
  func count(beyond timeline: MessageTimeline, at time: Timestamp) -> Int {
    ask(for: timeline.channelId)
    guard let known = pins[timeline.channelId] else { return 0 }
    return known.count { $0.value.holds(at: time) && timeline.index(of: $0.key) == nil }
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageUpdated(let message)): update(message.pin, of: message.id, in: message.channelId)
    case .event(.messageDeleted(let event)): update(nil, of: event.messageId, in: event.channelId)
    case .eventsMissed, .connection(.online): asked = []
    default: break
    }
  }

  private func update(_ pin: Pin?, of message: MessageID, in channel: ChannelID) {
    pins[channel]?[message] = pin
    received[channel]?[message] = .some(pin)
  }

  private func ask(for channel: ChannelID) {
    guard services.client.abilities.contains(.pinsMessages), received[channel] == nil,
      asked.insert(channel).inserted
    else { return }
    received[channel] = [:]
    // Weak, because the program may be gone when the answer arrives.
    Task { [weak self, client = services.client] in
      var found: [MessageID: Pin]?
      await client.retrying(while: { self != nil && client.connection == .online }) {
        () async throws(ChatError) in
        found = try await Self.pins(in: channel, client)
      }
      self?.finish(channel, found)
    }
  }

  private static func pins(
    in channel: ChannelID, _ client: ChatClient
  ) async throws(ChatError) -> [MessageID: Pin] {
    var found: [MessageID: Pin] = [:]
    var cursor: Cursor?
    repeat {
      let page = try await client.pinnedMessages(in: channel, ListQuery(cursor: cursor))
      for message in page.elements { found[message.id] = message.pin }
      cursor = page.next
    } while cursor != nil
    return found
  }

  /// Without an answer, only the loaded messages count until the connection is back.
  private func finish(_ channel: ChannelID, _ found: [MessageID: Pin]?) {
    let newer = received.removeValue(forKey: channel) ?? [:]
    guard var found else { return }
    for (message, pin) in newer { found[message] = pin }
    pins[channel] = found
    services.setNeedsFrame()
  }
}

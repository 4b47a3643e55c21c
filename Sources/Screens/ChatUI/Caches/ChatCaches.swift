import ChatControllers
import ChatDomain

/// State collected from the client's notices, for the presenters.
struct ChatCaches {
  let pending = PendingMessageStatus()
  let presences: PresenceCache
  let pins: PinCache
  let readers: ReaderCache
  let encryption: EncryptionCache

  init(context: AppContext) {
    presences = PresenceCache(context: context)
    pins = PinCache(context: context)
    readers = ReaderCache(context: context)
    encryption = EncryptionCache(context: context)
  }

  func handle(_ notice: ClientNotice) {
    pending.handle(notice)
    presences.handle(notice)
    pins.handle(notice)
    readers.handle(notice)
    encryption.handle(notice)
  }
}

/// The pinned messages of the channels opened so far, including old messages that are not loaded.
final class PinCache {
  private let context: AppContext
  private var pins: [ChannelID: [MessageID: Pin]] = [:]
  private var asked: Set<ChannelID> = []
  /// Pin changes received during a request for their channel, which are newer than its answer; nil for a pin that was removed.
  private var received: [ChannelID: [MessageID: Pin?]] = [:]

  init(context: AppContext) { self.context = context }

  /// The number of pinned messages that are not loaded in the timeline.
  func count(beyond timeline: LoadedMessages, at time: Timestamp) -> Int {
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
    guard !asked.contains(channel), received[channel] == nil,
      context.client.abilities.contains(.pinsMessages)
    else { return }
    asked.insert(channel)
    received[channel] = [:]
    // Weak, because the program may be gone when the answer arrives.
    Task { [weak self, client = context.client] in
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
    context.setNeedsFrame()
  }
}

/// How far others have read in the channels and threads that are shown.
final class ReaderCache {
  /// More names than anyone reads.
  static let limit = 50
  /// The number of places cached. Beyond it, the place that was requested first is dropped.
  private static let mostPlaces = 24

  /// Called when read positions were received or have advanced.
  var onChange: () -> Void = {}
  private let context: AppContext
  private var known: [DraftKey: [UserID: ReaderPosition]] = [:]
  private var asked: [DraftKey] = []
  /// The places with a request in flight.
  private var asking: Set<DraftKey> = []

  init(context: AppContext) { self.context = context }

  /// The names of the users who have read up to a message and not up to the next one, without the message's author.
  func names(upTo message: Message, before next: Message?, in place: DraftKey) -> [String] {
    if !asked.contains(place) { ask(for: place) }
    guard let positions = known[place], let token = message.timetoken else { return [] }
    let end = next?.timetoken ?? Timetoken(.max)
    var names: [String] = []
    for position in positions.values
    where token <= position.lastRead && position.lastRead < end && position.user.id != message.author.id {
      names.append(position.user.displayName)
    }
    return names.sorted()
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.readPositionChanged(let channel, let user, let position)):
      if let lastRead = position.lastRead { move(user, to: lastRead, in: DraftKey(channelId: channel)) }
    case .event(.threadReceiptChanged(let event)):
      let places =
        event.parentId.map { [DraftKey(channelId: event.channelId, parentId: $0)] }
        ?? known.keys.filter { $0.channelId == event.channelId && $0.parentId != nil }
      for place in places { move(event.userId, to: event.lastRead, in: place) }
    case .eventsMissed: asked = []
    case .connection(.online): asked.removeAll { known[$0] == nil }
    default: break
    }
  }

  private func move(_ user: UserID, to lastRead: Timetoken, in place: DraftKey) {
    guard user != context.client.currentUser.id, let positions = known[place] else { return }
    // Only the service knows the name of a new reader. In places with more readers than the limit, receipts of unlisted
    // readers do not cause a request each.
    guard let former = positions[user] else { return positions.count < Self.limit ? ask(for: place) : () }
    guard former.lastRead < lastRead else { return }
    known[place]?[user] = ReaderPosition(user: former.user, lastRead: lastRead)
    onChange()
  }

  private func ask(for place: DraftKey) {
    if !asked.contains(place) { asked.append(place) }
    if asked.count > Self.mostPlaces { known[asked.removeFirst()] = nil }
    guard context.client.abilities.contains(.tellsReaders), asking.insert(place).inserted else { return }
    Task { [weak self, client = context.client] in
      var found: [ReaderPosition]?
      do throws(ChatError) {
        if let parent = place.parentId {
          found = try await client.readers(ofThreadUnder: parent, in: place.channelId, limit: Self.limit)
        } else {
          found = try await client.readers(of: place.channelId, limit: Self.limit)
        }
      } catch {
        // The readers are requested again after reconnecting.
      }
      self?.receive(found, of: place)
    }
  }

  private func receive(_ found: [ReaderPosition]?, of place: DraftKey) {
    asking.remove(place)
    guard let found else { return }
    known[place] = Dictionary(found.map { ($0.user.id, $0) }, uniquingKeysWith: { first, _ in first })
    onChange()
  }
}

/// The presence of the users on the screen.
final class PresenceCache {
  private let context: AppContext
  private var known: [UserID: Presence] = [:] { didSet { revision += 1 } }
  /// Increases with every change.
  private(set) var revision = 0
  private var asked: Set<UserID> = []
  private var wanted: Set<UserID> = []
  private var asking: Task<Void, Never>?
  /// Whether events were missed since the request: its answer may be out of date.
  private var isDisturbed = false

  init(context: AppContext) { self.context = context }

  /// The known presence of a user; requested if it is unknown.
  func presence(of user: UserID) -> Presence? {
    if let presence = known[user] { return presence }
    if asked.insert(user).inserted {
      wanted.insert(user)
      ask()
    }
    return nil
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.presenceChanged(let user, let presence)): known[user] = presence
    case .eventsMissed:
      known = [:]
      asked = []
      isDisturbed = true
    case .connection(.online): ask()
    default: break
    }
  }

  private func ask() {
    guard asking == nil, !wanted.isEmpty, context.client.abilities.contains(.tellsPresence) else { return }
    // Weak, because the program may be gone when the answer arrives.
    asking = Task { [weak self, client = context.client] in
      // All users looked up in the same frame go into one request.
      await Task.yield()
      let users = self?.begin() ?? []
      var found: [UserID: Presence]?
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        found = try await client.presence(of: users)
      }
      self?.finish(users, found)
    }
  }

  private func begin() -> [UserID] {
    defer { wanted = [] }
    isDisturbed = false
    return Array(wanted)
  }

  private func finish(_ users: [UserID], _ found: [UserID: Presence]?) {
    asking = nil
    if let found, !isDisturbed {
      for (user, presence) in found where known[user] == nil { known[user] = presence }
      context.setNeedsFrame()
    } else {
      wanted.formUnion(users)
    }
    // Without an answer, the users are requested again after reconnecting.
    if found != nil { ask() }
  }
}

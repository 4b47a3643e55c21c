import ChatControllers
import ChatDomain

/// How far others have read in the channels and threads that are shown.
final class ReaderCache {
  /// More names than anyone reads.
  static let limit = 50
  /// The number of places cached; those shown longest ago are requested again.
  private static let mostPlaces = 24

  /// Called when a read position has advanced.
  var onChange: () -> Void = {}
  private let services: AppContext
  private var known: [DraftKey: [UserID: ReaderPosition]] = [:]
  private var asked: [DraftKey] = []
  /// The places with a request in flight.
  private var asking: Set<DraftKey> = []

  init(services: AppContext) { self.services = services }

  /// The names of those who have read up to a message of a place, and not up to the next one. Who wrote it is not among
  /// them.
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
    guard user != services.client.currentUser.id, let positions = known[place] else { return }
    // Somebody new has a name that only the service knows. Where as many are known as are asked for, there are more that
    // are not, and nobody is asked with each of their receipts.
    guard let former = positions[user] else {
      return positions.count < Self.limit ? ask(for: place) : ()
    }
    guard former.lastRead < lastRead else { return }
    known[place]?[user] = ReaderPosition(user: former.user, lastRead: lastRead)
    onChange()
  }

  private func ask(for place: DraftKey) {
    if !asked.contains(place) { asked.append(place) }
    if asked.count > Self.mostPlaces { known[asked.removeFirst()] = nil }
    guard services.client.abilities.contains(.tellsReaders), asking.insert(place).inserted else { return }
    Task { [weak self, client = services.client] in
      var found: [ReaderPosition]?
      do throws(ChatError) {
        if let parent = place.parentId {
          found = try await client.readers(
            ofThreadUnder: parent, in: place.channelId, limit: Self.limit)
        } else {
          found = try await client.readers(of: place.channelId, limit: Self.limit)
        }
      } catch {
        // It is asked for again when the connection is back.
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

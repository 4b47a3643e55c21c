import ChatDomain

/// The inbox as far as it is cached. Nothing is fetched.
struct InboxReader {
  let replica: Replica

  private var cache: MatrixCache { replica.cache }

  /// An inbox item without its message, which is not needed to know whether it is unread.
  struct Place {
    let id: InboxItemID
    let kind: InboxItem.Kind
    let token: Timetoken
    let isRead: Bool
    fileprivate let source: Source
  }

  fileprivate enum Source {
    case event(CachedInboxItem, Room)
    case invitation(Invitation)
  }

  /// All items, the newest first.
  func places() throws(CacheFault) -> [Place] {
    var places = try events().map { item, room in
      Place(
        id: item.id, kind: item.kind, token: item.token, isRead: isRead(item, in: room),
        source: .event(item, room))
    }
    places += invitations()
    return places.sorted { ($0.token, $0.id) > ($1.token, $1.id) }
  }

  /// Items of joined rooms by people who are not ignored.
  private func events() throws(CacheFault) -> [(CachedInboxItem, Room)] {
    try cache.inbox.all().compactMap { item in
      guard let room = replica.rooms[item.room], room.isJoined, !replica.ignored.contains(item.sender) else {
        return nil
      }
      return (item, room)
    }
  }

  private func invitations() -> [Place] {
    replica.invitedRooms.compactMap { id in
      guard let room = replica.rooms[id], let invitation = replica.invitation(to: room) else { return nil }
      let token = Timetoken(UInt64(max(0, invitation.invitedAt.microseconds / 1000)) << 20)
      // The id omits the time, which differs between devices.
      let id = InboxItemID("\(room.id) invitation \(invitation.invitedBy.id)")
      return Place(
        id: id, kind: .invitation, token: token, isRead: replica.inboxMark.covers(id, at: token),
        source: .invitation(invitation))
    }
  }

  /// The state of the inbox that was published.
  struct Told: Equatable {
    let unreadCount: Int
    let newest: Timetoken
  }

  /// The state of the inbox, without building all places.
  private func told() throws(CacheFault) -> Told {
    let (events, invitations) = (try events(), invitations())
    let tokens = events.map(\.0.token) + invitations.map(\.token)
    return Told(
      unreadCount: events.count { !isRead($0.0, in: $0.1) } + invitations.count { !$0.isRead },
      newest: tokens.max() ?? Timetoken(0))
  }

  /// The event for a change since the last published state, which this updates; empty if nothing changed.
  func news() throws(CacheFault) -> [ChatEvent] {
    guard let told = replica.toldInbox else { return [] }
    let now = try self.told()
    guard now != told else { return [] }
    replica.toldInbox = now
    let places = try places()
    var added: InboxItem?
    if let first = places.first, now.newest > told.newest { added = try item(first) }
    return [.inboxChanged(InboxChange(added: added, unreadCount: now.unreadCount))]
  }

  /// Whether the item was marked as read, or the room or thread of a message was read that far.
  private func isRead(_ item: CachedInboxItem, in room: Room) -> Bool {
    if item.token <= replica.inboxMark.readUpTo { return true }
    if item.kind == .reaction ? isHistory(item, in: room) : wasPassed(item, in: room) { return true }
    return !replica.inboxMark.items.isEmpty && replica.inboxMark.covers(item.id, at: item.token)
  }

  /// Whether a reaction is older than the local timeline or the user's membership. Only used until the account has a
  /// read mark, which is the same on all devices.
  private func isHistory(_ item: CachedInboxItem, in room: Room) -> Bool {
    guard replica.inboxMark == InboxMark() else { return false }
    if let followed = room.reading.followedFrom, item.token < followed { return true }
    return room.reading.baseline.map { item.token <= $0 } ?? false
  }

  private func wasPassed(_ item: CachedInboxItem, in room: Room) -> Bool {
    if let parent = item.parent {
      return [room.reading.threads[parent], room.reading.baseline].compactMap(\.self).contains {
        $0 >= item.token
      }
    }
    return room.reading.readUpTo.map { $0 >= item.token } ?? false
  }

  /// The read mark. If none was ever set, it includes the items that count as read without a mark.
  func markWithHistory() throws(CacheFault) -> InboxMark {
    var mark = replica.inboxMark
    guard mark == InboxMark() else { return mark }
    let places = try places()
    let oldestUnread = places.last { !$0.isRead }?.token
    let read = places.filter { $0.isRead && $0.kind == .reaction }
    if let newest = read.first(where: { place in oldestUnread.map { place.token < $0 } ?? true }) {
      mark.add(.all(upTo: newest.token))
    }
    mark.add(.items(read.filter { $0.token > mark.readUpTo }.map(\.id)))
    return mark
  }

  /// An item with its message; nil if the message is no longer cached.
  func item(_ place: Place) throws(CacheFault) -> InboxItem? {
    switch place.source {
    case .invitation(let invitation):
      return InboxItem(
        id: place.id, kind: .invitation, by: invitation.invitedBy, at: invitation.invitedAt,
        token: place.token,
        isRead: place.isRead, content: .invitation(invitation))
    case .event(let kept, let room):
      guard let row = try cache.events.event(kept.message, in: kept.room),
        let message = try replica.builder.message(row, in: room), !message.isDeleted
      else { return nil }
      let content: InboxItem.Content = kept.name.map { .reaction($0, to: message) } ?? .message(message)
      return InboxItem(
        id: place.id, kind: kept.kind, by: try replica.builder.user(kept.sender, in: room),
        at: kept.kind == .reaction ? kept.token.time : message.createdAt, token: place.token,
        isRead: place.isRead, content: content)
    }
  }
}

extension CachedInboxItem {
  /// The id of the item in read marks.
  fileprivate var id: InboxItemID { InboxItemID("\(room) \(event)") }
}

extension InboxReader.Told {
  init(_ places: [InboxReader.Place]) {
    unreadCount = places.count { !$0.isRead }
    newest = places.first?.token ?? Timetoken(0)
  }
}

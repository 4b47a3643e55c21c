import ChatDomain
import SQLite

/// An inbox item of the account.
struct CachedInboxItem: Hashable, Sendable {
  /// The event of the item: a message, or a reaction.
  var event: MessageID
  var room: ChannelID
  var kind: InboxItem.Kind
  /// The message to open: the event itself, or the one it reacts to.
  var message: MessageID
  /// The root of that message's thread.
  var parent: MessageID?
  var sender: UserID
  /// The event's place in the timeline.
  var token: Timetoken
  /// The name of a reaction.
  var name: String?
}

/// The inbox of all rooms, limited to the newest items.
struct InboxTable {
  let cache: MatrixCache

  /// The maximum number of items in the inbox.
  static let capacity = 500

  private static let columns =
    "room.id, inbox.event, inbox.kind, inbox.message, inbox.parent, inbox.sender, inbox.token, inbox.name"
  /// The stored numbers of kinds, which are never reused.
  private static let numbers: [InboxItem.Kind: Int64] = [.mention: 0, .reply: 1, .reaction: 2]

  /// Saves an item, replacing the one of the same event.
  func save(_ item: CachedInboxItem) throws(CacheFault) {
    guard let kind = Self.numbers[item.kind] else { return }
    cache.knownInbox = nil
    try cache.connection.run(
      """
      INSERT OR REPLACE INTO inbox (room, event, kind, message, parent, sender, token, name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(try cache.newNumber(of: item.room)), .id(item.event), .integer(kind), .id(item.message),
      .id(item.parent), .id(item.sender), .token(item.token), .text(item.name))
  }

  /// Removes an item.
  func remove(_ event: MessageID, in room: ChannelID) throws(CacheFault) {
    guard let number = try cache.number(of: room) else { return }
    try cache.connection.run(
      "DELETE FROM inbox WHERE room = ? AND event = ?", .integer(number), .id(event))
    noteRemoval()
  }

  /// Removes all items about a message.
  func remove(about message: MessageID, in room: ChannelID) throws(CacheFault) {
    guard let number = try cache.number(of: room) else { return }
    try cache.connection.run(
      "DELETE FROM inbox WHERE room = ? AND message = ?", .integer(number), .id(message))
    noteRemoval()
  }

  /// Invalidates the inbox if rows were removed. Most messages have none.
  private func noteRemoval() {
    if cache.connection.lastChanges > 0 { cache.knownInbox = nil }
  }

  /// The newest items whose message is cached and shown, at most ``capacity``, the newest first.
  func all() throws(CacheFault) -> [CachedInboxItem] {
    if let known = cache.knownInbox { return known.items }
    var known = try read()
    if known.rowCount > Self.capacity * 2 {
      try trim()
      known = try read()
    }
    cache.knownInbox = known
    return known.items
  }

  private func read() throws(CacheFault) -> KnownInbox {
    var items: [CachedInboxItem] = []
    var messages: Set<MessageID> = []
    var rowCount = 0
    try cache.connection.rows(
      """
      SELECT \(Self.columns), coalesce(about.shown, 0) FROM inbox JOIN room ON room.number = inbox.room
      LEFT JOIN event AS about ON about.room = inbox.room AND about.id = inbox.message
      ORDER BY inbox.token DESC, inbox.event DESC
      """, []
    ) { row in
      messages.insert(row.id(3))
      rowCount += 1
      guard row.flag(8), items.count < Self.capacity,
        let kind = Self.numbers.first(where: { $0.value == row.integer(2) })?.key
      else { return }
      items.append(
        CachedInboxItem(
          event: row.id(1), room: row.id(0), kind: kind, message: row.id(3), parent: row.idIfAny(4),
          sender: row.id(5), token: row.token(6), name: row.textIfAny(7)))
    }
    return KnownInbox(items: items, messages: messages, rowCount: rowCount)
  }

  /// Removes the oldest items beyond the capacity.
  func trim() throws(CacheFault) {
    cache.knownInbox = nil
    try cache.connection.run(
      """
      DELETE FROM inbox WHERE token < coalesce(
        (SELECT token FROM inbox ORDER BY token DESC LIMIT 1 OFFSET \(Self.capacity - 1)), token)
      """)
  }
}

/// The inbox as read from the file. It is needed with every answer, and rarely changes.
struct KnownInbox {
  /// Items whose message is cached and shown, the newest first.
  let items: [CachedInboxItem]
  /// The messages of all rows. When one of them arrives or changes, other items may be shown.
  let messages: Set<MessageID>
  /// The number of rows, including those not shown.
  let rowCount: Int
}

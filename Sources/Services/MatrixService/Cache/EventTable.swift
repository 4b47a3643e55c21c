import ChatDomain
import SQLite

/// A cached event, with the values that place it in timelines, threads and counts.
struct CachedEvent: Hashable, Sendable {
  /// The kind of an event.
  enum Kind: Int, Hashable, Sendable, CaseIterable {
    case message, system, edit, reaction, redaction, state, other, vote
  }

  let id: MessageID
  let room: ChannelID
  var token: Timetoken
  /// The slice of the timeline that contains the event; nil if its neighbours are unknown.
  var slice: SliceID?
  var kind: Kind
  /// Whether the event is shown as a message or a system message. False for hard-deleted messages and those of ignored users.
  var isShown: Bool
  /// Whether it counts as unread and as a reply.
  var isCounted: Bool
  /// Whether the event is in the channel's timeline, even if it is also in a thread.
  var isInChannel: Bool
  /// The root of the thread that the event replies in.
  var parentId: MessageID?
  /// The event that an edit, reaction, vote or redaction refers to.
  var target: MessageID?
  var quoted: MessageID?
  var sender: UserID
  var mentionsMe: Bool
  var transactionId: TransactionID?
  var bytes: [UInt8]
}

/// A list of shown events, in the order of their tokens.
enum EventList: Hashable, Sendable {
  /// The shown events of a slice, without replies that are only in threads.
  case slice(SliceID, in: ChannelID)
  /// The replies under a message.
  case thread(MessageID, in: ChannelID)
}

/// A part of a list.
enum EventWindow: Hashable, Sendable {
  case newest
  case oldest
  /// The nearest before a token.
  case before(Timetoken)
  /// The nearest after a token.
  case after(Timetoken)

  var isForward: Bool {
    switch self {
    case .newest, .before: false
    case .oldest, .after: true
    }
  }
}

/// The events of all rooms, in the order of their tokens.
struct EventTable {
  let cache: MatrixCache

  /// Saves an event, replacing the one with the same id.
  func save(_ event: CachedEvent) throws(CacheFault) {
    let room = try cache.newNumber(of: event.room)
    noteInbox(event)
    try cache.connection.run(EventColumns.insertion, EventColumns.values(of: event, in: room))
  }

  /// Adds an uncached event with the text by which it is found; nil: it is not searchable.
  func add(_ event: CachedEvent, findableBy text: String?) throws(CacheFault) {
    let room = try cache.newNumber(of: event.room)
    noteInbox(event)
    try cache.connection.run(EventColumns.addition, EventColumns.values(of: event, in: room))
    if let text { try cache.words.add(text, at: cache.connection.lastRow) }
  }

  /// Removes an event with its words.
  func remove(_ id: MessageID, in room: ChannelID) throws(CacheFault) {
    guard let number = try cache.number(of: room) else { return }
    cache.knownInbox = nil
    let choice = "SELECT number FROM event WHERE room = ? AND id = ?"
    try cache.connection.run("DELETE FROM words WHERE rowid IN (\(choice))", .integer(number), .id(id))
    try cache.connection.run("DELETE FROM event WHERE room = ? AND id = ?", .integer(number), .id(id))
  }

  /// The latest events that could not be decrypted.
  func unreadable(in room: ChannelID, limit: Int) throws(CacheFault) -> [CachedEvent] {
    let kinds = [CachedEvent.Kind.message, .other].map { "\($0.rawValue)" }.joined(separator: ", ")
    return try events(
      in: room,
      where: "kind IN (\(kinds)) AND instr(bytes, ?) > 0 ORDER BY token DESC LIMIT ?",
      [.bytes(Array("\"\(EventType.encrypted)\"".utf8)), .integer(Int64(limit))])
  }

  /// Invalidates the inbox if an item is about the event.
  private func noteInbox(_ event: CachedEvent) {
    if cache.knownInbox?.messages.contains(event.id) == true { cache.knownInbox = nil }
  }

  /// Whether the cache has neither the event nor anything that refers to it or replies to it. Such an event can be
  /// added without further checks. Most new events are of this kind.
  func isUnknown(_ id: MessageID, in room: ChannelID) throws(CacheFault) -> Bool {
    guard let number = try cache.number(of: room) else { return true }
    return try cache.connection.first(Self.trace, .integer(number), .id(id)) { !$0.flag(0) } ?? true
  }

  private static let trace = Query(
    """
    SELECT EXISTS (SELECT 1 FROM event WHERE room = ?1 AND id = ?2)
    OR EXISTS (SELECT 1 FROM event WHERE room = ?1 AND target = ?2)
    OR EXISTS (SELECT 1 FROM event WHERE room = ?1 AND parent = ?2)
    OR EXISTS (SELECT 1 FROM thread WHERE room = ?1 AND root = ?2)
    """)

  func event(_ id: MessageID, in room: ChannelID) throws(CacheFault) -> CachedEvent? {
    try events(in: room, where: "id = ?", [.id(id)]).first
  }

  /// The event that a user sent with a transaction; the oldest if there are several.
  func event(
    sentAs transaction: TransactionID, by sender: UserID, in room: ChannelID
  ) throws(CacheFault) -> CachedEvent? {
    try events(
      in: room, where: "txn = ? AND sender = ? ORDER BY token, number LIMIT 1",
      [.id(transaction), .id(sender)]
    ).first
  }

  /// The events that refer to a target, the oldest first. The target need not be cached.
  func relations(of target: MessageID, in room: ChannelID) throws(CacheFault) -> [CachedEvent] {
    try events(in: room, where: "target = ? ORDER BY token, number", [.id(target)])
  }

  /// The messages of a channel whose bytes contain a text, the newest first. Callers check each result.
  func messages(holding text: String, in room: ChannelID) throws(CacheFault) -> [CachedEvent] {
    try events(
      in: room,
      where: "kind = \(CachedEvent.Kind.message.rawValue) AND instr(bytes, ?) > 0 ORDER BY token DESC",
      [.bytes(Array(text.utf8))])
  }

  /// The last event that is shown in a channel, in any slice or none.
  func latest(in room: ChannelID) throws(CacheFault) -> CachedEvent? {
    try events(in: room, where: "listed = 1 ORDER BY token DESC, number DESC LIMIT 1", []).first
  }

  /// The events in a part of a list, the oldest first.
  func page(_ list: EventList, _ window: EventWindow, limit: Int) throws(CacheFault) -> [CachedEvent] {
    guard limit > 0 else { return [] }
    var (room, index, choice, values): (ChannelID, String, String, [Value])
    switch list {
    case .slice(let slice, let channel):
      (room, index, choice) = (channel, "event_slice", "slice = ? AND listed = 1")
      values = [.integer(slice.rawValue)]
    case .thread(let root, let channel):
      (room, index, choice) = (channel, "event_thread", "parent = ? AND shown = 1")
      values = [.id(root)]
    }
    switch window {
    case .newest, .oldest: break
    case .before(let token):
      choice += " AND token < ?"
      values.append(.token(token))
    case .after(let token):
      choice += " AND token > ?"
      values.append(.token(token))
    }
    choice +=
      window.isForward ? " ORDER BY token, number LIMIT ?" : " ORDER BY token DESC, number DESC LIMIT ?"
    values.append(.integer(Int64(limit)))
    // Without the hint SQLite uses the room's index for some queries, and walks through all other slices.
    let events = try events(in: room, through: "INDEXED BY \(index)", where: choice, values)
    return window.isForward ? events : events.reversed()
  }

  /// The number of counted events by others after a token, and of those that mention this user: in a channel, or in one of its
  /// threads.
  func count(
    in room: ChannelID, under root: MessageID?, after token: Timetoken?, notBy user: UserID
  ) throws(CacheFault) -> (all: Int, mentions: Int) {
    guard let number = try cache.number(of: room) else { return (0, 0) }
    var values: [Value] = [.integer(number), .id(user)]
    var choice = "room = ? AND sender <> ? AND counted = 1"
    if let root {
      choice += " AND parent = ? AND shown = 1"
      values.append(.id(root))
    } else {
      choice += " AND listed = 1"
    }
    if let token {
      choice += " AND token > ?"
      values.append(.token(token))
    }
    var count = (all: 0, mentions: 0)
    try cache.connection.rows("SELECT count(*), total(mentions) FROM event WHERE \(choice)", values) {
      count = (Int($0.integer(0)), Int($0.integer(1)))
    }
    return count
  }

  private func events(
    in room: ChannelID, through index: String = "", where choice: String, _ values: [Value]
  ) throws(CacheFault) -> [CachedEvent] {
    guard let number = try cache.number(of: room) else { return [] }
    var events: [CachedEvent] = []
    try cache.connection.rows(
      "SELECT \(EventColumns.names) FROM event \(index) WHERE room = ? AND \(choice)",
      [.integer(number)] + values
    ) { row throws(CacheFault) in events.append(try EventColumns.event(row, in: room)) }
    return events
  }

  // MARK: Searching

  /// The shown messages that contain all words, each at the start of a word, in one room or all; the newest first.
  /// - Parameters:
  ///   - authors: who may have sent them; empty: everyone. Without words, all their messages are found.
  ///   - place: the last result of the previous page.
  func search(
    _ text: String, by authors: Set<UserID> = [], in room: ChannelID?, before place: (Timetoken, MessageID)?,
    limit: Int
  ) throws(CacheFault) -> [CachedEvent] {
    let words = SearchTerms(text)
    guard !words.isEmpty || !authors.isEmpty, limit > 0 else { return [] }
    var (source, values) = words.isEmpty ? Self.allMessages : cache.words.candidates(for: words)
    source += " AND event.shown = 1"
    if !authors.isEmpty {
      source +=
        " AND event.sender IN (\(Array(repeating: "?", count: authors.count).joined(separator: ", ")))"
      values += authors.sorted().map { .id($0) }
    }
    if let room {
      guard let number = try cache.number(of: room) else { return [] }
      source += " AND event.room = ?"
      values.append(.integer(number))
    }
    if let place {
      source += " AND (event.token, event.id) < (?, ?)"
      values += [.token(place.0), .id(place.1)]
    }
    var finds: [CachedEvent] = []
    try cache.connection.walk(
      "SELECT event.number FROM \(source) ORDER BY event.token DESC, event.id DESC, event.number DESC", values
    ) { row throws(CacheFault) in
      let number = row.integer(0)
      if words.isEmpty {
        if let event = try event(number) { finds.append(event) }
        return finds.count < limit
      }
      let found = try cache.connection.first("SELECT text FROM words WHERE rowid = ?", .integer(number)) {
        IndexedText(bytes: $0.bytes(0))
      }
      if let found, words.match(found), let event = try event(number) { finds.append(event) }
      return finds.count < limit
    }
    return finds
  }

  private static let allMessages: (source: String, values: [Value]) = (
    "event WHERE event.kind = \(CachedEvent.Kind.message.rawValue)", []
  )

  private func event(_ number: Int64) throws(CacheFault) -> CachedEvent? {
    let sql = """
      SELECT event.\(EventColumns.names.split(separator: ", ").joined(separator: ", event.")), room.id
      FROM event JOIN room ON room.number = event.room WHERE event.number = ?
      """
    return try cache.connection.first(sql, .integer(number)) { row throws(CacheFault) in
      try EventColumns.event(row, in: row.id(14))
    }
  }
}

/// The columns of an event, in the order in which they are written and read.
enum EventColumns {
  static let names =
    "id, token, slice, kind, shown, counted, in_channel, mentions, parent, target, quoted, sender, txn, bytes"

  private static let own = names.split(separator: ", ").filter { $0 != "id" } + ["listed"]

  /// Adds an uncached event.
  static let addition: Query = {
    let places = Array(repeating: "?", count: own.count + 2).joined(separator: ", ")
    return Query("INSERT INTO event (room, \(names), listed) VALUES (\(places))")
  }()

  /// Replaces the event with the same id, but keeps its number, which is the key of its words.
  static let insertion: Query = {
    let assignments = own.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return Query("\(addition.sql) ON CONFLICT (room, id) DO UPDATE SET \(assignments)")
  }()

  static func values(of event: CachedEvent, in room: Int64) -> [Value] {
    [
      .integer(room), .id(event.id), .token(event.token), event.slice.map { .integer($0.rawValue) } ?? .null,
      .integer(Int64(event.kind.rawValue)), .flag(event.isShown), .flag(event.isCounted),
      .flag(event.isInChannel), .flag(event.mentionsMe), .id(event.parentId), .id(event.target),
      .id(event.quoted), .id(event.sender), .id(event.transactionId), .bytes(event.bytes),
      .flag(event.isShown && event.isInChannel),
    ]
  }

  static func event(_ row: Row, in room: ChannelID) throws(CacheFault) -> CachedEvent {
    guard let kind = CachedEvent.Kind(rawValue: Int(row.integer(3))) else { throw .damaged }
    return CachedEvent(
      id: row.id(0), room: room, token: row.token(1),
      slice: row.isNull(2) ? nil : SliceID(rawValue: row.integer(2)), kind: kind, isShown: row.flag(4),
      isCounted: row.flag(5), isInChannel: row.flag(6), parentId: row.idIfAny(8), target: row.idIfAny(9),
      quoted: row.idIfAny(10), sender: row.id(11), mentionsMe: row.flag(7), transactionId: row.idIfAny(12),
      bytes: row.bytes(13))
  }
}

import ChatDomain
import SQLite

/// The drafts: each a whole record and, for a long draft, the changes since the record was written.
struct DraftTable {
  /// A draft as stored in the file, so that the next edit is found by comparison.
  private struct Kept {
    let id: Int64
    var draft: DraftBytes
    var createdAt: Timestamp
    var changes = 0
    var changedBytes = 0
    var lastUse = 0
  }

  /// Drafts up to this size are rewritten: like a change, they fit in one page.
  private static let shortest = 1024
  /// The maximum number of changes before the draft is rewritten: few enough to be read quickly, and enough that a key rarely has
  /// to rewrite the draft.
  private static let mostChanges = 512
  /// The number of remembered drafts: users type in few places at a time.
  private static let mostKept = 8

  private let connection: Connection
  private var kept: [DraftPlace: Kept] = [:]
  private var uses = 0

  init(_ connection: Connection) { self.connection = connection }

  /// Forgets the remembered drafts, which differ from the file after a rollback.
  mutating func forgetKept() { kept = [:] }

  mutating func save(_ draft: StoredDraft) throws(StorageFault) {
    let place = DraftPlace(draft.key)
    let bytes = DraftBytes(draft, after: kept[place]?.draft)
    if var former = kept[place], former.createdAt == draft.createdAt, bytes.count > Self.shortest,
      former.draft.backgroundRecord == bytes.backgroundRecord,
      former.changes < Self.mostChanges
    {
      let change = Record.sealed(DraftDelta(from: former.draft, to: bytes))
      // Once the changes are as long as the draft, rewriting the draft takes less space.
      if former.changedBytes + change.count < bytes.count {
        former.changes += 1
        former.changedBytes += change.count
        former.draft = bytes
        try connection.run(
          "INSERT INTO draft_change (draft, number, record) VALUES (?, ?, ?)", .integer(former.id),
          .integer(Int64(former.changes)), .bytes(change))
        return remember(former, in: place)
      }
    }
    remember(
      Kept(id: try write(bytes, of: draft, in: place), draft: bytes, createdAt: draft.createdAt), in: place)
  }

  private mutating func write(
    _ bytes: DraftBytes, of draft: StoredDraft, in place: DraftPlace
  ) throws(StorageFault) -> Int64 {
    let id = try connection.first(
      """
      INSERT INTO draft (channel, parent, created, head, record, background) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET created = excluded.created, head = excluded.head, record = excluded.record,
        background = excluded.background
      RETURNING id
      """, place.channel, place.parent, .integer(draft.createdAt.microseconds),
      .bytes(Record.sealed(bytes.head)),
      .bytes(Record.sealed(fields: bytes.fields, words: bytes.words)), .bytes(bytes.backgroundRecord)
    ) { $0.integer(0) }
    guard let id else { preconditionFailure("an upsert gives its row") }
    if kept[place].map({ $0.changes > 0 }) ?? true {
      try connection.run("DELETE FROM draft_change WHERE draft = ?", .integer(id))
    }
    return id
  }

  private mutating func remember(_ draft: Kept, in place: DraftPlace) {
    uses += 1
    var draft = draft
    draft.lastUse = uses
    kept[place] = draft
    guard kept.count > Self.mostKept, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse })
    else {
      return
    }
    kept[oldest.key] = nil
  }

  mutating func delete(_ key: DraftKey) throws(StorageFault) {
    let place = DraftPlace(key)
    kept[place] = nil
    try connection.run(
      "DELETE FROM draft_change WHERE draft IN (SELECT id FROM draft WHERE channel = ? AND parent = ?)",
      place.channel, place.parent)
    try connection.run("DELETE FROM draft WHERE channel = ? AND parent = ?", place.channel, place.parent)
  }

  func draft(for key: DraftKey) throws(StorageFault) -> StoredDraft? {
    let place = DraftPlace(key)
    return try read("WHERE channel = ? AND parent = ?", [place.channel, place.parent]).first
  }

  /// All drafts, the most recently created first.
  func drafts() throws(StorageFault) -> [StoredDraft] {
    // Few drafts are long enough to have changes, and a query for changes takes as long as reading a draft.
    var changed: Set<Int64> = []
    try connection.rows("SELECT DISTINCT draft FROM draft_change", []) { changed.insert($0.integer(0)) }
    return try read("ORDER BY created DESC, channel, parent", []) { changed.contains($0) }
  }

  /// The drafts of a channel and of its threads.
  func drafts(in channel: Value) throws(StorageFault) -> [StoredDraft] {
    try read("WHERE channel = ?", [channel])
  }

  /// - Parameter mayHaveChanges: whether the draft of an id may have changes since it was written.
  private func read(
    _ choice: String, _ values: [Value], mayHaveChanges: (Int64) -> Bool = { _ in true }
  ) throws(StorageFault) -> [StoredDraft] {
    var drafts: [StoredDraft] = []
    try connection.rows("SELECT id, head, record, background FROM draft \(choice)", values) {
      row throws(StorageFault) in
      var bytes = try row.damage { (row) throws(RecordDamage) in
        try DraftBytes(
          head: Record.opened(row.bytes(1)), record: row.bytes(2), background: row.bytes(3))
      }
      let id = row.integer(0)
      if mayHaveChanges(id) {
        try connection.rows(
          "SELECT number, record FROM draft_change WHERE draft = ? ORDER BY number", [.integer(id)]
        ) { change throws(StorageFault) in
          try change.damage { (change) throws(RecordDamage) in
            try bytes.apply(Record.opened(change.bytes(1)), number: change.integer(0))
          }
        }
      }
      drafts.append(try row.damage { (_) throws(RecordDamage) in try bytes.draft() })
    }
    return drafts
  }
}

/// A draft's key compared by its bytes: two ids that are canonically equivalent but have different bytes are two places.
struct DraftPlace: Hashable {
  private let key: DraftKey

  init(_ key: DraftKey) { self.key = key }

  /// The key as column values.
  var channel: Value { .id(key.channelId.rawValue) }
  var parent: Value { .bytes(key.parentId.map { [1] + Array($0.rawValue.utf8) } ?? []) }

  static func == (one: DraftPlace, other: DraftPlace) -> Bool {
    guard isSame(one.key.channelId.rawValue, other.key.channelId.rawValue) else { return false }
    switch (one.key.parentId, other.key.parentId) {
    case (nil, nil): return true
    case (let one?, let other?): return isSame(one.rawValue, other.rawValue)
    default: return false
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (one, other) = (one, other)
    return one.withUTF8 { one in other.withUTF8 { one.count == $0.count && one.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    var channel = key.channelId.rawValue
    channel.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    guard var parent = key.parentId?.rawValue else { return }
    parent.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

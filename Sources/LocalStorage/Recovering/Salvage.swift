import ChatDomain

/// Takes what can be read out of a damaged file and puts it into a new one.
///
/// A page that is damaged takes what lies on it, and nothing else.
struct Salvage {
  private var rows: TornRows
  private let damaged: Connection
  private let new: Connection
  private var drafts: DraftTable
  private(set) var found = Recovery.Salvaged()

  init(from damaged: Connection, to new: Connection) {
    self.damaged = damaged
    self.new = new
    rows = TornRows(of: damaged)
    drafts = DraftTable(new)
  }

  /// Whether the file can be asked for anything at all.
  static func canRead(_ connection: Connection) -> Bool {
    do throws(StorageFault) {
      return try connection.first("SELECT count(*) FROM sqlite_schema WHERE name = 'draft'") { $0.integer(0) }
        == 1
    } catch {
      return false
    }
  }

  /// How far the events were heard is left out: what came since has to be loaded anew, for some of it may be gone.
  mutating func run() throws(StorageFault) {
    for row in rows.read("draft", ["head", "record", "background"]) {
      guard let draft = draft(row) else { continue }
      try drafts.save(draft)
      found.drafts += 1
    }
    for row in rows.read("history", ["record"]) {
      guard let entry: DraftHistoryEntry = record(row.bytes[0]) else { continue }
      try HistoryTable(connection: new).add(entry)
      found.historyEntries += 1
    }
    for row in rows.read("outbox", ["record"]) {
      guard let entry: OutboxEntry = record(row.bytes[0]) else { continue }
      try OutboxTable(connection: new).save(entry)
      found.outboxEntries += 1
    }
    found.unreadable += rows.tears
    try salvageCache()
  }

  /// The service has it all; what is lost of it is not worth a word.
  private func salvageCache() throws(StorageFault) {
    let cache = CacheTables(connection: new)
    var summaries: [ChannelSummary] = []
    var messages: [Message] = []
    do throws(StorageFault) {
      try damaged.rows("SELECT record FROM channel") { row throws(StorageFault) in
        summaries.append(try row.record(0))
      }
      try damaged.rows("SELECT record FROM message") { row throws(StorageFault) in
        messages.append(try row.record(0))
      }
    } catch {
      // What came before it is enough to show something until the service has answered.
    }
    for summary in summaries { try cache.save(summary) }
    for message in messages { try cache.save(message) }
  }

  private mutating func record<Value: Recordable>(_ bytes: [UInt8]) -> Value? {
    do {
      // Not an optional, which would be another record.
      let value: Value = try Record.opened(bytes)
      return value
    } catch {
      found.unreadable += 1
      return nil
    }
  }

  /// A draft without what it has in common with the service is merged less well, and without its last letters it is
  /// shorter: both are better than none.
  private mutating func draft(_ row: TornRows.Row) -> StoredDraft? {
    guard let head: DraftHead = record(row.bytes[0]) else { return nil }
    let background: DraftBackground? = record(row.bytes[2])
    do throws(RecordDamage) {
      var bytes = try DraftBytes(
        head: head, record: row.bytes[1],
        background: background == nil ? Record.sealed(DraftBackground.nothing) : row.bytes[2])
      applyChanges(of: row.id, to: &bytes)
      return try bytes.draft()
    } catch {
      found.unreadable += 1
      return nil
    }
  }

  private mutating func applyChanges(of id: Int64, to bytes: inout DraftBytes) {
    do throws(StorageFault) {
      try damaged.rows(
        "SELECT number, record FROM draft_change WHERE draft = ? ORDER BY number", [.integer(id)]
      ) {
        change throws(StorageFault) in
        // All of a change or nothing.
        var next = bytes
        try next.apply(change)
        bytes = next
      }
    } catch {
      found.unreadable += 1
    }
  }
}

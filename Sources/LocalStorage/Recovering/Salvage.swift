import ChatDomain

/// Takes what can be read out of a damaged file and puts it into a new one.
///
/// How far the events were heard is left out: what came since has to be loaded anew, for some of it may be gone.
struct Salvage {
  private(set) var found = Recovery.Salvaged()
  private var drafts: [Int64: [[UInt8]]] = [:]
  private var changes: [Int64: [Int64: [UInt8]]] = [:]
  private var history: [Int64: [UInt8]] = [:]
  /// The outbox and the channels, which look alike from outside.
  private var others: [[UInt8]] = []
  private var messages: [[UInt8]] = []

  /// Gathers what looks like ours.
  init(from path: String) throws(StorageFault) {
    let pages = try FilePages(of: path)
    let cells = PageCells(pages)
    // The first page says what tables there are, which is known.
    for number in stride(from: 2, through: pages.count, by: 1) {
      guard let cells = cells.cells(on: number) else {
        found.unreadable += 1
        continue
      }
      for cell in cells { take(cell) }
    }
  }

  /// Each table is told by what its columns hold: n, i and b for nothing, a number, bytes.
  private mutating func take(_ cell: PageCells.Cell) {
    let bytes = cell.values.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    let numbers = cell.values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    let kinds = cell.values.map { value in
      switch value {
      case .null: "n"
      case .integer: "i"
      case .bytes: "b"
      }
    }.joined()
    switch (cell.id, kinds) {
    // What a row id stands for is not in the row.
    case (let id?, "nbbibbb"): drafts[id] = Array(bytes[2...])
    case (let id?, "nbbib"): history[id] = bytes[2]
    case (_?, "nbib"): others.append(bytes[1])
    case (nil, "iib"): changes[numbers[0], default: [:]][numbers[1]] = bytes[0]
    case (nil, "biiibb"): messages.append(bytes[2])
    default: break
    }
  }

  /// Puts it into a file that is empty.
  mutating func write(to new: Connection) throws(StorageFault) {
    var table = DraftTable(new)
    for (id, records) in drafts.sorted(by: { $0.key < $1.key }) {
      guard let draft = draft(id, records) else { continue }
      try table.save(draft)
      found.drafts += 1
    }
    for (_, record) in history.sorted(by: { $0.key < $1.key }) {
      guard let entry: DraftHistoryEntry = value(record) else { continue }
      try HistoryTable(connection: new).add(entry)
      found.historyEntries += 1
    }
    let cache = CacheTables(connection: new)
    for record in others {
      if let summary: ChannelSummary = Self.value(record) {
        try cache.save(summary)
      } else if let entry: OutboxEntry = value(record) {
        try OutboxTable(connection: new).save(entry)
        found.outboxEntries += 1
      }
    }
    // The service has them all; what is lost of them is not worth a word.
    for record in messages {
      if let message: Message = Self.value(record) { try cache.save(message) }
    }
  }

  private mutating func value<Value: Recordable>(_ record: [UInt8]) -> Value? {
    let value: Value? = Self.value(record)
    if value == nil { found.unreadable += 1 }
    return value
  }

  private static func value<Value: Recordable>(_ record: [UInt8]) -> Value? {
    do {
      // Not an optional, which would be another record.
      let value: Value = try Record.opened(record)
      return value
    } catch {
      return nil
    }
  }

  /// A draft without what it has in common with the service is merged less well, and without its last letters it is
  /// shorter: both are better than none.
  private mutating func draft(_ id: Int64, _ records: [[UInt8]]) -> StoredDraft? {
    guard let head: DraftHead = value(records[0]) else { return nil }
    let background: DraftBackground? = value(records[2])
    do throws(RecordDamage) {
      var bytes = try DraftBytes(
        head: head, record: records[1],
        background: background == nil ? Record.sealed(DraftBackground.nothing) : records[2])
      applyChanges(of: id, to: &bytes)
      return try bytes.draft()
    } catch {
      found.unreadable += 1
      return nil
    }
  }

  private mutating func applyChanges(of id: Int64, to bytes: inout DraftBytes) {
    let changes = (changes[id] ?? [:]).sorted { $0.key < $1.key }
    for (number, record) in changes {
      // All of a change or nothing, and nothing behind one that is missing.
      var next = bytes
      do throws(RecordDamage) {
        try next.apply(Record.opened(record), number: number)
        bytes = next
      } catch {
        found.unreadable += 1
        return
      }
    }
  }
}

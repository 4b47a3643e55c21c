import ChatDomain
import SQLite

/// Reads everything it can from a damaged file and writes it into a new one.
///
/// Leaves out the position in the event stream, so that data that may be lost is loaded again.
struct Salvage {
  private(set) var found = Recovery.Salvaged()
  private var drafts: [Int64: [[UInt8]]] = [:]
  private var changes: [Int64: [Int64: [UInt8]]] = [:]
  private var history: [Int64: [UInt8]] = [:]
  /// The outbox and the channels, whose rows have the same shape.
  private var others: [[UInt8]] = []
  private var messages: [[UInt8]] = []
  /// The state of the session, and the page that contains it.
  private var session: (page: Int, record: [UInt8])?

  /// Collects the rows that match our tables.
  init(from path: String, _ parts: FilePages.Parts = .both) throws(StorageFault) {
    let pages = try FilePages(of: path, parts)
    var reader = PageCells(pages)
    var unknown: Set<Int> = []
    if pages.areMissing { found.unreadable += 1 }
    // Skips the first page, which only lists the tables.
    for image in pages.images where image.number != 1 {
      let before = reader.unreadable
      let cells = reader.cells(on: image.bytes)
      if cells == nil || image.isDoubtful || reader.unreadable > before { found.unreadable += 1 }
      // The damaged image may have contained a newer session.
      if session?.page == image.number { session = nil }
      for cell in cells ?? [] where !image.isDoubtful || cell.isSound { add(cell, from: image.number) }
      if PageCells.mayBeOverflow(image.bytes) { unknown.insert(image.number) }
    }
    // A page of zeros may have contained text.
    if let free = pages.free {
      found.unreadable += unknown.subtracting(free).subtracting(reader.overflow).count
    }
  }

  /// Recognises each table by the types of its columns: n, i and b for null, integer, bytes.
  private mutating func add(_ cell: PageCells.Cell, from page: Int) {
    let bytes = cell.values.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    let numbers = cell.values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    let kinds = cell.values.map { value in
      switch value {
      case .null: "n"
      case .integer: "i"
      case .id, .bytes: "b"
      }
    }.joined()
    switch (cell.id, kinds) {
    // SQLite stores null in place of a column that is the row id.
    case (let id?, "nbbibbb"): drafts[id] = Array(bytes[2...])
    case (let id?, "nbbib"): history[id] = bytes[2]
    case (_?, "nbib"): others.append(bytes[1])
    case (nil, "bb") where bytes[0].elementsEqual("session".utf8): session = (page, bytes[1])
    case (nil, "iib"): changes[numbers[0], default: [:]][numbers[1]] = bytes[0]
    // In a file of version 1, rows have neither a transaction nor a quote.
    case (nil, "biiibb"), (nil, "biiibbnn"), (nil, "biiibbbn"), (nil, "biiibbnb"), (nil, "biiibbbb"):
      messages.append(bytes[2])
    default: break
    }
  }

  /// Writes the collected data into a file. If the place of a draft already has another draft, the text goes to the history.
  mutating func write(to new: Connection) throws(StorageFault) {
    var table = DraftTable(new)
    let history = HistoryTable(connection: new)
    let known = Set(try history.latest(for: nil, limit: .max))
    // Before the drafts that are added to the history: the oldest additions are deleted first.
    for (_, record) in self.history.sorted(by: { $0.key < $1.key }) {
      guard let entry: DraftHistoryEntry = value(record), !known.contains(entry) else { continue }
      try history.add(entry)
      found.historyEntries += 1
    }
    // If there are two drafts for one place, the one that was started last stays the draft.
    for (id, records) in drafts.sorted(by: { $0.key > $1.key }) {
      guard let draft = draft(id, records) else { continue }
      if let other = try table.draft(for: draft.key) {
        guard other.content != draft.content else { continue }
        try history.add(
          DraftHistoryEntry(
            key: draft.key, elements: draft.content.elements, reason: .merged, at: draft.updatedAt))
        found.historyEntries += 1
      } else {
        try table.save(draft)
        found.drafts += 1
      }
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
    if let session, try MarkTable(connection: new).session() == nil,
      let state: SessionState = value(session.record)
    {
      try MarkTable(connection: new).save(state)
    }
    // The service has all messages, so losses here are not reported.
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
      // With an optional type, the record would be decoded differently.
      let value: Value = try Record.opened(record)
      return value
    } catch {
      return nil
    }
  }

  /// Reads a draft as far as possible. Without its ancestor it merges less well, and without its last changes it is shorter: both
  /// are better than no draft.
  private mutating func draft(_ id: Int64, _ records: [[UInt8]]) -> StoredDraft? {
    guard let head: DraftHead = value(records[0]) else { return nil }
    let background: DraftBackground? = value(records[2])
    do throws(RecordDamage) {
      let base = try DraftBytes(
        head: head, record: records[1],
        background: background == nil ? Record.sealed(DraftBackground.nothing) : records[2])
      var bytes = base
      applyChanges(of: id, to: &bytes)
      // If a page in between is lost, the changes may be newer than the draft that they apply to, and do not fit.
      do { return try bytes.draft() } catch { found.unreadable += 1 }
      return try base.draft()
    } catch {
      found.unreadable += 1
      return nil
    }
  }

  private mutating func applyChanges(of id: Int64, to bytes: inout DraftBytes) {
    let changes = (changes[id] ?? [:]).sorted { $0.key < $1.key }
    for (number, record) in changes {
      // A change is applied completely or not at all, and no change is applied after a missing one.
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

extension PageCells.Cell {
  /// Whether the checksums of all records in the cell are right.
  fileprivate var isSound: Bool {
    var records = values.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    // The records are preceded by the columns of their key, which have no checksum.
    while let first = records.first, !Record.isSound(first) { records.removeFirst() }
    return !records.isEmpty && records.allSatisfy(Record.isSound)
  }
}

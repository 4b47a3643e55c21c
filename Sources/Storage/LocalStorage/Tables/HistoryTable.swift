import ChatDomain
import SQLite

/// The history of the composers. It is listed by time; of two entries with the same time, the one added last is the later one.
/// The entries added first are deleted first.
struct HistoryTable {
  let connection: Connection

  func add(_ entry: DraftHistoryEntry) throws(StorageFault) {
    let place = DraftPlace(entry.key)
    try connection.run(
      "INSERT INTO history (channel, parent, at, record) VALUES (?, ?, ?, ?)", place.channel, place.parent,
      .integer(entry.at.microseconds), .bytes(Record.sealed(entry)))
  }

  /// Ids increase with each entry, so their order is the order of insertion.
  func trim(to limits: HistoryLimits) throws(StorageFault) {
    let last: Int64?
    if limits.age == nil {
      last = try connection.first(
        "SELECT id FROM history ORDER BY id DESC LIMIT 1 OFFSET ?", .integer(Int64(max(0, limits.count)))
      ) { $0.integer(0) }
    } else {
      var entries: [(id: Int64, at: Timestamp)] = []
      try connection.rows("SELECT id, at FROM history ORDER BY id", []) { row in
        entries.append((row.integer(0), Timestamp(microseconds: row.integer(1))))
      }
      last = entries.dropLast(limits.keptCount(of: entries.map(\.at))).last?.id
    }
    guard let last else { return }
    try connection.run("DELETE FROM history WHERE id <= ?", .integer(last))
  }

  /// Moves the entries of one key to another. Their order stays: by time, then by insertion.
  func move(from old: DraftKey, to new: DraftKey) throws(StorageFault) {
    let (from, to) = (DraftPlace(old), DraftPlace(new))
    var entries: [(id: Int64, entry: DraftHistoryEntry)] = []
    try connection.rows(
      "SELECT id, record FROM history WHERE channel = ? AND parent = ?", [from.channel, from.parent]
    ) { row throws(StorageFault) in entries.append((row.integer(0), try row.record(1))) }
    for (id, old) in entries {
      var entry = old
      entry.key = new
      try connection.run(
        "UPDATE history SET channel = ?, parent = ?, record = ? WHERE id = ?", to.channel, to.parent,
        .bytes(Record.sealed(entry)), .integer(id))
    }
  }

  func forget(_ key: DraftKey?) throws(StorageFault) {
    guard let key else { return try connection.run("DELETE FROM history") }
    let place = DraftPlace(key)
    try connection.run("DELETE FROM history WHERE channel = ? AND parent = ?", place.channel, place.parent)
  }

  func latest(for key: DraftKey?, limit: Int) throws(StorageFault) -> [DraftHistoryEntry] {
    var values: [Value] = []
    var choice = ""
    if let key {
      let place = DraftPlace(key)
      values = [place.channel, place.parent]
      choice = "WHERE channel = ? AND parent = ? "
    }
    values.append(.integer(Int64(max(0, limit))))
    return try connection.records(
      "SELECT record FROM history \(choice)ORDER BY at DESC, id DESC LIMIT ?", values)
  }
}

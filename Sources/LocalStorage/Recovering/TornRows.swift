/// Reads the rows of tables of which parts cannot be read: from both ends, and those between one by one.
struct TornRows {
  struct Row {
    let id: Int64
    let bytes: [[UInt8]]
  }

  /// So many are asked for one by one, which takes a fraction of a second.
  private static let longestGap: Int64 = 5_000

  private let connection: Connection
  /// How many tables could not be read from end to end.
  private(set) var tears = 0

  init(of connection: Connection) { self.connection = connection }

  /// In the order in which they were added.
  mutating func read(_ table: String, _ columns: [String]) -> [Row] {
    let choice = "SELECT \((["id"] + columns).joined(separator: ", ")) FROM \(table)"
    let (head, isWhole) = rows("\(choice) ORDER BY id")
    if isWhole { return head }
    tears += 1
    // When only something beside the rows is damaged, one comes to the same ones from the other end.
    let after = head.last?.id ?? 0
    let tail = rows("\(choice) ORDER BY id DESC").rows.filter { $0.id > after }
    let before = tail.last?.id ?? after + Self.longestGap
    let gap = (after + 1)..<max(after + 1, min(before, after + Self.longestGap))
    return head + gap.flatMap { rows("\(choice) WHERE id = ?", .integer($0)).rows } + tail.reversed()
  }

  private func rows(_ sql: String, _ values: Value...) -> (rows: [Row], isWhole: Bool) {
    var rows: [Row] = []
    do throws(StorageFault) {
      try connection.rows(sql, values) { row in
        rows.append(Row(id: row.integer(0), bytes: (1..<row.count).map { row.bytes($0) }))
      }
      return (rows, true)
    } catch {
      return (rows, false)
    }
  }
}

import SQLite

extension Connection {
  /// The first column of each row, in order.
  func records<Entry: Recordable>(
    _ sql: String, _ values: [Value] = []
  ) throws(StorageFault) -> [Entry] {
    var records: [Entry] = []
    try rows(sql, values) { row throws(StorageFault) in records.append(try row.record(0)) }
    return records
  }
}

extension Row {
  func record<Value: Recordable>(_ column: Int32) throws(StorageFault) -> Value {
    try damage { (row) throws(RecordDamage) in try Record.opened(row.bytes(column)) }
  }

  /// A damaged record is a fault of the file that contains it.
  func damage<Result>(_ body: (Row) throws(RecordDamage) -> Result) throws(StorageFault) -> Result {
    do { return try body(self) } catch { throw .record(error) }
  }
}

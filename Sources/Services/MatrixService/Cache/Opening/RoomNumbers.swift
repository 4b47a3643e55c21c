import SQLite

/// The numbers of the rooms that were asked for before, by their ids.
struct RoomNumbers {
  private var all: [Value: Int64] = [:]
  /// The one that was asked for last: an answer tells of one room after another.
  private var last: (id: Value, number: Int64)?

  subscript(id: Value) -> Int64? {
    mutating get {
      if let last, last.id == id { return last.number }
      guard let number = all[id] else { return nil }
      last = (id, number)
      return number
    }
    set {
      all[id] = newValue
      last = newValue.map { (id, $0) }
    }
  }
}

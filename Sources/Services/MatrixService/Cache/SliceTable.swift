import ChatDomain
import SQLite

/// Identifies a slice of a room's timeline. The id of a removed slice is not reused.
struct SliceID: RawRepresentable, Hashable, Sendable {
  let rawValue: Int64
}

/// A run of a room's timeline without a gap.
struct CachedSlice: Hashable, Sendable {
  let id: SliceID
  let room: ChannelID
  /// The server's token towards older events; nil: the slice begins with the room.
  var before: String?
  /// The server's token towards newer events.
  var after: String?
  /// Whether it reaches the current end of the timeline.
  var isLive: Bool
}

/// The slices of each timeline: its stretches without a gap.
struct SliceTable {
  let cache: MatrixCache

  /// The slices of a room in timeline order; empty slices come last.
  func of(_ room: ChannelID) throws(CacheFault) -> [CachedSlice] {
    guard let number = try cache.number(of: room) else { return [] }
    var slices: [CachedSlice] = []
    try cache.connection.rows(
      "SELECT number, before, after, live FROM slice WHERE room = ? ORDER BY number", [.integer(number)]
    ) {
      slices.append(
        CachedSlice(
          id: SliceID(rawValue: $0.integer(0)), room: room, before: $0.textIfAny(1), after: $0.textIfAny(2),
          isLive: $0.flag(3)))
    }
    var places: [SliceID: Timetoken] = [:]
    for slice in slices { places[slice.id] = try bounds(of: slice.id)?.lowest }
    return slices.sorted { one, other in
      switch (places[one.id], places[other.id]) {
      case (let place?, let otherPlace?) where place != otherPlace: place < otherPlace
      case (.some, nil): true
      case (nil, .some): false
      default: one.id.rawValue < other.id.rawValue
      }
    }
  }

  /// The live slice; nil if nothing of the room was received.
  func live(of room: ChannelID) throws(CacheFault) -> CachedSlice? {
    guard let number = try cache.number(of: room) else { return nil }
    return try cache.connection.first(
      "SELECT number, before, after FROM slice WHERE room = ? AND live = 1", .integer(number)
    ) {
      CachedSlice(
        id: SliceID(rawValue: $0.integer(0)), room: room, before: $0.textIfAny(1), after: $0.textIfAny(2),
        isLive: true)
    }
  }

  /// Adds a slice. A new live slice replaces the previous one as live.
  func make(
    in room: ChannelID, before: String?, after: String?, isLive: Bool
  ) throws(CacheFault) -> CachedSlice {
    let number = try cache.newNumber(of: room)
    if isLive {
      try cache.connection.run("UPDATE slice SET live = 0 WHERE room = ? AND live = 1", .integer(number))
    }
    let made = try cache.connection.first(
      "INSERT INTO slice (room, before, after, live) VALUES (?, ?, ?, ?) RETURNING number",
      .integer(number), .text(before), .text(after), .flag(isLive)
    ) { SliceID(rawValue: $0.integer(0)) }
    guard let made else { throw .damaged }
    return CachedSlice(id: made, room: room, before: before, after: after, isLive: isLive)
  }

  /// Saves a changed slice. A removed slice is not added again.
  func save(_ slice: CachedSlice) throws(CacheFault) {
    try cache.connection.run(
      "UPDATE slice SET before = ?, after = ?, live = ? WHERE number = ?", .text(slice.before),
      .text(slice.after), .flag(slice.isLive), .integer(slice.id.rawValue))
  }

  /// The lowest and the highest token of a slice's events, shown or not; nil if it has no events.
  func bounds(of slice: SliceID) throws(CacheFault) -> (lowest: Timetoken, highest: Timetoken)? {
    // One index lookup for each end, of listed events and of the others.
    var tokens: [Timetoken] = []
    for listed in [0, 1] {
      for order in ["ASC", "DESC"] {
        try cache.connection.rows(
          "SELECT token FROM event WHERE slice = ? AND listed = \(listed) ORDER BY token \(order) LIMIT 1",
          [.integer(slice.rawValue)]
        ) { tokens.append($0.token(0)) }
      }
    }
    guard let lowest = tokens.min(), let highest = tokens.max() else { return nil }
    return (lowest, highest)
  }

  /// Joins two adjacent slices: the newer slice gets the events of the older slice, and its token towards older events.
  ///
  /// - Returns: the slice with the events of both; nil if they overlap, and the older one was dropped.
  @discardableResult
  func join(_ older: CachedSlice, to newer: CachedSlice) throws(CacheFault) -> CachedSlice? {
    precondition(older.id != newer.id, "a slice is not joined to itself")
    return try cache.transaction { () throws(CacheFault) in
      let (end, start) = (try bounds(of: older.id)?.highest, try bounds(of: newer.id)?.lowest)
      let isInOrder = if let end, let start { end < start } else { true }
      guard isInOrder, older.room == newer.room else {
        try drop(older)
        return nil
      }
      try cache.connection.run(
        "UPDATE event SET slice = ? WHERE slice = ?", .integer(newer.id.rawValue), .integer(older.id.rawValue)
      )
      try cache.connection.run("DELETE FROM slice WHERE number = ?", .integer(older.id.rawValue))
      var joined = newer
      joined.before = older.before
      try save(joined)
      return joined
    }
  }

  /// Removes a slice. Its events stay without one, and can be found by id or words.
  func drop(_ slice: CachedSlice) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      try cache.connection.run("UPDATE event SET slice = NULL WHERE slice = ?", .integer(slice.id.rawValue))
      try cache.connection.run("DELETE FROM slice WHERE number = ?", .integer(slice.id.rawValue))
    }
  }
}

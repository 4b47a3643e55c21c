import ChatDomain

/// The scroll position: at the newest message, or with a given message at the lower edge. It is anchored to a message, so
/// nothing moves when new messages arrive.
struct TimelineScroll: Equatable {
  enum Hold: Equatable {
    case newest
    /// With this number of the message's lines below the edge.
    case message(MessageID, hidden: Int)
  }

  var hold = Hold.newest

  /// The unit at the lower edge and the number of its lines below it.
  func bottom(index: (MessageID) -> Int?, count: Int) -> (unit: Int, hidden: Int) {
    guard case .message(let id, let hidden) = hold, let unit = index(id) else { return (count - 1, 0) }
    return (unit, hidden)
  }

  /// Moves by lines, up if positive. Stops when the oldest unit is at the upper edge, and at the newest one.
  ///
  /// - Returns: whether it could not move up as far as requested.
  mutating func move(
    by lines: Int, rows: Int, ids: (Int) -> MessageID, index: (MessageID) -> Int?, count: Int,
    height: (Int) -> Int
  ) -> Bool {
    guard count > 0 else { return lines > 0 }
    var (unit, hidden) = bottom(index: index, count: count)
    hidden += lines
    while hidden >= height(unit), unit > 0 {
      hidden -= height(unit)
      unit -= 1
    }
    while hidden < 0, unit < count - 1 {
      unit += 1
      hidden += height(unit)
    }
    let isShort = fillScreen(&unit, &hidden, rows: rows, count: count, height: height)
    hold = unit == count - 1 && hidden <= 0 ? .newest : .message(ids(unit), hidden: max(0, hidden))
    return isShort
  }

  /// Keeps the oldest unit at the upper edge: if rows are missing above it, scrolls down to fill them.
  ///
  /// - Returns: whether any were missing.
  private func fillScreen(
    _ unit: inout Int, _ hidden: inout Int, rows: Int, count: Int, height: (Int) -> Int
  ) -> Bool {
    hidden = min(hidden, max(0, height(unit) - 1))
    var shown = -hidden
    for above in stride(from: unit, through: 0, by: -1) {
      shown += height(above)
      if shown >= rows { return false }
    }
    // Fills the missing lines from below.
    var missing = rows - shown
    while missing > 0, hidden > 0 || unit < count - 1 {
      if hidden == 0 {
        unit += 1
        hidden = height(unit)
      }
      let step = min(missing, hidden)
      hidden -= step
      missing -= step
    }
    return true
  }
}

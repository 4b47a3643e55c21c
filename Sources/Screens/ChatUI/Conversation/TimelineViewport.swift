import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// The visible part of a timeline: its size, the scroll position, and the height of each message.
final class TimelineViewport {
  /// The scroll position. It is anchored to a message, so nothing moves when new messages arrive.
  enum Scroll: Equatable {
    case newest
    /// A message at the lower edge, with `hidden` of its lines below the edge.
    case message(MessageID, hidden: Int)
  }

  private(set) var scroll = Scroll.newest
  /// The number of rows the messages have on the screen, and their width in columns.
  private(set) var rows = 1
  private(set) var columns = 1
  private(set) var layout = MessageLayout()
  private var showsSigns = false
  private var measure = TimelineMeasure(width: 1)
  /// The unit at the lower edge in the last frame, and how many of its lines were visible.
  private var edge: (unit: Int, lines: Int) = (0, 0)
  /// The cached heights of units in lines, valid for one revision and one read mark.
  private(set) var heights: (revision: Int, readMark: Timetoken?, lines: [Int: Int]) = (0, nil, [:])

  /// The cached items of units, reused from measuring to drawing, and from one page to the next. They are valid as long as the
  /// heights, and at most until the minute changes, because times may be shown relative to now.
  private var keptUnits: [Int: [TimelineItem]] = [:]
  private var keptMinute: Int64 = 0
  /// Several screens of units. Beyond this the whole cache is dropped, including the units measured for the next page.
  private static let mostKept = 512

  /// Whether the view follows the newest message.
  var isAtNewest: Bool { scroll == .newest }

  /// Sets the available space.
  ///
  /// - Parameters:
  ///   - showsSigns: whether the theme marks mentions by signs.
  ///   - blocks: the cache of wrapped messages; another cache takes effect only when the layout changes.
  /// - Returns: whether the appearance of messages has changed, apart from their width.
  func fit(_ size: Size, _ layout: MessageLayout, showsSigns: Bool, reusing blocks: MessageBlocks) -> Bool {
    rows = max(1, size.rows)
    let looksDifferent = showsSigns != self.showsSigns || layout != self.layout
    guard columns != size.columns || looksDifferent else { return false }
    // The hidden lines below the edge were counted in the old layout.
    if layout != self.layout, case .message(let id, _) = scroll { hold(id) }
    columns = size.columns
    self.showsSigns = showsSigns
    self.layout = layout
    measure = TimelineMeasure(width: columns, layout: layout, showsSigns: showsSigns, reusing: blocks)
    heights.lines = [:]
    forgetUnits()
    return looksDifferent
  }

  /// Scrolls by lines, up if positive. Stops when the oldest unit is at the upper edge, or the newest unit at the lower edge.
  ///
  /// - Returns: whether there were fewer lines above than requested.
  func scroll(by lines: Int, in units: TimelineUnits) -> Bool {
    let last = units.messages.count - 1
    guard last >= 0 else { return lines > 0 }
    var (unit, hidden) = bottom(of: units)
    hidden += lines
    while hidden >= height(of: unit, in: units), unit > 0 {
      hidden -= height(of: unit, in: units)
      unit -= 1
    }
    while hidden < 0, unit < last {
      unit += 1
      hidden += height(of: unit, in: units)
    }
    let isShort = fillScreen(&unit, &hidden, in: units)
    scroll = unit == last && hidden <= 0 ? .newest : .message(units.messages[unit].id, hidden: max(0, hidden))
    return isShort
  }

  /// Keeps the oldest unit at the upper edge: if rows are missing above it, scrolls down to fill them.
  ///
  /// - Returns: whether any were missing.
  private func fillScreen(_ unit: inout Int, _ hidden: inout Int, in units: TimelineUnits) -> Bool {
    hidden = min(hidden, max(0, height(of: unit, in: units) - 1))
    var shown = -hidden
    for above in stride(from: unit, through: 0, by: -1) {
      shown += height(of: above, in: units)
      if shown >= rows { return false }
    }
    // Fills the missing lines from below.
    var missing = rows - shown
    while missing > 0, hidden > 0 || unit < units.messages.count - 1 {
      if hidden == 0 {
        unit += 1
        hidden = height(of: unit, in: units)
      }
      let step = min(missing, hidden)
      hidden -= step
      missing -= step
    }
    return true
  }

  /// Fills rows that are missing above the lower edge, as after the screen has grown.
  func fillRows(in units: TimelineUnits) {
    guard case .message = scroll, !units.messages.isEmpty else { return }
    var (unit, hidden) = bottom(of: units)
    _ = fillScreen(&unit, &hidden, in: units)
    scroll = .message(units.messages[unit].id, hidden: max(0, hidden))
  }

  /// Scrolls to the newest message, and follows new ones.
  func holdNewest() { scroll = .newest }

  /// Keeps a message at the lower edge.
  func hold(_ message: MessageID) { scroll = .message(message, hidden: 0) }

  /// The height of the message that is partly below the edge; nil if there is none.
  func heightAtEdge(in units: TimelineUnits) -> Int? {
    guard case .message(let id, let hidden) = scroll, hidden > 0 else { return nil }
    return units.index(id).map { height(of: $0, in: units) }
  }

  /// Keeps the lines above the lower edge in place after the message at the edge has changed its height.
  ///
  /// - Parameter old: its previous height in lines.
  func keepPlace(from old: Int, in units: TimelineUnits) {
    guard case .message(let id, let hidden) = scroll, let new = heightAtEdge(in: units) else { return }
    scroll = .message(id, hidden: max(0, hidden + new - old))
  }

  /// Records what is at the lower edge.
  func rememberEdge(in units: TimelineUnits) {
    let bottom = bottom(of: units)
    edge = units.messages.isEmpty ? (0, 0) : (bottom.unit, height(of: bottom.unit, in: units) - bottom.hidden)
  }

  /// Whether a change removes the message that is kept at the lower edge.
  func holds(_ change: TimelineChange) -> Bool {
    guard case .removed(let removed) = change, case .message(removed, _) = scroll else { return false }
    return true
  }

  /// Keeps the messages above the removed one in place, and fills the space from below.
  func keepPlaceOfRemoved(in units: TimelineUnits) {
    guard case .message(let id, _) = scroll, units.index(id) == nil,
      let last = units.messages.indices.last
    else { return }
    let above = min(max(0, edge.unit - 1), last)
    scroll = .message(units.messages[above].id, hidden: 0)
    if edge.unit > 0 { _ = scroll(by: -edge.lines, in: units) }
  }

  /// The unit at the lower edge, and how many of its lines are below it.
  func bottom(of units: TimelineUnits) -> (unit: Int, hidden: Int) {
    guard case .message(let id, let hidden) = scroll, let unit = units.index(id) else {
      return (units.messages.count - 1, 0)
    }
    return (unit, hidden)
  }

  /// Scrolls no further than needed to make the message at an index visible, or its first lines if not all fit.
  func reveal(_ chosen: Int, in units: TimelineUnits) {
    let bottom = bottom(of: units)
    let excess = height(of: chosen, in: units) - rows
    if excess > 0 {
      // Its end is visible.
      if chosen == bottom.unit, bottom.hidden == 0 { return }
      // The date and the unread mark above it have one line each, and are left out first.
      let dividers = unit(at: chosen, in: units).count - 1
      return end(at: chosen, hidden: max(0, excess - dividers), in: units)
    }
    if chosen > bottom.unit || (chosen == bottom.unit && bottom.hidden > 0) {
      return end(at: chosen, hidden: 0, in: units)
    }
    var lines = -bottom.hidden
    for index in stride(from: bottom.unit, through: chosen, by: -1) {
      lines += height(of: index, in: units)
      guard lines <= rows + height(of: index, in: units) * 2 else { break }
    }
    guard lines > rows else { return }
    moveToTop(chosen, in: units)
  }

  private func moveToTop(_ chosen: Int, in units: TimelineUnits) {
    var unit = chosen
    var filled = 0
    while filled < rows, unit < units.messages.count {
      filled += height(of: unit, in: units)
      unit += 1
    }
    end(at: unit - 1, hidden: max(0, filled - rows), in: units)
  }

  /// Makes a unit the last visible one, without its last `hidden` lines.
  private func end(at unit: Int, hidden: Int, in units: TimelineUnits) {
    let isNewest = unit == units.messages.count - 1 && hidden == 0
    scroll = isNewest ? .newest : .message(units.messages[unit].id, hidden: hidden)
  }

  /// The height of a unit in lines.
  func height(of index: Int, in units: TimelineUnits) -> Int {
    forgetIfOutdated(for: units)
    if let known = heights.lines[index] { return known }
    let height = measure.height(of: unit(at: index, in: units))
    heights.lines[index] = height
    return height
  }

  /// The first column at which the end of the longest cut line of code in a unit is visible.
  func lastCodeColumn(of index: Int, in units: TimelineUnits) -> Int {
    measure.lastCodeColumn(of: unit(at: index, in: units))
  }

  /// Measures the units of the visible page and of the page above it.
  ///
  /// - Returns: whether there is a whole page above.
  func measurePageAbove(in units: TimelineUnits) -> Bool {
    let bottom = bottom(of: units)
    var lines = -bottom.hidden
    for index in stride(from: bottom.unit, through: 0, by: -1) {
      guard lines < 2 * rows else { return true }
      lines += height(of: index, in: units)
    }
    return lines >= 2 * rows
  }

  /// The items of a unit.
  func unit(at index: Int, in units: TimelineUnits) -> [TimelineItem] {
    forgetIfOutdated(for: units)
    if let kept = keptUnits[index] { return kept }
    let items = units.unit(at: index)
    // Units with files are not cached, because their pictures change without a refresh: pictures out of sight are evicted, and
    // their failures are forgotten.
    guard units.messages[index].files.isEmpty else { return items }
    if keptUnits.count == Self.mostKept { forgetUnits() }
    keptUnits[index] = items
    return items
  }

  /// Call when the place is left; it is refreshed before it is shown again.
  func forgetUnits() { keptUnits = [:] }

  private func forgetIfOutdated(for units: TimelineUnits) {
    if keptMinute != units.clock.minute {
      keptMinute = units.clock.minute
      forgetUnits()
    }
    guard heights.revision != units.revision || heights.readMark != units.readMark else { return }
    heights = (units.revision, units.readMark, [:])
    forgetUnits()
  }
}

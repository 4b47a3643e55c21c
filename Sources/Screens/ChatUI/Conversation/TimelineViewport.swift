import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// The part of a timeline that is on the screen: its size, the reading position, and how many lines each message takes.
final class TimelineViewport {
  private(set) var scroll = TimelineScroll()
  /// The number of rows the messages have on the screen, and their width in columns.
  private(set) var rows = 1
  private(set) var columns = 1
  private(set) var layout = MessageLayout()
  private var showsSigns = false
  private var measure = TimelineMeasure(width: 1)
  /// The unit that was at the lower edge in the last frame, and how many of its lines were in sight.
  private var edge: (unit: Int, lines: Int) = (0, 0)
  /// The cached heights of units in lines, valid while nothing in them changes: scrolling asks for the same ones
  /// repeatedly.
  private(set) var heights: (revision: Int, readMark: Timetoken?, lines: [Int: Int]) = (0, nil, [:])

  /// The items of units, kept from where they are measured to where they are shown, and from one page to the next. They are
  /// valid as long as the heights, and within one minute, as their times may be words.
  private var keptUnits: [Int: [TimelineItem]] = [:]
  private var keptMinute: Int64 = 0
  /// Many screens: where there are more, all are forgotten, and what was measured for the next page with them.
  private static let mostKept = 512

  /// Whether it stays with the newest message.
  var isAtNewest: Bool { scroll.hold == .newest }

  /// Sets the available space.
  ///
  /// - Parameters:
  ///   - showsSigns: whether the theme marks mentions by signs.
  ///   - blocks: where wrapped messages are kept; it is read only when the layout changes.
  /// - Returns: whether that changes how messages look.
  func fit(_ size: Size, _ layout: MessageLayout, showsSigns: Bool, reusing blocks: MessageBlocks) -> Bool {
    rows = max(1, size.rows)
    let looksDifferent = showsSigns != self.showsSigns || layout != self.layout
    guard columns != size.columns || looksDifferent else { return false }
    // Lines below the edge are those of another layout.
    if layout != self.layout, case .message(let id, _) = scroll.hold { hold(id) }
    columns = size.columns
    self.showsSigns = showsSigns
    self.layout = layout
    measure = TimelineMeasure(width: columns, layout: layout, showsSigns: showsSigns, reusing: blocks)
    heights.lines = [:]
    forgetUnits()
    return looksDifferent
  }

  /// Scrolls by lines, up if positive.
  ///
  /// - Returns: whether there were fewer lines above than requested.
  func scroll(by lines: Int, in units: TimelineUnits) -> Bool {
    scroll.move(
      by: lines, rows: rows, ids: { units.messages[$0].id }, index: units.index,
      count: units.messages.count, height: { self.height(of: $0, in: units) })
  }

  /// Goes to the newest message, and stays there when others arrive.
  func holdNewest() { scroll.hold = .newest }

  /// Keeps a message at the lower edge.
  func hold(_ message: MessageID) { scroll.hold = .message(message, hidden: 0) }

  /// The lines of the message of which some are below the edge; nil if there is none.
  func heightAtEdge(in units: TimelineUnits) -> Int? {
    guard case .message(let id, let hidden) = scroll.hold, hidden > 0 else { return nil }
    return units.index(id).map { height(of: $0, in: units) }
  }

  /// Has that message grow below the edge, where nobody reads.
  ///
  /// - Parameter old: the lines it had.
  func keepPlace(from old: Int, in units: TimelineUnits) {
    guard case .message(let id, let hidden) = scroll.hold, let new = heightAtEdge(in: units) else { return }
    scroll.hold = .message(id, hidden: max(0, hidden + new - old))
  }

  /// Notes what is at the lower edge.
  func rememberEdge(in units: TimelineUnits) {
    let bottom = bottom(of: units)
    edge = units.messages.isEmpty ? (0, 0) : (bottom.unit, height(of: bottom.unit, in: units) - bottom.hidden)
  }

  /// Whether a change takes away the message that is kept at the lower edge.
  func holds(_ change: TimelineChange) -> Bool {
    guard case .removed(let removed) = change, case .message(removed, _) = scroll.hold else { return false }
    return true
  }

  /// What is above the message that was at the lower edge stays where it is, and what was below comes into sight.
  func keepPlaceOfRemoved(in units: TimelineUnits) {
    guard case .message(let id, _) = scroll.hold, units.index(id) == nil,
      let last = units.messages.indices.last
    else { return }
    let above = min(max(0, edge.unit - 1), last)
    scroll.hold = .message(units.messages[above].id, hidden: 0)
    if edge.unit > 0 { _ = scroll(by: -edge.lines, in: units) }
  }

  /// The unit at the lower edge, and how many of its lines are below it.
  func bottom(of units: TimelineUnits) -> (unit: Int, hidden: Int) {
    scroll.bottom(index: units.index, count: units.messages.count)
  }

  /// Scrolls no further than needed to make the message at an index visible.
  func reveal(_ chosen: Int, in units: TimelineUnits) {
    let bottom = bottom(of: units)
    if chosen > bottom.unit || (chosen == bottom.unit && bottom.hidden > 0) {
      let isLast = chosen == units.messages.count - 1
      scroll.hold = isLast ? .newest : .message(units.messages[chosen].id, hidden: 0)
      return
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
    let hidden = max(0, filled - rows)
    let isNewest = unit == units.messages.count && hidden == 0
    scroll.hold = isNewest ? .newest : .message(units.messages[unit - 1].id, hidden: hidden)
  }

  /// The lines that a unit takes.
  func height(of index: Int, in units: TimelineUnits) -> Int {
    forgetIfOutdated(for: units)
    if let known = heights.lines[index] { return known }
    let height = measure.height(of: unit(at: index, in: units))
    heights.lines[index] = height
    return height
  }

  /// The first column at which the longest line of cut code in a unit is shown to its end.
  func lastCodeColumn(of index: Int, in units: TimelineUnits) -> Int {
    measure.lastCodeColumn(of: unit(at: index, in: units))
  }

  /// Measures the units of what is shown and of a page above it.
  ///
  /// - Returns: whether there is a whole page.
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
    // What is shown of files changes without a refresh: once nobody sees a picture it is dropped, or why it failed forgotten.
    guard units.messages[index].files.isEmpty else { return items }
    if keptUnits.count == Self.mostKept { forgetUnits() }
    keptUnits[index] = items
    return items
  }

  /// Call when the place is left: it would be refreshed before anybody sees it again.
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

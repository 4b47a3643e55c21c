import TerminalScreen

/// How the sidebar divides its rows.
///
/// No section disappears as long as a row fits below its heading. If there is not enough room, the second lines disappear first:
/// of threads, then of direct conversations, then of channels. After that the sections share the rows, and each says how many
/// more entries it has.
struct SidebarParts: Hashable, Sendable {
  /// From top to bottom.
  let all: [SidebarPart]
  /// The row of the frame with the number of drafts; nil if there are none.
  private(set) var draftsRow: Int?

  /// - Parameter rect: the sidebar with its frame (`ScreenLayout.sidebar`).
  init(_ sidebar: SidebarState, in rect: Rect) {
    var rest = Rect(
      column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: rect.rows - 2)
    let sections = sidebar.sections
    let counts = sections.map { Counts(of: $0, sidebar) }
    let last = sections.count - 1
    var lines = rest.rows - min(1, counts[0].rows)
    var hasHeading = [true] + Array(repeating: false, count: last)
    // Everyone has conversations and threads, so they take precedence over spaces.
    for index in [last - 1, last] + Array(1..<last - 1) {
      hasHeading[index] = counts[index].takesHeading(of: &lines)
    }
    if sidebar.draftCount > 0, lines > 0 {
      // The number of drafts has the last line in the frame, because nothing is listed below it.
      draftsRow = rest.takeBottom(1).row
    }
    let wanted = counts.indices.map { hasHeading[$0] ? counts[$0].rows : 0 }
    let room = rest.rows - hasHeading.dropFirst().count { $0 }
    let heights = Self.heights(wanted, sections, in: room)
    let shares = Self.shares(of: room, among: zip(wanted, heights).map { $0 * $1 })

    func part(_ index: Int, in rect: Rect, heading: Int?) -> SidebarPart {
      let height = hasHeading[index] ? heights[index] : 1
      return SidebarPart(
        of: sections[index], counts[index], in: rect, rowsOfEntry: height, headingRow: heading)
    }
    var parts = [part(0, in: rest.takeTop(shares[0]), heading: rect.row)]
    // Threads are at the bottom; free rows are above them.
    let bottom = rest.takeBottom(shares[last])
    let threads = part(last, in: bottom, heading: hasHeading[last] ? rest.takeBottom(1).row : nil)
    for index in 1..<last {
      let heading = hasHeading[index] ? rest.takeTop(1).row : nil
      parts.append(part(index, in: rest.takeTop(shares[index]), heading: heading))
    }
    all = parts + [threads]
    empty = rest
  }

  /// The free rows.
  let empty: Rect

  /// The rows of the headings within the frame, and of the number of drafts. The first heading is in the frame's upper edge.
  var innerHeadingRows: [Int] { (all.dropFirst().map(\.headingRow) + [draftsRow]).compactMap { $0 } }

  /// The lines of an entry of each section: two, as long as there is room for the second ones.
  private static func heights(_ wanted: [Int], _ sections: [SidebarSection], in room: Int) -> [Int] {
    for way in [(2, 2, 2), (2, 2, 1), (2, 1, 1), (1, 2, 1)] {
      let heights = sections.map { section in
        switch section {
        case .channels, .space: way.0
        case .directs: way.1
        case .threads: way.2
        }
      }
      if zip(wanted, heights).map({ $0 * $1 }).reduce(0, +) <= room { return heights }
    }
    return sections.map { _ in 1 }
  }

  /// Divides lines: no section gets more than it needs, and those that get less get equal shares.
  private static func shares(of lines: Int, among wanted: [Int]) -> [Int] {
    var shares = wanted.map { _ in 0 }
    var left = max(0, lines)
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    for (number, index) in order.enumerated() {
      shares[index] = min(wanted[index], left / (order.count - number))
      left -= shares[index]
    }
    return shares
  }

  /// The entries of a section.
  struct Counts {
    /// The number of entries to list, known or not.
    let rows: Int
    /// The number of known entries, which come first.
    let known: Int
    /// The index of the open entry.
    let open: Int?
    let isFolded: Bool
    let beyond: RowsBeyond

    init(of section: SidebarSection, _ sidebar: SidebarState) {
      beyond = sidebar.beyond[section] ?? RowsBeyond()
      isFolded = sidebar.folded.contains(section)
      let isOpen = sidebar.areOpen(in: section)
      known = isOpen.count
      rows = isOpen.count + (isFolded ? 0 : beyond.count)
      open = isOpen.firstIndex(of: true)
    }

    /// Takes the lines of the heading and of one entry, if there is an entry and room for it.
    func takesHeading(of lines: inout Int) -> Bool {
      let needed = 1 + min(1, rows)
      guard rows + beyond.count > 0, lines >= needed else { return false }
      lines -= needed
      return true
    }
  }
}

/// A section of the sidebar on the screen.
struct SidebarPart: Hashable, Sendable {
  let section: SidebarSection
  /// The row of the frame with its heading; nil if the section is empty, or there is no room.
  let headingRow: Int?
  /// The lines of its entries.
  let entries: Rect
  /// The lines of each entry: two, or one without its second line.
  let height: Int
  /// The index of the first entry shown.
  let first: Int
  /// The line with the number of further entries; empty if all are shown.
  let rest: Rect
  /// The number of the state's entries that are not shown, and the entries that it leaves out.
  let hiddenCount: Int
  let beyond: RowsBeyond
  let isFolded: Bool

  init(
    of section: SidebarSection, _ counts: SidebarParts.Counts, in rect: Rect, rowsOfEntry height: Int,
    headingRow: Int?
  ) {
    self.section = section
    self.headingRow = headingRow
    self.height = height
    isFolded = counts.isFolded
    beyond = counts.beyond
    var lines = rect
    let isCut = lines.rows < counts.rows * height
    // If there is only one line, it shows an entry.
    rest = isCut && lines.rows > 1 ? lines.takeBottom(1) : lines.takeBottom(0)
    entries = lines
    let shown = min(lines.rows / height, counts.known)
    // Shows the open entry and the next one, to which the next step leads.
    first = max(0, min(counts.known - shown, (counts.open ?? 0) - shown + (shown > 1 ? 2 : 1)))
    hiddenCount = counts.rows - shown
  }

  /// The indices of the shown entries in the state.
  var shown: Range<Int> { first..<first + entries.rows / height }

  /// The index of the entry at a position.
  func index(at position: Position) -> Int? {
    entries.contains(position) ? first + (position.row - entries.row) / height : nil
  }
}

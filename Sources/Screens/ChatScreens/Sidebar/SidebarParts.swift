import TerminalScreen

/// How the sidebar divides its rows.
///
/// No section vanishes as long as a row fits under its heading. If there is not enough room, the second lines fold
/// away first: those of threads, then those of direct conversations, then those of channels. After that the sections
/// share the rows, and each says how many more it has.
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
    // Conversations and threads are there for everybody, and so come before spaces.
    for index in [last - 1, last] + Array(1..<last - 1) {
      hasHeading[index] = counts[index].takesHeading(of: &lines)
    }
    if sidebar.draftCount > 0, lines > 0 {
      // The number of drafts has its own line right above the frame's end, because nothing is listed under it.
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
    // Threads are at the bottom, whatever is left free above them.
    let bottom = rest.takeBottom(shares[last])
    let threads = part(last, in: bottom, heading: hasHeading[last] ? rest.takeBottom(1).row : nil)
    for index in 1..<last {
      let heading = hasHeading[index] ? rest.takeTop(1).row : nil
      parts.append(part(index, in: rest.takeTop(shares[index]), heading: heading))
    }
    all = parts + [threads]
    empty = rest
  }

  /// What is left.
  let empty: Rect

  /// Whether a section is where it was.
  func keeps(_ part: SidebarPart, of before: SidebarParts) -> Bool { before.all.contains(part) }

  /// Whether a row belongs to such a section.
  func keeps(row: Int, of before: SidebarParts) -> Bool {
    all.contains { $0.contains(row: row) && keeps($0, of: before) }
  }

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

  /// Divides lines so that nobody gets more than wanted, and who has to do with less gets as much as the others.
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

  /// What a section has to show.
  struct Counts {
    /// The number of entries to list, known or not.
    let rows: Int
    /// The number of those that are known: the first so many.
    let known: Int
    /// The index of the open one among them.
    let open: Int?
    let isFolded: Bool
    let beyond: RowsBeyond

    init(of section: SidebarSection, _ sidebar: SidebarState) {
      beyond = sidebar.beyond[section] ?? RowsBeyond()
      isFolded = sidebar.folded.contains(section)
      let isOpen =
        section == .threads
        ? sidebar.$threads.map(\.wrappedValue.isOpen)
        : sidebar.channels(in: section).map(\.wrappedValue.isOpen)
      known = isOpen.count
      rows = isOpen.count + (isFolded ? 0 : beyond.count)
      open = isOpen.firstIndex(of: true)
    }

    /// Takes the lines of the heading and of one entry, if there is something to show and room for it.
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
  /// The row of the frame with its heading; nil if the section has nothing, or no room.
  let headingRow: Int?
  /// The lines with its entries.
  let entries: Rect
  /// The lines of each entry: two, or one without its second line.
  let height: Int
  /// The index of the first entry shown.
  let first: Int
  /// The line that says how many more there are; empty if all are shown.
  let rest: Rect
  /// What is not shown of the entries that the state has, and what it left out.
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
    // The last line is worth more as an entry if there is no other.
    rest = isCut && lines.rows > 1 ? lines.takeBottom(1) : lines.takeBottom(0)
    entries = lines
    let shown = min(lines.rows / height, counts.known)
    // The open one is shown, and one behind it, so that one sees where the next step leads.
    first = max(0, min(counts.known - shown, (counts.open ?? 0) - shown + (shown > 1 ? 2 : 1)))
    hiddenCount = counts.rows - shown
  }

  func contains(row: Int) -> Bool {
    (entries.row..<entries.endRow).contains(row) || (rest.row..<rest.endRow).contains(row)
  }

  /// The indices of the entries that are shown, among those of the state.
  var shown: Range<Int> { first..<first + entries.rows / height }

  /// The index of the entry at a position.
  func index(at position: Position) -> Int? {
    entries.contains(position) ? first + (position.row - entries.row) / height : nil
  }
}

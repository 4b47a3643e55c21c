import TerminalScreen

/// How the sidebar divides its rows.
///
/// No section disappears as long as a row fits below its heading. If there is not enough room, the second lines disappear first: of
/// threads, then of direct conversations, then of channels; as many entries as possible keep their second line. If not even the
/// first lines fit, the sections share the rows, and each says how many more entries it has.
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
    let tall = Self.tall(wanted, in: room)
    let shares = zip(wanted, tall).map(+).shares(of: room)

    func part(_ index: Int, in rect: Rect, heading: Int?) -> SidebarPart {
      SidebarPart(of: sections[index], counts[index], in: rect, tall: tall[index], headingRow: heading)
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

  /// The number of entries of each section, from the first one, that have a second line: all entries if there is room for them, or
  /// else as many as fit.
  private static func tall(_ wanted: [Int], in room: Int) -> [Int] {
    var tall = wanted.map { _ in 0 }
    var free = max(0, room - wanted.reduce(0, +))
    for index in wanted.indices where wanted[index] <= free {
      tall[index] = wanted[index]
      free -= wanted[index]
    }
    for index in wanted.indices where tall[index] == 0 {
      tall[index] = min(wanted[index], free)
      free -= tall[index]
    }
    return tall
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
  /// The number of shown entries, from the first one, that have a second line.
  let tall: Int
  /// The index of the first entry shown.
  let first: Int
  /// The line with the number of further entries; empty if all are shown.
  let rest: Rect
  /// The number of entries that are not shown. Unless the section is folded, it includes those in `beyond`, which the state leaves
  /// out.
  let hiddenCount: Int
  let beyond: RowsBeyond
  let isFolded: Bool

  init(
    of section: SidebarSection, _ counts: SidebarParts.Counts, in rect: Rect, tall: Int, headingRow: Int?
  ) {
    self.section = section
    self.headingRow = headingRow
    self.tall = tall
    isFolded = counts.isFolded
    beyond = counts.beyond
    var lines = rect
    let isCut = lines.rows < counts.rows + tall
    // If there is only one line, it shows an entry.
    rest = isCut && lines.rows > 1 ? lines.takeBottom(1) : lines.takeBottom(0)
    entries = lines
    let shown = min(lines.rows - tall, counts.known)
    // Scrolls so that the open entry is shown and, if there is room, the one after it.
    first = max(0, min(counts.known - shown, (counts.open ?? 0) - shown + (shown > 1 ? 2 : 1)))
    hiddenCount = counts.rows - shown
  }

  /// The indices of the shown entries in the state.
  var shown: Range<Int> { first..<first + entries.rows - tall }

  /// The lines of an entry.
  func height(of index: Int) -> Int { index < first + tall ? 2 : 1 }

  /// The index of the entry at a position.
  func index(at position: Position) -> Int? {
    guard entries.contains(position) else { return nil }
    let line = position.row - entries.row
    return first + (line < 2 * tall ? line / 2 : line - tall)
  }
}

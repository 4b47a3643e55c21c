import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// A row of a panel and the item it represents.
nonisolated struct PanelItem<ID: Hashable>: Hashable, Identifiable {
  let id: ID
  var row: PanelRow

  init(_ id: ID, _ row: PanelRow) {
    self.id = id
    self.row = row
  }

  var isChoice: Bool { row.kind == .item }
}

/// The rows of a panel, one of which is selected. Headings are skipped.
nonisolated struct SelectableRows<ID: Hashable>: Hashable {
  private(set) var items: [PanelItem<ID>] = []
  private(set) var selection = 0
  /// Whether the user, or the source, has chosen a row since the query changed.
  private(set) var isChosen = false
  /// The number of rows in a page: one less than were visible, so that one of them stays visible.
  private var page = 10

  init() {}

  var selected: ID? {
    guard items.indices.contains(selection), items[selection].isChoice else { return nil }
    return items[selection].id
  }

  /// Whether the selection is near enough to the end to load more.
  var isNearEnd: Bool { selection + page / 2 >= items.count }

  /// Replaces the rows. The selected item stays selected; if it is gone, the item at its position is selected.
  mutating func show(_ new: [PanelItem<ID>]) {
    let chosen = selected
    items = new
    if let chosen, let place = new.firstIndex(where: { $0.id == chosen }) {
      selection = place
    } else {
      select(nearest: selection)
    }
  }

  /// Replaces the rows and selects the first one, for the answer to another query.
  mutating func showFromStart(_ new: [PanelItem<ID>]) {
    items = new
    isChosen = false
    select(nearest: 0)
  }

  mutating func select(_ id: ID) {
    guard let place = items.firstIndex(where: { $0.id == id && $0.isChoice }) else { return }
    selection = place
    isChosen = true
  }

  /// - Returns: whether there is such a row, and it is not a heading.
  mutating func select(row: Int) -> Bool {
    guard items.indices.contains(row), items[row].isChoice else { return false }
    selection = row
    isChosen = true
    return true
  }

  /// Records the number of visible rows.
  mutating func wereShown(_ rows: Int) { page = max(1, rows - 1) }

  /// - Returns: whether the command is a movement.
  mutating func move(_ command: PanelCommand) -> Bool {
    switch command {
    case .next: step(by: 1)
    case .previous: step(by: -1)
    case .nextPage: step(by: page)
    case .previousPage: step(by: -page)
    case .first: select(nearest: 0)
    case .last: select(nearest: items.count - 1)
    case .accept, .dismiss, .remove, .removeAll, .restore, .toggle, .ignore, .answer, .markRead,
      .markAllRead:
      return false
    }
    isChosen = true
    return true
  }

  private mutating func step(by distance: Int) {
    let choices = items.indices.filter { items[$0].isChoice }
    guard let place = choices.firstIndex(of: selection) else { return select(nearest: selection) }
    selection = choices[min(max(0, place + distance), choices.count - 1)]
  }

  private mutating func select(nearest place: Int) {
    let place = min(max(0, place), max(0, items.count - 1))
    let following = items[place...].firstIndex { $0.isChoice }
    selection = following ?? items[..<place].lastIndex { $0.isChoice } ?? 0
  }
}

/// A row and the texts by which it is matched.
nonisolated struct Candidate<ID: Hashable> {
  let item: PanelItem<ID>
  let texts: [FoldedText]

  init(_ id: ID, _ row: PanelRow, matching texts: [String]) {
    item = PanelItem(id, row)
    self.texts = texts.map { FoldedText($0) }
  }
}

nonisolated extension FuzzyMatch {
  /// The matching rows, best first; equally good ones keep their order.
  func ranked<ID>(_ candidates: [Candidate<ID>], limit: Int = .max) -> [PanelItem<ID>] {
    if isEmpty { return candidates.prefix(limit).map(\.item) }
    var found: [(score: Int, index: Int)] = []
    for index in candidates.indices {
      if let score = best(of: candidates[index], atLeast: .scattered) { found.append((score, index)) }
    }
    found.sort { ($0.score, $1.index) > ($1.score, $0.index) }
    return found.prefix(limit).map { candidates[$0.index].item }
  }

  /// The rows that contain the query, in their own order: for lists sorted by time, and for long texts, in which
  /// scattered letters always match.
  func filtered<ID>(_ candidates: [Candidate<ID>]) -> [PanelItem<ID>] {
    candidates.compactMap { best(of: $0, atLeast: .inside) == nil ? nil : $0.item }
  }

  private func best<ID>(of candidate: Candidate<ID>, atLeast least: Fit) -> Int? {
    if isEmpty { return 0 }
    var best: Int?
    for text in candidate.texts {
      if let score = score(text, atLeast: least) { best = max(best ?? score, score) }
    }
    return best
  }
}

/// Formats a time for the width of a row: the time for today, the date for anything older.
struct RowClock {
  let calendar: any WallCalendar
  let clock: any ChatClock

  init(_ context: AppContext) {
    calendar = context.calendar
    clock = context.client.clock
  }

  func text(_ timestamp: Timestamp) -> String {
    let now = clock.now
    return calendar.dayNumber(timestamp) == calendar.dayNumber(now)
      ? calendar.time(timestamp) : calendar.day(timestamp, now: now)
  }

  /// The time for today, the date with the time for other days.
  func fullText(_ timestamp: Timestamp) -> String {
    let now = clock.now
    let time = calendar.time(timestamp)
    return calendar.dayNumber(timestamp) == calendar.dayNumber(now)
      ? time : "\(calendar.shortDay(timestamp, now: now)) \(time)"
  }
}

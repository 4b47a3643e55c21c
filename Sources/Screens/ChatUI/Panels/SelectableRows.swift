import ChatScreens

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
  /// The number of rows in a page: one less than were visible, so that one of them stays visible.
  private var page = 10

  init() {}

  var selected: ID? {
    guard items.indices.contains(selection), items[selection].isChoice else { return nil }
    return items[selection].id
  }

  /// Whether the selection is so near the end that more should be loaded.
  var isNearEnd: Bool { selection + page / 2 >= items.count }

  /// Replaces the rows. The selected item stays selected; if it is gone, the item that takes its place is selected.
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
    select(nearest: 0)
  }

  mutating func select(_ id: ID) {
    if let place = items.firstIndex(where: { $0.id == id && $0.isChoice }) { selection = place }
  }

  /// - Returns: whether there is such a row, and it is not a heading.
  mutating func select(row: Int) -> Bool {
    guard items.indices.contains(row), items[row].isChoice else { return false }
    selection = row
    return true
  }

  /// Records how many rows were visible.
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
    case .accept, .dismiss, .remove, .restore, .toggle, .ignore, .answer, .markRead, .markAllRead:
      return false
    }
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

/// A list whose rows come from the service or the store, page by page, and change while it is open.
protocol LoadedPanel: ListedPanel {
  var services: (any AppServices)? { get }
  /// Whether something has changed since the rows were made.
  var isStale: Bool { get set }
  /// The text shown while there are no rows.
  var note: String? { get }
  /// The items that match the query.
  func items() -> [PanelItem<ID>]
  func loadMore()
}

extension LoadedPanel {
  /// Makes the rows again for the next frame.
  func becomeStale() {
    isStale = true
    services?.setNeedsFrame()
  }

  /// Handles a page, or the failure to load it.
  func pageDidCome() {
    becomeStale()
    // A filter that leaves few rows may match more on the pages that are not loaded yet.
    guard !panel.query.isEmpty else { return }
    refresh()
    selectionDidMove()
  }

  func refresh() {
    guard isStale else { return }
    isStale = false
    panel.list.show(items())
    panel.note = note
  }

  func queryDidChange() {
    isStale = false
    panel.list.showFromStart(items())
    selectionDidMove()
    panel.note = note
  }

  func selectionDidMove() { if panel.list.isNearEnd { loadMore() } }
}

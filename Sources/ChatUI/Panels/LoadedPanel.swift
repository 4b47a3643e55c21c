/// A list whose rows come from the service or the store, page by page, and change while it is open.
protocol LoadedPanel: ListedPanel {
  var stage: (any Stage)? { get }
  /// Whether something happened since the rows were made.
  var isStale: Bool { get set }
  /// What stands there while there are no rows.
  var note: String? { get }
  /// What there is of what is looked for.
  func items() -> [PanelItem<ID>]
  func loadMore()
}

extension LoadedPanel {
  /// The rows are made anew for the next frame.
  func becomeStale() {
    isStale = true
    stage?.setNeedsFrame()
  }

  /// A page has come, or why there is none.
  func pageDidCome() {
    becomeStale()
    // A filter that leaves little may find more on the pages that are not there yet.
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

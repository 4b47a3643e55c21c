import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// The items of a list panel, and the actions of its keys.
protocol ListSource {
  associatedtype ID: Hashable

  var title: String { get }
  /// The pages from which the rows are made; empty if all items are known at once.
  var pages: [any ListPages] { get }
  /// The text shown instead of rows while a page is loaded, or after that failed.
  var progressNote: String? { get }
  /// The notice shown if a page could not be loaded while there are rows already; nil for none.
  var incompleteNotice: Notice? { get }
  /// The keys that have an effect here, with their meanings.
  var keys: KeyValuePairs<PanelCommand, String> { get }
  /// The last line of the panel.
  ///
  /// - Parameter keys: "Enter go there · Esc close".
  func hint(_ keys: String) -> String
  /// The items before they are filtered.
  func candidates() -> [Candidate<ID>]
  /// The rows for a query.
  func rows(of candidates: [Candidate<ID>], matching query: String) -> [PanelItem<ID>]
  /// The text shown if nothing matches the query.
  func note(for query: String) -> String

  /// Called once, before the panel is shown.
  func open(in list: ListPanel<Self>)
  /// Called before the rows for a changed query are made.
  func queryDidChange(to query: String)
  /// Performs a command on the selected row.
  func perform(_ command: PanelCommand, on id: ID) -> PanelOutcome
  /// Performs a command that concerns no row: restore, toggle, or mark all as read.
  ///
  /// - Returns: nil if it has no effect here.
  func perform(_ command: PanelCommand) -> PanelOutcome?
  /// Called after the panel was removed from the screen.
  func close()
}

extension ListSource {
  typealias Keys = KeyValuePairs<PanelCommand, String>

  var pages: [any ListPages] { [] }
  var progressNote: String? { pages.lazy.compactMap(\.note).first }
  var incompleteNotice: Notice? { nil }
  func hint(_ keys: String) -> String { keys }
  func candidates() -> [Candidate<ID>] { [] }
  func rows(of candidates: [Candidate<ID>], matching query: String) -> [PanelItem<ID>] {
    FuzzyMatch(query).filtered(candidates)
  }
  func open(in list: ListPanel<Self>) {}
  func queryDidChange(to query: String) {}
  func perform(_ command: PanelCommand) -> PanelOutcome? { nil }
  func close() {}
}

/// A panel with a query and rows. The panel handles movement, typing, filtering and loading; its source provides the items and
/// their actions.
final class ListPanel<Source: ListSource>: Panel {
  let source: Source
  private(set) var line: QueryLine
  private(set) var choices = SelectableRows<Source.ID>()
  private let keymap: Keymap
  /// Nil if nothing changes while the panel is open.
  private let context: AppContext?
  private var candidates: [Candidate<Source.ID>] = []
  /// The title, the hint and the note.
  private var texts = ListPanelState()
  /// When the query was changed.
  private var queriedAt: Timestamp?
  /// Rows cannot have been read if they are shown for less time than this.
  private static var shortestReading: Duration { .milliseconds(500) }
  /// Whether something has changed since the rows were made.
  private var isStale = true
  private var subscriptions: [Subscription] = []

  /// - Parameter line: the initial query.
  init(
    _ source: Source, keymap: Keymap, context: AppContext? = nil, line: QueryLine = QueryLine()
  ) {
    self.source = source
    self.keymap = keymap
    self.context = context
    self.line = line
    observe { [weak self] in
      for pages in self?.source.pages ?? [] { pages.handle($0) }
    }
    for pages in source.pages { pages.onEnd = { [weak self] in self?.pageDidEnd($0) } }
    source.open(in: self)
    refresh()
  }

  isolated deinit { unsubscribe() }

  /// The query, without surrounding blanks.
  var query: String { line.words }

  var state: PanelState {
    refresh()
    var state = texts
    state.query = line.text
    state.queryCaret = line.caret
    state.rows = choices.items.map(\.row)
    state.selection = choices.selection
    if !state.rows.isEmpty { state.note = nil }
    return .list(state)
  }

  // MARK: Keys

  func perform(_ command: PanelCommand) -> PanelOutcome {
    // The rows are not updated here: the key refers to the item that is visibly selected.
    if choices.move(command) {
      loadMoreNearEnd()
      return .stay
    }
    switch command {
    case .accept:
      guard let id = choices.selected else { return refusal }
      return refreshed(after: source.perform(.accept, on: id))
    case .remove, .ignore, .answer, .markRead:
      if let id = choices.selected { return refreshed(after: source.perform(command, on: id)) }
    case .restore, .toggle, .markAllRead, .removeAll:
      if let outcome = source.perform(command) { return refreshed(after: outcome) }
      if command == .restore { change { $0.undo() } }
    case .dismiss: return .close
    case .next, .previous, .nextPage, .previousPage, .first, .last: break
    }
    return .stay
  }

  /// The answer to Enter in an empty list. On the screen the list already shows the reason.
  private var refusal: PanelOutcome {
    guard let note = texts.note else { return .refuse(.refusal("the list is empty")) }
    return context?.isLineMode == false ? .stay : .refuse(.refusal(note))
  }

  /// Updates the rows at once: the next key may refer to the row that replaces a removed one.
  private func refreshed(after outcome: PanelOutcome) -> PanelOutcome {
    becomeStale()
    refresh()
    return outcome
  }

  func select(row: Int) -> Bool {
    guard choices.select(row: row) else { return false }
    loadMoreNearEnd()
    return true
  }

  func wereShown(rows: Int) { choices.wereShown(rows) }

  func type(_ text: String) -> PanelOutcome {
    change { $0.type(text) }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    change { $0.edit(command, ring) }
    return .stay
  }

  func close() {
    for pages in source.pages { pages.stop() }
    unsubscribe()
    source.close()
  }

  private func change(_ edit: (inout QueryLine) -> Bool) {
    let before = query
    _ = edit(&line)
    if query != before { showQuery() }
  }

  // MARK: For the source

  /// Rebuilds the rows for the next frame.
  func becomeStale() {
    isStale = true
    context?.setNeedsFrame()
  }

  /// Rebuilds the rows whenever something changes.
  ///
  /// - Parameter subscribe: the method of a controller that calls a closure with every change.
  func follow<Change>(_ subscribe: @MainActor (@escaping @MainActor (Change) -> Void) -> Subscription) {
    subscriptions.append(subscribe { [weak self] _ in self?.becomeStale() })
  }

  func observe(_ body: @escaping @MainActor (ClientNotice) -> Void) {
    if let client = context?.client { subscriptions.append(client.subscribe(body)) }
  }

  func replaceQuery(with line: QueryLine) {
    self.line = line
    showQuery()
  }

  /// Shows other items, from the first one.
  func startOver() {
    isStale = true
    showFromStart()
  }

  func select(_ id: Source.ID) {
    becomeStale()
    refresh()
    choices.select(id)
  }

  // MARK: Rows

  private func refresh() {
    guard isStale else { return }
    // Results that arrive right after a change of the query replace rows that cannot have been read yet: the selection
    // starts at the top.
    let now = context?.client.clock.now
    if !choices.isChosen, let queriedAt, let now, now >= queriedAt, now - queriedAt < Self.shortestReading {
      choices.showFromStart(makeRows())
    } else {
      choices.show(makeRows())
    }
    describe()
  }

  private func showQuery() {
    source.queryDidChange(to: query)
    showFromStart()
  }

  private func showFromStart() {
    queriedAt = context?.client.clock.now
    choices.showFromStart(makeRows())
    describe()
    loadMoreNearEnd()
  }

  private func makeRows() -> [PanelItem<Source.ID>] {
    if isStale { candidates = source.candidates() }
    isStale = false
    return source.rows(of: candidates, matching: query)
  }

  private func describe() {
    texts.title = source.title
    texts.hint = source.hint(keymap.hint(source.keys.map { (.panel($0.key), $0.value) }))
    texts.note = source.progressNote ?? source.note(for: query)
  }

  private func pageDidEnd(_ error: (any Error)?) {
    becomeStale()
    refresh()
    if let error, let notice = source.incompleteNotice, !choices.items.isEmpty {
      context?.say(notice, because: error)
    }
    // A filter that leaves few rows may match more on the pages that are not loaded yet.
    loadMoreNearEnd()
  }

  private func loadMoreNearEnd() {
    guard choices.isNearEnd else { return }
    for pages in source.pages { pages.loadMore() }
  }

  private func unsubscribe() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
  }
}

extension AppContext {
  /// Shows a list over the screen.
  ///
  /// - Parameter line: the initial query.
  func showList(_ source: some ListSource, line: QueryLine = QueryLine()) {
    show(ListPanel(source, keymap: keymap, context: self, line: line))
  }
}

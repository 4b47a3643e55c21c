package import ChatDomain

/// A sorted list that the service delivers in pages: what is loaded of it, where it continues, and when all of it must be
/// requested again.
package final class PagedList<Row: SortedRow> {
  package typealias Change = ListChange<Row.ID>

  package var rows = SortedList<Row>()
  /// Where the next page begins; nil before the first and after the last one.
  package private(set) var cursor: Cursor?
  /// Whether the service has no further rows; false until a page was loaded, and after a failure.
  package private(set) var hasLoadedAll = false
  /// Whether something was missed, so that the whole list must be requested once there is a connection.
  package var needsReload = false
  /// Receives every change, before the listeners of the board.
  package var onChange: ([Change]) -> Void = { _ in }
  /// Requests the whole list and applies it; uses `readFromStart`.
  package var readAgain: () async throws(ChatError) -> Void = {}
  private let engine: SyncEngine
  let reloading = CoalescingTask()
  private let requests = SerialTaskQueue()
  /// Delivers every change.
  package let board = Board<[Change]>()

  package init(engine: SyncEngine) { self.engine = engine }

  package func emit(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    onChange(changes)
    board.post(changes)
  }

  /// Applies the notices that concern every list.
  package func handle(_ notice: ClientNotice) {
    switch notice {
    case .eventsMissed: needsReload = true
    case .connection(.online) where needsReload: reloadInBackground()
    default: break
    }
  }

  /// Requests the whole list, after all requests made before.
  package func reload() async throws(ChatError) {
    try await inOrder { [weak self] () async throws(ChatError) in try await self?.readAgain() }
  }

  /// Requests the whole list as long as there is a connection, until that succeeds.
  package func reloadInBackground() {
    reloading.run { [weak self, engine] in
      await engine.retrying(while: { engine.connection == .online }) { () async throws(ChatError) in
        try await self?.reload()
      }
    }
  }

  /// Requests the whole list as soon as possible, because a part of it could not be requested.
  package func reloadWhenOnline() {
    needsReload = true
    if engine.connection == .online { reloadInBackground() }
  }

  /// Runs requests one after the other, so that a slow answer never arrives after a newer one.
  func inOrder(_ work: @escaping () async throws(ChatError) -> Void) async throws(ChatError) {
    try await requests.run(work)
  }

  /// Reads the service's list from its beginning, as far as it was read before.
  ///
  /// - Parameter count: the number of rows that the service had listed.
  package func readFromStart<Element>(
    _ count: Int, page: (ListQuery) async throws(ChatError) -> Page<Element>
  ) async throws(ChatError) -> [Element] {
    needsReload = true
    hasLoadedAll = false
    var found: [Element] = []
    var next: Cursor?
    var isLive = false
    repeat {
      if next == nil { isLive = engine.connection == .online }
      let page = try await page(ListQuery(limit: engine.configuration.pageSize, cursor: next))
      found += page.elements
      next = page.next
    } while next != nil && found.count < max(count, 1)
    // If there was a connection at the first page, events cover all later changes.
    needsReload = !isLive
    continueFrom(next)
    return found
  }

  /// Requests the list as `reload` does. If that fails and may succeed later, the list is requested again in the
  /// background.
  package func synchronize() async throws(ChatError) {
    do throws(ChatError) {
      try await reload()
    } catch {
      if error.canSucceedLater { reloadWhenOnline() }
      throw error
    }
  }

  /// Requests the next page, after all requests made before; the whole list if none was loaded yet.
  ///
  /// - Parameter apply: applies the rows of the page, and returns the changes.
  /// - Returns: the number of new rows; 0 at the end.
  package func loadMore<Element: Sendable>(
    limit: Int?, page: @escaping (ListQuery) async throws(ChatError) -> Page<Element>,
    apply: @escaping ([Element]) -> [Change]
  ) async throws(ChatError) -> Int {
    if hasLoadedAll { return 0 }
    let before = rows.count
    if cursor == nil {
      try await reload()
    } else {
      try await inOrder { [self] () async throws(ChatError) in
        guard let cursor, let found = try await nextPage(at: cursor, limit: limit, page: page) else { return }
        emit(apply(found))
      }
    }
    return max(0, rows.count - before)
  }

  /// Removes the rows that the service no longer lists, and applies those that it lists.
  ///
  /// - Parameter isNewer: whether a row is newer than the answer, which then does not count.
  /// - Returns: whether anything changed.
  package func replaceRows(by found: [Row], unless isNewer: (Row.ID) -> Bool = { _ in false }) -> Bool {
    let ids = Set(found.map(\.id))
    let gone = rows.ids.filter { !ids.contains($0) && !isNewer($0) }
    let changes = gone.map { rows.remove($0) } + found.filter { !isNewer($0.id) }.map { rows.upsert($0) }
    return changes.contains { $0 != nil }
  }

  /// Requests the page at a cursor.
  ///
  /// - Returns: nil if the list was reloaded in the meantime: it continues from elsewhere.
  package func nextPage<Element>(
    at cursor: Cursor, limit: Int?, page: (ListQuery) async throws(ChatError) -> Page<Element>
  ) async throws(ChatError) -> [Element]? {
    let page = try await page(ListQuery(limit: limit ?? engine.configuration.pageSize, cursor: cursor))
    guard self.cursor == cursor else { return nil }
    continueFrom(page.next)
    return page.elements
  }

  private func continueFrom(_ next: Cursor?) {
    cursor = next
    hasLoadedAll = next == nil
  }
}

/// Records which channels had events while requests were in flight, because the answers may be older than the events.
package nonisolated struct ConcurrentEvents<ID: Hashable> {
  /// The channels with events since the whole list was requested; nil while no such request is running.
  package private(set) var sinceReload: Set<ID>?
  private var pagesUnderWay = 0
  private var sincePages: Set<ID> = []

  package init() {}

  package mutating func beginReload() { sinceReload = [] }

  package mutating func endReload() { sinceReload = nil }

  package mutating func beginPage() { pagesUnderWay += 1 }

  package mutating func endPage() {
    pagesUnderWay -= 1
    if pagesUnderWay == 0 { sincePages = [] }
  }

  /// Records an event, also about a channel that is loaded: the channel may be removed before the page arrives, and the page
  /// would then insert it in an old state.
  package mutating func record(_ id: ID) {
    sinceReload?.insert(id)
    if pagesUnderWay > 0 { sincePages.insert(id) }
  }

  /// Whether there was an event since the oldest page in flight was requested.
  package func hasEventSincePages(_ id: ID) -> Bool { sincePages.contains(id) }
}

/// Which channels had events while requests were under way: the answers may be older than the events.
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

  /// Records an event. Also of a channel that is loaded: it may be removed before the page comes, and then the page brings
  /// it back as it was.
  package mutating func record(_ id: ID) {
    sinceReload?.insert(id)
    if pagesUnderWay > 0 { sincePages.insert(id) }
  }

  /// Whether there was an event since the oldest page that is under way was requested.
  package func hasEventSincePages(_ id: ID) -> Bool { sincePages.contains(id) }
}

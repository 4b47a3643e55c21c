import ChatDomain

/// The time at which a page was requested: any update since then is newer than the page.
package nonisolated struct LoadMark: Hashable, Sendable {
  let updateCount: Int
}

/// What happens to messages while pages are being loaded, so that a page requested earlier does not undo it.
nonisolated struct LoadTracker: Sendable {
  private var loadsUnderWay = 0
  private var updateCount = 0
  /// The count at which a message was last updated.
  private var updates: [MessageID: Int] = [:]
  /// Messages that are newer than the page: those outside the window that arrived, and those updated since.
  private(set) var held: [MessageID: Message] = [:]

  var isLoading: Bool { loadsUnderWay > 0 }

  /// Begins a request. Every request must be ended, with a page or without one.
  mutating func begin() -> LoadMark {
    loadsUnderWay += 1
    return LoadMark(updateCount: updateCount)
  }

  mutating func end() {
    loadsUnderWay = max(0, loadsUnderWay - 1)
    guard loadsUnderWay == 0 else { return }
    held = [:]
    updates = [:]
  }

  mutating func recordUpdate(of id: MessageID) {
    guard isLoading else { return }
    updateCount += 1
    updates[id] = updateCount
  }

  func wasUpdated(_ id: MessageID, since mark: LoadMark) -> Bool {
    updates[id, default: 0] > mark.updateCount
  }

  mutating func hold(_ message: Message) { held[message.id] = message }

  /// Removes a message that was held.
  @discardableResult
  mutating func release(_ id: MessageID) -> Message? { held.removeValue(forKey: id) }
}

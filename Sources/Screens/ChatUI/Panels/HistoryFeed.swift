import ChatControllers
import ChatDomain
import DraftEngine

/// The stored history of one place's composer, or of all; reloaded whenever a draft changes.
final class HistoryFeed {
  /// Identifies a text of one place, however often it left the composer there.
  nonisolated struct ID: Hashable {
    private let key: DraftKey
    private let elements: [MessageElement]
    /// Compared as bytes, because equal strings can differ in Unicode normalization.
    private let bytes: [UInt8]

    init(_ entry: DraftHistoryEntry) {
      key = entry.key
      elements = entry.elements
      bytes = Array(entry.elements.text.utf8)
    }
  }

  /// A text and all its history entries.
  nonisolated struct Entry: Identifiable {
    let id: ID
    /// The newest entry.
    let last: DraftHistoryEntry
    /// The newest entry for each reason, newest first.
    private(set) var byReason: [DraftHistoryEntry]

    init(_ entry: DraftHistoryEntry) {
      id = ID(entry)
      last = entry
      byReason = [entry]
    }

    mutating func add(_ earlier: DraftHistoryEntry) {
      if !byReason.contains(where: { $0.reason == earlier.reason }) { byReason.append(earlier) }
    }
  }

  /// Newest first.
  private(set) var entries: [Entry] = []
  /// The number of stored entries loaded so far.
  private var storedCount = 0
  private(set) var failure: StoreError?
  private(set) var isLoading = false
  private(set) var scope: DraftKey?
  private let client: ChatClient
  private var limit = 200
  private var number = 0
  private let subscriptions = PanelSubscriptions()
  private let onChange: () -> Void

  init(client: ChatClient, scope: DraftKey?, onChange: @escaping () -> Void) {
    self.client = client
    self.scope = scope
    self.onChange = onChange
    subscriptions.observe(client) { [weak self] notice in
      switch notice {
      case .draft, .historyForgotten: self?.load()
      default: break
      }
    }
    load()
  }

  /// The text shown instead of entries: they are loading, failed to load, or there are none.
  func emptyNote(orElse nothing: String) -> String? {
    failure.map { ErrorSentence.reason($0) } ?? (isLoading ? "loading…" : nothing)
  }

  func show(_ scope: DraftKey?) {
    self.scope = scope
    entries = []
    load()
  }

  /// Doubles the number of entries, if there are more.
  func loadMore() {
    guard !isLoading, storedCount == limit else { return }
    limit *= 2
    load()
  }

  func stop() {
    number += 1
    subscriptions.stop()
  }

  private func load() {
    number += 1
    isLoading = true
    Task { [weak self, client, scope, limit, number] in
      do throws(StoreError) {
        let entries = try await client.draftHistory(for: scope, limit: limit)
        self?.receive(.success(entries), number)
      } catch {
        self?.receive(.failure(error), number)
      }
    }
  }

  private func receive(_ answer: Result<[DraftHistoryEntry], StoreError>, _ number: Int) {
    guard number == self.number else { return }
    isLoading = false
    switch answer {
    case .success(let new):
      failure = nil
      storedCount = new.count
      var places: [ID: Int] = [:]
      entries = []
      for entry in new where entry.reason != .command {
        let place = places[ID(entry), default: entries.count]
        if place < entries.count {
          entries[place].add(entry)
        } else {
          entries.append(Entry(entry))
          places[ID(entry)] = place
        }
      }
      // Commands are not listed, and older entries may be texts.
      if entries.isEmpty { loadMore() }
    case .failure(let error): failure = error
    }
    onChange()
  }
}

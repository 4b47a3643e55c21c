import ChatControllers
import ChatDomain

/// The history of one place's composer, or of all, as stored; loaded again whenever a draft changes.
final class HistoryFeed {
  /// Two entries can have the same text and time.
  nonisolated struct ID: Hashable {
    let entry: DraftHistoryEntry
    let copy: Int
  }

  private(set) var entries: [ID] = []
  private(set) var failure: StoreError?
  private(set) var isLoading = false
  private(set) var scope: DraftKey?
  private let client: ChatClient
  private var limit = 200
  private var number = 0
  private let watching = Watching()
  private let onChange: () -> Void

  init(client: ChatClient, scope: DraftKey?, onChange: @escaping () -> Void) {
    self.client = client
    self.scope = scope
    self.onChange = onChange
    watching.hear(client) { [weak self] notice in
      switch notice {
      case .draft, .historyForgotten: self?.load()
      default: break
      }
    }
    load()
  }

  /// The text shown instead of entries: that they are loading, why they cannot be loaded, or that there are none.
  func note(of nothing: String) -> String? {
    failure.map { ErrorSentence.reason($0) } ?? (isLoading ? "loading…" : nothing)
  }

  func show(_ scope: DraftKey?) {
    self.scope = scope
    entries = []
    load()
  }

  /// Doubles the number of entries, if there are more.
  func loadMore() {
    guard !isLoading, entries.count == limit else { return }
    limit *= 2
    load()
  }

  func stop() {
    number += 1
    watching.stop()
  }

  private func load() {
    number += 1
    isLoading = true
    Task { [weak self, client, scope, limit, number] in
      do throws(StoreError) {
        let entries = try await client.draftHistory(for: scope, limit: limit)
        self?.take(.success(entries), number)
      } catch {
        self?.take(.failure(error), number)
      }
    }
  }

  private func take(_ answer: Result<[DraftHistoryEntry], StoreError>, _ number: Int) {
    guard number == self.number else { return }
    isLoading = false
    switch answer {
    case .success(let new):
      failure = nil
      var copies: [DraftHistoryEntry: Int] = [:]
      // Numbered from the oldest, so that a new entry does not change the others' numbers.
      entries = Array(
        new.reversed().map { entry in
          copies[entry, default: 0] += 1
          return ID(entry: entry, copy: copies[entry, default: 0])
        }.reversed())
    case .failure(let error): failure = error
    }
    onChange()
  }
}

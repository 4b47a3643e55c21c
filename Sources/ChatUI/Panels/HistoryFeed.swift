import ChatControllers
import ChatDomain

/// What left the composer of a place, or of all, as the store has it; asked for again whenever a draft changes.
final class HistoryFeed {
  /// Two can be the same words at the same time.
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

  /// What stands in the place of entries: that they are on their way, why they are not, or that there are none.
  func note(of nothing: String) -> String? {
    failure.map { ErrorSentence.reason($0) } ?? (isLoading ? "loading…" : nothing)
  }

  func show(_ scope: DraftKey?) {
    self.scope = scope
    entries = []
    load()
  }

  /// As many again, if there are more.
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
      // Counted from the oldest on, so that one that comes later changes no number.
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

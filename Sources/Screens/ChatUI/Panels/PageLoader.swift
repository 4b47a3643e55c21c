import ChatDomain

/// Loads a list page by page, and holds it. Only the answer to the latest request counts; late answers to others are dropped.
final class PageLoader<Element: Identifiable & Sendable> {
  typealias Question = (Cursor?) async throws(ChatError) -> Page<Element>

  nonisolated enum Phase: Hashable {
    /// Nothing was requested.
    case idle
    case loading
    case loaded(hasMore: Bool)
    case failed(ChatError)
  }

  private(set) var phase = Phase.idle
  /// The loaded elements in order, updated by events since.
  var elements: [Element] = []
  private var question: Question?
  private var cursor: Cursor?
  private var number = 0
  private var task: Task<Void, Never>?
  /// Called for each page, with its new elements.
  private let onPage: ([Element]) -> Void
  /// Called when loading fails.
  private let onFailure: (ChatError) -> Void

  init(onPage: @escaping ([Element]) -> Void, onFailure: @escaping (ChatError) -> Void) {
    self.onPage = onPage
    self.onFailure = onFailure
  }

  /// The text shown instead of rows: they are loading, failed to load, or there are none.
  func emptyNote(orElse nothing: String) -> String? {
    switch phase {
    case .idle, .loading: "loading…"
    case .loaded: nothing
    case .failed(let error): ErrorSentence.reason(error)
    }
  }

  /// Starts another list, whose first page replaces the current elements.
  func start(_ question: @escaping Question) {
    stop()
    self.question = question
    ask()
  }

  /// Requests the next page, if there is one and none is being loaded.
  func loadMore() {
    guard case .loaded(hasMore: true) = phase else { return }
    ask()
  }

  /// Repeats the request that failed because of the connection.
  func retry() {
    guard case .failed(let error) = phase, error.canSucceedLater else { return }
    ask()
  }

  /// Discards the answer to a request that is still running.
  func stop() {
    number += 1
    task?.cancel()
    task = nil
    question = nil
    cursor = nil
    phase = .idle
  }

  private func ask() {
    guard let question else { return }
    number += 1
    phase = .loading
    task = Task { [weak self, number, cursor] in
      do throws(ChatError) {
        self?.receive(try await question(cursor), number)
      } catch {
        self?.fail(error, number)
      }
    }
  }

  private func receive(_ page: Page<Element>, _ number: Int) {
    guard number == self.number else { return }
    if cursor == nil { elements = [] }
    cursor = page.next
    phase = .loaded(hasMore: page.next != nil)
    onPage(append(page.elements))
  }

  /// Adds elements at the end, without duplicates.
  ///
  /// - Returns: the elements that were added.
  func append(_ more: [Element]) -> [Element] {
    let known = Set(elements.map(\.id))
    let new = more.filter { !known.contains($0.id) }
    elements += new
    return new
  }

  private func fail(_ error: ChatError, _ number: Int) {
    guard number == self.number else { return }
    phase = .failed(error)
    onFailure(error)
  }
}

import ChatControllers
import ChatDomain
import Composer
import DraftEngine

/// The pages of a list, which are loaded one after the other.
protocol ListPages: AnyObject {
  /// Called for each page, and for each failure to load one.
  var onEnd: ((any Error)?) -> Void { get set }
  /// The text shown instead of rows while pages are loading or if they failed to load.
  var note: String? { get }
  /// Loads the next page, if there is one and none is being loaded.
  func loadMore()
  /// Reloads pages that failed or changed.
  func handle(_ notice: ClientNotice)
  /// Discards the answer to a request that is still running.
  func stop()
}

/// Loads a list page by page, and holds it. Only the answer to the latest request counts; late answers to others are dropped.
final class PageLoader<Element: Identifiable & Sendable>: ListPages {
  typealias Question = (Cursor?) async throws(ChatError) -> Page<Element>

  nonisolated enum Phase: Hashable {
    /// Nothing was requested.
    case idle
    case loading
    case loaded(hasMore: Bool)
    case failed(ChatError)
  }

  private(set) var phase = Phase.idle
  /// The loaded elements in order, including later updates.
  var elements: [Element] = []
  var onEnd: ((any Error)?) -> Void = { _ in }
  private var question: Question?
  private var cursor: Cursor?
  private var number = 0
  private var task: Task<Void, Never>?

  var failure: ChatError? {
    if case .failed(let error) = phase { error } else { nil }
  }

  var isLoaded: Bool {
    if case .loaded = phase { true } else { false }
  }

  var note: String? {
    switch phase {
    case .idle, .loading: "loading…"
    case .loaded: nil
    case .failed(let error): ErrorSentence.reason(error)
    }
  }

  /// Starts another list; its first page replaces the current elements.
  func start(_ question: @escaping Question) {
    stop()
    self.question = question
    ask()
  }

  func loadMore() {
    if phase == .loaded(hasMore: true) { ask() }
  }

  func handle(_ notice: ClientNotice) {
    if case .connection(.online) = notice, failure?.canSucceedLater == true { ask() }
  }

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
        self?.receive(.success(try await question(cursor)), number)
      } catch {
        self?.receive(.failure(error), number)
      }
    }
  }

  private func receive(_ answer: Result<Page<Element>, ChatError>, _ number: Int) {
    guard number == self.number else { return }
    switch answer {
    case .success(let page):
      if cursor == nil { elements = [] }
      cursor = page.next
      phase = .loaded(hasMore: page.next != nil)
      append(page.elements)
      onEnd(nil)
    case .failure(let error):
      phase = .failed(error)
      onEnd(error)
    }
  }

  /// The element with an ID; nil if there is none. Setting a missing element has no effect.
  subscript(id: Element.ID) -> Element? {
    get { elements.first { $0.id == id } }
    set {
      guard let place = elements.firstIndex(where: { $0.id == id }) else { return }
      elements.replaceSubrange(place...place, with: newValue.map { [$0] } ?? [])
    }
  }

  /// Adds elements at the end, without duplicates.
  func append(_ more: [Element]) {
    let known = Set(elements.map(\.id))
    elements += more.filter { !known.contains($0.id) }
  }
}

/// A controller of a list whose pages are loaded on request.
protocol PagedController: AnyObject {
  var hasLoadedAll: Bool { get }
  @discardableResult func loadMore(limit: Int?) async throws(ChatError) -> Int
}

extension InboxController: PagedController {}
extension ThreadListController: PagedController {}
extension InvitationListController: PagedController {}

extension CurrentUserController: PagedController {
  var hasLoadedAll: Bool { hasLoadedAllDrafts }
  func loadMore(limit: Int?) async throws(ChatError) -> Int {
    try await loadMoreDraftMessages(limit: limit).count
  }
}

/// Loads the next pages of a controller's list. After a failure, loading continues when the connection is back, and not with
/// every key.
final class ControllerPages: ListPages {
  var onEnd: ((any Error)?) -> Void = { _ in }
  private var failure: ChatError?
  private var loading: Task<Void, Never>?
  private let controller: any PagedController

  init(_ controller: any PagedController) { self.controller = controller }

  var note: String? {
    failure.map { ErrorSentence.reason($0) } ?? (loading == nil ? nil : "loading…")
  }

  func loadMore() {
    guard loading == nil, failure == nil, !controller.hasLoadedAll else { return }
    loading = Task { [weak self, controller] in
      do throws(ChatError) {
        try await controller.loadMore(limit: nil)
        self?.end(nil)
      } catch {
        self?.end(error)
      }
    }
  }

  func handle(_ notice: ClientNotice) {
    guard case .connection(.online) = notice, failure != nil else { return }
    failure = nil
    loadMore()
  }

  func stop() { loading?.cancel() }

  private func end(_ error: ChatError?) {
    loading = nil
    failure = error
    onEnd(error)
  }
}

/// The stored history of one place's composer, or of all; reloaded whenever a draft changes.
final class HistoryPages: ListPages {
  /// Identifies a text of one place, however often it was sent or cleared there.
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

    /// The names of the files that the text last left with.
    var files: [String] { byReason.first { !$0.files.isEmpty }?.files ?? [] }

    mutating func add(_ earlier: DraftHistoryEntry) {
      if !byReason.contains(where: { $0.reason == earlier.reason }) { byReason.append(earlier) }
    }
  }

  var onEnd: ((any Error)?) -> Void = { _ in }
  /// Newest first.
  private(set) var entries: [Entry] = []
  /// The place whose history is shown; nil for all places.
  private(set) var scope: DraftKey?
  private let client: ChatClient
  private var failure: StoreError?
  private var isLoading = false
  /// The number of stored entries loaded so far.
  private var storedCount = 0
  private var limit = 200
  private var number = 0
  /// Whether all places are shown if the first answer is empty.
  private var isAllNext: Bool

  /// - Parameter orAll: whether to show all places if this one has no history, for example because everything was sent from a
  ///   thread of the channel.
  init(client: ChatClient, scope: DraftKey?, orAll: Bool = false) {
    self.client = client
    self.scope = scope
    isAllNext = orAll && scope != nil
    load(scope)
  }

  var note: String? { failure.map { ErrorSentence.reason($0) } ?? (isLoading ? "loading…" : nil) }

  /// The newest entry with this text.
  subscript(id: ID) -> DraftHistoryEntry? { entries.first { $0.id == id }?.last }

  func show(_ scope: DraftKey?) {
    self.scope = scope
    isAllNext = false
    entries = []
    load(scope)
  }

  /// Doubles the number of entries, if there are more.
  func loadMore() {
    guard !isLoading, storedCount == limit else { return }
    limit *= 2
    load(scope)
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .draft, .historyForgotten: load(scope)
    default: break
    }
  }

  func stop() { number += 1 }

  private func load(_ wanted: DraftKey?) {
    number += 1
    isLoading = true
    Task { [weak self, client, limit, number] in
      do throws(StoreError) {
        let entries = try await client.draftHistory(for: wanted, limit: limit)
        self?.receive(.success(entries), of: wanted, number)
      } catch {
        self?.receive(.failure(error), of: wanted, number)
      }
    }
  }

  private func receive(
    _ answer: Result<[DraftHistoryEntry], StoreError>, of wanted: DraftKey?, _ number: Int
  ) {
    guard number == self.number else { return }
    isLoading = false
    switch answer {
    case .success(let stored):
      failure = nil
      let found = Self.grouped(stored)
      if isAllNext, wanted != nil, found.isEmpty, stored.count < limit { return load(nil) }
      isAllNext = false
      // Without any history the place stays.
      if !found.isEmpty { scope = wanted }
      storedCount = stored.count
      entries = found
      onEnd(nil)
    case .failure(let error):
      failure = error
      onEnd(error)
    }
  }

  /// One entry for each text. Commands are left out, and so is the name of a command that was not run.
  private static func grouped(_ stored: [DraftHistoryEntry]) -> [Entry] {
    var places: [ID: Int] = [:]
    var entries: [Entry] = []
    for entry in stored where entry.reason != .command && !entry.isHalfTypedCommand {
      let place = places[ID(entry), default: entries.count]
      if place < entries.count {
        entries[place].add(entry)
      } else {
        entries.append(Entry(entry))
        places[ID(entry)] = place
      }
    }
    return entries
  }
}

nonisolated extension DraftHistoryEntry {
  /// Whether it is only the name of a command, or the beginning of one.
  fileprivate var isHalfTypedCommand: Bool {
    reason != .sent && reason != .edited && SlashCommand.isName(elements.text)
  }
}

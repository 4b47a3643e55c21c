import ChatDomain
import HTTPTransport
import Synchronization

/// One run of a program. Once it is over nothing of it reaches the disk or the network any more: that is what a kill is.
final class Life: Sendable {
  private let ended = Mutex(false)
  private let noted = Mutex<[String]>([])

  var isOver: Bool { ended.withLock { $0 } }

  func end() { ended.withLock { $0 = true } }

  /// What came of the last requests, for whoever looks for what went wrong.
  var outcomes: [String] { noted.withLock { $0 } }

  func note(_ request: HTTPRequest, _ outcome: @autoclosure () -> String) {
    let line = "\(request.method) \(request.url.split(separator: "_matrix").last ?? ""): \(outcome())"
    noted.withLock { $0 = $0.suffix(11) + [line] }
  }
}

/// The way to the network as one run has it.
struct MortalTransport: Transport {
  let life: Life
  let base: any Transport

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if life.isOver { throw .closed }
    do throws(HTTPError) {
      let response = try await base.answer(to: request)
      if life.isOver { throw HTTPError.closed }
      life.note(
        request, "\(response.status) \(String(decoding: (response.bytes ?? []).prefix(80), as: UTF8.self))")
      return response
    } catch {
      life.note(request, "\(error)")
      throw life.isOver ? .closed : error
    }
  }
}

/// The store as one run has it.
struct MortalStore: LocalStore {
  let life: Life
  let base: any LocalStore

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    if life.isOver { throw .notPermitted(path: "a run that is over") }
    try await base.perform(changes)
    if life.isOver { throw .notPermitted(path: "a run that is over") }
  }

  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft? { try await base.draft(for: key) }
  func drafts() async throws(StoreError) -> [StoredDraft] { try await base.drafts() }
  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry] {
    try await base.draftHistory(for: key, limit: limit)
  }
  func outbox() async throws(StoreError) -> [OutboxEntry] { try await base.outbox() }
  func eventToken() async throws(StoreError) -> EventToken? { try await base.eventToken() }
  func session() async throws(StoreError) -> SessionState? { try await base.session() }
  func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary] {
    try await base.cachedChannels(from: offset, limit: limit)
  }
  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    try await base.cachedMessages(in: channel, limit: limit)
  }
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message? {
    try await base.cachedMessage(id, in: channel)
  }
}

import ChatDomain
import FileSystem
import InMemoryService
import Synchronization
import TestSupport
import Testing

@testable import MatrixService

/// Ann's service on a simulated homeserver, with a folder that can be reopened.
struct ServiceDesk {
  let server: Homeserver
  let folder: ScratchFolder
  let clock: ManualClock
  let sessionStore: MemorySessionStore
  let service: MatrixService

  init(
    _ server: Homeserver = Homeserver(), on folder: ScratchFolder? = nil, clock: ManualClock? = nil,
    device: DeviceID = "LAPTOP", keepsDrafts: Bool = true, encrypts: Bool = false,
    showing activity: ShownActivity = ShownActivity()
  ) throws {
    self.server = server
    let folder = try folder ?? ScratchFolder()
    self.folder = folder
    let clock =
      clock ?? ManualClock(now: Timestamp(microseconds: Int64(Said.beginning) * 1000 + 3_600_000_000))
    self.clock = clock
    let session = MatrixSession(
      server: try HomeserverAddress("https://example.org"), user: Said.ann, device: device,
      tokens: Sample.tokens)
    sessionStore = MemorySessionStore(session)
    service = MatrixService(
      session: session, sessionStore: sessionStore, folder: folder.path("cache"), transport: server,
      clock: clock, keepsDrafts: keepsDrafts, encrypts: encrypts, showing: activity)
  }

  /// With a room of this many messages, of which the service has synced the last ones.
  static func onHill(_ count: Int = 0, limit: Int = 50) async throws -> ServiceDesk {
    let server = Homeserver(limit: limit)
    server.happen(Said.foundation())
    server.happen((0..<count).map { Said.text("$\($0)", "message \($0)", at: $0) })
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    return desk
  }

  func close() async { await service.close() }

  /// All messages of the channel, by pages from the newest.
  func history(by limit: Int = 7) async throws -> [Message] {
    var page = try await service.messages(MessageQuery(channelId: Said.hill, limit: limit))
    var messages = page.elements
    while let cursor = page.previous {
      page = try await service.messages(
        MessageQuery(channelId: Said.hill, position: .before(cursor), limit: limit))
      messages = page.elements + messages
    }
    return messages
  }
}

extension MatrixService {
  /// The label of the service's queue.
  var queue: String? { DiskQueue.current }
}

extension ChatError {
  /// Whether trying again is useless.
  var isRefusal: Bool { if case .refused = self { true } else { false } }
}

/// The error of a call; nil on success.
func failure<Value>(_ body: () async throws(ChatError) -> Value) async -> ChatError? {
  do throws(ChatError) {
    _ = try await body()
    return nil
  } catch { return error }
}

/// Collects the events of a stream.
final class EventTap: Sendable {
  private struct State {
    var events: [EventEnvelope] = []
    var isOver = false
    var error: ChatError?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private final class Box: Sendable {
    let state = Mutex(State())

    func change(_ body: (inout State) -> Void) {
      let waiting = state.withLock { state in
        body(&state)
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  private let box = Box()
  private let task: Task<Void, Never>

  init(_ stream: AsyncThrowingStream<EventEnvelope, any Error>) {
    task = Task { [box] in
      var error: ChatError?
      do {
        for try await event in stream { box.change { $0.events.append(event) } }
      } catch let failure as ChatError { error = failure } catch {}
      box.change {
        $0.isOver = true
        $0.error = error
      }
    }
  }

  deinit { task.cancel() }

  /// The next events; fewer if the stream ends.
  func next(_ count: Int = 1) async -> [EventEnvelope] {
    await wait { $0.isOver || $0.events.count >= count }
    return box.state.withLock { state in
      defer { state.events.removeFirst(min(count, state.events.count)) }
      return Array(state.events.prefix(count))
    }
  }

  /// Waits for the end of the stream.
  ///
  /// - Returns: the error; nil if it ended without one.
  func end() async -> ChatError? {
    await wait(until: \.isOver)
    return box.state.withLock(\.error)
  }

  private func wait(until isSo: @Sendable (State) -> Bool) async {
    while true {
      let isDone = box.state.withLock { isSo($0) }
      if isDone { return }
      await withCheckedContinuation { continuation in
        let isDone = box.state.withLock { state in
          if !isSo(state) { state.waiting.append(continuation) }
          return isSo(state)
        }
        if isDone { continuation.resume() }
      }
    }
  }
}

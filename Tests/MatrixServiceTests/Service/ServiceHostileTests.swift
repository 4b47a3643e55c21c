import ChatDomain
import DraftEngine
import Foundation
import HTTPTransport
import Synchronization
import TestSupport
import Testing

@testable import MatrixService

/// A server with arbitrary answers.
@Suite("Arbitrary answers to the service")
struct ServiceHostileTests {
  /// Each takes milliseconds; `ANSWERS=10000` runs all ten thousand.
  private static let answers = ProcessInfo.processInfo.environment["ANSWERS"].flatMap { Int($0) } ?? 600

  @Test("Randomly changed answers cause no crash and show nothing that the laws forbid")
  func answers() async throws {
    var generator = SeededGenerator(seed: 20_26)
    let server = HostileServer(seed: 11)
    let folder = try ScratchFolder()
    let session = MatrixSession(
      server: try HomeserverAddress("https://example.org"), user: Said.ann, device: "LAPTOP",
      tokens: Sample.tokens)
    var runs = 0
    while server.count < Self.answers {
      // Each round starts as after a restart, with the state of the previous one.
      let service = MatrixService(
        session: session, sessionStore: MemorySessionStore(session), folder: folder.path("cache-\(runs % 7)"),
        transport: server,
        clock: RestlessClock(), encrypts: false)
      for number in 0..<60 {
        server.goOn()
        let before = server.count
        _ = await failure { () async throws(ChatError) in try await Self.ask(service, &generator, number) }
        #expect(server.count - before < 400, "it asks without end")
      }
      let breaches = try await service.breaches()
      #expect(breaches.isEmpty, "run \(runs): \(breaches.prefix(3))")
      await service.close()
      runs += 1
      guard breaches.isEmpty else { return }
    }
    #expect(server.isUnderstood > Self.answers / 20, "nearly all was refused, and so nothing was tested")
  }

  private static func ask(
    _ service: MatrixService, _ generator: inout SeededGenerator, _ number: Int
  ) async throws(ChatError) {
    let room = generator.percent(80) ? Said.hill : Said.lake
    let message = MessageID("$\(generator.within(1...40))")
    let key = DraftKey(channelId: room)
    switch generator.below(16) {
    case 0: _ = try await service.messages(MessageQuery(channelId: room, limit: generator.within(1...30)))
    case 1: _ = try await service.messages(MessageQuery(channelId: room, position: .oldest, limit: 5))
    case 2:
      _ = try await service.messages(MessageQuery(channelId: room, position: .around(message), limit: 7))
    case 3: _ = try await service.messages(MessageQuery(channelId: room, position: .newest, limit: 7))
    case 4: _ = try await service.messages(MessageQuery(channelId: room, parentId: message, limit: 7))
    case 5: _ = try await service.message(message, in: room)
    case 6: _ = try await service.search(SearchQuery(text: "message"))
    case 7: _ = try await service.members(of: room, ListQuery())
    case 8: _ = try await service.threads(ListQuery())
    case 9: _ = try await service.pinnedMessages(in: room, ListQuery())
    case 10: _ = try await service.channels(ListQuery())
    case 11: _ = try await service.invitations(ListQuery())
    case 12:
      let dates = DraftDates(createdAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 2))
      let content = DraftContent(elements: [.plainText(text: "draft \(number)")])
      let revision = try await service.draft(for: key)?.revision ?? 0
      _ = try await service.saveDraft(content, for: key, over: revision, dates: dates)
    case 13:
      _ = try await service.send(
        NewMessage(transactionId: TransactionID("t\(number)"), channelId: room, markup: "message"))
    case 14: _ = try await service.markRead(room, upTo: Timetoken(.max))
    default: _ = try await service.presence(of: [Said.ben])
    }
  }
}

/// A homeserver whose answers are damaged in transit.
private final class HostileServer: Transport {
  private struct State {
    var generator: SeededGenerator
    var count = 0
    var isUnderstood = 0
    var talk: [String]
  }

  private let state: Mutex<State>
  private let server = Homeserver(limit: 10)

  init(seed: UInt64) {
    var talk: [String] = []
    for seed in 0..<200 { talk += Talk(seed: UInt64(seed)).events }
    state = Mutex(State(generator: SeededGenerator(seed: seed), talk: talk))
    server.happen(Said.foundation())
    server.happen(Said.foundation(of: "Lake"), in: Said.lake)
    goOn()
  }

  var count: Int { state.withLock { $0.count } }
  /// The number of damaged answers that could still be read.
  var isUnderstood: Int { state.withLock { $0.isUnderstood } }

  /// Adds a message.
  func goOn() {
    let (events, draw) = state.withLock { state in
      let count = min(state.talk.count, 3)
      defer { state.talk.removeFirst(count) }
      return (Array(state.talk.prefix(count)), state.generator.below(6))
    }
    server.happen(events, in: draw == 5 ? Said.lake : Said.hill)
    switch draw {
    case 0: server.tell(ephemeral: #"{"type":"m.typing","content":{"user_ids":["@ben:example.org"]}}"#)
    case 1:
      server.tell(
        ephemeral:
          #"{"type":"m.receipt","content":{"$1":{"m.read":{"@ann:example.org":{"ts":1,"thread_id":"main"}}}}}"#
      )
    case 2:
      server.set(
        "chat.inkwell.draft.PHONE",
        #"{"main":{"rev":3,"base":2,"content":{"markup":"x"},"created":1,"updated":2,"deleted":false},"claim":{"key":"main","rev":4}}"#
      )
    case 3: server.set("m.direct", #"{"@ben:example.org":["!hill:example.org"]}"#, in: nil)
    case 4: server.happen(Said.encrypted("$enc-\(count)", at: 3000), in: Said.lake)
    default: break
    }
  }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if request.url.contains("timeout=30000") {
      // The loop's poll stays unanswered: the explicit requests are enough.
      let (stream, continuation) = AsyncStream<Never>.makeStream()
      for await _ in stream {}
      continuation.finish()
      throw .cancelled
    }
    var response = try await server.answer(to: request)
    state.withLock { state in
      state.count += 1
      guard case .bytes(let bytes) = response.body, state.generator.percent(60) else { return }
      let mutated = Self.mutated(bytes, by: &state.generator)
      if (try? SyncAnswer(mutated, for: Said.ann)) != nil { state.isUnderstood += 1 }
      response.body = .bytes(mutated)
    }
    return response
  }

  private static let poison = [
    "null", "7", "-1", "1e999", "9223372036854775807", "-9223372036854775808", "\"\"", "[]", "{}",
    "\"\\u0000\\u001b[2J\"",
    "\"\\ud800\"", "true", "\"$1\"", "\"$2\"", "\"m.replace\"", "\"m.thread\"", "\"@nobody:elsewhere\"",
    "\"@ann:example.org\"", "\"!lake:example.org\"", "\"m.room.redaction\"", "\"m.room.message\"", "\"s1\"",
    "\"t0\"",
    "\"\\u202e\\u0007x\"", String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
  ]

  private static func mutated(_ text: [UInt8], by generator: inout SeededGenerator) -> [UInt8] {
    var bytes = text
    for _ in 0..<generator.within(1...4) where !bytes.isEmpty {
      let place = generator.below(bytes.count)
      switch generator.below(12) {
      case 0: bytes[place] = UInt8(generator.below(256))
      case 1: bytes.remove(at: place)
      case 2:
        // Repeats a part of the answer at another place.
        let end = min(bytes.count, place + generator.within(1...300))
        bytes.insert(contentsOf: bytes[place..<end], at: generator.below(bytes.count))
      default:
        // Replaces a whole value, so that the text stays valid JSON.
        guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")),
          let end = bytes[colon...].firstIndex(where: { ",}]".utf8.contains($0) })
        else { continue }
        bytes.replaceSubrange((colon + 1)..<end, with: generator.one(of: poison).utf8)
      }
    }
    return bytes
  }
}

/// A clock on which every sleep ends at once.
private final class RestlessClock: ChatClock {
  private let time = Mutex(Timestamp(microseconds: Int64(Said.beginning) * 1000 + 3_600_000_000))

  var now: Timestamp { time.withLock { $0 } }

  func sleep(until deadline: Timestamp) async throws {
    try Task.checkCancellation()
    await Task.yield()
    time.withLock { $0 = max($0, deadline) }
  }
}

extension MatrixService {
  /// Violations of the display laws.
  fileprivate func breaches() throws -> [String] {
    var breaches: [String] = []
    let replica = try store.replica()
    func law(_ holds: Bool, _ breach: String) { if !holds { breaches.append(breach) } }
    func isClean(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy {
        !($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)) || $0 == "\n" || $0 == "\t"
      }
    }
    for room in replica.rooms.values {
      law(ChannelID(matrix: room.id.rawValue) != nil, "a room has no id")
      law(isClean(replica.channel(room).name ?? ""), "a channel's name has control characters")
      let slices = try replica.cache.slices.of(room.id)
      law(slices.count(where: \.isLive) <= 1, "a timeline has two ends")
      var places = slices.map { EventList.slice($0.id, in: room.id) }
      places += try replica.cache.threads.of(room.id).map { .thread($0.root, in: room.id) }
      for place in places {
        let rows = try replica.cache.events.page(place, .newest, limit: 150)
        law(zip(rows, rows.dropFirst()).allSatisfy { $0.token <= $1.token }, "messages are out of order")
        for row in rows {
          guard let message = try replica.builder.message(row, in: room) else { continue }
          law(message.channelId == room.id && message.id == row.id, "a message of another room is shown")
          law(message.author.id == row.sender, "a message has the words of another in its name")
          law(message.transactionId == nil || row.sender == Said.ann, "a transaction of another is shown")
          law(isClean(message.elements.text), "a message has control characters")
          law(isClean(message.author.displayName), "a name has control characters")
          guard message.kind == .regular, !message.isDeleted else { continue }
          let events =
            [row]
            + (try replica.cache.events.relations(of: row.id, in: room.id).filter { $0.sender == row.sender })
          let words = events.compactMap { row -> String? in
            switch MatrixEvent(bytes: row.bytes, in: room.id)?.meaning {
            case .message(let content): content.elements.text
            case .edit(let edit): edit.content.elements.text
            default: nil
            }
          }
          law(
            message.isUnreadable || words.contains(message.elements.text),
            "a message has words that its author did not write")
          law(
            Set(message.reactions.map(\.name)).count == message.reactions.count, "a reaction is there twice")
        }
      }
    }
    return breaches
  }
}

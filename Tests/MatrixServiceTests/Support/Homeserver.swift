import ChatDomain
import Foundation
import HTTPTransport
import Synchronization

@testable import MatrixService

/// A simulated homeserver with one account, in as much as the service uses it. A test adds events to its rooms.
///
/// A stream position is the number of events so far: `s3` is a position in the sync stream, `t3` one in a room's
/// timeline.
final class Homeserver: Transport {
  private struct Entry {
    let room: ChannelID?
    var event: String?
    var accountData: (type: String, content: String)?
    var ephemeral: String?
  }

  private struct State {
    var rooms: [ChannelID: [String]] = [:]
    var places: [ChannelID: [Int]] = [:]
    var stream: [Entry] = []
    var wishes = KeptWishes()
    var requests: [HTTPRequest] = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiting = 0
    var sent: [String: String] = [:]
    var faults: [(part: String, method: HTTPRequest.Method?, fault: Fault)] = []
    /// Earlier sync positions have expired.
    var oldest = 0
    /// Whether long polls are answered at once.
    var isImpatient = false
    /// Whether members are left out of the state before a timeline.
    var isLazy = false
    /// Whether the program was killed: none of its requests arrives any more.
    var isDead: @Sendable () -> Bool = { false }
    var latches: [(part: String, latch: Latch)] = []
    var watchers:
      [(condition: @Sendable ([HTTPRequest]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  enum Fault {
    /// Replaces the answer; the request has no effect.
    case answer(HTTPResponse)
    case failure(HTTPError)
    /// The request takes effect, but the answer is lost.
    case lost
    /// No fault for this request; the next fault applies to the next one.
    case passed
  }

  /// A part that answers requests about keys, and adds to the answers of syncs.
  struct KeyPart: Sendable {
    /// The answer to a request; nil if the rest of the server answers it.
    let answer: @Sendable (HTTPRequest) -> HTTPResponse?
    /// The members for an answer to a sync, and the part's position after it.
    let sync: @Sendable (_ since: String?) -> (members: String, next: String)
  }

  private let state = Mutex(State())
  let limit: Int
  private let keys: KeyPart?

  /// - Parameter limit: the maximum number of events of a room in a sync.
  init(limit: Int = 50, keys: KeyPart? = nil) { (self.limit, self.keys) = (limit, keys) }

  // MARK: For tests

  func happen(_ events: String..., in room: ChannelID = Said.hill) { happen(events, in: room) }

  func happen(_ events: [String], in room: ChannelID = Said.hill) {
    change { state in for event in events { Self.append(event, to: room, &state) } }
  }

  func set(_ type: String, _ content: String, in room: ChannelID? = Said.hill) {
    change { $0.stream.append(Entry(room: room, accountData: (type, content))) }
  }

  func tell(ephemeral: String, in room: ChannelID = Said.hill) {
    change { $0.stream.append(Entry(room: room, ephemeral: ephemeral)) }
  }

  /// Moves the stream on, for news of the part with the keys.
  func nudge() { change { $0.stream.append(Entry(room: nil)) } }

  func events(in room: ChannelID = Said.hill) -> [String] { state.withLock { $0.rooms[room] ?? [] } }

  /// Hides events of a room, as if the server had never had them.
  func hide(_ part: String, in room: ChannelID = Said.hill) {
    state.withLock { state in
      let all = zip(state.rooms[room] ?? [], state.places[room] ?? [])
      let kept = all.filter { !$0.0.contains(part) }
      (state.rooms[room], state.places[room]) = (kept.map(\.0), kept.map(\.1))
    }
  }

  /// Adds a fault for the next requests whose address contains a text.
  ///
  /// - Parameter method: nil: of any.
  func fail(_ part: String, _ fault: Fault, times: Int = 1, method: HTTPRequest.Method? = nil) {
    state.withLock { state in
      for _ in 0..<times { state.faults.append((part, method, fault)) }
    }
  }

  func stopFailing() { state.withLock { $0.faults = [] } }

  /// Delays the answers to requests of this kind until the latch opens. They are computed before the delay.
  func hold(_ part: String, at latch: Latch) {
    state.withLock { $0.latches.append((part, latch)) }
  }

  func release() { state.withLock { $0.latches = [] } }

  /// - Parameter isDead: whether the program was killed, so that no request of it arrives.
  func ignoreRequests(when isDead: @escaping @Sendable () -> Bool) {
    state.withLock { $0.isDead = isDead }
  }

  func forgetStream() { change { $0.oldest = $0.stream.count + 1 } }

  var isImpatient: Bool {
    get { state.withLock { $0.isImpatient } }
    set { change { $0.isImpatient = newValue } }
  }

  var isLazy: Bool {
    get { state.withLock { $0.isLazy } }
    set { state.withLock { $0.isLazy = newValue } }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func count(_ part: String) -> Int { requests.count { $0.url.contains(part) } }

  /// Waits until the condition holds for the requests so far.
  func until(_ condition: @escaping @Sendable ([HTTPRequest]) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if condition(state.requests) { return true }
        state.watchers.append((condition, continuation))
        return false
      }
      if isSo { continuation.resume() }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  private static func append(_ event: String, to room: ChannelID, _ state: inout State) {
    state.rooms[room, default: []].append(event)
    state.stream.append(Entry(room: room, event: event))
    state.places[room, default: []].append(state.stream.count)
  }

  // MARK: Requests

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelled }
    if state.withLock({ $0.isDead() }) { throw .cannotConnect(host: "example.org") }
    let (fault, watchers) = state.withLock { state in
      state.requests.append(request)
      let place = state.faults.firstIndex {
        request.url.contains($0.part) && ($0.method ?? request.method) == request.method
      }
      let watchers = state.watchers.filter { $0.condition(state.requests) }
      state.watchers.removeAll { $0.condition(state.requests) }
      return (place.map { state.faults.remove(at: $0).fault }, watchers)
    }
    for watcher in watchers { watcher.continuation.resume() }
    if case .file(_, _, let count) = request.body { request.observer?.didSend(count) }
    switch fault {
    case .answer(let response): return try Self.delivered(response, to: request.destination)
    case .failure(let error): throw error
    case .lost, .passed, nil: break
    }
    var parameters = request.parameters
    // A position of the rooms, and one of the keys.
    let since = parameters["since"]?.split(separator: "~").map(String.init)
    parameters["since"] = since?.first
    if request.path == "/v3/sync", let patience = parameters["timeout"].flatMap({ Int($0) }), patience > 0 {
      await wait(for: parameters["since"] ?? "")
      if Task.isCancelled { throw .cancelled }
    }
    let own = keys?.answer(request)
    var (response, latch) = state.withLock { state in
      (own ?? respond(to: request, parameters, &state), state.latches.first { request.url.contains($0.part) })
    }
    if request.path == "/v3/sync", let keys, response.isSuccess {
      response = response.adding(keys.sync(since?.last))
    }
    await latch?.latch.pass()
    if case .lost = fault { throw .interrupted(.waiting) }
    return response
  }

  /// An answer, with the body where the request wants it: in memory or in a file.
  private static func delivered(
    _ response: HTTPResponse, to destination: HTTPRequest.Destination
  ) throws(HTTPError) -> HTTPResponse {
    guard response.isSuccess, case .file(let path, let limit) = destination, let bytes = response.bytes else {
      return response
    }
    guard bytes.count <= limit else { throw .answerTooLarge(limit: limit) }
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    return HTTPResponse(status: response.status, body: .file(count: Int64(bytes.count)))
  }

  /// Waits until there is an event after a position.
  private func wait(for since: String) async {
    let id = state.withLock { state in
      state.lastWaiting += 1
      return state.lastWaiting
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.isImpatient || Task.isCancelled || since != "s\(state.stream.count)" { return true }
          state.waiting[id] = continuation
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  private func respond(
    to request: HTTPRequest, _ parameters: [String: String], _ state: inout State
  ) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
    let room = parts.firstIndex(of: "rooms").flatMap { parts.count > $0 + 1 ? ChannelID(parts[$0 + 1]) : nil }
    switch (parts.count > 1 ? parts[1] : "", room) {
    case ("sync", _): return sync(since: parameters["since"], state)
    case ("pushrules", _),
      ("user", _) where parts.first == "v3" && KeptWishes.keeps(parts):
      guard let data = state.wishes.change(parts, request.method, request.text) else {
        return HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)
      }
      state.stream.append(Entry(room: data.room, accountData: (data.type, data.content)))
      return .ok
    case ("user", _) where parts.count >= 5 && request.method == .put:
      state.stream.append(
        Entry(room: room, accountData: (parts[parts.count - 1], request.text)))
      return .ok
    case ("rooms", let room?) where parts.count >= 4:
      return respond(parts[3], Array(parts[4...]), in: room, request, parameters, &state)
    case ("media", _) where parts.last == "config": return HTTPResponse(200, #"{"m.upload.size":1000000}"#)
    case ("search", _): return Self.finds(request, from: parameters["next_batch"], in: state.rooms)
    default: return .ok
    }
  }

  private func respond(
    _ action: String, _ parts: [String], in room: ChannelID, _ request: HTTPRequest,
    _ parameters: [String: String], _ state: inout State
  ) -> HTTPResponse {
    let events = state.rooms[room] ?? []
    switch (action, request.method) {
    case ("messages", .get): return messages(in: room, parameters, state)
    case ("event", .get):
      return events.first { $0.contains(#""event_id":"\#(parts[0])""#) }.map { HTTPResponse(200, $0) }
        ?? HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)
    case ("context", .get):
      guard let place = events.firstIndex(where: { $0.contains(#""event_id":"\#(parts[0])""#) }) else {
        return HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)
      }
      let half = (parameters["limit"].flatMap { Int($0) } ?? 10) / 2
      let (first, last) = (max(0, place - half), min(events.count, place + 1 + half))
      return HTTPResponse(
        200,
        #"{"event":\#(events[place]),"start":"t\#(first)","end":"t\#(last)","#
          + #""events_before":[\#(events[first..<place].reversed().joined(separator: ","))],"#
          + #""events_after":[\#(events[(place + 1)..<last].joined(separator: ","))]}"#)
    case ("relations", .get):
      let replies = events.filter { $0.contains(#""rel_type":"m.thread","event_id":"\#(parts[0])""#) }
      return HTTPResponse(200, #"{"chunk":[\#(replies.reversed().joined(separator: ","))]}"#)
    case ("threads", .get): return HTTPResponse(200, #"{"chunk":[]}"#)
    case ("members", .get): return Self.members(among: events)
    case ("send", .put), ("redact", .put):
      let transaction = parts[parts.count - 1]
      if let id = state.sent[transaction] { return HTTPResponse(200, #"{"event_id":"\#(id)"}"#) }
      let id = "$sent-\(state.sent.count)"
      state.sent[transaction] = id
      let type = action == "send" ? parts[0] : "m.room.redaction"
      let more = action == "redact" ? #","redacts":"\#(parts[0])""# : ""
      let event = Said.event(
        id, type, by: Said.ann, at: 2000 + state.stream.count, request.text,
        more: more + #","unsigned":{"transaction_id":"\#(transaction)"}"#)
      Self.append(event, to: room, &state)
      let waiting = state.waiting.values
      state.waiting = [:]
      for continuation in waiting { continuation.resume() }
      return HTTPResponse(200, #"{"event_id":"\#(id)"}"#)
    default: return .ok
    }
  }

  /// The index of the event after a token, in a room.
  private func place(of token: String?, in room: ChannelID, _ state: State) -> Int? {
    guard let token, let number = Int(token.dropFirst()) else { return nil }
    if token.hasPrefix("t") { return number }
    return state.places[room]?.count { $0 <= number } ?? 0
  }

  private func messages(in room: ChannelID, _ parameters: [String: String], _ state: State) -> HTTPResponse {
    let events = state.rooms[room] ?? []
    let limit = parameters["limit"].flatMap { Int($0) } ?? 10
    if parameters["dir"] == "b" {
      let from = min(place(of: parameters["from"], in: room, state) ?? events.count, events.count)
      let first = max(place(of: parameters["to"], in: room, state) ?? 0, from - limit, 0)
      let senders = parameters["filter"].map { Self.senders(inFilter: $0) } ?? []
      let chunk =
        first < from
        ? events[first..<from].reversed().filter { event in
          senders.isEmpty || senders.contains { event.contains(#""sender":"\#($0)""#) }
        }.joined(separator: ",") : ""
      return HTTPResponse(
        200, #"{"start":"t\#(from)","chunk":[\#(chunk)]\#(first < from ? ",\"end\":\"t\(first)\"" : "")}"#)
    }
    let from = min(place(of: parameters["from"], in: room, state) ?? 0, events.count)
    let last = min(events.count, from + limit)
    return HTTPResponse(
      200,
      #"{"start":"t\#(from)","chunk":[\#(events[from..<last].joined(separator: ","))]"#
        + (from < last ? #","end":"t\#(last)"}"# : "}"))
  }

  private func sync(since: String?, _ state: State) -> HTTPResponse {
    let since = since.map { Int($0.dropFirst()) ?? -1 }
    if let since, since < state.oldest || since > state.stream.count {
      return HTTPResponse(400, #"{"errcode":"M_UNKNOWN","error":"Invalid stream token"}"#)
    }
    var answer = SyncText()
    for room in Set(state.stream.compactMap(\.room)).sorted() {
      let events = state.rooms[room] ?? []
      let known = since.map { since in state.places[room]?.count { $0 <= since } ?? 0 } ?? 0
      let first = max(known, events.count - (since == nil ? 1 : limit))
      var part = SyncText.Joined(
        state: events[known..<first].filter {
          $0.contains(#""state_key""#) && !(state.isLazy && $0.contains(#""m.room.member""#))
        }, events: Array(events[first...]),
        isLimited: first > known, previous: "t\(first)")
      for entry in state.stream[(since ?? 0)...] where entry.room == room {
        if let ephemeral = entry.ephemeral, since != nil { part.ephemeral.append(ephemeral) }
        if let data = entry.accountData {
          part.accountData.append(#"{"type":"\#(data.type)","content":\#(data.content)}"#)
        }
      }
      if !part.events.isEmpty || !part.ephemeral.isEmpty || !part.accountData.isEmpty {
        answer.joined.append((room, part))
      }
    }
    for entry in state.stream[(since ?? 0)...] where entry.room == nil {
      guard let data = entry.accountData else { continue }
      answer.accountData.append(#"{"type":"\#(data.type)","content":\#(data.content)}"#)
    }
    return HTTPResponse(200, answer.text(next: "s\(state.stream.count)"))
  }
}

extension HTTPResponse {
  /// The answer to a sync with what the part with the keys adds.
  fileprivate func adding(_ part: (members: String, next: String)) -> HTTPResponse {
    let text = String(decoding: bytes ?? [], as: UTF8.self)
    guard let end = text.firstIndex(of: ",") else { return self }
    // The answer begins with its position.
    return HTTPResponse(200, "\(text[..<end].dropLast())~\(part.next)\",\(part.members)\(text[end...])")
  }
}

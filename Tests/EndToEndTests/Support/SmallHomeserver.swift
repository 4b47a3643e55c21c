import Foundation
import LoopbackServer
import Synchronization

/// A minimal homeserver with one room and one account; Ann's password is `pässword`.
final class SmallHomeserver: Sendable {
  private struct State: Sendable {
    var isUp = true
    var failure: (status: Int, text: String)?
    var events: [String] = []
    var bodies: [String] = []
  }

  private let box: Box
  let server: TestServer

  init(saying texts: [String]) throws {
    var events = [
      #"{"type":"m.room.create","state_key":"","event_id":"$c","sender":"@ben:localhost","origin_server_ts":1700000000000,"content":{"creator":"@ben:localhost","room_version":"10"}}"#,
      #"{"type":"m.room.member","state_key":"@ben:localhost","event_id":"$b","sender":"@ben:localhost","origin_server_ts":1700000000000,"content":{"membership":"join","displayname":"Ben"}}"#,
      #"{"type":"m.room.member","state_key":"@ann:localhost","event_id":"$a","sender":"@ann:localhost","origin_server_ts":1700000000000,"content":{"membership":"join","displayname":"Ann"}}"#,
      #"{"type":"m.room.name","state_key":"","event_id":"$n","sender":"@ben:localhost","origin_server_ts":1700000000000,"content":{"name":"Hill"}}"#,
    ]
    events += texts.enumerated().map { Self.message("$m\($0)", by: "@ben:localhost", #""\#($1)""#, at: $0) }
    let box = Box(State(events: events))
    self.box = box
    server = try TestServer(keepsArrivals: false) { connection, request in box.answer(connection, request) }
  }

  var url: String { server.url }

  /// Whether it answers requests.
  func set(up isUp: Bool) {
    box.change { $0.isUp = isUp }
    if !isUp { server.cutAll() }
  }

  /// Answers all requests with this status; nil: normally.
  func fail(with status: Int?, _ text: String = "") {
    box.change { $0.failure = status.map { ($0, text) } }
  }

  /// The bodies of the received requests.
  var bodies: [String] { box.read { $0.bodies } }

  /// The texts of the messages of the room, in order.
  var texts: [String] { box.read { $0.events }.filter { $0.contains("m.room.message") } }

  func stop() { server.stop() }

  private static func message(_ id: String, by user: String, _ body: String, at: Int) -> String {
    #"{"type":"m.room.message","event_id":"\#(id)","sender":"\#(user)","origin_server_ts":\#(1_700_000_100_000 + at * 1000),"content":{"msgtype":"m.text","body":\#(body)}}"#
  }

  /// State shared by the threads of the connections.
  private final class Box: Sendable {
    private let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    func read<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    func answer(_ connection: ServerConnection, _ request: ReceivedRequest) {
      guard read({ $0.isUp }) else { return connection.cut() }
      if let failure = read({ $0.failure }) {
        return connection.answer(failure.status, text: failure.text)
      }
      let path = request.target.prefix { $0 != "?" }
      change { $0.bodies.append(request.text) }
      switch (request.method, path) {
      case ("GET", "/_matrix/client/versions"): connection.answer(text: #"{"versions":["v1.11"]}"#)
      case ("GET", "/_matrix/client/v3/login"):
        connection.answer(text: #"{"flows":[{"type":"m.login.password"}]}"#)
      case ("POST", "/_matrix/client/v3/login"):
        guard request.text.contains(#""password":"pässword""#) else {
          return connection.answer(403, text: #"{"errcode":"M_FORBIDDEN"}"#)
        }
        connection.answer(text: #"{"user_id":"@ann:localhost","access_token":"t0ken","device_id":"D"}"#)
      case ("POST", "/_matrix/client/v3/logout"): connection.answer(text: "{}")
      case ("GET", "/_matrix/client/v3/sync"): connection.answer(text: sync(request.target))
      case ("GET", let path) where path.hasSuffix("/messages"):
        let events = read { $0.events }.joined(separator: ",")
        connection.answer(
          text: #"{"start":"t0","chunk":[\#(request.target.contains("dir=f") ? events : "")]}"#)
      case ("PUT", let path) where path.contains("/send/m.room.message/"):
        let transaction = path.split(separator: "/").last.map(String.init) ?? ""
        let id = add(request.text, transaction: transaction)
        connection.answer(text: #"{"event_id":"\#(id)"}"#)
      case ("PUT", _): connection.answer(text: "{}")
      case ("POST", let path) where path.contains("/receipt/") || path.hasSuffix("/read_markers"):
        connection.answer(text: "{}")
      default: connection.answer(404, text: #"{"errcode":"M_NOT_FOUND"}"#)
      }
    }

    private func add(_ content: String, transaction: String) -> String {
      state.withLock { state in
        let id = "$s\(state.events.count)"
        let mark = #""transaction_id":"\#(transaction)""#
        // Only once per transaction.
        if let same = state.events.firstIndex(where: { $0.contains(mark) }) { return "$s\(same)" }
        state.events.append(
          #"{"type":"m.room.message","event_id":"\#(id)","sender":"@ann:localhost","origin_server_ts":1700000500000,"content":\#(content),"unsigned":{\#(mark)}}"#
        )
        return id
      }
    }

    private func sync(_ target: String) -> String {
      let events = read { $0.events }
      let since = target.split(whereSeparator: { "?&".contains($0) }).first { $0.hasPrefix("since=s") }
        .flatMap { Int($0.dropFirst(7)) }
      let news = events.dropFirst(since ?? 0).joined(separator: ",")
      let rooms =
        news.isEmpty
        ? ""
        : #""!hill:localhost":{"state":{"events":[]},"timeline":{"events":[\#(news)],"limited":false,"prev_batch":"t0"}}"#
      // A server without long polling is polled rarely.
      return #"{"next_batch":"s\#(events.count)","rooms":{"join":{\#(rooms)}}}"#
    }
  }
}

import Glibc
import Synchronization

/// Passes requests on to another server and its answers back, and does to both what networks and proxies do. It has sockets
/// of its own, so that what goes wrong on the way goes wrong where it does: below the transport, and not instead of it.
public final class Relay: Sendable {
  /// What becomes of one request and its answer.
  public enum Fault: Hashable, Sendable {
    case none
    /// The request comes to the server so much later.
    case lateRequest(milliseconds: Int)
    /// The answer comes back so much later.
    case lateAnswer(milliseconds: Int)
    /// The connection ends before the server hears of anything.
    case unsent
    /// The server does what is asked, and nobody hears of it.
    case lost
    /// The connection ends at once, and what was asked is done all the same, so much later.
    case belated(milliseconds: Int)
    /// The connection ends after so many parts of a hundred of the answer's body.
    case cut(percent: Int)
    /// The same, with a reset.
    case reset(percent: Int)
    /// The server gets the request twice, and the client the second answer.
    case repeatedRequest
    /// The client gets the answer twice.
    case repeatedAnswer
    /// There are too many requests; the server hears of nothing.
    case tooMany(milliseconds: Int?)
    /// A proxy finds no server, and says so in its own way.
    case badGateway
  }

  public typealias Choice = @Sendable (ReceivedRequest) -> Fault

  private let passage: Passage
  private let server: TestServer

  /// - Parameters:
  ///   - port: that of the server, on loopback.
  ///   - choice: what becomes of each request, asked in the order of their arrival.
  public init(to port: UInt16, _ choice: @escaping Choice = { _ in .none }) throws {
    let passage = Passage(port: port, choice)
    self.passage = passage
    server = try TestServer(keepsArrivals: false) { connection, request in
      passage.pass(request, on: connection)
    }
  }

  deinit { server.stop() }

  public var url: String { server.url }

  /// What becomes of requests from now on.
  public func choose(_ choice: @escaping Choice) { passage.choice.withLock { $0 = choice } }

  /// Cuts all connections, and lets nobody through for as long as it is so.
  public var isDown: Bool {
    get { passage.isDown.load(ordering: .acquiring) }
    set {
      passage.isDown.store(newValue, ordering: .releasing)
      if newValue { server.cutAll() }
    }
  }

  /// How often there was which fault, by the name of its kind.
  public var counts: [String: Int] { passage.counts.withLock { $0 } }
}

/// The way through, without the door.
private final class Passage: Sendable {
  let port: UInt16
  let choice: Mutex<Relay.Choice>
  let isDown = Atomic(false)
  let counts = Mutex<[String: Int]>([:])

  init(port: UInt16, _ choice: @escaping Relay.Choice) {
    self.port = port
    self.choice = Mutex(choice)
  }

  func pass(_ request: ReceivedRequest, on connection: ServerConnection) {
    guard !isDown.load(ordering: .acquiring) else { return connection.reset() }
    let fault = choice.withLock { $0 }(request)
    counts.withLock { $0[fault.kind, default: 0] += 1 }
    switch fault {
    case .unsent: return connection.reset()
    case .tooMany(let wait):
      let named = wait.map { ",\"retry_after_ms\":\($0)" } ?? ""
      return connection.answer(429, text: #"{"errcode":"M_LIMIT_EXCEEDED","error":"Too many"\#(named)}"#)
    case .badGateway:
      return connection.answer(
        502, ["Content-Type: text/html"], text: "<html><h1>502 Bad Gateway</h1></html>")
    case .belated(let time):
      connection.cut()
      pause(time)
      _ = Upstream.answer(to: request, at: port, for: nil)
      return
    case .lateRequest(let time): pause(time)
    case .repeatedRequest: _ = Upstream.answer(to: request, at: port, for: connection)
    case .none, .lateAnswer, .lost, .cut, .reset, .repeatedAnswer: break
    }
    guard let answer = Upstream.answer(to: request, at: port, for: connection) else {
      return connection.reset()
    }
    switch fault {
    case .lost: connection.reset()
    case .cut(let percent):
      connection.write(answer.head + answer.body.prefix(answer.body.count * percent / 100))
      connection.cut()
    case .reset(let percent):
      connection.write(answer.head + answer.body.prefix(answer.body.count * percent / 100))
      connection.reset()
    case .repeatedAnswer:
      // In one piece, as from a proxy that has lost count.
      connection.write(answer.head + answer.body + answer.head + answer.body)
    case .lateAnswer(let time):
      pause(time)
      connection.write(answer.head + answer.body)
    default: connection.write(answer.head + answer.body)
    }
  }

  private func pause(_ milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}

extension Relay.Fault {
  /// What it is called, whatever its numbers are.
  fileprivate var kind: String { String("\(self)".prefix { $0 != "(" }) }
}

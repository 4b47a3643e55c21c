import Glibc
import Synchronization

/// A proxy between a client and a server that injects network faults. It uses real sockets, so that a fault occurs
/// below the transport, as in reality.
public final class Relay: Sendable {
  /// The fault of one request.
  public enum Fault: Hashable, Sendable {
    case none
    /// The request reaches the server after this delay.
    case lateRequest(milliseconds: Int)
    /// The answer reaches the client after this delay.
    case lateAnswer(milliseconds: Int)
    /// The connection is closed before the request reaches the server.
    case unsent
    /// The server handles the request, but the answer is lost.
    case lost
    /// The connection is closed at once; the server still gets the request, after this delay.
    case belated(milliseconds: Int)
    /// The connection is closed after this percentage of the answer's body.
    case cut(percent: Int)
    /// The connection is reset after this percentage of the answer's body.
    case reset(percent: Int)
    /// The server gets the request twice; the client gets the second answer.
    case repeatedRequest
    /// The client gets the answer twice.
    case repeatedAnswer
    /// The relay answers 429; the request does not reach the server.
    case tooMany(milliseconds: Int?)
    /// The relay answers as a proxy that cannot reach the server.
    case badGateway
  }

  public typealias Choice = @Sendable (ReceivedRequest) -> Fault

  private let passage: Passage
  private let server: TestServer

  /// - Parameters:
  ///   - port: the server's port, on loopback.
  ///   - choice: the fault of each request, called in the order of arrival.
  public init(to port: UInt16, _ choice: @escaping Choice = { _ in .none }) throws {
    let passage = Passage(port: port, choice)
    self.passage = passage
    server = try TestServer(keepsArrivals: false) { connection, request in
      passage.pass(request, on: connection)
    }
  }

  deinit { server.stop() }

  public var url: String { server.url }

  /// Sets how the fault of each later request is chosen.
  public func choose(_ choice: @escaping Choice) { passage.choice.withLock { $0 = choice } }

  /// While true, all connections are cut and new ones are refused.
  public var isDown: Bool {
    get { passage.isDown.load(ordering: .acquiring) }
    set {
      passage.isDown.store(newValue, ordering: .releasing)
      if newValue { server.cutAll() }
    }
  }

  /// The number of faults by kind.
  public var counts: [String: Int] { passage.counts.withLock { $0 } }
}

/// The connections, without the listening socket.
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
      // In one write, as from a faulty proxy.
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
  /// The name of the case without its associated values.
  fileprivate var kind: String { String("\(self)".prefix { $0 != "(" }) }
}

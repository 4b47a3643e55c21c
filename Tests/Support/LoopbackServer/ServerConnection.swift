import CTLSServer
import Glibc
import Synchronization

/// The server's end of a connection.
public final class ServerConnection: Sendable {
  /// Reads and writes belong to the thread of the connection; only `cut` is safe from other threads.
  private let socket: Int32
  private let tls: UInt?
  /// Whether the server stops reading requests.
  private let isOver = Atomic(false)
  private let rest = Mutex<[UInt8]>([])

  init(_ socket: Int32, tls: OpaquePointer?) {
    self.socket = socket
    self.tls = tls.map { UInt(bitPattern: $0) }
  }

  private var secure: UnsafeMutableRawPointer? { tls.flatMap { UnsafeMutableRawPointer(bitPattern: $0) } }

  public var offeredHTTP2: Bool { secure.map { tls_offered_http2($0) != 0 } ?? false }
  var isDone: Bool { isOver.load(ordering: .acquiring) }
  /// The socket, for polling together with another descriptor.
  var descriptor: Int32 { socket }

  // MARK: Answering

  public func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        if let secure {
          tls_write(secure, bytes.baseAddress, bytes.count)
        } else {
          send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  public func write(_ text: String) { write(Array(text.utf8)) }

  /// Sends a complete answer with its Content-Length.
  public func answer(_ status: Int = 200, _ fields: [String] = [], body: [UInt8] = []) {
    let lines = ["HTTP/1.1 \(status) Word", "Content-Length: \(body.count)"] + fields
    write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }

  public func answer(_ status: Int = 200, _ fields: [String] = [], text: String) {
    answer(status, fields, body: Array(text.utf8))
  }

  /// Closes the connection after what was written.
  public func cut() {
    isOver.store(true, ordering: .releasing)
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Closes the connection with a reset.
  public func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    isOver.store(true, ordering: .releasing)
  }

  // MARK: Reading

  /// The next request; nil once the client has closed the connection.
  func read() -> ReceivedRequest? {
    guard let head = readHead() else { return nil }
    let lines = head.split(separator: "\r\n").map(String.init)
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    var request = ReceivedRequest(
      method: words[0], target: words[1], lines: Array(lines.dropFirst()), body: [])
    let length = request.values(of: "Content-Length").first.flatMap { Int($0) } ?? 0
    guard let body = readBytes(length) else { return nil }
    request.body = body
    return request
  }

  private func readHead() -> String? {
    let end = Array("\r\n\r\n".utf8)
    return rest.withLock { rest in
      var searched = 0
      while true {
        if let place = rest[searched...].firstRange(of: end) {
          let head = String(decoding: rest[..<place.lowerBound], as: UTF8.self)
          rest.removeFirst(place.upperBound)
          return head
        }
        searched = max(0, rest.count - 3)
        guard fill(&rest) else { return nil }
      }
    }
  }

  private func readBytes(_ count: Int) -> [UInt8]? {
    rest.withLock { rest in
      while rest.count < count { guard fill(&rest) else { return nil } }
      let bytes = Array(rest.prefix(count))
      rest.removeFirst(count)
      return bytes
    }
  }

  private func fill(_ rest: inout [UInt8]) -> Bool {
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(
        0,
        secure.map { tls_read($0, buffer.baseAddress, buffer.count) }
          ?? recv(socket, buffer.baseAddress, buffer.count, 0))
    }
    rest += bytes
    return !bytes.isEmpty
  }

  /// Called by the connection's thread, at its end.
  func close() {
    if let secure { tls_close(secure) }
    Glibc.close(socket)
  }
}

/// A request as received.
public struct ReceivedRequest: Sendable {
  public var method: String
  public var target: String
  public var lines: [String]
  public var body: [UInt8]

  /// The values of all header fields with this name.
  public func values(of name: String) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
      return parts[1].drop { $0 == " " }.description
    }
  }

  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// Hands values from blocking threads to a test that awaits them.
public final class Mailbox<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiters: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())

  public init() {}

  public func put(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.values.append(value)
      return nil
    }
    waiter?.resume(returning: value)
  }

  /// The next value, in order of arrival.
  public func take() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        guard state.values.isEmpty else { return state.values.removeFirst() }
        state.waiters.append(continuation)
        return nil
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  public var isEmpty: Bool { state.withLock { $0.values.isEmpty } }
}

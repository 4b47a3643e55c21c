import CTLSServer
import Foundation
import Glibc
import Synchronization

/// A scripted server, HTTP or not, with a thread for each connection.
public final class TestServer: Sendable {
  public typealias Handler = @Sendable (ServerConnection, ReceivedRequest) -> Void

  public enum Place {
    case loopback
    case socket(String)
  }

  public struct Failure: Error {
    public let what: String
    public let errno: Int32
  }

  private struct State {
    var open: [Int: Int32] = [:]
    var accepted = 0
    var isStopped = false
  }

  public let port: UInt16
  /// The requests, in the order of arrival.
  public let arrivals = Mailbox<ReceivedRequest>()
  private let listener: Int32
  private let tls: UInt?
  private let state = Mutex(State())
  private let keepsArrivals: Bool
  private let handle: Handler

  /// - Parameters:
  ///   - identity: the paths of a certificate and its key, for TLS.
  ///   - keepsArrivals: whether requests are kept for the test to read.
  ///   - handle: answers a request, on the connection's thread.
  public init(
    on place: Place = .loopback, identity: (certificate: String, key: String)? = nil,
    keepsArrivals: Bool = true, _ handle: @escaping Handler
  ) throws {
    self.keepsArrivals = keepsArrivals
    self.handle = handle
    tls = try identity.map { identity in
      guard let server = tls_server_open(identity.certificate, identity.key) else {
        throw Failure(what: "tls", errno: 0)
      }
      return UInt(bitPattern: server)
    }
    (listener, port) = try Self.listen(at: place)
    Thread.detachNewThread { self.work() }
  }

  public var url: String { "http://127.0.0.1:\(port)" }
  /// The number of accepted connections.
  public var accepted: Int { state.withLock { $0.accepted } }

  /// Cuts all connections and keeps listening.
  public func cutAll() {
    state.withLock { state in
      for socket in state.open.values { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Cuts all connections and stops listening.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for socket in state.open.values { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  deinit { close(listener) }

  private func work() {
    while true {
      let socket = Self.accept(from: listener)
      guard socket >= 0 else { return }
      let number = state.withLock { state -> Int? in
        guard !state.isStopped else { return nil }
        state.accepted += 1
        state.open[state.accepted] = socket
        return state.accepted
      }
      guard let number else {
        close(socket)
        return
      }
      Thread.detachNewThread { self.serve(socket, number) }
    }
  }

  private func serve(_ socket: Int32, _ number: Int) {
    // OpenSSL may write to a socket that the client has closed, which raises SIGPIPE.
    var broken = sigset_t()
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, nil)
    var secure: OpaquePointer?
    if let tls {
      guard let connection = tls_accept(UnsafeMutableRawPointer(bitPattern: tls), socket) else {
        return end(number) { close(socket) }
      }
      secure = OpaquePointer(connection)
    }
    let connection = ServerConnection(socket, tls: secure)
    while !connection.isDone, let request = connection.read() {
      if keepsArrivals { arrivals.put(request) }
      handle(connection, request)
    }
    end(number) { connection.close() }
  }

  /// Under the lock, so that `cut` never acts on a descriptor that was closed and reused.
  private func end(_ number: Int, _ close: () -> Void) {
    state.withLock { state in
      state.open[number] = nil
      close()
    }
  }

  public static func accept(from listener: Int32) -> Int32 {
    let socket = Glibc.accept(listener, nil, nil)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    return socket
  }

  public static func listen(at place: Place) throws -> (Int32, UInt16) {
    switch place {
    case .loopback:
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      try bind(listener, &address)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
      }
      return (listener, UInt16(bigEndian: address.sin_port))
    case .socket(let path):
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
      try bind(listener, &address)
      return (listener, 0)
    }
  }

  private static func bind<Address>(_ listener: Int32, _ address: inout Address) throws {
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(listener, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard result == 0, Glibc.listen(listener, 512) == 0 else { throw Failure(what: "listen", errno: errno) }
  }
}

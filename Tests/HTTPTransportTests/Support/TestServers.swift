import Dispatch
import Foundation
import Glibc
import LoopbackServer

/// A server that acts after the first bytes of a request, and reads the rest only then.
final class ImpatientServer: Sendable {
  let port: UInt16
  /// The total number of bytes received, once the client has closed the connection.
  let received = Mailbox<Int>()
  private let listener: Int32

  /// - Parameter act: returns 0.
  init(answer: String = "", _ act: @escaping @Sendable () -> Int32 = { 0 }) throws {
    let (listener, port) = try TestServer.listen(at: .loopback)
    (self.listener, self.port) = (listener, port)
    let received = received
    Thread.detachNewThread {
      let socket = TestServer.accept(from: listener)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      var total = recv(socket, &bytes, bytes.count, 0)
      guard act() == 0 else { return }
      _ = send(socket, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      while true {
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count > 0 else { break }
        total += count
      }
      close(socket)
      received.put(total)
    }
  }

  var url: String { "http://127.0.0.1:\(port)" }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  deinit { close(listener) }
}

/// Blocks a thread of the server until the test opens it.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Opens the gate permanently.
  func open() { semaphore.signal() }

  func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}

extension TestServer {
  /// - Parameter certificate: the name of a fixture.
  convenience init(on place: Place = .loopback, certificate: String, _ handle: @escaping Handler) throws {
    try self.init(
      on: place, identity: (Self.fixture("\(certificate).pem"), Self.fixture("\(certificate).key.pem")),
      handle)
  }

  static func fixture(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(name)").path(percentEncoded: false)
  }
}

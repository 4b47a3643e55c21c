import Foundation
import Synchronization

/// A server that answers every request with the same 200 bytes; one thread serves all connections.
final class SmallServer: Sendable {
  struct Failure: Error {
    let errno: Int32
  }

  let port: UInt16
  private let clock = Mutex(clockid_t(0))

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) + listen(listener, 512) + getsockname(listener, address, &size)
      }
    }
    guard result == 0 else { throw Failure(errno: errno) }
    port = UInt16(bigEndian: address.sin_port)
    let ready = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      clock.withLock { clock in _ = pthread_getcpuclockid(pthread_self(), &clock) }
      ready.signal()
      Self.serve(listener)
    }
    ready.wait()
  }

  /// The processor time of the server, in nanoseconds.
  var processorTime: Double { TransportRows.nanoseconds(of: clock.withLock { $0 }) }

  nonisolated private static func serve(_ listener: Int32) {
    let answer =
      Array("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n".utf8) + [UInt8](repeating: 32, count: 200)
    var watched = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while poll(&watched, nfds_t(watched.count), -1) >= 0 {
      for index in watched.indices.reversed() where watched[index].revents != 0 {
        if index == 0 {
          watched.append(pollfd(fd: accept(listener, nil, nil), events: Int16(POLLIN), revents: 0))
          continue
        }
        let count = recv(watched[index].fd, &buffer, buffer.count, 0)
        guard count > 0 else {
          close(watched[index].fd)
          watched.remove(at: index)
          continue
        }
        // The body, whose bytes are all 7, may arrive separately after the head.
        let isWhole = buffer[count - 1] == 7 || buffer[0] == UInt8(ascii: "G")
        if isWhole { _ = send(watched[index].fd, answer, answer.count, Int32(MSG_NOSIGNAL)) }
      }
    }
  }
}

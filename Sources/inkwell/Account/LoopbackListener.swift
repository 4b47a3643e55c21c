import Glibc
import MatrixService

/// Listens on this computer for the browser that returns from the sign-in page.
///
/// The address has a random part, so that requests of others, such as another page in the same browser, are not accepted.
final class LoopbackListener {
  /// Readable when there is a connection.
  let descriptor: Int32
  /// The address that the sign-in page redirects to.
  let address: String
  private let path: String

  /// The maximum length of a request head.
  private static let longest = 16 << 10
  /// The time limit for the head, in milliseconds.
  private static let slowest: Int32 = 1000

  /// Nil if no port can be opened.
  init?() {
    let listening = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard listening >= 0 else { return nil }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        bind(listening, place, length) == 0 && listen(listening, 8) == 0
          && getsockname(listening, place, &length) == 0
      }
    }
    guard isOpen else {
      close(listening)
      return nil
    }
    descriptor = listening
    let numbers = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
    path = "/\(numbers.joined())"
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))\(path)"
  }

  deinit { close(descriptor) }

  /// Answers a connection.
  ///
  /// - Returns: the token; nil if the request has none.
  func token() -> LoginToken? {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    // Child programs must not inherit it.
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    defer { close(connection) }
    let target = requestTarget(from: connection)
    let isOurs = target.map { $0.prefix { $0 != "?" } == path } ?? false
    let token = isOurs ? target.flatMap { LoginToken($0) } : nil
    let body =
      token == nil
      ? "<p>There is nothing here.</p>"
      : "<p>Continue in the terminal; you can close this page.</p>"
    let page = "<!doctype html><meta charset=utf-8><title>Inkwell</title>\(body)\n"
    let answer = """
      HTTP/1.1 \(token == nil ? "404 Not Found" : "200 OK")\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      Connection: close\r
      \r
      \(page)
      """
    let bytes = Array(answer.utf8)
    // A browser that has closed the connection has already sent the token.
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    return token
  }

  /// The target of a GET request; nil for another request, or one that takes too long.
  private func requestTarget(from connection: Int32) -> String? {
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while head.count < Self.longest {
      var request = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, Self.slowest)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = read(connection, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      head += buffer[..<count]
      // The rest of the request is ignored.
      guard let end = head.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let line = head[..<end.lowerBound].prefix { $0 != UInt8(ascii: "\r") }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      return words.count == 3 && words[0] == "GET" ? String(words[1]) : nil
    }
    return nil
  }
}

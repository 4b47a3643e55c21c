import Glibc

/// One request to the server behind a relay, on a new connection.
enum Upstream {
  /// An answer with a Content-Length.
  struct Answer {
    let head: [UInt8]
    let body: [UInt8]
  }

  /// - Parameter client: the client's connection; the request is abandoned when it closes.
  /// - Returns: nil if no answer came.
  static func answer(
    to request: ReceivedRequest, at port: UInt16, for client: ServerConnection?
  ) -> Answer? {
    guard let socket = connect(to: port) else { return nil }
    defer { close(socket) }
    // HTTP/1.0, in which an answer is never chunked.
    let left = ["connection", "expect", "content-length"]
    let lines =
      ["\(request.method) \(request.target) HTTP/1.0"]
      + request.lines.filter { line in
        !left.contains(line.prefix { $0 != ":" }.lowercased())
      } + (request.body.isEmpty && request.method == "GET" ? [] : ["Content-Length: \(request.body.count)"])
    guard send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + request.body, on: socket),
      let bytes = receive(on: socket, for: client)
    else { return nil }
    return answer(bytes)
  }

  private static func connect(to port: UInt16) -> Int32? {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return socket }
    close(socket)
    return nil
  }

  private static func send(_ bytes: [UInt8], on socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func receive(on socket: Int32, for client: ServerConnection?) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      guard client?.waits(for: socket) ?? true else { return nil }
      let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(0, recv(socket, buffer.baseAddress, buffer.count, 0))
      }
      bytes += piece
      if piece.isEmpty || isWhole(bytes) { return bytes }
    }
  }

  /// Whether an answer with a Content-Length is complete.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let place = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let head = String(decoding: bytes[..<place.lowerBound], as: UTF8.self).lowercased()
    guard let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }),
      let length = Int(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " })
    else { return false }
    return bytes.count - place.upperBound >= length
  }

  private static func answer(_ bytes: [UInt8]) -> Answer? {
    guard let place = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<place.lowerBound], as: UTF8.self).split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first else { return nil }
    let body = Array(bytes[place.upperBound...])
    var length: Int?
    let fields = lines.dropFirst().filter { line in
      let name = line.prefix { $0 != ":" }.lowercased()
      if name == "content-length" { length = Int(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
      return name != "content-length" && name != "connection"
    }
    // Truncated: the server was killed.
    if let length, length != body.count { return nil }
    let head = ["HTTP/1.1 \(status) Word", "Content-Length: \(body.count)"] + fields
    return Answer(head: Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8), body: body)
  }
}

extension ServerConnection {
  /// Linux's POLLRDHUP, which Glibc declares only with _GNU_SOURCE.
  private static let leaving: Int16 = 0x2000

  /// Waits until another socket is readable.
  ///
  /// - Returns: false if the client closed its connection first.
  fileprivate func waits(for other: Int32) -> Bool {
    var sockets = [
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN) | Self.leaving, revents: 0),
    ]
    while true {
      guard poll(&sockets, 2, -1) > 0 else { continue }
      if sockets[0].revents != 0 { return true }
      if sockets[1].revents & ~Int16(POLLIN) != 0 { return false }
      // A pipelined request is read later.
      sockets[1].events = Self.leaving
    }
  }
}

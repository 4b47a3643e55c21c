import Glibc

/// A port of this computer that takes connections.
struct ListeningPort: ~Copyable {
  let number: UInt16
  private let socket: Int32

  struct Fault: Error { let code: Int32 }

  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isDone = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isDone else { throw Fault(code: errno) }
    self.socket = socket
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }
}

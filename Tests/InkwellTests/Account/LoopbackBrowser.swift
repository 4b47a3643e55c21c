import Foundation
import Glibc

/// Requests pages on this computer, as a redirected browser does.
@MainActor
final class LoopbackBrowser {
  private var connections: [Int32] = []

  nonisolated init() {}

  isolated deinit { for connection in connections { close(connection) } }

  /// Sends a request without waiting for its answer.
  ///
  /// - Parameters:
  ///   - address: the redirect target.
  ///   - path: replaces the path of the address.
  ///   - query: appended to the path.
  func get(_ address: String?, _ path: String? = nil, _ query: String = "") {
    guard let address, let url = URL(string: address), let port = url.port else { return }
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    place.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
    let isConnected = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return }
    let request = Array("GET \(path ?? url.path)\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    _ = write(connection, request, request.count)
    connections.append(connection)
  }

  /// The answers, in the order of the requests.
  func answers() -> [String] {
    connections.map { connection in
      var text = ""
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(connection, &buffer, buffer.count), count > 0 {
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return text
    }
  }
}

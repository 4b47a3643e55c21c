import Foundation
import Glibc

/// What this process has open.
enum Descriptors {
  /// Whether each connection to this port of ours is closed when another program starts.
  static func flags(ofConnectionsTo port: UInt16) throws -> [Bool] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.compactMap {
      descriptor in
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
      }
      guard result == 0, address.sin_family == AF_INET, UInt16(bigEndian: address.sin_port) == port else {
        return nil
      }
      return fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
    }
  }
}

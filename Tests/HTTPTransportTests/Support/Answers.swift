import Foundation
import Glibc
import HTTPTransport
import Testing

extension Transport {
  /// The error of a request; success is recorded as an issue.
  func failure(
    of request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> HTTPError? {
    do {
      let response = try await answer(to: request)
      Issue.record("answered with \(response.status)", sourceLocation: sourceLocation)
      return nil
    } catch {
      return error
    }
  }
}

extension HTTPResponse {
  var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}

/// Bodies compressed by gzip beforehand.
enum Compressed {
  /// "grüezigrüezigrüezi".
  static let greeting = bytes("H4sIAAAAAAACA0svOrwntSozHYUCAKnkkOEVAAAA")
  /// 10 MiB of zeros, compressed twice: 125 bytes.
  static let bomb = bytes(
    "H4sIAAAAAAACA+3YvRHBcByA4V9QxMcxAnUGSa0xhCnkLqXGBNjADFqX3mUHbED4jyH3PNU7w7vc55EMusc1y35RHT6XVz4JAAAAoOeq"
      + "th6mGRCr7l6uNwAAAEDfbRfzcXoBo/fuOZuaIwDwD07RFLdjxDm+CBaLAO0nAAA=")

  private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
}

/// The open files of this process.
enum Descriptors {
  /// Whether each connection to this port is close-on-exec.
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

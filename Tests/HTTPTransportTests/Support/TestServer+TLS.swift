import Foundation
import LoopbackServer

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

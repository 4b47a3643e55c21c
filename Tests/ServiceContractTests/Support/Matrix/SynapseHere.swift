import Foundation
import HTTPTransport
import JSON
import MatrixService

/// The Matrix server that the tests run beside; `make test-matrix` starts it and says in the environment where it is.
struct SynapseHere: Sendable {
  let address: HomeserverAddress
  let serverName: String
  /// One for all tests: a connection is opened once and kept.
  let transport = CurlTransport(abreast: 64)
  /// What the devices of this run keep; removed when the process ends.
  let folder: String

  static let variable = "INKWELL_SYNAPSE"
  /// Nil: there is none.
  static let current = ProcessInfo.processInfo.environment[variable].map { SynapseHere(description: $0) }

  private init(description: String) {
    do {
      let root = try JSONDocument(Array(description.utf8)).root
      guard let url = root["url"]?.string, let name = root["server_name"]?.string else {
        fatalError("\(Self.variable) says neither where the server is nor what it is called")
      }
      address = try HomeserverAddress(url)
      serverName = name
      folder = try RunFolder.make()
    } catch {
      fatalError("\(Self.variable): \(error)")
    }
  }
}

/// A folder that is gone when the process has ended.
private enum RunFolder {
  // Written once, before the handler that reads it is known to anybody.
  private static let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("inkwell-contract-\(ProcessInfo.processInfo.processIdentifier)").path

  static func make() throws -> String {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    atexit {
      // The last test may be tidying up at the same time, and what is gone already stops the removal of the rest.
      for _ in 0..<20 where FileManager.default.fileExists(atPath: RunFolder.path) {
        do { try FileManager.default.removeItem(atPath: RunFolder.path) } catch { continue }
      }
    }
    return path
  }
}

import ChatDomain
import Foundation

@testable import MatrixService

/// A folder for the cache of one test; it goes with the last who knows it.
final class CacheFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appending(path: "inkwell-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // What is left in the temporary folder hurts nobody.
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.appending(path: "cache.db").path }

  func open() throws -> MatrixCache { try MatrixCache(path: path, of: "@ann:s", on: "laptop") }

  func open(through system: String) throws -> MatrixCache {
    try MatrixCache(CacheFile(path: path, user: "@ann:s", device: "laptop", system: system))
  }

  /// The bytes of the file, or of one of those next to it.
  func bytes(_ end: String = "") throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path + end))) }

  func write(_ bytes: [UInt8], _ end: String = "") throws {
    try Data(bytes).write(to: URL(filePath: path + end))
  }

  func mode() throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }
}

import Foundation

/// A folder of a test's own, removed with it.
final class ScratchFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "matrix-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  // What is left of it is the system's to remove.
  deinit { try? FileManager.default.removeItem(at: url) }
}

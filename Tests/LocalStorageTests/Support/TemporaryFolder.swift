import Foundation

@testable import LocalStorage

/// A folder of one test; it goes with the last who knows it.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "inkwell-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // What is left in the temporary folder hurts nobody.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The profile in which a test opens stores: its parents are not there at first.
  var profile: String { path + "/state/inkwell/default" }
  var store: String { profile + "/store.db" }
  var edits: String { profile + "/edits" }
  var lock: String { profile + "/lock" }

  var files: Set<String> {
    get throws { try Set(FileManager.default.contentsOfDirectory(atPath: profile)) }
  }

  func mode(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// Whether nothing stands in the log behind the frame with which it begins.
  func hasNoEdits() throws -> Bool {
    try bytes(edits).prefix(EditFile.size).dropFirst(EditFrame.openingLength).allSatisfy { $0 == 0 }
  }
}

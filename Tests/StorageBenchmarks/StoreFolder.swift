import ChatDomain
import Foundation
import InMemoryService
import LocalStorage

/// A store in a file in the folder for temporary things, for one row.
final class StoreFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "inkwell-bench-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  isolated deinit {
    // What is left in the temporary folder hurts nobody.
    try? FileManager.default.removeItem(at: url)
  }

  func open() async throws -> SQLiteStore {
    try await SQLiteStore.open(profile: url.path, clock: ManualClock()).store
  }
}

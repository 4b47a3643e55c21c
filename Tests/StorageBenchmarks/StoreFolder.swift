import ChatDomain
import Foundation
import InMemoryService
import LocalStorage

/// A store in a temporary file, for one row.
final class StoreFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "inkwell-bench-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  isolated deinit {
    // A file that cannot be removed is left to the system to clean up.
    try? FileManager.default.removeItem(at: url)
  }

  func open() async throws -> SQLiteStore {
    try await SQLiteStore.open(profile: url.path, clock: ManualClock()).store
  }
}

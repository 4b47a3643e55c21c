import CSQLite
import ChatDomain
import Foundation
import InMemoryService
import SQLite

@testable import LocalStorage

/// A store of SQLite in a file of its own, or in memory. The file goes with the fixture.
final class SQLiteFixture: StoreFixture {
  private let sqlite: SQLiteStore
  private let folder: URL?

  init(isInMemory: Bool) async throws {
    guard !isInMemory else {
      folder = nil
      sqlite = try SQLiteStore.inMemory(clock: ManualClock())
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "inkwell-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    sqlite = try SQLiteStore(path: folder.appending(path: "store.db").path, clock: ManualClock())
  }

  deinit {
    // What is left in the temporary folder hurts nobody.
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  var store: any LocalStore { sqlite }

  /// The first one is not closed: as after a crash, nobody tidied up.
  func reopened() throws -> (any LocalStore)? {
    try folder.map { try SQLiteStore(path: $0.appending(path: "store.db").path, clock: ManualClock()) }
  }

  func failWriting(with error: StoreError?) async throws -> Bool {
    guard error == nil || error == .full else { return false }
    try await sqlite.beFull(error != nil)
    return true
  }
}

extension SQLiteStore {
  /// Has SQLite itself say in the middle of a batch that there is no room.
  fileprivate func beFull(_ isFull: Bool) throws {
    file.connection.withHandle { handle in
      _ = sqlite3_create_function_v2(
        handle, "no_room", 0, SQLITE_UTF8, nil,
        { context, _, _ in sqlite3_result_error_code(context, SQLITE_FULL) },
        nil, nil, nil)
    }
    try file.connection.execute(
      isFull
        ? "CREATE TEMP TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT no_room(); END"
        : "DROP TRIGGER full")
  }
}

import CSQLite
import ChatDomain
import Foundation
import InMemoryService
import SQLite
import Testing

@testable import LocalStorage

/// A store used by a single test. Another implementation of `LocalStore` adds a fixture and a case below.
protocol StoreFixture: Sendable {
  /// The store, empty at first.
  var store: any LocalStore { get }
  /// Closes the store and reopens it; nil for one that is not persistent.
  func reopened() async throws -> (any LocalStore)?
  /// Makes writes fail with an error, or succeed again (nil).
  ///
  /// - Returns: whether the store supports that.
  func failWriting(with error: StoreError?) async throws -> Bool
}

/// The implementations that the suite runs against.
enum StoreFixtures: String, CaseIterable, Sendable {
  /// The model of the random operations: a test that it fails is wrong itself.
  case naive
  case inMemory
  case sqliteInMemory
  case sqliteFile

  func make() async throws -> any StoreFixture {
    switch self {
    case .naive: NaiveFixture()
    case .inMemory: InMemoryFixture()
    case .sqliteInMemory: try await SQLiteFixture(isInMemory: true)
    case .sqliteFile: try await SQLiteFixture(isInMemory: false)
    }
  }
}

private struct NaiveFixture: StoreFixture {
  let naive = NaiveStore()
  var store: any LocalStore { naive }
  func reopened() -> (any LocalStore)? { nil }
  func failWriting(with error: StoreError?) async -> Bool {
    await naive.failWriting(with: error)
    return true
  }
}

private struct InMemoryFixture: StoreFixture {
  let memory = InMemoryStore()
  var store: any LocalStore { memory }
  func reopened() -> (any LocalStore)? { nil }
  func failWriting(with error: StoreError?) async -> Bool {
    memory.setFaults(StoreFaults(writing: error))
    return true
  }
}

extension StoreFixture {
  func perform(_ changes: StoreChange...) async throws { try await store.perform(changes) }

  /// Makes writes fail, or cancels the test with the reason.
  func mustFailWriting(with error: StoreError?) async throws {
    if try await failWriting(with: error) { return }
    try Test.cancel("this store cannot be made to fail")
  }

  /// The store as it is, and again after it was reopened.
  var lives: StoreLives { StoreLives(fixture: self) }
}

/// A store before and after reopening.
struct StoreLives: AsyncSequence {
  let fixture: any StoreFixture

  func makeAsyncIterator() -> Iterator { Iterator(fixture: fixture) }

  struct Iterator: AsyncIteratorProtocol {
    let fixture: any StoreFixture
    private var life = 0

    init(fixture: any StoreFixture) { self.fixture = fixture }

    mutating func next() async throws -> (any LocalStore)? {
      defer { life += 1 }
      switch life {
      case 0: return fixture.store
      case 1: return try await fixture.reopened()
      default: return nil
      }
    }
  }
}

/// An SQLite store in a file or in memory. The file is removed with the fixture.
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
    // A folder that cannot be removed is left to the system to clean up.
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  var store: any LocalStore { sqlite }

  /// The first one is not closed, as after a crash.
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
  /// Makes SQLite report a full disk in the middle of a batch.
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

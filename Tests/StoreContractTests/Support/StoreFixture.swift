import CSQLite
import ChatDomain
import Foundation
import InMemoryService
import SQLite
import Testing

@testable import LocalStorage

/// A store that one test has to itself. Another implementation of `LocalStore` adds one of these and a case below.
protocol StoreFixture: Sendable {
  /// The store, empty at first.
  var store: any LocalStore { get }
  /// Closes the store and opens what it kept; nil for one that keeps nothing beyond its own life.
  func reopened() async throws -> (any LocalStore)?
  /// From now on writing fails with an error, or works again (nil).
  ///
  /// - Returns: whether that can be done to the store.
  func failWriting(with error: StoreError?) async throws -> Bool
}

/// The implementations that the suite is held against.
enum StoreFixtures: String, CaseIterable, Sendable {
  /// The model of the random operations: what it fails, the suite asks for wrongly.
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

  /// Makes writing fail, or gives the test up with the reason.
  func mustFailWriting(with error: StoreError?) async throws {
    if try await failWriting(with: error) { return }
    try Test.cancel("this store cannot be made to fail")
  }

  /// The store as it is, and once more after it was opened anew.
  var lives: StoreLives { StoreLives(fixture: self) }
}

/// The lives of a store, one after the other.
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

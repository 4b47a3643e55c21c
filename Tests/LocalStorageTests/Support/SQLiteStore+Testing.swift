import ChatDomain
import DraftEngine
import SQLite

@testable import LocalStorage

extension SQLiteStore {
  var connection: LocalStorage.Connection { file.connection }
  var journal: JournalFile? { file.journal }

  /// Bypasses the contract.
  func execute(_ sql: String) throws { try connection.execute(sql) }

  /// Marks the file as written by another version.
  func claim(version: Int) throws {
    try execute("PRAGMA user_version = \(version)")
    try MarkTable(connection: connection).save(version: version)
  }

  /// The number of the last edit in the tables.
  func foldedEdits() throws -> UInt64? { try file.marks.edits() }
  func begunLog() throws -> UInt64? { try file.marks.log() }

  func number(_ sql: String) throws -> Int { try Int(connection.first(sql) { $0.integer(0) } ?? 0) }
}

extension SQLiteStore {
  /// Submits changes, and waits until they are acknowledged.
  ///
  /// - Returns: whether they were acknowledged at once.
  func takes(_ changes: [StoreChange]) async -> Bool {
    await submitting(changes).isAtOnce
  }

  func submitted(_ changes: [StoreChange]) async -> StoreError? {
    await submitting(changes).failure
  }

  @MainActor
  private func submitting(_ changes: [StoreChange]) async -> (isAtOnce: Bool, failure: StoreError?) {
    let call = Call()
    let failure = await withCheckedContinuation { done in
      submit(changes) {
        call.isAtOnce = !call.hasReturned
        done.resume(returning: $0)
      }
      call.hasReturned = true
    }
    return (call.isAtOnce, failure)
  }
}

@MainActor
private final class Call {
  var hasReturned = false
  var isAtOnce = false
}

extension StoredDraft {
  /// A draft with one word.
  static func kept(for key: DraftKey, at time: Timestamp) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: "kept")]), createdAt: time, updatedAt: time)
  }
}

/// A clock that stands still.
struct StoppedClock: ChatClock {
  let now: Timestamp

  func sleep(until deadline: Timestamp) async throws { throw CancellationError() }
}

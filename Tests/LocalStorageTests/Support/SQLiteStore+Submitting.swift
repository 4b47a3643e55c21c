import ChatDomain
import LocalStorage

extension SQLiteStore {
  /// Submits changes, and waits until they are acknowledged.
  ///
  /// - Returns: whether that was at once.
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

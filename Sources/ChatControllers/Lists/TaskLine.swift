import ChatDomain

/// Questions of which each waits for the end of the one before: an answer that was long on its way does not come after a
/// newer one.
final class TaskLine {
  private var last: Task<Void, Never>?

  func run(_ work: @escaping () async throws(ChatError) -> Void) async throws(ChatError) {
    let before = last
    let task = Task {
      await before?.value
      do throws(ChatError) {
        try await work()
        return Result<Void, ChatError>.success(())
      } catch {
        return .failure(error)
      }
    }
    last = Task { _ = await task.value }
    try await task.value.get()
  }
}

package import ChatDomain

/// Requests that run one after the other, so that a slow answer never arrives after a newer one.
package final class SerialTaskQueue {
  private var last: Task<Void, Never>?

  package init() {}

  package func run(_ work: @escaping () async throws(ChatError) -> Void) async throws(ChatError) {
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

public import ChatDomain
import ChatSync

/// A message that has left the composer and is on its way: into the outbox, and from there to the service.
///
/// It goes on whether or not anybody waits for it.
public final class OngoingSend {
  private let outbox: Outbox
  private var handover: Task<Result<TransactionID, OutboxError>, Never>?
  /// What the outbox said, once it has said something.
  private(set) var acceptance: Result<TransactionID, OutboxError>?

  /// Whether the outbox has not taken the message, which is back in the composer then.
  package var isReturned: Bool { if case .failure? = acceptance { true } else { false } }

  init(outbox: Outbox) { self.outbox = outbox }

  /// Runs until the first suspension before it returns.
  func begin(_ handOver: @escaping () async throws(OutboxError) -> TransactionID) {
    // In a task of its own, so that its memory is released before the wait for the service: without a connection
    // thousands of messages may wait here.
    handover = Task.immediate {
      let result: Result<TransactionID, OutboxError>
      do throws(OutboxError) { result = .success(try await handOver()) } catch { result = .failure(error) }
      acceptance = result
      return result
    }
  }

  /// Waits until the service has the message.
  ///
  /// A message that the outbox does not take is back in the composer then. One that the service refuses stays in the
  /// timeline with its text.
  ///
  /// - Returns: its timetoken.
  public func timetoken() async throws(OutboxError) -> Timetoken {
    guard let handover else { throw .unknown }
    let id = try await handover.value.get()
    switch await outbox.answer(to: id).outcome {
    case .success(let message?):
      guard let timetoken = message.timetoken else { throw .failed(.connection(.interrupted)) }
      return timetoken
    case .success(nil): throw .withdrawn
    case .failure(let error): throw error
    }
  }
}

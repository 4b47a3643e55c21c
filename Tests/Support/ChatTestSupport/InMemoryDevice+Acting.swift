public import ChatDomain
public import InMemoryService
import Synchronization

extension InMemoryDevice {
  /// Adds or withdraws a reaction. The id of its transaction has the version of the message that this device has seen, so a
  /// reaction to a later version is another request.
  public func react(
    _ name: String, _ isOn: Bool = true, to message: Message
  ) async throws(ChatError) -> Message {
    let seen = message.version ?? Timetoken(0)
    return try await setReaction(
      ReactionChange(
        transactionId: TransactionID("\(deviceId) \(name) \(isOn) \(seen)"), channelId: message.channelId,
        messageId: message.id, name: name, isOn: isOn, user: currentUser.id))
  }

  /// Saves a draft as edited now.
  @discardableResult
  public func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision
  ) async throws(ChatError) -> DraftMessage {
    let now = service.clock.now
    let begun = try await draft(for: key)?.createdAt ?? now
    return try await saveDraft(
      content, for: key, over: revision, dates: DraftDates(createdAt: begun, updatedAt: now))
  }
}

extension ServiceFaults {
  /// The faults that a closure sets, and no others.
  public static func with(_ change: (inout ServiceFaults) -> Void) -> ServiceFaults {
    var faults = ServiceFaults()
    change(&faults)
    return faults
  }
}

/// Names transactions, with the same names in each run of a seed.
public final class TransactionCounter: Sendable {
  private let prefix: String
  private let count = Mutex(0)

  public init(prefix: String) { self.prefix = prefix }

  public func next() -> TransactionID {
    count.withLock { count in
      count += 1
      return TransactionID("\(prefix).\(count)")
    }
  }
}

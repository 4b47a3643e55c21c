import ChatDomain
import ChatTestSupport

@testable import ChatControllers
@testable import ChatSync

/// The messages that a device sent, as reported by its outbox.
final class Sendings {
  struct Sending {
    let transaction: TransactionID
    let channel: ChannelID
    let parent: MessageID?
    /// The number of the client's run; with `sequence` it gives the order of creation.
    let run: Int
    let sequence: Int
    var words: Set<String>
    var hasFailed = false
    var isFailed = false
    var isDone = false
    var isWithdrawn = false
    var isTakenBack = false
    /// Whether it may be lost: the device crashed while its store failed.
    var isUncertain = false
  }

  let device: String
  private(set) var all: [TransactionID: Sending] = [:]
  private(set) var order: [TransactionID] = []
  /// The number of key presses that were not refused at once.
  var presses = 0
  /// The number of notices of the outbox.
  private(set) var notices = 0
  private(set) var trouble: [String] = []

  init(device: String) { self.device = device }

  func note(_ change: OutboxChange, run: Int) {
    notices += 1
    switch change.outcome {
    case .waiting(let entry): note(entry, run: run)
    case .done:
      all[change.transactionId]?.isDone = true
      all[change.transactionId]?.isFailed = false
      if all[change.transactionId]?.isWithdrawn == true {
        trouble.append("\(change.transactionId) withdrawn and done")
      }
    case .withdrawn: all[change.transactionId]?.isWithdrawn = true
    }
  }

  func note(_ entry: OutboxEntry, run: Int) {
    guard entry.isSend else { return }
    let id = entry.transactionId
    if all[id] == nil {
      order.append(id)
      all[id] = Sending(
        transaction: id, channel: entry.channelId, parent: entry.message.parentId, run: run,
        sequence: entry.sequence,
        words: Words.words(in: entry.message.text))
    }
    if entry.isAccepted { all[id]?.isDone = true }
    all[id]?.isFailed = entry.failure != nil
    if entry.failure != nil { all[id]?.hasFailed = true }
    if entry.deletesOnArrival { all[id]?.isTakenBack = true }
    all[id]?.words.formUnion(Words.words(in: entry.message.text))
  }

  /// After a crash, messages without an answer may or may not have been sent, unless they were stored.
  func crashed(run: Int, isKept: Bool) {
    guard !isKept else { return }
    for id in order { all[id]?.isUncertain = true }
  }
}

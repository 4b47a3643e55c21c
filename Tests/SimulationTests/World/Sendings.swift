import ChatDomain
import ChatTestSupport

@testable import ChatControllers
@testable import ChatSync

/// What a device sent, as its outbox told of it.
final class Sendings {
  struct Sending {
    let transaction: TransactionID
    let channel: ChannelID
    let parent: MessageID?
    /// Counts the runs of the client; with the sequence it gives the order of creation.
    let run: Int
    let sequence: Int
    var words: Set<String>
    var hasFailed = false
    var isFailed = false
    var isDone = false
    var isWithdrawn = false
    var isTakenBack = false
    /// Whether it may have been lost: the device broke down while its store took nothing.
    var isUncertain = false
  }

  let device: String
  private(set) var all: [TransactionID: Sending] = [:]
  private(set) var order: [TransactionID] = []
  /// How often somebody pressed the key, and it was not refused at once.
  var presses = 0
  /// How often the outbox said anything.
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

  /// What was not answered is on its way, and nobody heard of it again if it was not kept.
  func crashed(run: Int, isKept: Bool) {
    guard !isKept else { return }
    for id in order { all[id]?.isUncertain = true }
  }
}

import ChatDomain
import ChatTestSupport

@testable import ChatControllers
@testable import ChatSync

/// The messages that a device sent, as reported by its outbox.
@MainActor
final class Sendings {
  struct Sending {
    let transaction: TransactionID
    let channel: ChannelID
    /// The number of the program on the device; with `sequence` it gives the order of writing.
    let life: Int
    let sequence: Int
    /// The resulting message.
    var message: MessageID?
    var hasFailed = false
    var isFailed = false
    var isWithdrawn = false
  }

  private(set) var all: [TransactionID: Sending] = [:]
  private(set) var trouble: [String] = []

  func note(_ change: OutboxChange, life: Int) {
    let id = change.transactionId
    switch change.outcome {
    case .waiting(let entry): note(entry, life: life)
    case .done(let message):
      guard let sending = all[id] else { return }
      if sending.isWithdrawn { trouble.append("\(id) was withdrawn and is done") }
      if let known = sending.message, let message, known != message.id {
        trouble.append("\(id) became \(known) and \(message.id)")
      }
      all[id]?.message = message?.id ?? sending.message
      all[id]?.isFailed = false
    case .withdrawn: all[id]?.isWithdrawn = true
    }
  }

  func note(_ entry: OutboxEntry, life: Int) {
    guard entry.isSend else { return }
    let id = entry.transactionId
    if all[id] == nil {
      all[id] = Sending(transaction: id, channel: entry.channelId, life: life, sequence: entry.sequence)
    }
    all[id]?.isFailed = entry.failure != nil
    if entry.failure != nil { all[id]?.hasFailed = true }
  }
}

/// A step of a person or of a device.
enum Step: String, WeightedStep {
  case type, say, removeWord, clear, leave, send
  case beginEdit, sendEdit, endEdit, delete, resend, discard
  case react, markRead
  case weather, calm, down, up, offline, online, crash, wait

  /// The relative frequency.
  var weight: Int {
    switch self {
    case .type: 18
    case .say: 16
    case .send: 14
    case .wait, .weather: 8
    case .crash, .beginEdit, .sendEdit, .react, .markRead, .up, .online: 4
    case .removeWord, .leave, .delete, .calm: 3
    case .clear, .down, .offline, .resend: 2
    case .endEdit, .discard: 1
    }
  }
}

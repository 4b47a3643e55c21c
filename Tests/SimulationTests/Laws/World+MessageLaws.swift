import ChatDomain

@testable import ChatControllers
@testable import ChatSync

extension World {
  /// Each accepted send gives exactly one message, and a deleted one none.
  func sendingLaws(_ history: History) -> [String] {
    var found: [String] = []
    for person in people {
      var counts: [TransactionID: [Message]] = [:]
      for message in history.sent(by: person.user.id) {
        guard let transaction = message.transactionId else {
          found.append("\(message.id) of \(person.user.id) has no transaction")
          continue
        }
        counts[transaction, default: []].append(message)
      }
      for device in person.devices {
        if device.sendings.order.count > device.sendings.presses {
          found.append(
            "\(device.name) sent \(device.sendings.order.count) for \(device.sendings.presses) presses")
        }
        for id in device.sendings.order {
          guard let sending = device.sendings.all[id] else { continue }
          found += law(of: sending, counts.removeValue(forKey: id) ?? [], on: device)
        }
      }
      found += counts.keys.map { "\($0) is a message that nobody sent" }
    }
    return found
  }

  private func law(of sending: Sendings.Sending, _ messages: [Message], on device: Device) -> [String] {
    let id = sending.transaction
    let standing = messages.filter { !$0.isDeleted }
    if messages.count > 1 { return ["\(id) is \(messages.count) messages"] }
    if sending.isWithdrawn { return standing.isEmpty ? [] : ["\(id) was withdrawn and stands there"] }
    let hasFailed = device.client.engine.outbox.queue[id]?.failure != nil
    if takenBack.contains(MessageID(id.rawValue)) {
      return standing.isEmpty || isRefused(deletionOf: id)
        || uncertainDeletions.union(discardedDeletions).contains(MessageID(id.rawValue))
        ? [] : ["\(id) was taken back and stands there"]
    }
    if sending.isUncertain { return [] }
    if hasFailed { return messages.isEmpty ? [] : ["\(id) failed and stands there"] }
    return messages.isEmpty ? isParentGone(sending) ? [] : ["\(id) is missing: \(sending)"] : []
  }

  /// Whether the deletion was refused, and waits for a decision.
  private func isRefused(deletionOf id: TransactionID) -> Bool {
    devices.contains { device in
      device.client.engine.outbox.queue.all.contains {
        $0.isDelete && $0.failure != nil && $0.message.transactionId == id
      }
    }
  }

  /// Replies are deleted with their parent.
  private func isParentGone(_ sending: Sendings.Sending) -> Bool {
    guard let parent = sending.parent else { return false }
    return hardlyDeleted.contains(parent)
  }

  private var hardlyDeleted: Set<MessageID> {
    var gone: Set<MessageID> = []
    for case .messageDeleted(let event) in people.flatMap(\.events) where event.isHard {
      gone.insert(event.messageId)
    }
    return gone
  }

  /// The messages of one device in one channel are in the order of writing, except for those that failed in between.
  func orderLaws(_ history: History) -> [String] {
    var found: [String] = []
    for person in people {
      let mine = history.sent(by: person.user.id).sorted {
        ($0.timetoken?.rawValue ?? 0) < ($1.timetoken?.rawValue ?? 0)
      }
      for device in person.devices {
        for channel in channels {
          let line = mine.filter { $0.channelId == channel }.compactMap { message in
            message.transactionId.flatMap { device.sendings.all[$0] }
          }.filter { !$0.hasFailed }
          for (one, other) in zip(line, line.dropFirst())
          where (one.run, one.sequence) > (other.run, other.sequence) {
            found.append("\(one.transaction) stands before \(other.transaction), which was written earlier")
          }
        }
      }
    }
    return found
  }
}

import ChatDomain

@testable import ChatControllers

extension World {
  /// Each mentioned person is told once of each message, and nobody of their own.
  func mentionLaws(_ history: History) -> [String] {
    var found: [String] = []
    var told: [UserID: [MessageID: Int]] = [:]
    for person in people {
      for case .mentioned(let event) in person.events {
        if event.by == event.mentioned || event.mentioned != person.user.id {
          found.append("\(person.user.id) is told of a mention of \(event.mentioned) by \(event.by)")
        }
        told[person.user.id, default: [:]][event.messageId, default: 0] += 1
      }
    }
    for (user, counts) in told {
      for (message, count) in counts where count > 1 {
        found.append("\(user) was told \(count) times of \(message)")
      }
    }
    for person in people {
      let uncertain = Set(
        person.devices.flatMap { $0.sendings.all.values.filter { $0.isUncertain || $0.isTakenBack } }.map(
          \.transaction))
      for case .messageCreated(let message) in person.events where message.author.id == person.user.id {
        guard let transaction = message.transactionId, !uncertain.contains(transaction),
          !takenBack.contains(message.stableID)
        else { continue }
        for user in message.mentionedUsers where user != person.user.id {
          if told[user]?[message.id] == nil { found.append("\(user) was not told of \(message.id)") }
        }
      }
    }
    return found
  }
}

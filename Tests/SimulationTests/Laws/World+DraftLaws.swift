import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers
@testable import ChatSync

extension World {
  /// All devices have the service's drafts in the same revision.
  func draftLaws() async -> [String] {
    var found: [String] = []
    for person in people {
      let keys = Set(person.devices.flatMap { $0.client.engine.drafts.registry.keys })
      for key in keys {
        let truth = await draft(of: person, for: key)
        for device in person.devices {
          guard let state = device.client.engine.drafts.registry.kept(key) else {
            if let truth { found.append("\(device.name) knows nothing of \(truth.text) in \(key)") }
            continue
          }
          if state.publishable != truth?.content {
            found.append(
              "\(device.name) has \(state.composed.content.text) and the service \(truth?.text ?? "nothing") in \(key)"
            )
          } else if let truth, state.sync.ancestor?.revision != truth.revision {
            found.append(
              "\(device.name) has revision \(state.sync.ancestor?.revision ?? 0) of \(truth.revision) in \(key)"
            )
          }
        }
      }
    }
    return found
  }

  func draft(of person: Person, for key: DraftKey) async -> DraftMessage? {
    do {
      return try await person.truth.draft(for: key)
    } catch {
      trouble.append("the truth about a draft cannot be had: \(error)")
      return nil
    }
  }

  /// Every word that was typed and not removed is somewhere.
  func wordLaws(_ history: History) async -> [String] {
    var there: Set<String> = []
    func see(_ elements: [MessageElement]) { there.formUnion(Words.words(in: elements.text)) }
    for person in people {
      for message in history.sent(by: person.user.id) { see(message.elements) }
      for device in person.devices {
        there.formUnion(device.composedWords)
        for entry in device.client.engine.outbox.queue.all { see(entry.message.elements) }
        do {
          for entry in try await device.store.inner.draftHistory(for: nil, limit: 10_000) {
            see(entry.elements)
          }
        } catch {
          trouble.append("the history of \(device.name) cannot be read: \(error)")
        }
      }
    }
    let lost = words.alive.subtracting(words.forgiven).subtracting(there).filter { word in
      guard let message = editWords[word] else { return true }
      return !takenBack.contains(message) && edits[message, default: 0] <= 1
    }
    return lost.sorted().map { "the word \($0) is lost" }
  }
}

extension World {
  /// All violated laws at the end.
  func violations() async -> [String] {
    var found: [String] = devices.flatMap(\.sendings.trouble)
    let history = await History(of: self)
    found += sendingLaws(history)
    found += orderLaws(history)
    found += await draftLaws()
    found += await wordLaws(history)
    found += mentionLaws(history)
    found += await viewLaws(history)
    found += await readingLaws(history)
    found += threadLaws(history)
    found += await threadListLaws()
    return found
  }
}

/// The final state of the service, as each person sees it.
struct History {
  /// For each person, the messages of all channels and threads.
  var seen: [UserID: [Message]] = [:]

  init(of world: World) async {
    for person in world.people {
      var all: [Message] = []
      for channel in world.channels {
        let shown = await world.messages(in: channel, for: person)
        all += shown
        for parent in shown where parent.threadInfo != nil {
          all += await world.messages(in: channel, under: parent.id, for: person).filter {
            !$0.isShownInChannel
          }
        }
      }
      seen[person.user.id] = all
    }
  }

  /// A person's messages, by transaction.
  func sent(by user: UserID) -> [Message] {
    seen[user, default: []].filter { $0.author.id == user && $0.kind == .regular }
  }
}

extension World {
  /// Each mentioned person is notified once per message, except its author.
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

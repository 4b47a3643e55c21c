import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers

extension World {
  /// All devices have the drafts that the service has, in the same revision.
  func draftLaws() async -> [String] {
    var found: [String] = []
    for person in people {
      let keys = Set(person.devices.flatMap { $0.client.drafts.registry.keys })
      for key in keys {
        let truth = await draft(of: person, for: key)
        for device in person.devices {
          guard let state = device.client.drafts.registry.kept(key) else {
            if let truth { found.append("\(device.name) knows nothing of \(truth.text) in \(key)") }
            continue
          }
          if state.publishable != truth?.content {
            found.append(
              "\(device.name) has \(state.contents.composed.content.text) and the service \(truth?.text ?? "nothing") in \(key)"
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

  /// Every word that was typed and not taken away again is somewhere.
  func wordLaws(_ history: History) async -> [String] {
    var there: Set<String> = []
    func see(_ elements: [MessageElement]) { there.formUnion(Words.words(in: elements.text)) }
    for person in people {
      for message in history.sent(by: person.user.id) { see(message.elements) }
      for device in person.devices {
        there.formUnion(device.composedWords)
        for entry in device.client.outbox.queue.all { see(entry.message.elements) }
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

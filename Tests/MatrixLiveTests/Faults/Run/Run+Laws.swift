import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import MatrixService

@testable import ChatControllers
@testable import ChatSync

extension Run {
  /// All violated laws at the end.
  func violations(_ truth: Truth) async throws -> [String] {
    var found = devices.flatMap(\.sendings.trouble)
    found += sendingLaws(truth)
    found += orderLaws(truth)
    found += draftLaws(truth)
    found += try await wordLaws(truth)
    found += try await historyLaws(truth)
    found += viewLaws(truth)
    found += try await readingLaws()
    if !found.isEmpty {
      for line in truth.slots.sorted() { note(line) }
      for device in devices {
        for draft in try await device.service.drafts(DraftListQuery()).elements
        where rooms.contains(draft.key.channelId) {
          note(
            "\(device.name) is told of revision \(draft.revision) by \(draft.savedBy) in \(draft.key): \(draft.text)"
          )
        }
      }
    }
    return found
  }

  /// Each sent message exists exactly once, and no other message exists.
  private func sendingLaws(_ truth: Truth) -> [String] {
    var found: [String] = []
    for (person, account) in people.enumerated() {
      let there = truth.rooms.values.flatMap(\.messages).filter { $0.sender == account.id.rawValue }
      let standing = there.filter { $0.text != nil }
      var counts: [String: Int] = [:]
      for message in standing { counts[message.transaction ?? "no transaction", default: 0] += 1 }
      found += counts.filter { $0.value > 1 }.map { "\($0.key) is \($0.value) messages" }
      let sendings = devices.filter { $0.person == person }.flatMap { $0.sendings.all.values }
      found += Set(counts.keys).subtracting(sendings.map(\.transaction.rawValue)).map { "nobody sent \($0)" }
      let all = Dictionary(there.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      let became = sendings.compactMap(\.message?.rawValue)
      if Set(became).count != became.count { found.append("two sendings became one message: \(became)") }
      for message in standing where !became.contains(message.id) {
        found.append("\(message.id) \(message.text ?? "") stands there, and its sender does not know")
      }
      for sending in sendings {
        let isBack = takenBack.contains(MessageID(sending.transaction.rawValue))
        if let id = sending.message {
          if all[id.rawValue] == nil {
            found.append("\(sending.transaction) became \(id), which is not there")
          }
        } else if !isBack, !sending.isWithdrawn, !sending.isFailed {
          found.append("\(sending.transaction) is missing")
        }
        if sending.isWithdrawn, counts[sending.transaction.rawValue] != nil {
          found.append("\(sending.transaction) was withdrawn and stands there")
        }
      }
    }
    return found
  }

  /// The messages of one device in one room are in the order of writing, except for those that failed in between.
  private func orderLaws(_ truth: Truth) -> [String] {
    devices.flatMap { device in
      rooms.flatMap { room -> [String] in
        let line = (truth.rooms[room]?.messages ?? []).compactMap { message in
          message.transaction.flatMap { device.sendings.all[TransactionID($0)] }
        }.filter { !$0.hasFailed }
        return zip(line, line.dropFirst()).filter { ($0.life, $0.sequence) > ($1.life, $1.sequence) }.map {
          "\($0.transaction) stands before \($1.transaction), which was written earlier"
        }
      }
    }
  }

  /// All devices of a person have the server's drafts.
  private func draftLaws(_ truth: Truth) -> [String] {
    devices.flatMap { device in
      var found: [String] = []
      let account = people[device.person]
      var wanted = truth.drafts[account.id] ?? [:]
      for state in device.composed {
        let place = "\(state.key.channelId)/\(state.key.parentId?.rawValue ?? "main")"
        let has = state.publishable.map { MessageMarkup.render($0.elements) }
        let there = wanted.removeValue(forKey: place)
        if has != there {
          found.append(
            "\(device.name) drafts \(has ?? "nothing"), the server has \(there ?? "nothing") in \(place); \(state.sync)"
          )
        }
      }
      return found + wanted.map { "\(device.name) knows nothing of the draft \($0.value) in \($0.key)" }
    }
  }

  /// Every word that was typed and not removed is somewhere.
  private func wordLaws(_ truth: Truth) async throws -> [String] {
    var there: Set<String> = []
    for message in truth.rooms.values.flatMap(\.messages) {
      there.formUnion(Words.words(in: message.text ?? ""))
    }
    for device in devices {
      there.formUnion(device.composedWords)
      for entry in device.queued { there.formUnion(Words.words(in: entry.message.elements.text)) }
      for entry in try await device.store.draftHistory(for: nil, limit: 10_000) {
        there.formUnion(Words.words(in: entry.elements.text))
      }
    }
    let lost = words.alive.subtracting(there).filter { word in
      guard let message = editWords[word] else { return true }
      return !takenBack.contains(message) && edits[message, default: 0] <= 1
    }
    return lost.sorted().map { "the word \($0) is lost" }
  }

  /// Every device has the server's messages in the same order, with their reactions, in rooms and threads.
  private func historyLaws(_ truth: Truth) async throws -> [String] {
    var found: [String] = []
    for device in devices {
      for room in rooms {
        let all = truth.rooms[room]?.messages ?? []
        let main = try await history(MessageQuery(channelId: room, position: .oldest, limit: 7), on: device)
        found += difference(main, all.filter { $0.thread == nil }, "\(device.name) has in \(room)")
        for root in Set(all.compactMap(\.thread)).sorted() {
          guard all.contains(where: { $0.id == root && $0.text != nil }) else { continue }
          let replies = try await history(
            MessageQuery(channelId: room, parentId: MessageID(root), position: .oldest, limit: 7), on: device)
          found += difference(replies, all.filter { $0.thread == root }, "\(device.name) has under \(root)")
        }
      }
    }
    return found
  }

  private func history(_ query: MessageQuery, on device: LiveDevice) async throws -> [Message] {
    var query = query
    var messages: [Message] = []
    while true {
      let page = try await device.service.messages(query)
      messages += page.elements
      guard let next = page.next else { return messages }
      query.position = .after(next)
    }
  }

  /// Every device shows the server's state.
  private func viewLaws(_ truth: Truth) -> [String] {
    devices.flatMap { device in
      device.channels.sorted { $0.key < $1.key }.flatMap { room, controller -> [String] in
        let timeline = controller.feed.timeline
        let shown = timeline.messages.compactMap { timeline.base(of: $0.id) }
        var wanted = (truth.rooms[room]?.messages ?? []).filter { $0.thread == nil }
        if timeline.hasOlder, let first = shown.first(where: { $0.kind == .regular && !$0.isDeleted }) {
          wanted = Array(wanted.drop { $0.id != first.id.rawValue })
        }
        if timeline.hasNewer { return ["\(device.name) does not show the end of \(room)"] }
        return difference(shown, wanted, "\(device.name) shows in \(room)")
      }
    }
  }

  /// - Parameter wanted: the expected messages.
  private func difference(_ messages: [Message], _ wanted: [Truth.Message], _ name: String) -> [String] {
    let left = messages.filter { $0.kind == .regular && !$0.isDeleted }.map { message in
      let marks = message.reactions.flatMap { reaction in reaction.users.map { "\(reaction.name) \($0)" } }
        .sorted()
      return "\(message.id) \(message.author.id) \(message.text) \(marks)"
    }
    let right = wanted.compactMap { message in
      message.text.map { "\(message.id) \(message.sender) \($0) \(message.reactions.sorted())" }
    }
    if left == right { return [] }
    let (extra, missing) = (left.filter { !right.contains($0) }, right.filter { !left.contains($0) })
    if extra.isEmpty, missing.isEmpty { return ["\(name) the order \(left), and the server has \(right)"] }
    return ["\(name) \(extra), and the server has \(missing)"]
  }

  /// A person's devices have the same read positions and unread counts.
  private func readingLaws() async throws -> [String] {
    var found: [String] = []
    for room in rooms {
      for person in people.indices {
        let own = devices.filter { $0.person == person }
        var readings: [String] = []
        for device in own { readings.append("\(try await device.service.channel(room).reading)") }
        if Set(readings).count > 1 { found.append("\(own.map(\.name)) have read \(readings) in \(room)") }
      }
    }
    return found
  }
}

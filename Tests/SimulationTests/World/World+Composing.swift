import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers
@testable import ChatSync

extension World {
  /// Edits a draft.
  func compose(_ step: Step, on device: Device) async {
    let key = await place(for: device)
    let draft = device.draft(for: key)
    let before = draft.text
    do {
      try write(step, in: draft, on: device)
    } catch {
      trouble.append("\(step) in \(before.debugDescription): \(error)")
    }
    words.edited(from: before, to: draft.text)
    note("\(device.name) \(step) \(key.channelId)/\(key.parentId?.rawValue ?? "-"): \(draft.text)")
    if step == .suggest { suggest(in: draft, on: device) }
  }

  private func write(_ step: Step, in draft: MessageDraft, on device: Device) throws {
    let place = wordStart(in: draft.text)
    switch step {
    case .type:
      let new = (0..<pick(1...2)).map { _ in words.new(by: device.person, on: device.number) + " " }.joined()
      try draft.insertText(offset: place, text: new)
    case .mention:
      guard let user = pick(people)?.user, let name = user.name else { return }
      try draft.insertText(offset: place, text: name + " ")
      try draft.addMention(offset: place, length: name.count, target: .user(userId: user.id.rawValue))
    case .suggest:
      let end = draft.text.count
      let gap = draft.text.last.map { $0 == " " } ?? true ? "" : " "
      try draft.insertText(offset: end, text: gap + "@be")
    case .removeWord:
      let start = place == draft.text.count ? wordStart(in: draft.text) : place
      let length = draft.text.dropFirst(start).prefix { $0 != " " }.count
      let hasGap = draft.text.dropFirst(start + length).first == " "
      try draft.removeText(offset: start, length: length + (hasGap ? 1 : 0))
    case .rewrite:
      draft.update(text: words.new(by: device.person, on: device.number) + " " + draft.text)
    case .undo: try draft.undo()
    case .redo: try draft.redo()
    case .attach:
      let bytes = (0..<pick(5...60)).map { _ in UInt8(pick(0...255)) }
      draft.files.append(InputFile(name: "f\(words.last).txt", type: "text/plain", source: .bytes(bytes)))
    default: break
    }
  }

  private func suggest(in draft: MessageDraft, on device: Device) {
    begin("\(device.name) asks for people") {
      guard let first = try await draft.suggestedMentions.async().first else { return }
      let before = draft.text
      try draft.insertSuggestedMention(mention: first, text: first.replaceWith)
      self.words.edited(from: before, to: draft.text)
    }
  }

  /// A random start of a word, or the end, counted in Characters.
  private func wordStart(in text: String) -> Int { pick(Words.starts(in: text)) ?? 0 }
}

extension World {
  /// Acts on messages.
  func touch(_ step: Step, on device: Device) async {
    let person = people[device.person]
    let channel = pick(channels) ?? "room0"
    let client = device.client
    switch step {
    case .delete:
      guard let message = pick(await ownMessages(of: device, in: channel)), !message.isDeleted else { return }
      let isHard = happens(0.4)
      takeBack(message, on: device)
      begunDeletions[device.name, default: []].insert(message.stableID)
      begin("\(device.name) deletes \(message.id) \(isHard ? "for good" : "softly"): \(message.text)") {
        try await client.engine.outbox.delete(message, hard: isHard)
        self.begunDeletions[device.name]?.remove(message.stableID)
      }
    case .resend, .discard:
      guard let failed = pick(client.pendingWork(in: channel).filter { $0.failure != nil }) else { return }
      let id = failed.message.id
      if step == .resend {
        begin("\(device.name) resends \(id)") { try await client.engine.outbox.resend(id, in: channel) }
      } else {
        // Discarding a refused deletion keeps the message.
        if failed.isDelete {
          discardedDeletions.insert(failed.message.stableID)
        } else {
          takeBack(failed.message, on: device)
        }
        begin("\(device.name) discards \(id)") { try await client.engine.outbox.discard(id, in: channel) }
      }
    case .readThread: await readThread(in: channel, on: device)
    default:
      let there = await messages(in: channel, for: person).filter { $0.kind == .regular && !$0.isDeleted }
      guard let message = pick(Array(there.suffix(5))) else { return }
      mark(step, message, on: device)
    }
  }

  private func mark(_ step: Step, _ message: Message, on device: Device) {
    let client = device.client
    let isOn = happens(0.7)
    let name = "\(device.name) \(step) \(message.id)"
    begin(name) {
      switch step {
      case .react:
        _ = try await client.engine.outbox.setReaction("👍", isOn, on: message)
      case .pin: _ = try await client.engine.outbox.pin(message, Pinning())
      case .unpin: _ = try await client.engine.outbox.unpin(message)
      default:
        guard let token = message.timetoken else { return }
        _ = try await client.service.markRead(message.channelId, upTo: token)
      }
    }
  }

  /// Reads an open thread, or a closed one up to some reply.
  private func readThread(in channel: ChannelID, on device: Device) async {
    let person = people[device.person]
    let parents = await messages(in: channel, for: person).filter { $0.threadInfo != nil }
    guard let parent = pick(parents) else { return }
    let replies = await messages(in: channel, under: parent.id, for: person)
    guard let token = pick(replies)?.timetoken else { return }
    let controller = device.threads[parent.id]
    begin("\(device.name) reads the thread under \(parent.id)") {
      if let controller, controller.timeline.isLoaded {
        try await controller.markRead()
      } else {
        try await device.client.service.markThreadRead(parent.id, in: channel, upTo: token)
      }
    }
  }

  /// Deletes a message: its words need not be found again.
  private func takeBack(_ message: Message, on device: Device) {
    unkeptDeletions[device.name, default: []].insert(message.stableID)
    takenBack.insert(message.stableID)
    words.remove(Words.words(in: message.text))
  }
}

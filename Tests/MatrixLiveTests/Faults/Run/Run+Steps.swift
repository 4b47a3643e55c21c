import ChatDomain
import ChatTestSupport
import InMemoryService
import LoopbackServer
import MatrixService

@testable import ChatControllers
@testable import ChatSync

extension Run {
  /// Takes a random step on a random device.
  func takeStep() async throws {
    let step = Step.random(using: &chance)
    guard let device = pick(devices) else { return }
    switch step {
    case .type, .say, .removeWord, .clear, .leave, .send, .beginEdit, .sendEdit, .endEdit:
      try compose(step, on: device)
    case .delete, .resend, .discard, .react, .markRead: touch(step, on: device)
    case .weather, .calm, .down, .up, .offline, .online, .crash, .wait: try await befall(step, on: device)
    }
    // Sometimes the next step comes before this one is finished.
    if happens(0.6) { try await pause(pick(1...4)) }
    // Save everything typed before the next step.
    for device in devices { try await device.client.flush() }
  }

  // MARK: Writing

  /// A room, or sometimes a thread in it.
  private func place(on device: LiveDevice) -> DraftKey {
    let room = pick(rooms) ?? rooms[0]
    guard happens(0.3) else { return DraftKey(channelId: room) }
    let roots = shown(in: room, on: device).filter {
      ThreadRules.refusal(ofReplyTo: $0) == nil && !$0.isDeleted
    }
    // At most two roots, so that threads grow.
    guard let root = pick(Array(roots.filter { $0.timetoken != nil }.prefix(2))) else {
      return DraftKey(channelId: room)
    }
    return DraftKey(channelId: room, parentId: root.id)
  }

  /// The messages of people in a room, as shown on a device.
  private func shown(in room: ChannelID, on device: LiveDevice) -> [Message] {
    (device.channels[room]?.messages ?? []).filter { $0.kind == .regular }
  }

  private func compose(_ step: Step, on device: LiveDevice) throws {
    let known = device.composed.filter { !$0.composed.isEmpty || $0.editing.current != nil }
      .map(\.key)
    let somewhere = place(on: device)
    let key = step == .type || step == .say || step == .beginEdit ? somewhere : pick(known) ?? somewhere
    let draft = try device.draft(for: key)
    let before = draft.text
    let name = "\(device.name) \(step) \(key.channelId)/\(key.parentId?.rawValue ?? "-")"
    switch step {
    case .type:
      let new = (0..<pick(1...2)).map { _ in words.new(by: device.person, on: device.number) + " " }.joined()
      try draft.insertText(offset: wordStart(in: before), text: new)
    case .say:
      guard draft.editedMessage == nil else { return }
      try draft.insertText(
        offset: wordStart(in: before), text: words.new(by: device.person, on: device.number) + " ")
      words.edited(from: before, to: draft.text)
      return begin("\(name): \(draft.text)") { try await draft.send() }
    case .removeWord:
      let start = wordStart(in: before)
      let length = before.dropFirst(start).prefix { $0 != " " }.count
      guard length > 0 else { return }
      try draft.removeText(offset: start, length: length)
    case .send:
      guard !before.isEmpty, draft.editedMessage == nil else { return }
      return begin("\(name): \(before)") { try await draft.send() }
    case .clear:
      device.client.deleteDraft(for: key)
      return note("\(name): \(before)")
    case .leave:
      device.client.closeComposer(for: key)
      device.forgetDraft(for: key)
      return note(name)
    case .beginEdit:
      let own = shown(in: key.channelId, on: device).filter {
        $0.author.id == people[device.person].id && !$0.isDeleted
      }
      guard let message = pick(Array(own.suffix(4))) else { return }
      do { try draft.beginEdit(message) } catch { note("\(name) of \(message.id): \(error)") }
    case .sendEdit: return sendEdit(draft, name)
    default: draft.endEdit()
    }
    if step == .type || step == .removeWord { words.edited(from: before, to: draft.text) }
    note("\(name): \(draft.text)")
  }

  private func sendEdit(_ draft: MessageDraft, _ name: String) {
    guard let message = draft.editedMessage else { return }
    let id = message.stableID
    edits[id, default: 0] += 1
    for word in Words.words(in: draft.text).subtracting(Words.words(in: message.text)) {
      editWords[word] = id
    }
    begin("\(name) of \(message.id): \(draft.text)") { try await draft.sendEdit() }
  }

  /// A random start of a word, or the end, counted in Characters.
  private func wordStart(in text: String) -> Int { pick(Words.starts(in: text)) ?? 0 }

  // MARK: Messages

  private func touch(_ step: Step, on device: LiveDevice) {
    let room = pick(rooms) ?? rooms[0]
    let client = device.client
    let there = shown(in: room, on: device).filter { !$0.isDeleted }
    let me = people[device.person].id
    switch step {
    case .delete:
      guard let message = pick(Array(there.filter { $0.author.id == me }.suffix(4))) else { return }
      let isHard = happens(0.4)
      takeBack(message)
      begin("\(device.name) deletes \(message.id) \(isHard ? "for good" : "softly"): \(message.text)") {
        _ = try await client.engine.outbox.delete(message, hard: isHard)
      }
    case .resend, .discard:
      guard let failed = pick(client.pendingWork(in: room).filter { $0.failure != nil }) else { return }
      let id = failed.message.id
      if step == .discard, !failed.isDelete { takeBack(failed.message) }
      begin("\(device.name) \(step) \(id)") {
        if step == .resend {
          try await client.engine.outbox.resend(id, in: room)
        } else {
          try await client.engine.outbox.discard(id, in: room)
        }
      }
    case .react:
      guard let message = pick(Array(there.suffix(5))) else { return }
      let isOn = happens(0.7)
      begin("\(device.name) reacts \(isOn) to \(message.id)") {
        _ = try await client.engine.outbox.setReaction("👍", isOn, on: message)
      }
    default:
      guard let token = pick(there)?.timetoken else { return }
      let service = device.service
      begin("\(device.name) reads \(room) up to \(token)") {
        _ = try await service.markRead(room, upTo: token)
      }
    }
  }

  /// Deletes a message: its words need not be found again.
  private func takeBack(_ message: Message) {
    takenBack.insert(message.stableID)
    takenBack.insert(message.id)
    words.remove(Words.words(in: message.text))
  }

  // MARK: Devices

  private func befall(_ step: Step, on device: LiveDevice) async throws {
    note("\(device.name) \(step)")
    switch step {
    case .weather:
      device.weather.kind = pick(Weather.Kind.allCases) ?? .stormy
      note("  \(device.weather.kind)")
    case .calm: device.weather.kind = .calm
    case .down: device.relay.isDown = true
    case .up: for device in devices { device.relay.isDown = false }
    case .offline: await device.service.setOffline(true)
    case .online: for device in devices { await device.service.setOffline(false) }
    case .crash: try await device.crash()
    default: try await pause(pick(2...15))
    }
  }
}

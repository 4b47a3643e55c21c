import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers

extension World {
  /// What becomes of a whole draft.
  func move(_ step: Step, on device: Device) async {
    let known = device.client.drafts.registry.all.filter {
      !$0.contents.composed.isEmpty || $0.contents.editing.current != nil
    }.map(\.key)
      .sorted { ($0.channelId, $0.parentId?.rawValue ?? "") < ($1.channelId, $1.parentId?.rawValue ?? "") }
    let isAnywhere = step == .beginEdit || step == .comeBack || step == .restore || happens(0.1)
    let somewhere = await place(for: device)
    let key = isAnywhere ? somewhere : pick(known) ?? somewhere
    let draft = device.draft(for: key)
    let name = "\(device.name) \(step) \(key.channelId)/\(key.parentId?.rawValue ?? "-")"
    switch step {
    case .send:
      device.sendings.presses += 1
      begin("\(name): \(draft.text)") { try await draft.send() }
    case .leave:
      note(name)
      device.client.closeComposer(for: key)
      device.forgetDraft(for: key)
    case .clear:
      note("\(name): \(draft.text)")
      device.client.deleteDraft(for: key)
    case .setAside:
      note("\(name): \(draft.text)")
      draft.setAside()
    case .restore: await restore(on: device, into: draft, name)
    case .beginEdit: await beginEdit(on: device, in: draft, name)
    case .sendEdit: sendEdit(draft, name)
    case .endEdit:
      note("\(name): \(draft.text)")
      draft.endEdit()
    default: note("\(name): \(draft.text)")
    }
  }

  private func restore(on device: Device, into draft: MessageDraft, _ name: String) async {
    guard draft.editedMessage == nil else { return }
    do {
      let history = try await device.client.draftHistory(for: draft.key, limit: 5)
      guard let entry = pick(history) else { return }
      draft.restore(entry)
      note("\(name): \(draft.text)")
    } catch {
      note("\(name): \(error)")
    }
  }

  private func beginEdit(on device: Device, in draft: MessageDraft, _ name: String) async {
    let mine = await ownMessages(of: device, in: draft.key.channelId)
    guard let message = pick(mine.filter { !$0.isDeleted }) else { return }
    do {
      try draft.beginEdit(message)
      note("\(name) of \(message.id): \(draft.text)")
    } catch {
      note("\(name) of \(message.id): \(error)")
    }
  }

  private func sendEdit(_ draft: MessageDraft, _ name: String) {
    guard let message = draft.editedMessage else { return note("\(name) of nothing") }
    let id = message.stableID
    edits[id, default: 0] += 1
    for word in Words.words(in: draft.text).subtracting(Words.words(in: message.text)) {
      editWords[word] = id
    }
    begin("\(name) of \(message.id): \(draft.text)") { try await draft.sendEdit() }
  }

  /// The person's messages that the service has, and those that this device still has to send.
  func ownMessages(of device: Device, in channel: ChannelID) async -> [Message] {
    let person = people[device.person]
    let there = await messages(in: channel, for: person).filter {
      $0.author.id == person.user.id && $0.kind == .regular
    }
    let local = device.client.pendingWork(in: channel).filter(\.isSend).map(\.message)
    return there.suffix(4) + local
  }
}

extension Message {
  /// The same before and after it arrived.
  nonisolated var stableID: MessageID { transactionId.map { MessageID($0.rawValue) } ?? id }
}

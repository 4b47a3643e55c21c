import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers
@testable import ChatSync

extension World {
  /// Acts on a whole draft.
  func move(_ step: Step, on device: Device) async {
    let known = device.client.engine.drafts.registry.all.filter {
      !$0.composed.isEmpty || $0.editing.current != nil
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

  /// The person's messages on the service, and those still queued on this device.
  func ownMessages(of device: Device, in channel: ChannelID) async -> [Message] {
    let person = people[device.person]
    let there = await messages(in: channel, for: person).filter {
      $0.author.id == person.user.id && $0.kind == .regular
    }
    let local = device.client.pendingWork(in: channel).filter(\.isSend).map(\.message)
    return there.suffix(4) + local
  }
}

extension World {
  /// Opens and closes views.
  func look(_ step: Step, on device: Device) async {
    let key = await place(for: device)
    switch step {
    case .open:
      let controller = device.channels[key.channelId] ?? device.client.channelController(for: key.channelId)
      device.channels[key.channelId] = controller
      begin("\(device.name) opens \(key.channelId)") { try await controller.synchronize() }
    case .openThread:
      let parents = await messages(in: key.channelId, for: people[device.person]).filter { !$0.isReply }
      guard let parent = pick(Array(parents.prefix(3))) else { return }
      let controller =
        device.threads[parent.id] ?? device.client.messageController(for: parent.id, in: key.channelId)
      device.threads[parent.id] = controller
      begin("\(device.name) opens the thread under \(parent.id)") { try await controller.synchronize() }
    case .openThreadList:
      let list = device.threadList ?? ThreadListController(client: device.client)
      device.threadList = list
      begin("\(device.name) lists its threads") { try await list.synchronize() }
    case .loadOlder:
      guard let controller = device.channels[key.channelId] else { return }
      begin("\(device.name) pages in \(key.channelId)") { try await controller.loadOlder() }
    default:
      note("\(device.name) closes \(key.channelId)")
      device.channels[key.channelId] = nil
      device.threads = [:]
      device.threadList = nil
    }
  }

  /// Retries after an error, as a person does.
  func lookAgain(on device: Device) async {
    await settle()
    for controller in device.channels.values where !controller.timeline.isLoaded || controller.summary == nil
    {
      begin("\(device.name) opens \(controller.channelId) again") { try await controller.synchronize() }
    }
    for controller in device.threads.values where !controller.timeline.isLoaded {
      begin("\(device.name) opens \(controller.messageId) again") { try await controller.synchronize() }
    }
    if let list = device.threadList, list.list.needsReload {
      begin("\(device.name) lists its threads again") { try await list.synchronize() }
    }
  }
}

import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers

extension World {
  /// Does something on some device.
  func takeStep() async {
    let step = Step.random(using: &chance)
    guard let device = pick(devices) else { return }
    for device in devices where device.storeFails { device.unkept.formUnion(device.composedWords) }
    await perform(step, on: device)
    // Sometimes the next thing happens before this one has come through.
    if happens(0.75) { await settle() }
    for device in devices { await keep(device) }
    if happens(0.4) {
      clock.advance(by: .milliseconds(pick(1...3000)))
      if happens(0.8) { await settle() }
    }
  }

  /// What is shown is kept first.
  func keep(_ device: Device) async {
    do {
      try await device.client.flush()
      device.unkept = []
    } catch {
      device.unkept.formUnion(device.composedWords)
    }
  }

  private func perform(_ step: Step, on device: Device) async {
    switch step {
    case .type, .mention, .suggest, .removeWord, .rewrite, .undo, .redo, .attach, .quote:
      await compose(step, on: device)
    case .send, .leave, .comeBack, .clear, .setAside, .restore, .beginEdit, .sendEdit, .endEdit:
      await move(step, on: device)
    case .delete, .resend, .discard, .react, .pin, .unpin, .markRead, .readThread:
      await touch(step, on: device)
    case .open, .openThread, .openThreadList, .close, .loadOlder:
      await look(step, on: device)
    case .weather, .calm, .storeFails, .storeWorks, .crash, .wait:
      await befall(step, on: device)
    }
  }

  /// A channel, or now and then a thread in it.
  func place(for device: Device) async -> DraftKey {
    let channel = pick(channels) ?? "room0"
    guard happens(0.25) else { return DraftKey(channelId: channel) }
    let parents = await messages(in: channel, for: people[device.person]).filter {
      !$0.isReply && !$0.isDeleted
    }
    .filter { ThreadRules.refusal(ofReplyTo: $0) == nil }
    // Two messages at most, so that threads grow.
    guard let parent = pick(Array(parents.prefix(2))) else { return DraftKey(channelId: channel) }
    return DraftKey(channelId: channel, parentId: parent.id)
  }

  /// What the service has in a channel or a thread.
  func messages(in channel: ChannelID, under parent: MessageID? = nil, for person: Person) async -> [Message]
  {
    var query = MessageQuery(channelId: channel, parentId: parent, position: .oldest, limit: 100)
    var all: [Message] = []
    do {
      while true {
        let page = try await person.truth.messages(query)
        all += page.elements
        guard let next = page.next else { return all }
        query.position = .after(next)
      }
    } catch {
      trouble.append("the truth about \(channel) cannot be had: \(error)")
      return all
    }
  }

  /// Something that is waited for while the next steps happen.
  func begin(_ name: String, _ body: @escaping () async throws -> Void) {
    note(name)
    Task {
      do {
        try await body()
      } catch {
        self.note("  \(name): \(error)")
      }
    }
  }
}

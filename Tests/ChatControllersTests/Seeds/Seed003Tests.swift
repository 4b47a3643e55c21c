import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// The samples of seed 003. Messages are values here: `controller.messages` are `Message`s instead of model objects,
/// and `attachments` are `files`, the only kind of attachment.
@Suite("Seed 003: working with messages", .watched)
struct Seed003Tests {
  let world: SeedWorld
  let controller: ChannelController
  let view: MyChannelViewController
  var chatClient: ChatClient { world.chatClient }

  init() async throws {
    world = try await SeedWorld()
    try await world.start()
    controller = world.chatClient.channelController(for: "general")
    try await controller.synchronize()
    view = MyChannelViewController(controller: controller)
  }

  /// The states of all messages, until the subscription ends.
  private func states() -> (log: StateLog, subscription: Subscription) {
    let log = StateLog()
    return (log, chatClient.subscribe { log.hear($0) })
  }

  /// A message of Mia's that is on the service.
  private func own(_ text: String) async throws -> Message {
    let id = try await controller.createNewMessage(text: text)
    return try await world.result(of: id)
  }

  /// Waits until the outbox is empty and the cells are these.
  private func expect(_ cells: [String]) async {
    await settle {
      controller.messages.allSatisfy { $0.localState == nil } && view.cells == cells
    }
  }

  @Test("Get a message by its ID")
  func gets() async throws {
    let message = try await world.said("Here I am", by: world.alex)
    let messageController = chatClient.messageController(for: message.id, in: "general")
    var printed: String?
    messageController.synchronize { error in
      // handle possible errors / access message
      printed = error.map { "\($0)" } ?? messageController.message?.text
    }
    await settle { printed != nil }
    #expect(printed == "Here I am")
  }

  @Test("Create a message, pinned, with an attachment and a quote")
  func creates() async throws {
    let quotedMessage = try await world.said("Shall we?", by: world.alex)
    let image = InputFile(name: "cat.png", type: "image/png", source: .bytes([1, 2, 3]))
    var created: MessageID?
    controller.createNewMessage(
      text: "Hello World!",
      pinning: .noExpiration,
      files: [image],
      quotedMessageId: quotedMessage.id,
      completion: { result in
        switch result {
        case .success(let messageId):
          created = messageId
        case .failure(let error):
          Issue.record("\(error)")
        }
      }
    )
    await settle { created != nil }
    let sent = try await world.result(of: try #require(created))
    #expect(sent.text == "Hello World!" && sent.quoted?.id == quotedMessage.id)
    #expect(sent.pin?.by == "mia" && sent.pin?.expiresAt == nil)
    #expect(sent.files.map(\.name) == ["cat.png"])
  }

  @Test("Sending: shown at once, then pendingSend, sending and nil, one by one in order")
  func sends() async throws {
    await world.mia.setFaults(.offline)
    view.sendMessage(text: "one")
    view.sendMessage(text: "two")
    await settle { view.cells == ["one (pending send)", "two (pending send)"] }
    let (log, subscription) = states()
    await world.mia.setFaults(.none)
    world.clock.advance(by: .seconds(60))
    await expect(["one", "two"])
    #expect(log.states(of: "one").suffix(2) == [.sending, nil])
    #expect(try await world.seen().map(\.text) == ["one", "two"])
    view.sendMessage(text: "three")
    await settle { log.states(of: "three").last == .some(nil) }
    #expect(log.states(of: "three") == [.pendingSend, .sending, nil])
    subscription.cancel()
  }

  @Test("A failed message has the state sendingFailed, and can be sent again")
  func resends() async throws {
    await world.refuse([.send])
    view.sendMessage(text: "again")
    await settle { view.cells == ["again [send again]"] }
    await world.mia.setFaults(.none)
    view.retry(message: controller.messages[0])
    await expect(["again"])
    #expect(try await world.seen().map(\.text) == ["again"])
  }

  @Test("When a message is created, a stop typing event is sent for the channel")
  func stopsTyping() async throws {
    let before = world.mia.requestCounts[.setTyping] ?? 0
    try controller.createMessageDraft().update(text: "sai")
    await settle { world.mia.requestCounts[.setTyping] == before + 1 }
    view.sendMessage(text: "said")
    await settle { world.mia.requestCounts[.setTyping] == before + 2 }
  }

  @Test("Edit a message: pendingSync, syncing and nil")
  func edits() async throws {
    let message = try await own("Hello World!")
    let (log, subscription) = states()
    let messageController = chatClient.messageController(for: message.id, in: "general")
    var isDone = false
    messageController.editMessage(text: "World Hello!") { error in
      if let error {
        Issue.record("\(error)")
      }
      isDone = true
    }
    await settle { isDone && log.states(of: "World Hello!").last == .some(nil) }
    #expect(log.states(of: "World Hello!") == [.pendingSync, .syncing, nil])
    #expect(try await world.seen().map(\.text) == ["World Hello!"])
    subscription.cancel()
  }

  @Test("A failed edit has the state syncingFailed, and can be tried again")
  func retriesEdit() async throws {
    let message = try await own("old")
    await world.refuse([.edit])
    view.editMessage(message: message, text: "new")
    await settle { view.cells == ["new [sync again]"] }
    await world.mia.setFaults(.none)
    view.retry(message: message)
    await expect(["new"])
    #expect(try await world.seen().map(\.text) == ["new"])
  }

  // The document says "Hidden for all the rest users", as its UI does: the message has no text any more for anyone,
  // and keeps its place. `deleteMessage(hard: true)` removes that too.
  @Test("Delete a message: deleting and nil, and it keeps its place without text")
  func deletes() async throws {
    let message = try await own("oops")
    let (log, subscription) = states()
    let messageController = chatClient.messageController(for: message.id, in: "general")
    messageController.deleteMessage { error in
      if let error {
        Issue.record("\(error)")
      }
    }
    await expect(["(deleted)"])
    #expect(log.all.first == .deleting && log.all.last == .some(nil))
    #expect(try await world.seen().map(\.isDeleted) == [true])
    #expect(try await world.seen().map(\.text) == [""])
    subscription.cancel()
  }

  @Test("A failed deletion has the state deletingFailed, and can be tried again")
  func retriesDelete() async throws {
    let message = try await own("oops")
    await world.refuse([.delete])
    view.deleteMessage(message: message)
    await settle { view.cells == ["oops [delete again]"] }
    await world.mia.setFaults(.none)
    view.retry(message: message)
    await expect(["(deleted)"])
  }

  @Test("A message in pendingSend or sendingFailed is removed locally")
  func deletesUnsent() async throws {
    await world.refuse([.send])
    view.sendMessage(text: "failed")
    await settle { view.cells == ["failed [send again]"] }
    view.deleteMessage(message: controller.messages[0])
    await settle { view.cells.isEmpty }
    await world.mia.setFaults(.offline)
    view.sendMessage(text: "queued")
    await settle { view.cells == ["queued (pending send)"] }
    view.deleteMessage(message: controller.messages[0])
    await settle { view.cells.isEmpty }
    #expect(world.mia.requestCounts[.delete] == nil)
    #expect(try await world.seen().isEmpty)
  }

  @Test("Thread reply, shown in the channel too")
  func replies() async throws {
    let parent = try await world.said("Who is in?", by: world.alex)
    let messageController = chatClient.messageController(for: parent.id, in: "general")
    let id = try await messageController.createNewReply(
      text: "Thread reply",
      pinning: nil,
      files: [],
      showReplyInChannel: true,
      quotedMessageId: nil
    )
    let reply = try await world.result(of: id)
    #expect(reply.parentId == parent.id && reply.isShownInChannel)
    #expect(try await world.seen(under: parent.id).map(\.text) == ["Thread reply"])
    #expect(try await world.seen().map(\.text) == ["Who is in?", "Thread reply"])
  }

  @Test("Quoted reply: the message shows what it quotes")
  func quotes() async throws {
    let quoted = try await world.said("Shall we?", by: world.alex)
    let id = try await controller.createNewMessage(
      text: "Quoted reply",
      pinning: nil,
      files: [],
      quotedMessageId: quoted.id
    )
    #expect(try await world.result(of: id).quoted?.elements == [.plainText(text: "Shall we?")])
    #expect(try await world.seen().last?.quoted?.id == quoted.id)
  }
}

/// The reported local states of messages, without repetitions.
private final class StateLog {
  private(set) var all: [LocalMessageState?] = []
  private var byText: [String: [LocalMessageState?]] = [:]

  func states(of text: String) -> [LocalMessageState?] { byText[text] ?? [] }

  func hear(_ notice: ClientNotice) {
    guard case .outbox(let change) = notice else { return }
    let message: Message
    switch change.outcome {
    case .waiting(let entry): message = entry.message
    case .done(let done?): message = done
    case .done(nil), .withdrawn: return
    }
    if all.isEmpty || all.last != message.localState { all.append(message.localState) }
    var states = byText[message.text] ?? []
    if states.isEmpty || states.last != message.localState { states.append(message.localState) }
    byText[message.text] = states
  }
}

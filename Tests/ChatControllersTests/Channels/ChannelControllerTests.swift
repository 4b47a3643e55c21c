import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("A channel's controller", .watched)
struct ChannelControllerTests {
  private final class Listener: ChannelControllerDelegate {
    var received: [String] = []
    var threads: [Int] = []
    var typing: [[String]] = []
    func channelController(_ controller: ChannelController, didReceive message: Message) {
      received.append(message.text)
    }
    func channelController(
      _ controller: ChannelController, didUpdateThreadInfo event: ThreadInfoUpdateEvent
    ) { threads.append(event.threadInfo.replyCount) }
    func channelController(_ controller: ChannelController, didChangeTyping users: [User]) {
      typing.append(users.map(\.displayName))
    }
  }

  @Test("It completes when the message is stored here, and the message is sent afterwards")
  func create() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    await fixture.goOffline()
    let id = try await controller.createNewMessage(text: "Hello World!", pinning: .noExpiration)
    #expect(controller.messages.map(\.id) == [id])
    #expect(try await fixture.store.outbox().count == 1)
    await fixture.goOnline()
    let sent = try #require(try await fixture.client.result(of: TransactionID(id.rawValue)))
    #expect(controller.messages.map(\.id) == [sent.id])
    #expect(controller.messages[0].localState == nil && controller.messages[0].pin != nil)
    await #expect(throws: OutboxError.failed(.refused(.emptyMessage))) {
      try await controller.createNewMessage(text: "")
    }
    await #expect(throws: OutboxError.failed(.refused(.notFound("message m77")))) {
      try await controller.createNewMessage(text: "quoting nothing", quotedMessageId: "m77")
    }
  }

  @Test("The completion handler of the older form receives the id")
  func createWithCompletion() async throws {
    let fixture = try await ClientFixture()
    let controller = fixture.client.channelController(for: "room")
    let id = try await withCheckedContinuation { continuation in
      controller.createNewMessage(text: "hi") { continuation.resume(returning: $0) }
    }.get()
    #expect(id == "t1")
  }

  @Test("Pages are loaded in both directions, and around a message")
  func pages() async throws {
    let fixture = try await ClientFixture()
    for number in 1...120 { try await fixture.say("\(number)") }
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    #expect(controller.messages.map(\.text) == (71...120).map(String.init))
    let found = try #require(
      try await fixture.client.search(SearchQuery(text: "10", channelId: "room")).elements.last)
    try await controller.load(around: found.id)
    #expect(controller.messages.contains { $0.id == found.id } && controller.timeline.hasNewer)
    while controller.timeline.hasNewer { try await controller.loadNewer() }
    while controller.timeline.hasOlder { try await controller.loadOlder() }
    #expect(controller.messages.map(\.text) == (1...120).map(String.init))
    #expect(try await controller.loadOlder() == 0)
  }

  @Test("Reading is reported once and lowers the unread count")
  func reading() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    try await fixture.say("one")
    try await fixture.say("two")
    await fixture.log.until { controller.messages.count == 2 }
    #expect(controller.summary?.reading.unreadCount == 2)
    try await controller.markRead()
    try await controller.markRead()
    #expect(controller.summary?.reading.unreadCount == 0)
    #expect(fixture.ann.requestCounts[.markRead] == 1)
  }

  @Test("Offline cached messages are shown, and the rest is loaded online")
  func cache() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    try await fixture.say("kept")
    await fixture.log.until { controller.messages.count == 1 }
    try await fixture.client.stop()
    let again = await fixture.restarted()
    await again.ann.setFaults(.offline)
    try await again.client.start()
    let offline = again.client.channelController(for: "room")
    await #expect(throws: ChatError.connection(.offline)) { try await offline.synchronize() }
    #expect(offline.messages.map(\.text) == ["kept"])
    try await fixture.say("missed")
    await again.clock.untilAsleep()
    await again.goOnline()
    await settle("the messages", until: { offline.messages.map(\.text) == ["kept", "missed"] })
    await settle("the summary", until: { offline.summary?.reading.unreadCount == 2 })
  }

  @Test("Other users are shown as typing until they stop, send or time out")
  func typing() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    let listener = Listener()
    controller.delegate = listener
    try await fixture.ann.setTyping(true, in: DraftKey(channelId: "room"))
    try await fixture.ben.setTyping(true, in: DraftKey(channelId: "room"))
    await fixture.log.until { !controller.typingUsers.isEmpty }
    try await fixture.say("said")
    await fixture.log.until { controller.typingUsers.isEmpty }
    try await fixture.ben.setTyping(true, in: DraftKey(channelId: "room"))
    await fixture.log.until { !controller.typingUsers.isEmpty }
    await fixture.clock.untilAsleep()
    fixture.clock.advance(by: .seconds(10))
    await settle("the end", until: { controller.typingUsers.isEmpty })
    #expect(listener.typing == [["Ben"], [], ["Ben"], []])
  }

  @Test("A reply is reported as a message and as a change of its thread")
  func delegates() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    let listener = Listener()
    controller.delegate = listener
    try await controller.synchronize()
    let parent = try await fixture.say("parent")
    let reply = try await fixture.say("reply", under: parent.id)
    await fixture.log.until { listener.threads == [1] }
    try await fixture.ben.delete(reply.id, in: "room", hard: true)
    await fixture.log.until { listener.threads == [1, 0] }
    #expect(listener.received == ["parent", "reply"])
    #expect(controller.messages.map(\.text) == ["parent"])
  }

  @Test("All parameters reach the service, with and without a parent")
  func params() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    let parent = try await fixture.say("parent")
    var params = UserMessageCreateParams(message: "a reply")
    params.parentMessageId = parent.id
    params.translationTargetLanguages = ["de", "fr"]
    params.mentionedMessageTemplate = "a {reply}"
    let sent = try await controller.sendUserMessage(params)
    #expect(sent.parentId == parent.id && !sent.isShownInChannel)
    #expect(sent.extras.translationTargetLanguages == ["de", "fr"])
    #expect(sent.extras.mentionedMessageTemplate == "a {reply}")
    params.parentMessageId = sent.id
    await #expect(throws: OutboxError.failed(.refused(.replyToReply))) {
      try await controller.sendUserMessage(params)
    }
    var file = FileMessageCreateParams(file: [1, 2, 3])
    file.fileName = "notes"
    file.mimeType = "text/plain"
    file.fileSize = 3
    #expect(try await controller.sendFileMessage(file).files.map(\.name) == ["notes"])
    file.fileSize = 4
    await #expect(throws: OutboxError.self) { try await controller.sendFileMessage(file) }
  }

  @Test("A message has from 2 to 30 files, and each is reported once")
  func multipleFiles() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    for count in [0, 1, 31] {
      let infos = Array(repeating: UploadableFileInfo(file: [1]), count: count)
      await #expect(throws: OutboxError.failed(.refused(.wrongNumberOfFiles(count: count, limit: 30)))) {
        try await controller.sendMultipleFilesMessage(
          MultipleFilesMessageCreateParams(uploadableFileInfoList: infos))
      }
    }
    for count in [2, 30] {
      let infos = (0..<count).map { UploadableFileInfo(file: [UInt8($0)]) }
      var told: [Int] = []
      let sent = try await controller.sendMultipleFilesMessage(
        MultipleFilesMessageCreateParams(uploadableFileInfoList: infos)
      ) { _, index, info, error in
        if info == infos[index], error == nil { told.append(index) }
      }
      #expect(sent.files.count == count && told == Array(0..<count))
    }
  }

  @Test("After missed events the list is loaded again")
  func eventsMissed() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    await fixture.goOffline()
    try await fixture.say("missed")
    fixture.client.engine.board.post(.eventsMissed)
    // The reload fails, and is retried later.
    await fixture.goOnline()
    await settle("the messages", until: { controller.messages.map(\.text) == ["missed"] })
  }

  @Test("A channel can be joined, renamed and left, and its members are listed")
  func membership() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    try await controller.rename(to: "Another name")
    #expect(controller.channel?.name == "Another name")
    try await controller.addMembers(["cleo"])
    let members = try await fixture.client.members(of: "room", ListQuery())
    #expect(members.elements.map(\.user.id).sorted() == ["ann", "ben", "cleo"])
    try await controller.endMembership()
    await #expect(throws: ChatError.refused(.notAMember)) { try await controller.loadNewest() }
  }
}

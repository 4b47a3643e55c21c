import ChatDomain
import DraftEngine
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Messages that come before their keys")
struct LateKeyTests {
  /// A room in which everything was read, then a message whose key is late.
  private static func late(
    _ content: String, type: String = "m.room.message"
  ) async throws -> (desk: EncryptedDesk, events: EventTap) {
    let desk = try await EncryptedDesk()
    desk.server.happen(Said.text("$plain", "a plain beginning", at: 1))
    // Ben's device is known from here on.
    try desk.say("$known", EncryptedDesk.text("hello"))
    try await desk.settle()
    #expect(try await desk.texts() == ["a plain beginning", "hello"])
    let events = EventTap(try await desk.service.events(after: nil))
    try desk.say("$late", content, type: type, holdsKey: true)
    try await desk.settle()
    return (desk, events)
  }

  /// The events until a last message, which the test sends.
  private static func told(_ events: EventTap, _ desk: EncryptedDesk) async throws -> [ChatEvent] {
    desk.server.happen(Said.text("$end", "the end", at: 5000))
    var told: [ChatEvent] = []
    while let next = await events.next().first?.event {
      if case .messageCreated(let message) = next, message.id == "$end" { break }
      told.append(next)
    }
    return told
  }

  @Test("A message becomes readable in its place, with its mention, its inbox item, and in searches")
  func message() async throws {
    let (desk, events) = try await Self.late(EncryptedDesk.text("the tide, Ann", mentioning: [Said.ann]))
    desk.server.happen(Said.text("$later", "later", at: 500))
    try await desk.settle()
    #expect(try await desk.texts() == ["a plain beginning", "hello", nil, "later"])
    let before = try await desk.service.message("$late", in: Said.hill)
    #expect(before.isEncrypted && before.encryptionNote == .keyMissing)
    #expect(try await desk.service.channel(Said.hill).reading.unreadCount == 4)
    #expect(try await desk.service.channel(Said.hill).reading.mentionCount == 0)
    #expect(try await desk.service.inbox(InboxQuery()).items.isEmpty)
    #expect(try await desk.service.search(SearchQuery(text: "tide")).elements.isEmpty)

    try await desk.releaseKeys()
    #expect(try await desk.texts() == ["a plain beginning", "hello", "the tide, Ann", "later"])
    let now = try await desk.service.message("$late", in: Said.hill)
    #expect(now.isEncrypted && now.encryptionNote == nil && now.timetoken == before.timetoken)
    let reading = try await desk.service.channel(Said.hill).reading
    #expect(reading.unreadCount == 4 && reading.mentionCount == 1)
    #expect(try await desk.service.inbox(InboxQuery()).items.map(\.kind) == [.mention])
    #expect(try await desk.service.search(SearchQuery(text: "tide")).elements.map(\.id) == ["$late"])

    let told = try await Self.told(events, desk)
    let updates = told.compactMap { if case .messageUpdated(let message) = $0 { message } else { nil } }
    #expect(updates.map(\.id) == ["$late"] && updates.first?.text == "the tide, Ann")
    #expect(updates.first?.version == now.version)
    #expect(
      told.count { if case .mentioned(let mention) = $0 { mention.messageId == "$late" } else { false } } == 1
    )
    #expect(!told.contains { if case .messageDeleted = $0 { true } else { false } })
    await desk.desk.close()
  }

  @Test("A message of a device that is not known yet opens when its list comes, without another sync")
  func unknownDevice() async throws {
    let desk = try await EncryptedDesk()
    try desk.say("$first", EncryptedDesk.text("hello, Ann", mentioning: [Said.ann]))
    _ = try await desk.service.currentEventToken()
    let syncs = desk.server.count("/sync")
    await desk.service.performKeyRequests()
    #expect(desk.server.count("/sync") == syncs)
    #expect(try await desk.service.message("$first", in: Said.hill).text == "hello, Ann")
    #expect(try await desk.service.channel(Said.hill).reading.mentionCount == 1)
    await desk.desk.close()
  }

  @Test("What was read does not notify when its key comes")
  func read() async throws {
    let (desk, events) = try await Self.late(EncryptedDesk.text("the tide, Ann", mentioning: [Said.ann]))
    let message = try await desk.service.message("$late", in: Said.hill)
    _ = try await desk.service.markRead(Said.hill, upTo: try #require(message.timetoken))
    try await desk.releaseKeys()
    #expect(try await desk.texts().last == "the tide, Ann")
    let told = try await Self.told(events, desk)
    #expect(
      told.contains { if case .messageUpdated(let message) = $0 { message.id == "$late" } else { false } })
    #expect(!told.contains { if case .mentioned = $0 { true } else { false } })
    await desk.desk.close()
  }

  @Test("The last line of a channel shows it")
  func preview() async throws {
    let (desk, _) = try await Self.late(EncryptedDesk.text("the tide"))
    #expect(try await desk.service.channel(Said.hill).lastMessage?.isUnreadable == true)
    try await desk.releaseKeys()
    #expect(try await desk.service.channel(Said.hill).lastMessage?.text == "the tide")
    await desk.desk.close()
  }

  @Test("A reply in a thread counts once, before its key and after it")
  func reply() async throws {
    let (desk, events) = try await Self.late(
      EncryptedDesk.text("a reply", relation: #"{"rel_type":"m.thread","event_id":"$plain"}"#))
    #expect(try await desk.texts() == ["a plain beginning", "hello"])
    #expect(try await desk.service.message("$plain", in: Said.hill).threadInfo?.replyCount == 1)
    try await desk.releaseKeys()
    #expect(try await desk.texts() == ["a plain beginning", "hello"])
    #expect(try await desk.service.message("$plain", in: Said.hill).threadInfo?.replyCount == 1)
    let replies = try await desk.service.messages(
      MessageQuery(channelId: Said.hill, parentId: "$plain")
    ).elements
    #expect(replies.map(\.text) == ["a reply"])
    let told = try await Self.told(events, desk)
    #expect(
      told.contains { if case .messageUpdated(let message) = $0 { message.text == "a reply" } else { false } }
    )
    await desk.desk.close()
  }

  @Test("An edit changes its message and does not stay as a row")
  func edit() async throws {
    let desk = try await EncryptedDesk()
    try desk.say("$said", EncryptedDesk.text("so late"))
    try await desk.settle()
    let events = EventTap(try await desk.service.events(after: nil))
    let first = try await desk.service.message("$said", in: Said.hill)
    try desk.say("$edit", EncryptedDesk.edit(of: "$said", "so very late"), holdsKey: true)
    try await desk.settle()
    // The server says in the clear that it is an edit.
    #expect(try await desk.texts() == ["so late"])
    try await desk.releaseKeys()
    #expect(try await desk.texts() == ["so very late"])
    let edited = try await desk.service.message("$said", in: Said.hill)
    #expect(try #require(edited.version) > #require(first.version))
    #expect(try await desk.service.search(SearchQuery(text: "very")).elements.map(\.id) == ["$said"])
    #expect(try await desk.service.channel(Said.hill).reading.unreadCount == 1)
    let told = try await Self.told(events, desk)
    #expect(
      told.contains {
        if case .messageUpdated(let message) = $0 { message.version == edited.version } else { false }
      })
    await desk.desk.close()
  }

  @Test("An edit of a message that cannot be read shows when both keys are here")
  func editOfUnreadable() async throws {
    let (desk, _) = try await Self.late(EncryptedDesk.text("so late"))
    // The edit has the same key, which is late too.
    try desk.say("$edit", EncryptedDesk.edit(of: "$late", "so very late"))
    try await desk.settle()
    #expect(try await desk.texts() == ["a plain beginning", "hello", nil])
    try await desk.releaseKeys()
    #expect(try await desk.texts() == ["a plain beginning", "hello", "so very late"])
    await desk.desk.close()
  }

  @Test("A poll and a vote for it")
  func vote() async throws {
    let poll =
      #"{"m.poll":{"kind":"m.disclosed","max_selections":1,"question":{"m.text":[{"body":"when?"}]},"#
      + #""answers":[{"m.id":"a","m.text":[{"body":"noon"}]},{"m.id":"b","m.text":[{"body":"night"}]}]}}"#
    let (desk, _) = try await Self.late(poll, type: "m.poll.start")
    try desk.say(
      "$vote",
      #"{"m.selections":["b"],"m.relates_to":{"rel_type":"m.reference","event_id":"$late"}}"#,
      type: "m.poll.response")
    try await desk.settle()
    #expect(try await desk.texts() == ["a plain beginning", "hello", nil])
    try await desk.releaseKeys()
    let texts = try await desk.texts()
    #expect(texts.count == 3)
    let shown = try #require(texts.compactMap(\.self).last)
    #expect(shown.contains("when?") && shown.contains("night"))
    #expect(shown.contains("1"), "\(shown)")
    await desk.desk.close()
  }

  @Test("A reaction to a message that cannot be read yet stays with it")
  func reaction() async throws {
    let (desk, _) = try await Self.late(EncryptedDesk.text("the tide"))
    desk.server.happen(Said.reaction("$r", to: "$late", "🎉", by: Said.ben, at: 300))
    try await desk.settle()
    try await desk.releaseKeys()
    let message = try await desk.service.message("$late", in: Said.hill)
    #expect(message.text == "the tide" && message.reactions.map(\.name) == ["🎉"])
    await desk.desk.close()
  }

  @Test("A message that was deleted stays deleted when its key comes")
  func deleted() async throws {
    let (desk, _) = try await Self.late(EncryptedDesk.text("the tide"))
    desk.server.happen(Said.redaction("$x", of: "$late", at: 300))
    try await desk.settle()
    try await desk.releaseKeys()
    #expect(try await desk.service.message("$late", in: Said.hill).isDeleted)
    #expect(try await desk.service.search(SearchQuery(text: "tide")).elements.isEmpty)
    await desk.desk.close()
  }

  @Test("A key whose answer could not be applied is used later")
  func interrupted() async throws {
    let (desk, _) = try await Self.late(EncryptedDesk.text("the tide"))
    // The answer has the key, and a gap that cannot be filled now.
    try desk.world { try $0.release() }
    desk.server.happen((0..<60).map { Said.text("$gap\($0)", "message \($0)", at: 1000 + $0) })
    desk.server.fail("/messages", .failure(.interrupted(.waiting)))
    _ = await failure { () throws(ChatError) in _ = try await desk.service.currentEventToken() }
    try await desk.settle()
    #expect(try await desk.service.message("$late", in: Said.hill).text == "the tide")
    await desk.desk.close()
  }

  @Test("A key that came right before the program ended is used at the next start")
  func restart() async throws {
    let (desk, _) = try await Self.late(EncryptedDesk.text("the tide"))
    try desk.world { try $0.release() }
    try await desk.service.takeKeysOnly(from: desk.server)
    try await desk.restart()
    try await desk.settle()
    #expect(try await desk.texts() == ["a plain beginning", "hello", "the tide"])
    await desk.desk.close()
  }
}

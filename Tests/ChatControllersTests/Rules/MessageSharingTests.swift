import ChatDomain
import DraftEngine
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("A message shares its storage", .watched)
struct MessageSharingTests {
  private let ben = User(id: "ben")

  private func message(_ elements: [MessageElement] = [.plainText(text: "words")]) -> Message {
    Message(
      id: "m1", channelId: "room", author: ben, elements: elements, createdAt: Timestamp(seconds: 1),
      timetoken: Timetoken(1))
  }

  /// One change of each part.
  private var changes: [(inout Message) -> Void] {
    let other = message([.plainText(text: "other words")])
    return [
      { $0.id = "m2" }, { $0.channelId = "other" }, { $0.parentId = "m0" }, { $0.kind = .system },
      { $0.author = User(id: "ben", name: "Ben") }, { $0.elements = other.elements },
      { $0.files = [FileAttachment(id: "f", name: "n", mimeType: "t", size: 1)] },
      { $0.quoted = QuotedMessage(other) }, { $0.createdAt = Timestamp(seconds: 2) },
      { $0.timetoken = nil }, { $0.version = Timetoken(2) }, { $0.editedAt = Timestamp(seconds: 2) },
      { $0.deletedAt = Timestamp(seconds: 2) }, { $0.isUnreadable = true }, { $0.isEditable = false },
      { $0.isEncrypted = true },
      { $0.pin = Pin(by: "ann", at: Timestamp(seconds: 2)) }, { $0.isShownInChannel = false },
      {
        $0.threadInfo = ThreadInfo(
          replyCount: 1, mostRepliedUsers: [], lastRepliedAt: nil, updatedAt: Timetoken(2))
      },
      { $0.reactions.set("+1", true, by: "ann") }, { $0.transactionId = "t1" },
      { $0.localState = .sending }, { $0.extras.meta = ["key": 1] },
    ]
  }

  @Test("A changed copy is a different message, and the original stays")
  func changesCopy() {
    let original = message()
    for (index, change) in changes.enumerated() {
      var copy = original
      #expect(copy.isSame(as: original) && copy == original)
      change(&copy)
      #expect(copy != original && original == message(), "change \(index)")
      var again = message()
      change(&again)
      #expect(again == copy && again.hashValue == copy.hashValue, "change \(index)")
    }
  }

  @Test("All of several changes are there in the end, in any order")
  func changesAll() {
    var (one, other) = (message(), message())
    for change in changes { change(&one) }
    for change in changes.reversed() { change(&other) }
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(Mirror(reflecting: one).children.count == Mirror(reflecting: message()).children.count)
  }

  @Test("An unreadable message has no text and no files, and takes none until it is readable")
  func unreadable() {
    var secret = message()
    secret.files = [FileAttachment(id: "f", name: "n", mimeType: "t", size: 1)]
    secret.isUnreadable = true
    #expect(secret.isEncrypted && secret.elements.isEmpty && secret.files.isEmpty)
    secret.elements = [.plainText(text: "words")]
    secret.files = [FileAttachment(id: "f", name: "n", mimeType: "t", size: 1)]
    #expect(secret.elements.isEmpty && secret.files.isEmpty)
    secret.isUnreadable = false
    secret.elements = [.plainText(text: "words")]
    #expect(secret.text == "words" && secret.isEncrypted)
  }

  @Test("Rarely used parts can be removed again without a trace")
  func givesUpRareParts() {
    var changed = message()
    changed.pin = Pin(by: "ann", at: Timestamp(seconds: 2))
    changed.reactions.set("+1", true, by: "ann")
    changed.pin = nil
    changed.reactions.set("+1", false, by: "ann")
    #expect(changed == message() && changed.hashValue == message().hashValue)
  }

  @Test("Setting a field to the value it has does not copy the storage of the message")
  func keepsTogether() {
    let original = message()
    var copy = original
    copy.localState = nil
    copy.threadInfo = nil
    copy.quoted = nil
    copy.transactionId = nil
    copy.files = []
    copy.editedAt = nil
    copy.version = original.version
    #expect(copy.isSame(as: original))
    copy.localState = .sending
    #expect(!copy.isSame(as: original))
  }

  @Test("Text with equal characters but other bytes is stored")
  func takesOtherBytes() {
    var changed = message([.plainText(text: "\u{E9}")])
    changed.elements = [.plainText(text: "e\u{301}")]
    #expect(changed == message([.plainText(text: "\u{E9}")]))
    #expect(Array(changed.text.utf8) == Array("e\u{301}".utf8))
  }

  @Test("Text stays as given: none, empty, or several parts")
  func keepsElements() {
    let link = MessageElement.link(text: "Ann", target: .user(userId: "ann"))
    for elements: [MessageElement] in [
      [], [.plainText(text: "")], [.plainText(text: "a")], [link],
      [.plainText(text: "a"), .plainText(text: "b")],
    ] {
      #expect(message(elements).elements == elements)
      #expect(message(elements).text == elements.text)
    }
  }

  @Test("A sent message is one value in timeline, outbox and result")
  func isSharedByAll() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let channel = fixture.client.channelController(for: "room")
    try await channel.synchronize()
    await fixture.goOffline()
    try await fixture.send("first")
    let waiting = try #require(channel.messages.last)
    #expect(try #require(fixture.outbox.pending("t1")).isSame(as: waiting))
    await fixture.goOnline()
    let arrived = try await fixture.result(of: "t1")
    let shown = try #require(channel.messages.last)
    #expect(shown.id == arrived.id && shown.isSame(as: arrived))
    #expect(try #require(fixture.outbox.arrival(of: "t1")).isSame(as: arrived))
  }
}

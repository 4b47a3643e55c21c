import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Files and other parts of a draft, on two devices and while its message arrives.
@Suite("Merging parts of a draft", .watched)
struct DraftPartsTests {
  private func files(_ names: String) -> [FileAttachment] {
    names.map { name in
      FileAttachment(id: FileID(String(name)), name: String(name), mimeType: "t", size: 1)
    }
  }

  @Test(
    "A file removed on one device stays removed, and one on both is there once",
    arguments: [
      (base: "ab", ours: "ab", theirs: "ab", merged: "ab"), ("ab", "a", "ab", "a"), ("ab", "ab", "b", "b"),
      ("ab", "a", "b", ""), ("", "a", "a", "a"), ("", "a", "b", "ab"), ("", "ab", "bc", "abc"),
      ("a", "ab", "abc", "abc"), ("a", "b", "ac", "bc"),
    ])
  func merges(base: String, ours: String, theirs: String, merged: String) {
    let parts = DraftParts(attachments: files(ours))
    let result = parts.merging(
      DraftContent(elements: [], files: files(theirs)), base: DraftContent(elements: [], files: files(base)))
    #expect(result.attachments.map(\.name).joined() == merged)
  }

  @Test("A file removed from a message in flight stays removed when it arrives")
  func removedWhileSending() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.goOffline()
    var message = fixture.write("with files")
    message.files = files("ab")
    let sending = try await fixture.outbox.enqueueSend(message)
    let draft = try fixture.client.messageDraft(for: DraftKey(channelId: "room"))
    try draft.beginEdit(sending.message)
    draft.attachments = files("b")
    var arrived = sending.message
    arrived.id = "m1"
    arrived.timetoken = Timetoken(1)
    arrived.localState = nil
    draft.shared.follow(sending.message.id, to: arrived)
    #expect(draft.editedMessage?.id == "m1")
    #expect(draft.attachments.map(\.name) == ["b"])
    try await fixture.client.stop()
  }
}

@Suite("Updates that arrive before their message")
struct EarlyWorkTests {
  private let ann = User(id: "ann", name: "Ann")

  private func message(_ text: String, id: MessageID = "m1") -> Message {
    Message(
      id: id, channelId: "room", author: ann, elements: [.plainText(text: text)],
      createdAt: Timestamp(seconds: 1), timetoken: Timetoken(1))
  }

  private func deletion(isHard: Bool, at seconds: Int64) -> MessageDeletedEvent {
    MessageDeletedEvent(
      channelId: "room", messageId: "m1", parentId: nil, isHard: isHard,
      deletedAt: Timestamp(seconds: seconds))
  }

  @Test("A hard-deleted message stays deleted, in any order of its deletions")
  func deletions() {
    let (soft, hard) = (deletion(isHard: false, at: 2), deletion(isHard: true, at: 3))
    for order in [[soft, hard], [hard, soft], [hard]] {
      var updates = EarlyUpdates(limit: 9)
      for event in order { updates.remember(event) }
      #expect(updates.upToDate(message("words")) == nil)
    }
    var updates = EarlyUpdates(limit: 9)
    updates.remember(soft)
    #expect(updates.upToDate(message("words"))?.isDeleted == true)
  }

  @Test("Work on a message that receives its id is merged with the work under that id, in order")
  func moves() {
    func edit(_ number: Int, of id: MessageID) -> OutboxEntry {
      let transaction = TransactionID("t\(number)")
      return OutboxEntry(
        sequence: number, transactionId: transaction,
        work: .edit(
          MessageEdit(
            transactionId: transaction, channelId: "room", messageId: id, markup: "edit \(number)", files: [])
        ),
        message: message("edit \(number)", id: id))
    }
    var overlay = PendingOverlay()
    for number in [1, 3] { overlay.insert(edit(number, of: "local"), on: "local") }
    overlay.insert(edit(2, of: "m1"), on: "m1")
    overlay.move(from: "local", to: "m1")
    #expect(overlay.entries(on: "m1").map(\.sequence) == [1, 2, 3])
    #expect(overlay.entries(on: "local").isEmpty)
    #expect(overlay.overlaid(on: message("words")).text == "edit 3")
    for number in 1...3 {
      let wasThere = overlay.remove(TransactionID("t\(number)"))
      #expect(wasThere)
    }
    #expect(!overlay.hasEntries(on: "m1"))
  }
}

import ChatDomain
import Testing

@testable import MatrixService

@Suite("Reading lowers unread counts, for either order of answer and echo")
struct ServiceReadingTests {
  /// Ann's service with three messages and one reply of Ben, and her event stream.
  private func reader(
    telling receipts: ShownActivity.Receipts = .public
  ) async throws -> (desk: ServiceDesk, tap: EventTap, last: Timetoken) {
    let server = Homeserver()
    server.happen(Said.foundation())
    server.happen([
      Said.text("$1", "one", at: 1), Said.text("$2", "two", at: 2), Said.text("$3", "three", at: 3),
      Said.text("$4", "reply", at: 4, under: "$1"),
    ])
    let desk = try ServiceDesk(server, showing: ShownActivity(receipts: receipts))
    let last = try #require(try await desk.history().last?.timetoken)
    #expect(try await desk.service.channel(Said.hill).reading.unreadCount == 3)
    return (desk, EventTap(try await desk.service.events(after: nil)), last)
  }

  private func receipt(_ id: String, in thread: String = "main") -> String {
    #"{"type":"m.receipt","content":{"\#(id)":{"m.read":{"@ann:example.org":{"ts":9,"thread_id":"\#(thread)"}}}}}"#
  }

  private func gists(_ tap: EventTap, _ count: Int) async -> [String] {
    await tap.next(count).map(\.event.gist)
  }

  @Test("Answer first: the reading device is notified, and the echo reports nothing")
  func answerFirst() async throws {
    let (desk, tap, last) = try await reader()
    let position = try await desk.service.markRead(Said.hill, upTo: last)
    #expect(position.unreadCount == 0)
    desk.server.tell(ephemeral: receipt("$3"))
    desk.server.happen(Said.text("$5", "five", at: 5))
    #expect(await gists(tap, 2) == ["read, 0 left", "created $5"])
    await desk.close()
  }

  @Test("Echo first: it is reported once, and the answer counts newer messages")
  func echoFirst() async throws {
    let (desk, tap, last) = try await reader()
    let latch = Latch()
    desk.server.hold("/receipt/", at: latch)
    async let position = desk.service.markRead(Said.hill, upTo: last)
    await latch.untilHeld()
    desk.server.tell(ephemeral: receipt("$3"))
    #expect(await gists(tap, 1) == ["read, 0 left"])
    desk.server.happen(Said.text("$5", "five", at: 5))
    #expect(await gists(tap, 1) == ["created $5"])
    latch.open()
    #expect(try await position.unreadCount == 1)
    desk.server.happen(Said.text("$6", "six", at: 6))
    #expect(await gists(tap, 1) == ["created $6"])
    await desk.close()
  }

  @Test("A late answer without an echo keeps messages that came meanwhile")
  func lateAnswer() async throws {
    let (desk, tap, last) = try await reader()
    let latch = Latch()
    desk.server.hold("/receipt/", at: latch)
    async let position = desk.service.markRead(Said.hill, upTo: last)
    await latch.untilHeld()
    desk.server.happen(Said.text("$5", "five", at: 5))
    #expect(await gists(tap, 1) == ["created $5"])
    latch.open()
    #expect(try await position.unreadCount == 1)
    #expect(await gists(tap, 1) == ["read, 1 left"])
    await desk.close()
  }

  @Test("Without receipts the same is reported")
  func unsentReceipts() async throws {
    let (desk, tap, last) = try await reader(telling: .none)
    _ = try await desk.service.markRead(Said.hill, upTo: last)
    #expect(await gists(tap, 1) == ["read, 0 left"])
    await desk.close()
  }

  @Test("The same in a thread")
  func thread() async throws {
    let (desk, tap, _) = try await reader()
    let replies = try await desk.service.messages(MessageQuery(channelId: Said.hill, parentId: "$1"))
    let last = try #require(replies.elements.last?.timetoken)
    let reading = try await desk.service.markThreadRead("$1", in: Said.hill, upTo: last)
    #expect(reading.unreadReplies == 0)
    desk.server.tell(ephemeral: receipt("$4", in: "$1"))
    desk.server.happen(Said.text("$5", "five", at: 5))
    #expect(await gists(tap, 2) == ["read under $1, 0 left", "created $5"])
    await desk.close()
  }

  @Test("Server counts after the receipt are reported if not all unread messages are cached")
  func laterCounts() throws {
    let desk = try ReplicaDesk()
    func counts(_ count: Int) -> String { #"{"notification_count":\#(count),"highlight_count":0}"# }
    var first = SyncText.Joined(state: Said.foundation())
    first.events = [Said.text("$9", "nine", at: 9)]
    (first.isLimited, first.previous, first.unread) = (true, "p", counts(3_000))
    try desk.take(SyncText(first))
    try desk.find(Said.text("$1", "one", at: 1))
    var read = SyncText.Joined()
    (read.ephemeral, read.unread) = ([receipt("$1")], counts(3_000))
    #expect(try desk.take(SyncText(read)).map(\.gist) == ["read, 3000 left"])
    var counted = SyncText.Joined()
    counted.unread = counts(7)
    #expect(try desk.take(SyncText(counted)).map(\.gist) == ["read, 7 left"])
    #expect(try desk.take(SyncText(counted)).isEmpty)
  }
}

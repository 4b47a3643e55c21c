import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

/// Checks what the client sends without an action of the user, in all of its requests.
@Suite("Privacy of activity")
struct ServiceActivityTests {
  /// Reads a channel and a thread while events are subscribed to.
  private static func requests(_ activity: ShownActivity) async throws -> [HTTPRequest] {
    let server = Homeserver()
    server.happen(Said.foundation())
    server.happen([
      Said.text("$1", "one", at: 1), Said.text("$2", "two", at: 2),
      Said.text("$3", "reply", at: 3, under: "$1"),
      Said.text("$4", "shown", at: 4, under: "$1", isShown: true),
    ])
    let desk = try ServiceDesk(server, showing: activity)
    let tap = EventTap(try await desk.service.events(after: nil))
    let messages = try await desk.history()
    let last = try #require(messages.last { $0.id == "$2" }?.timetoken)
    let position = try await desk.service.markRead(Said.hill, upTo: last)
    #expect(position.lastRead == last && position.unreadCount == 1)
    let replies = try await desk.service.messages(MessageQuery(channelId: Said.hill, parentId: "$1"))
    let reply = try #require(replies.elements.last?.timetoken)
    let reading = try await desk.service.markThreadRead("$1", in: Said.hill, upTo: reply)
    #expect(reading.lastRead == reply && reading.unreadReplies == 0)
    await desk.close()
    _ = await tap.end()
    return server.requests
  }

  private static func receipts(_ requests: [HTTPRequest]) -> [String] {
    requests.compactMap { request in
      let parts = request.path.split(separator: "/").map(String.init)
      guard let place = parts.firstIndex(of: "receipt") else {
        return parts.contains("read_markers") ? "m.fully_read" : nil
      }
      return parts[place + 1]
    }
  }

  @Test(
    "Receipts are sent as configured, and none if turned off",
    arguments: [
      (ShownActivity.Receipts.public, ["m.read", "m.read"]),
      (.private, ["m.read.private", "m.read.private"]), (.none, ["m.fully_read"]),
    ])
  func receipts(_ sample: (wish: ShownActivity.Receipts, sent: [String])) async throws {
    let requests = try await Self.requests(ShownActivity(receipts: sample.wish))
    #expect(Self.receipts(requests) == sample.sent)
    // A receipt is visible in the address of its request.
    let others = requests.filter { $0.text.contains("m.read") && !$0.url.contains("/sync") }
    #expect(others.isEmpty)
  }

  @Test("Presence is shown as configured", arguments: ShownActivity.OwnPresence.allCases)
  func presence(wish: ShownActivity.OwnPresence) async throws {
    let requests = try await Self.requests(ShownActivity(presence: wish))
    let shown = requests.compactMap { $0.parameters["set_presence"] }
    #expect(Set(shown).isSubset(of: [wish.rawValue, "offline"]) && shown.contains(wish.rawValue))
    let told = requests.filter { $0.url.contains("/presence/") }.map(\.text)
    #expect(told.allSatisfy { $0 == #"{"presence":"offline"}"# })
  }

  @Test("Private reading is known after a restart")
  func restart() async throws {
    let server = Homeserver()
    server.happen(Said.foundation())
    server.happen([Said.text("$1", "one", at: 1), Said.text("$2", "two", at: 2)])
    let activity = ShownActivity(receipts: .none)
    let desk = try ServiceDesk(server, showing: activity)
    let last = try #require(try await desk.history().last?.timetoken)
    _ = try await desk.service.markRead(Said.hill, upTo: last)
    await desk.close()
    let again = try ServiceDesk(server, on: desk.folder, clock: desk.clock, showing: activity)
    #expect(try await again.service.channel(Said.hill).reading.unreadCount == 0)
    await again.close()
  }
}

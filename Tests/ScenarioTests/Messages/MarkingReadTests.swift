import ChatDomain
import InMemoryService
import Testing

@testable import ChatUI

@Suite("Marking as read while the service fails", .serialized)
struct MarkingReadTests {
  /// Mia in `#general`, while the service refuses read markers for a while.
  private func mia(busyFor time: Duration) async throws -> Scenario {
    let mia = try await Scenario().start()
    await mia.busy([.markRead], for: time, saysHowLong: false)
    return mia
  }

  private func unread(_ mia: Scenario) async throws -> Int {
    try await mia.device("mia", "phone").channel("general").reading.unreadCount
  }

  @Test("A failed read marker is retried although nothing else happens")
  func repeated() async throws {
    let mia = try await mia(busyFor: .seconds(5))
    try await mia.say("one", by: "alex")
    #expect(try await unread(mia) == 1)
    await mia.wait(.seconds(60))
    #expect(try await unread(mia) == 0, "\(mia.picture)")
  }

  @Test(
    "Messages seen during a slow request are marked by the next"
  )
  func lateAnswer() async throws {
    let mia = try await Scenario().start()
    await mia.slow(.seconds(5))
    try await mia.say("one", by: "alex")
    await mia.wait(.seconds(2))
    try await mia.say("two", by: "alex")
    await mia.wait(.seconds(3))
    await mia.wait(.seconds(30))
    #expect(try await unread(mia) == 0, "\(mia.picture)")
  }

  @Test("Messages after an unsent read marker stay unread after looking away")
  func lookedAwayFromFailed() async throws {
    let mia = try await Scenario().start()
    await mia.refuse([.send])
    await mia.enter("refused")
    await mia.noFaults()
    await mia.busy([.markRead], for: .seconds(5), saysHowLong: false)
    try await mia.say("one", by: "alex")
    await mia.look(away: true)
    try await mia.say("two", by: "alex")
    await mia.wait(.seconds(60))
    #expect(try await unread(mia) == 2, "\(mia.picture)")
  }

  @Test("Messages that arrive after looking away stay unread")
  func lookedAway() async throws {
    let mia = try await mia(busyFor: .seconds(5))
    try await mia.say("one", by: "alex")
    await mia.look(away: true)
    try await mia.say("two", by: "alex")
    await mia.wait(.seconds(60))
    #expect(try await unread(mia) == 2, "\(mia.picture)")
    await mia.look(away: false)
    #expect(try await unread(mia) == 0, "\(mia.picture)")
  }

  @Test("Offline the marker waits and sends no request")
  func offline() async throws {
    let mia = try await mia(busyFor: .seconds(5))
    try await mia.say("one", by: "alex")
    await mia.offline(true)
    await mia.wait(.seconds(60))
    #expect(try await unread(mia) == 1)
    await mia.offline(false)
    await mia.wait(.seconds(60))
    #expect(try await unread(mia) == 0, "\(mia.picture)")
  }

  @Test("A channel marked as unread meanwhile stays so")
  func markedUnread() async throws {
    let mia = try await Scenario()
    try await mia.say("one", by: "ana", in: "offtopic")
    await mia.start()
    await mia.keys("M-2", type: "/unread")
    await mia.keys("Enter M-1")
    await mia.busy([.markRead], for: .seconds(5), saysHowLong: false)
    await mia.keys("M-2")
    await mia.enter("/unread")
    await mia.wait(.seconds(60))
    #expect(try await mia.device("mia", "phone").channel("offtopic").reading.isMarkedUnread, "\(mia.picture)")
  }

  @Test("A refusal is reported once and not retried")
  func refused() async throws {
    let mia = try await Scenario().start()
    await mia.refuse([.markRead])
    let device = await mia.device("mia", "terminal")
    let before = device.requestCounts[.markRead] ?? 0
    try await mia.say("one", by: "alex")
    await mia.keys("C-l")
    await mia.wait(.seconds(60))
    #expect(device.requestCounts[.markRead] == before + 1, "\(mia.picture)")
    await mia.noFaults()
    try await mia.say("two", by: "alex")
    #expect(try await unread(mia) == 0, "\(mia.picture)")
  }
}

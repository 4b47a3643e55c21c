import ChatDomain
import EncryptionMachine
import EncryptionTestSupport
import MachineTestSupport
import Testing

@testable import MatrixService

@Suite("The cost of encrypted rooms")
struct EncryptedSpeedTests {
  private static let count = 1000

  /// Lets many messages come in one answer.
  ///
  /// - Returns: how long it takes until all of them can be read.
  private static func receive(_ events: [String], _ desk: EncryptedDesk) async throws -> Duration {
    desk.server.happen(events)
    let begin = ContinuousClock.now
    _ = try await desk.service.currentEventToken()
    let time = ContinuousClock.now - begin
    let unread = try await desk.service.channel(Said.hill).reading.unreadCount
    #expect(unread == events.count)
    let last = try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 50)).elements
    #expect(last.count == 50 && last.allSatisfy { !$0.isUnreadable && $0.text.hasPrefix("message ") })
    return time
  }

  @Test("A thousand encrypted messages come in one answer, and all can be found")
  func thousand() async throws {
    let plain = try await EncryptedDesk(limit: 2 * Self.count)
    let plainTime = try await Self.receive(
      (0..<Self.count).map { Said.text("$\($0)", "message \($0)", at: $0) }, plain)
    await plain.desk.close()

    let desk = try await EncryptedDesk(limit: 2 * Self.count)
    let sealed = try desk.world { world in
      let ben = world["BEN"]
      try ben.sync()
      return try (0..<Self.count).map { number in
        // A key is for a hundred messages.
        if number.isMultiple(of: 100) { try ben.prepare(EncryptedWorld.room) }
        let content = try node(EncryptedDesk.text("message \(number)"))
        let bytes = try ben.call { machine in
          try machine.encrypt(
            room: EncryptedWorld.room, for: ben.audience(EncryptedWorld.room), type: EventType.message,
            content: content, transaction: "s\(number)")
        }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    // Ben's device is known, so that nothing has to be read twice.
    try await desk.settle()
    let time = try await Self.receive(
      sealed.enumerated().map {
        Said.event("$\($0.offset)", EventType.encrypted, by: Said.ben, at: $0.offset, $0.element)
      }, desk)
    print("\(Self.count) messages in one answer: \(time) encrypted, \(plainTime) plain")
    let found = try await desk.service.search(SearchQuery(text: "message 7", limit: 200)).elements
    #expect(found.count >= 100)
    await desk.desk.close()
  }
}

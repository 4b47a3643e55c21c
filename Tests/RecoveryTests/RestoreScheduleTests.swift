import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import Recovery
import TestSupport
import Testing

/// A schedule whose changes can stand in an expectation.
private final class Restore {
  var schedule: RestoreSchedule

  init(_ schedule: RestoreSchedule) { self.schedule = schedule }

  func prioritize(_ session: RestoreSchedule.Session) { schedule.prioritize(session) }
  func next() -> (fetch: RestoreSchedule.Fetch, request: ServerRequest)? { schedule.next() }
  func finish(_ outcome: RestoreSchedule.Outcome) { schedule.finish(outcome) }
}

@Suite("Order of restoring")
struct RestoreScheduleTests {
  private func schedule(_ rooms: [String] = [], restored: Set<String> = []) throws -> Restore {
    let suite = try CipherSuite.seeded(TestSeed.value)
    let key = try BackupKey(randomWith: suite).publicKey.base64
    let version = try BackupVersion(
      node(
        #"{"version": "7", "etag": "0", "algorithm": "m.megolm_backup.v1.curve25519-aes-sha2", "auth_data": {"public_key": "\#(key)"}}"#
      ))
    return Restore(RestoreSchedule(version: version, rooms: rooms, restoredRooms: restored))
  }

  private func session(_ session: String, _ room: String = "!r") -> RestoreSchedule.Session {
    RestoreSchedule.Session(room: room, id: session)
  }

  @Test("The last requested key comes first, and rooms when none is requested")
  func order() throws {
    let schedule = try schedule(["!a", "!b", "!c"], restored: ["!b"])
    for id in ["1", "2", "1", "3"] { schedule.prioritize(session(id)) }
    var order: [String] = []
    while let next = schedule.next() {
      order.append(next.request.path.dropFirst(2).joined(separator: " "))
      #expect(next.request.query == ["version": "7"])
      #expect(schedule.next() == nil)
      schedule.finish(.received)
    }
    #expect(order == ["!r 3", "!r 1", "!r 2", "!a", "!c"])
    #expect(schedule.schedule.restoredRooms == ["!a", "!b", "!c"])
  }

  @Test("An absent key is not requested again until the backup changes")
  func absent() throws {
    let schedule = try schedule()
    schedule.prioritize(session("1"))
    _ = schedule.next()
    schedule.finish(.notThere)
    schedule.prioritize(session("1"))
    #expect(schedule.next() == nil)
    schedule.schedule.observe(etag: "0")
    schedule.prioritize(session("1"))
    #expect(schedule.next() == nil)
    schedule.schedule.observe(etag: "1")
    schedule.prioritize(session("1"))
    #expect(schedule.next()?.fetch == .session(session("1")))
  }

  @Test("A failed request is retried after the others")
  func failed() throws {
    let schedule = try schedule(["!a", "!b"])
    schedule.prioritize(session("1"))
    schedule.prioritize(session("2"))
    var order: [RestoreSchedule.Fetch] = []
    for outcome in [RestoreSchedule.Outcome.failed, .received, .received, .failed, .received, .notThere] {
      guard let next = schedule.next() else { break }
      order.append(next.fetch)
      schedule.finish(outcome)
    }
    #expect(
      order == [
        .session(session("2")), .session(session("1")), .session(session("2")), .room("!a"), .room("!b"),
        .room("!a"),
      ])
    #expect(schedule.next() == nil)
  }

  @Test("Requests for a room that is fetched as a whole are answered by it; old ones are dropped")
  func dropped() throws {
    let schedule = try schedule(["!a"])
    _ = schedule.next()
    schedule.prioritize(session("1", "!a"))
    schedule.finish(.received)
    #expect(schedule.next() == nil)
    for number in 0..<300 { schedule.prioritize(session("\(number)")) }
    var count = 0
    while schedule.next() != nil {
      count += 1
      schedule.finish(.received)
    }
    #expect(count == RestoreSchedule.mostUrgent)
    schedule.finish(.failed)
    #expect(schedule.next() == nil)
  }
}

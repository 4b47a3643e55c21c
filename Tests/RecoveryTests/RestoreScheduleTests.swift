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

  @discardableResult
  func prioritize(_ session: RestoreSchedule.Session) -> Bool { schedule.prioritize(session) }
  func next(background: Bool) -> (fetch: RestoreSchedule.Fetch, request: ServerRequest)? {
    schedule.next(background: background)
  }
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
    for id in ["1", "2", "1", "3"] { #expect(schedule.prioritize(session(id))) }
    var order: [String] = []
    while let next = schedule.next(background: true) {
      order.append(next.request.path.dropFirst(2).joined(separator: " "))
      #expect(next.request.query == ["version": "7"])
      #expect(schedule.next(background: true) == nil)
      schedule.finish(.received)
    }
    #expect(order == ["!r 3", "!r 1", "!r 2", "!a", "!c"])
    #expect(schedule.schedule.isComplete && schedule.schedule.restoredRooms == ["!a", "!b", "!c"])
  }

  @Test("Rooms wait while the connection is busy")
  func busy() throws {
    let schedule = try schedule(["!a"])
    #expect(schedule.next(background: false) == nil && !schedule.schedule.isComplete)
    schedule.prioritize(session("1"))
    #expect(schedule.next(background: false)?.fetch == .session(session("1")))
    #expect(schedule.prioritize(session("1")))
    schedule.finish(.received)
    #expect(schedule.next(background: false) == nil)
  }

  @Test("An absent key is not requested again until the backup changes")
  func absent() throws {
    let schedule = try schedule()
    schedule.prioritize(session("1"))
    _ = schedule.next(background: true)
    schedule.finish(.notThere)
    #expect(!schedule.prioritize(session("1")) && schedule.next(background: true) == nil)
    schedule.schedule.observe(etag: "0")
    #expect(!schedule.prioritize(session("1")))
    schedule.schedule.observe(etag: "1")
    #expect(
      schedule.prioritize(session("1")) && schedule.next(background: true)?.fetch == .session(session("1")))
  }

  @Test("A failed request is retried after the others")
  func failed() throws {
    let schedule = try schedule(["!a", "!b"])
    schedule.prioritize(session("1"))
    schedule.prioritize(session("2"))
    var order: [RestoreSchedule.Fetch] = []
    for outcome in [RestoreSchedule.Outcome.failed, .received, .received, .failed, .received, .notThere] {
      guard let next = schedule.next(background: true) else { break }
      order.append(next.fetch)
      schedule.finish(outcome)
    }
    #expect(
      order == [
        .session(session("2")), .session(session("1")), .session(session("2")), .room("!a"), .room("!b"),
        .room("!a"),
      ])
    #expect(schedule.schedule.isComplete)
  }

  @Test(
    "Requests for a room that is fetched as a whole are answered by it; cancelled and old ones are dropped"
  )
  func dropped() throws {
    let schedule = try schedule(["!a"])
    _ = schedule.next(background: true)
    schedule.prioritize(session("1", "!a"))
    schedule.prioritize(session("2", "!b"))
    schedule.finish(.received)
    schedule.schedule.cancel(session("2", "!b"))
    #expect(schedule.schedule.isComplete)
    for number in 0..<300 { schedule.prioritize(session("\(number)")) }
    var count = 0
    while schedule.next(background: true) != nil {
      count += 1
      schedule.finish(.received)
    }
    #expect(count == RestoreSchedule.mostUrgent)
    schedule.finish(.failed)
    #expect(schedule.schedule.isComplete)
  }
}

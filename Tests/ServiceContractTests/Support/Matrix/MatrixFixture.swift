import ChatDomain
import ChatPlatform
import JSON
import MatrixService

/// A live Matrix server: each test has people of its own there. What the devices keep is gone after the test.
final class MatrixFixture: ServiceFixture {
  let people: MatrixPeople
  /// Invited people come at once, unless the test is about invitations: the others were written for services that add.
  let acceptsInvitations: Bool
  /// Tests call channels by the ids that they wished for, unless they are about wishes.
  let remembersWishes: Bool

  private init(_ setup: ServiceSetup, at server: SynapseHere) {
    people = MatrixPeople(
      setup.people, remembering: setup.rememberedEvents, world: Numbers.next(), at: server)
    acceptsInvitations = !setup.lacks.contains(.addsMembers)
    remembersWishes = !setup.lacks.contains(.choosesIds)
  }

  static func make(_ setup: ServiceSetup) async throws -> MatrixFixture {
    guard let server = SynapseHere.current else {
      throw MatrixPeople.Trouble(reason: "\(SynapseHere.variable) names no server; make test-matrix does")
    }
    await WorldGate.enter()
    return MatrixFixture(setup, at: server)
  }

  deinit {
    Task { [people] in
      await people.close()
      WorldGate.leave()
    }
  }

  // Time is the server's, and so are its limits.
  var powers: Set<FixturePower> {
    [
      .breaksConnections, .losesAnswers, .disordersEvents, .forgetsEvents, .signsOut, .encrypts, .setsRoles,
      .replacesChannels, .makesSpaces, .opensToKnocks,
    ]
  }
  var now: Timestamp { RunningClock().now }

  func device(of user: UserID, _ id: DeviceID) async throws -> any ChatService {
    TranslatingService(device: try await people.device(of: user, id), fixture: self)
  }

  func disturb(_ user: UserID, _ id: DeviceID, _ disturbance: Disturbance) async throws {
    try await people.device(of: user, id).disturb(disturbance)
  }

  func setRoles(
    _ roles: [UserID: MemberRole], needing needed: [ChannelAct: MemberRole], in channel: ChannelID
  ) async throws {
    let levels: [MemberRole: Int] = [.member: 0, .moderator: 50, .administrator: 100, .owner: 100]
    let types: [ChannelAct: String] = [
      .rename: "m.room.name", .setTopic: "m.room.topic", .pin: "m.room.pinned_events",
    ]
    let content = JSONWriter.bytes { json in
      json.object { json in
        json.object("users") { json in
          // Who made a room is above all levels, and must not be named among them.
          for (user, role) in roles where user != "ann" {
            json.member(people.table.outward(user).rawValue, levels[role] ?? 0)
          }
        }
        json.object("events") { json in
          for (act, type) in types { json.member(type, needed[act].flatMap { levels[$0] } ?? 0) }
        }
        json.member("redact", needed[.deleteOthers].flatMap { levels[$0] } ?? 50)
        json.member("invite", needed[.invite].flatMap { levels[$0] } ?? 0)
      }
    }
    try await people.put(
      "state/m.room.power_levels", content, in: people.table.outward(channel), by: "ann")
  }

  func address(of channel: ChannelID) -> String { people.table.outward(channel).rawValue }

  func encrypt(_ channel: ChannelID) async throws {
    let content = JSONWriter.bytes { json in
      json.object { $0.member("algorithm", "m.megolm.v1.aes-sha2") }
    }
    // Ann makes the channels of the tests.
    try await people.put("state/m.room.encryption", content, in: people.table.outward(channel), by: "ann")
  }

  func makeSpace(_ id: ChannelID, name: String, of channels: [ChannelID]) async throws {
    try await people.makeSpace(id, name: name, of: channels, by: "ann")
  }

  func invite(_ user: UserID, toSpace space: ChannelID) async throws {
    try await people.invite(user, to: space, by: "ann")
  }

  func letKnock(on channel: ChannelID) async throws {
    let content = JSONWriter.bytes { json in json.object { $0.member("join_rule", "knock") } }
    try await people.put(
      "state/m.room.join_rules", content, in: people.table.outward(channel), by: "ann")
  }

  func order(_ space: ChannelID, by order: String) async throws {
    let content = JSONWriter.bytes { json in json.object { $0.member("order", order) } }
    try await people.setAccountData(
      "org.matrix.msc3230.space_order", content, in: people.table.outward(space), of: "ann")
  }

  func replace(_ channel: ChannelID, by successor: ChannelID) async throws {
    let content = JSONWriter.bytes { json in
      json.object { json in
        json.member("body", "gone on")
        json.member("replacement_room", people.table.outward(successor).rawValue)
      }
    }
    try await people.put("state/m.room.tombstone", content, in: people.table.outward(channel), by: "ann")
  }

  func sayUnreadably(by user: UserID, in channel: ChannelID) async throws {
    let content = JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", "m.megolm.v1.aes-sha2")
        json.member("ciphertext", "AwgAEnACgAkLmt6qF84IK++J7UDH2Za1YVchHyprqTqsg")
        json.member("device_id", "beside")
        json.member("sender_key", "IlRMeOPX2e0MurIyfWEucYBRVOEEUMrOHqn/8mLqMjA")
        json.member("session_id", "X3lUlvLELLYxeTx4yOVu6UDpasGEVO0Jbu+QFnm0cKQ")
      }
    }
    try await people.put(
      "send/m.room.encrypted/x\(Numbers.next())", content, in: people.table.outward(channel), by: user)
  }

  func advance(by duration: Duration) async throws { throw Powerless(power: .movesTime) }
  func setLimits(_ limits: ServiceLimits) async throws { throw Powerless(power: .changesLimits) }

  /// A test asks for what it did not say that it needs.
  struct Powerless: Error { let power: FixturePower }
}

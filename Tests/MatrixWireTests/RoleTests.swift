import ChatDomain
import JSON
import Testing

@testable import MatrixService

@Suite("Roles from power levels")
struct RoleTests {
  private static let (ann, ben, cay): (UserID, UserID, UserID) = ("@ann:x", "@ben:x", "@cay:x")

  private func powers(_ levels: String?, version: String = "11") throws -> RoomPowers {
    let creation = RoomCreation(
      creator: Self.ann, furtherCreators: [], version: version, type: nil, predecessor: nil, createdAt: 0)
    let content = try levels.map { PowerLevels(try JSONDocument(Array($0.utf8)).root) }
    return RoomPowers(levels: content, creation: creation)
  }

  @Test(
    "Levels map to roles, and the creator owns the room while having the power",
    arguments: [
      (#"{"users":{"@ann:x":100,"@ben:x":50}}"#, "11", MemberRole.owner, MemberRole.moderator),
      (#"{"users":{"@ann:x":99,"@ben:x":100}}"#, "11", .moderator, .administrator),
      (#"{"users":{"@ben:x":49}}"#, "11", .member, .member),
      (#"{"users":{"@ben:x":9007199254740993}}"#, "11", .member, .administrator),
      (#"{"users":{"@ben:x":-1}}"#, "12", .owner, .member),
      (#"{"users_default":50}"#, "11", .moderator, .moderator),
    ])
  func roles(_ sample: (levels: String, version: String, ann: MemberRole, ben: MemberRole)) throws {
    let powers = try powers(sample.levels, version: sample.version)
    #expect(powers.role(of: Self.ann) == sample.ann && powers.role(of: Self.ben) == sample.ben)
  }

  @Test("A room without levels belongs to its creator, and everyone may change it")
  func none() throws {
    let powers = try powers(nil)
    #expect(powers.role(of: Self.ann) == .owner && powers.role(of: Self.ben) == .member)
    #expect(powers.refusal(of: .rename, by: Self.ben) == nil)
  }

  @Test("Required levels and their defaults")
  func acts() throws {
    let levels = #"""
      {"users":{"@ben:x":50,"@cay:x":10},"events":{"m.room.topic":10,"m.room.name":100},"invite":51,"notifications":{"room":0}}
      """#
    let powers = try powers(levels)
    #expect(powers.refusal(of: .setTopic, by: Self.cay) == nil)
    #expect(powers.refusal(of: .rename, by: Self.ben) == .needsRole(.administrator))
    #expect(powers.refusal(of: .pin, by: Self.ben) == nil)
    #expect(powers.refusal(of: .pin, by: Self.cay) == .needsRole(.moderator))
    #expect(powers.refusal(of: .invite, by: Self.ben) == .needsRole(.administrator))
    #expect(powers.refusal(of: .mentionEverybody, by: Self.cay) == nil)
    #expect(powers.refusal(of: .deleteOthers, by: Self.ben) == nil)
    #expect(powers.refusal(of: .deleteOthers, by: Self.cay) == .needsRole(.moderator))
    let redacting = try self.powers(#"{"users":{"@ben:x":50},"redact":0,"events":{"m.room.redaction":100}}"#)
    #expect(redacting.refusal(of: .deleteOthers, by: Self.ben) == .needsRole(.administrator))
    #expect(try self.powers(#"{"redact":0}"#).refusal(of: .deleteOthers, by: Self.cay) == nil)
    #expect(try self.powers("{}").refusal(of: .mentionEverybody, by: Self.cay) == .needsRole(.moderator))
    #expect(try self.powers(#"{"invite":101}"#).refusal(of: .invite, by: Self.cay) == .needsRole(.owner))
    #expect(try self.powers("{}").refusal(of: .invite, by: Self.cay) == nil)
  }
}

import ChatDomain
import Testing

@testable import MatrixService

@Suite("Requests to join, from syncs")
struct ReplicaKnockTests {
  private static func knock(_ id: String, _ user: UserID, _ content: String, at: Int) -> String {
    Said.event(
      id, "m.room.member", by: user, at: at, content, more: #","state_key":"\#(user)""#)
  }

  private static let asking = #"{"membership":"knock","displayname":"Eve","reason":"let\nme in"}"#

  private static func levels(invite: Int) -> String {
    Said.state(
      "$levels\(invite)", "m.room.power_levels", by: Said.ben, at: 2,
      #"{"users":{"@ben:example.org":100},"invite":\#(invite)}"#)
  }

  @Test("Others' requests are listed with reasons until answered, also after a restart")
  func visitors() throws {
    let cache = try MatrixCache(path: nil, of: Said.ann, on: "LAPTOP")
    let desk = try ReplicaDesk(cache)
    try desk.take(SyncText(Said.foundation() + [Self.levels(invite: 0)]))
    let stranger: UserID = "@zoe:elsewhere"
    #expect(try desk.take(Self.knock("$k", stranger, Self.asking, at: 5)).map(\.gist) == ["knocks"])
    let visitor = try #require(try desk.replica.visitors().first)
    #expect(visitor.user == User(id: stranger, name: "Eve") && visitor.reason == "let me in")
    #expect(try ReplicaDesk(cache).replica.visitors() == [visitor])
    // A request in another person's name is ignored, and so is an answered one found while scrolling back.
    try desk.take(
      Said.event(
        "$forged", "m.room.member", by: Said.eve, at: 6, #"{"membership":"knock"}"#,
        more: #","state_key":"@yan:elsewhere""#))
    #expect(try desk.replica.visitors() == [visitor])
    let out = Self.knock("$out", stranger, #"{"membership":"leave"}"#, at: 7)
    #expect(try desk.take(out).map(\.gist) == ["knocks"])
    #expect(try desk.replica.visitors().isEmpty && ReplicaDesk(cache).replica.visitors().isEmpty)
  }

  @Test("A gap that may hide requests is reported, and so is a changed reason")
  func unknown() throws {
    let desk = try ReplicaDesk.onHill([Self.levels(invite: 0)])
    try desk.room().members.areKnocksKnown = true
    let later = SyncText.Joined(events: [Said.text("$9", "later", at: 9)], isLimited: true, previous: "p")
    #expect(try desk.take(SyncText(later), gaps: [Said.hill: .cut]).map(\.gist).contains("knocks"))
    #expect(try !desk.room().members.areKnocksKnown)
    let zoe: UserID = "@zoe:elsewhere"
    #expect(try desk.take(Self.knock("$k", zoe, Self.asking, at: 15)).map(\.gist) == ["knocks"])
    let again = Self.knock("$l", zoe, #"{"membership":"knock","reason":"please"}"#, at: 16)
    #expect(try desk.take(again).map(\.gist) == ["knocks"])
    #expect(try desk.replica.visitors().map(\.reason) == ["please"])
  }

  @Test("A user without permission to invite gets no report")
  func powerless() throws {
    let desk = try ReplicaDesk.onHill([Self.levels(invite: 50)])
    #expect(try desk.take(Self.knock("$k", "@zoe:elsewhere", Self.asking, at: 5)).isEmpty)
    #expect(try desk.replica.visitors().isEmpty)
  }

  @Test("Of very many requests only the latest are listed")
  func many() throws {
    let desk = try ReplicaDesk.onHill([Self.levels(invite: 0)])
    let all = (0..<300).map {
      Self.knock("$k\($0)", UserID("@zoe\($0):elsewhere"), Self.asking, at: 10 + $0)
    }
    try desk.take(SyncText(all))
    let visitors = try desk.replica.visitors()
    #expect(visitors.count == 200 && visitors.first?.user.id == "@zoe299:elsewhere")
  }

  private static func answer(_ sections: String) throws -> SyncAnswer {
    try SyncAnswer(Array(#"{"next_batch":"s","rooms":{\#(sections)}}"#.utf8), for: Said.ann)
  }

  private static func own(_ events: String) -> String {
    #""knock":{"!lake:example.org":{"knock_state":{"events":[\#(events)]}}}"#
  }

  @Test(
    "The own request is kept until it is answered",
    arguments: [
      (
        #""invite":{"!lake:example.org":{"invite_state":{"events":[{"type":"m.room.member","sender":"@ben:example.org","state_key":"@ann:example.org","content":{"membership":"invite"}}]}}}"#,
        ["knocks", "invited by @ben:example.org"]
      ),
      (#""leave":{"!lake:example.org":{"timeline":{"events":[]}}}"#, ["knocks"]),
    ])
  func own(_ sample: (end: String, gist: [String])) throws {
    let cache = try MatrixCache(path: nil, of: Said.ann, on: "LAPTOP")
    let desk = try ReplicaDesk(cache)
    try desk.take(SyncText(Said.foundation()))
    let events =
      #"{"type":"m.room.name","sender":"@ben:example.org","state_key":"","content":{"name":"Lake"}},"#
      + #"{"type":"m.room.member","sender":"@ann:example.org","state_key":"@ann:example.org","content":{"membership":"knock","reason":"swim"}}"#
    #expect(try desk.replica.apply(Self.answer(Self.own(events)), gaps: [:]).map(\.gist) == ["knocks"])
    let knock = try #require(desk.replica.knocks.first)
    #expect(knock.channel.name == "Lake" && knock.reason == "swim" && desk.replica.knocks.count == 1)
    #expect(try ReplicaDesk(cache).replica.knocks == [knock])
    #expect(try desk.replica.apply(Self.answer(Self.own(events)), gaps: [:]).isEmpty)
    #expect(try desk.replica.apply(Self.answer(sample.end), gaps: [:]).map(\.gist) == sample.gist)
    #expect(desk.replica.knocks.isEmpty)
    #expect(try ReplicaDesk(cache).replica.knocks.isEmpty)
  }
}

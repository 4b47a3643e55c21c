import ChatDomain
import Testing

@testable import MatrixService

/// Rooms that are left and rejoined, and their encryption.
@Suite("Membership and encryption")
struct ReplicaStandingTests {
  private static let wayOut = {
    var answer = SyncText()
    answer.left = [(Said.hill, [])]
    return answer
  }()

  /// Ben invites Ann.
  private static let invitation = {
    var answer = SyncText()
    answer.invited = [
      (
        Said.hill,
        [
          #"{"type":"m.room.member","state_key":"@ann:example.org","sender":"@ben:example.org","content":{"membership":"invite"}}"#
        ]
      )
    ]
    return answer
  }()

  @Test("An encrypted room stays encrypted, whatever a later invitation omits")
  func staysEncrypted() throws {
    let desk = try ReplicaDesk.onHill([
      Said.state("$enc", "m.room.encryption", at: 50, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#)
    ])
    #expect(try desk.room().isEncrypted)
    try desk.take(Self.wayOut)
    try desk.take(Self.invitation)
    try desk.replica.load()
    #expect(try desk.room().isEncrypted)
  }

  @Test("An event that removes or omits encryption changes nothing")
  func encryptionIsOneWay() throws {
    let desk = try ReplicaDesk.onHill([
      Said.state("$enc", "m.room.encryption", at: 50, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#)
    ])
    #expect(try desk.replica.channel(desk.room()).isEncrypted)
    try desk.take(Said.state("$none", "m.room.encryption", at: 60, "{}"))
    #expect(try desk.replica.channel(desk.room()).isEncrypted)
    try desk.replica.load()
    #expect(try desk.replica.channel(desk.room()).isEncrypted)
  }

  @Test("An invitation says whether it is to a space or encrypted, also after a restart")
  func invitedToSpace() throws {
    let desk = try ReplicaDesk()
    func stripped(_ type: String, _ content: String, key: String = "") -> String {
      #"{"type":"\#(type)","state_key":"\#(key)","sender":"@ben:example.org","content":\#(content)}"#
    }
    let invited = stripped("m.room.member", #"{"membership":"invite"}"#, key: "@ann:example.org")
    var answer = SyncText()
    answer.invited = [
      (
        Said.hill,
        [stripped("m.room.create", #"{"type":"m.space"}"#), stripped("m.room.encryption", "{}"), invited]
      ),
      (Said.lake, [stripped("m.room.create", #"{"room_version":"11"}"#), invited]),
    ]
    try desk.take(answer)
    for _ in 0..<2 {
      let (hill, lake) = (try desk.room(), try desk.room(Said.lake))
      let (space, channel) = (desk.replica.invitation(to: hill), desk.replica.invitation(to: lake))
      #expect(space?.isSpace == true && space?.channel.isEncrypted == true)
      #expect(channel?.isSpace == false && channel?.channel.isEncrypted == false)
      try desk.replica.load()
    }
  }

  @Test("After leaving a small room and rejoining, the whole history is found")
  func comingAgain() throws {
    let all = Said.foundation() + (0..<3).map { Said.text("$\($0)", "message \($0)", at: $0) }
    let desk = try ReplicaDesk()
    try desk.take(SyncText(all))
    var out = SyncText()
    out.left = [(Said.hill, [Said.member("$gone", Said.ann, "leave", at: 10)])]
    try desk.take(out)
    try desk.take(
      SyncText(
        all + [
          Said.member("$gone", Said.ann, "leave", at: 10), Said.member("$back", Said.ann, "join", at: 20),
        ]))
    let shown = try desk.messages().filter { $0.kind == .regular }.map(\.id)
    #expect(shown == ["$0", "$1", "$2"])
    #expect(try desk.replica.cache.slices.of(Said.hill).count == 1)
  }

  @Test("After leaving, rejoining and a restart a room has one live slice")
  func oneLiveSlice() throws {
    let desk = try ReplicaDesk.onHill()
    try desk.take(Self.wayOut)
    try desk.take(Self.invitation)
    try desk.replica.load()
    try desk.take(
      SyncText(
        SyncText.Joined(
          events: [Said.member("$back", Said.ann, "join", at: 50)], isLimited: true, previous: "p")))
    #expect(try desk.replica.cache.slices.of(Said.hill).count(where: \.isLive) == 1)
  }

  @Test("Being removed and invited again between two answers reports both")
  func askedInAgain() throws {
    let desk = try ReplicaDesk.onHill()
    #expect(
      try desk.take(Self.invitation).map(\.gist) == ["left @ann:example.org", "invited by @ben:example.org"])
  }

  @Test("A message from a fast server clock, fetched alone, is not newer than the timeline")
  func fastClock() throws {
    let desk = try ReplicaDesk()
    try desk.take(
      SyncText(
        SyncText.Joined(
          state: Said.foundation(), events: [Said.text("$new", "new", at: 100)], isLimited: true,
          previous: "p")))
    try desk.find(Said.text("$old", "old", at: 7200))
    let room = try desk.room()
    #expect(try desk.replica.cache.events.latest(in: Said.hill)?.id == "$new")
    let reading = desk.replica.reading(of: room)
    try reading.mark("$old", .main)
    try reading.resolve(.main)
    #expect(try reading.position().unreadCount == 1)
  }

  @Test("Messages after a gap are newer than those before, whatever their clocks")
  func gapAndClock() throws {
    let desk = try ReplicaDesk.onHill([Said.text("$fast", "fast", at: 7200)])
    try desk.take(
      SyncText(
        SyncText.Joined(events: [Said.text("$next", "next", at: 60)], isLimited: true, previous: "p")),
      gaps: [Said.hill: .cut])
    let tokens = try ["$fast", "$next"].map { try desk.message(MessageID($0))?.timetoken }
    #expect(try #require(tokens[0]) < #require(tokens[1]))
    #expect(try desk.replica.cache.events.latest(in: Said.hill)?.id == "$next")
  }
}

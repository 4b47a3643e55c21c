import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Upgraded rooms")
struct ReplicaSuccessionTests {
  private static func tombstone(_ replacement: String, at: Int = 50) -> String {
    Said.event(
      "$end\(at)", "m.room.tombstone", by: Said.ben, at: at,
      #"{"body":"gone","replacement_room":"\#(replacement)"}"#, more: #","state_key":"""#)
  }

  @Test("An upgraded room names its successor and refuses messages, also after a restart")
  func tombstones() throws {
    let cache = try MatrixCache(path: nil, of: Said.ann, on: "LAPTOP")
    let desk = try ReplicaDesk(cache)
    try desk.take(SyncText(Said.foundation()))
    #expect(try desk.take(Self.tombstone("!lake:example.org")).map(\.gist).contains("channel Hill"))
    let again = try ReplicaDesk(cache)
    for replica in [desk.replica, again.replica] {
      let room = try #require(replica.rooms[Said.hill])
      #expect(replica.channel(room).successor == Said.lake)
      #expect(
        room.sendingRefusal(of: Said.ann, withoutKeys: .encryptedChannel) == .channelReplaced(by: Said.lake))
      #expect(room.successor?.by == Said.ben)
    }
    #expect(try desk.messages().last?.text.hasSuffix("replaced the channel by another one") == true)
  }

  @Test(
    "A tombstone without another room does not end the room", arguments: ["", "no room", "!hill:example.org"])
  func nowhere(replacement: String) throws {
    let desk = try ReplicaDesk.onHill()
    try desk.take(Self.tombstone(replacement))
    #expect(
      try desk.room().successor == nil
        && desk.room().sendingRefusal(of: Said.ann, withoutKeys: .encryptedChannel) == nil)
  }

  @Test("A room replaces another only if that one names it as successor", arguments: [true, false])
  func predecessor(isTrue: Bool) throws {
    let desk = try ReplicaDesk.onHill()
    let creation = Said.event(
      "$made", "m.room.create", by: Said.ben, at: 60,
      #"{"predecessor":{"room_id":"!hill:example.org"}}"#, more: #","state_key":"""#)
    let own = Said.event(
      "$came", "m.room.member", by: Said.ann, at: 61, #"{"membership":"join"}"#,
      more: #","state_key":"@ann:example.org""#)
    try desk.take(SyncText([creation, own], in: Said.lake))
    if isTrue { try desk.take(Self.tombstone("!lake:example.org")) }
    let lake = try desk.room(Said.lake)
    #expect(desk.replica.channel(lake).predecessor == (isTrue ? Said.hill : nil))
  }

  @Test("Following joins via the server of the person who upgraded")
  func joining() async throws {
    let desk = try await ServiceDesk.onHill()
    let end = Said.event(
      "$end", "m.room.tombstone", by: Said.eve, at: 50, #"{"replacement_room":"!abcdef"}"#,
      more: #","state_key":"""#)
    desk.server.happen(end)
    _ = await failure { () async throws(ChatError) in try await desk.service.join("!abcdef") }
    let asked = desk.server.requests.filter { $0.url.contains("/join/") }.map(\.url)
    #expect(asked.count == 1 && asked[0].hasSuffix("via=elsewhere"), "\(asked)")
    #expect(desk.service.sendingRefusal(in: Said.hill) == .channelReplaced(by: "!abcdef"))
    await desk.close()
  }
}

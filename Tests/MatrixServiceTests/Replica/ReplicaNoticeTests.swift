import ChatDomain
import Testing

@testable import MatrixService

@Suite("Server notices and read-only rooms")
struct ReplicaNoticeTests {
  private static func levels(_ content: String, at: Int) -> String {
    Said.event("$p\(at)", "m.room.power_levels", by: Said.ben, at: at, content, more: #","state_key":"""#)
  }

  @Test("The server's tag marks a notice room, and power levels decide whether it can be answered")
  func notices() throws {
    let desk = try ReplicaDesk.onHill()
    let tag = #"{"type":"m.tag","content":{"tags":{"m.server_notice":{}}}}"#
    #expect(try desk.take(SyncText(SyncText.Joined(accountData: [tag]))).map(\.gist) == ["channel Hill"])
    #expect(try desk.replica.channel(desk.room()).isServiceNotice)
    #expect(try desk.room().sendingRefusal(of: Said.ann, withoutKeys: .encryptedChannel) == nil)
    try desk.take(Self.levels(#"{"users_default":-10,"events_default":0}"#, at: 60))
    #expect(try desk.room().sendingRefusal(of: Said.ann, withoutKeys: .encryptedChannel) == .readOnlyChannel)
    try desk.take(Self.levels(#"{"users":{"@ann:example.org":50},"events_default":50}"#, at: 61))
    #expect(try desk.room().sendingRefusal(of: Said.ann, withoutKeys: .encryptedChannel) == nil)
  }
}

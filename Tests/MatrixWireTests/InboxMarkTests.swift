import ChatDomain
import Testing

@testable import MatrixService

@Suite("Inbox marks and notifications")
struct InboxMarkTests {
  private func read(_ json: String) -> InboxMark? {
    let data = AccountData(type: "chat.inkwell.inbox", bytes: Array(json.utf8), about: nil)
    guard case .inbox(let mark)? = data?.meaning else { return nil }
    return mark
  }

  @Test("A mark reads back as written and only moves forward")
  func mark() throws {
    var mark = InboxMark(readUpTo: Timetoken(.max), items: ["!a $1", "!b $2"])
    #expect(read(String(decoding: mark.bytes, as: UTF8.self)) == mark)
    mark.add(.all(upTo: Timetoken(1)))
    #expect(mark.readUpTo == Timetoken(.max))
    mark.add(.items(["!b $2", "!c $3"]))
    #expect(mark.items == ["!a $1", "!b $2", "!c $3"])
    mark.add(.items((0..<500).map { InboxItemID("\($0)") }))
    #expect(mark.items.count == InboxMark.mostItems && mark.items.last == "499")
    #expect(mark.covers("499", at: Timetoken(.max)))
  }

  @Test(
    "Invalid marks are ignored",
    arguments: [
      "{}", #"{"up_to":7}"#, #"{"up_to":"x"}"#, #"{"up_to":"-1","items":{}}"#, #"{"items":[1,null,[]]}"#,
    ])
  func hostile(_ json: String) { #expect(read(json) == InboxMark()) }

  @Test("Notifications are events with their rooms; others are skipped")
  func notifications() throws {
    let event =
      #"{"type":"m.room.message","sender":"@ben:example.org","event_id":"$1","origin_server_ts":1,"content":{"msgtype":"m.text","body":"x"}}"#
    let answer = try NotificationsAnswer(
      Array(
        #"{"notifications":[{"room_id":"!a:example.org","event":\#(event),"read":false,"ts":1},{"room_id":7,"event":\#(event)},{"event":{}},3]}"#
          .utf8))
    #expect(answer.events.map(\.room) == ["!a:example.org"] && answer.events.first?.event.id == "$1")
    #expect(throws: AnswerError.self) { try NotificationsAnswer(Array("{}".utf8)) }
  }
}

import ChatDomain
import DraftEngine
import JSON
import Testing

@testable import MatrixService

@Suite("Sync answers")
struct SyncAnswerTests {
  let answer: SyncAnswer
  let room: JoinedRoom

  init() throws {
    answer = try SyncAnswer(Recorded.bytes(Recorded.sync), for: Recorded.ann)
    room = try #require(answer.joined.first)
  }

  @Test("Foreign events are dropped, and each event comes once")
  func timeline() {
    #expect(answer.nextBatch == "s72595_4483_1934")
    #expect(room.id == Recorded.room)
    #expect(room.timeline.isLimited && room.timeline.previousBatch == "t34-23535_0_0")
    #expect(room.timeline.events.map(\.id) == ["$a", "$e"])
    #expect(room.state.map(\.id) == ["$m1"])
    #expect(room.timeline.events.last?.meaning == .state(.topic("ab\nc")))
  }

  @Test("The summary and the counts, with threads separate")
  func counts() {
    #expect(room.summary.heroes == [Recorded.ben] && room.summary.joinedCount == 2)
    #expect(room.unread?.notifications == 5 && room.unread?.highlights == 1)
  }

  @Test("Typing and receipts")
  func ephemeral() {
    #expect(room.ephemeral.first == .typing([Recorded.ann, Recorded.ben]))
    let expected = [
      Receipt(user: Recorded.ann, event: "$a", kind: .read, scope: .main, at: 1_436_451_550_453),
      Receipt(user: Recorded.ann, event: "$a", kind: .readPrivately, scope: .thread("$root"), at: 5),
      Receipt(user: Recorded.ben, event: "$b", kind: .read, scope: .unthreaded, at: 7),
    ]
    #expect(room.ephemeral.last == .receipts(expected))
  }

  @Test("Private data for the person's devices")
  func accountData() {
    let meanings = room.accountData.map(\.meaning)
    #expect(
      meanings.contains(.fullyRead("$a"))
        && meanings.contains(.tags(RoomTags(isFavourite: true, favouriteOrder: 0.1))))
    #expect(
      meanings.contains(
        .formerPreferences(FormerPreferences(isFavourite: true, isMuted: false))))
    guard case .drafts(let device, let slot)? = meanings.last else {
      return #expect(Bool(false), "no drafts")
    }
    #expect(device == "LAPTOP" && slot.entries[.main]?.revision == 7)
    #expect(slot.claim == DraftSlot.Claim(scope: .main, revision: 8))
    #expect(slot.entries[.main]?.content.text == "hi")
    #expect(
      answer.accountData.map(\.meaning) == [.direct(DirectRooms(rooms: [Recorded.ben: [Recorded.room]]))])
  }

  @Test("Invitations name their sender, with one-line names")
  func invited() {
    let state = answer.invited.first?.state
    #expect(state?.name == "The hill")
    #expect(state?.invitation == StrippedState.Invitation(by: Recorded.ben, name: "Ben", isDirect: true))
    #expect(answer.left.first?.timeline.events.first?.id == "$kick")
  }

  @Test("An invitation for another user is ignored")
  func invitedOther() throws {
    let other = try SyncAnswer(Recorded.bytes(Recorded.sync), for: Recorded.ben)
    #expect(other.invited.first?.state.invitation == nil)
  }

  @Test("Presence")
  func people() {
    let news = answer.presence.first
    #expect(news?.user == Recorded.ben)
    #expect(news?.state.presence(now: Timestamp(seconds: 60)) == .offline(since: Timestamp(seconds: 55)))
  }

  @Test(
    "Without a next token it is not an answer",
    arguments: ["{}", #"{"next_batch":7}"#, #"{"next_batch":""}"#])
  func nowhere(_ text: String) {
    #expect(throws: AnswerError.lacks("next_batch")) {
      try SyncAnswer(Recorded.bytes(text), for: Recorded.ann)
    }
  }

  @Test("Anything except an object is not an answer", arguments: ["[]", "7", "null"])
  func noObject(_ text: String) {
    #expect(throws: AnswerError.lacks("{}")) { try SyncAnswer(Recorded.bytes(text), for: Recorded.ann) }
    #expect(throws: AnswerError.notJSON(JSONError(.endsEarly, at: 1))) {
      try SyncAnswer(Recorded.bytes("{"), for: Recorded.ann)
    }
  }

  @Test("Only the token is required")
  func empty() throws {
    let empty = try SyncAnswer(
      Recorded.bytes(#"{"next_batch":"s","rooms":{"join":{"!a":7}}}"#), for: Recorded.ann)
    #expect(empty.joined.first?.timeline.events.isEmpty == true)
    #expect(empty.joined.first?.unread == nil && empty.joined.first?.summary.heroes == nil)
  }

  @Test("Data nested too deeply is dropped without harm; a large answer is read")
  func deep() throws {
    let levels = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    func event(_ id: String, _ more: String) -> String {
      #"{"type":"m.room.message","sender":"@ben:s","event_id":"\#(id)","origin_server_ts":1,"#
        + #""content":{"msgtype":"m.text","body":"hi","x":\#(more)}}"#
    }
    let events = [event("$1", "1"), event("$2", levels), event("$3", #"{"a":\#(levels)}"#), event("$4", "1")]
    let room = #"{"timeline":{"events":[\#(events.joined(separator: ","))]}}"#
    let text = #"{"next_batch":"s","y":\#(levels),"rooms":{"join":{"!hill:example.org":\#(room)}}}"#
    let answer = try SyncAnswer(Array(text.utf8), for: Recorded.ann)
    let found = try #require(answer.joined.first?.timeline.events)
    #expect(found.map(\.id) == ["$1", "$2", "$3", "$4"])
    // Events can be read in their cached form.
    for event in found {
      guard case .message(let content)? = MatrixEvent(bytes: event.bytes, in: event.room)?.meaning else {
        Issue.record("\(event.id) cannot be read again")
        continue
      }
      #expect(content.elements.text == "hi")
    }
    let page = try MessagesAnswer(
      Array(#"{"chunk":[\#(events.joined(separator: ","))]}"#.utf8), in: "!hill:example.org")
    #expect(page.events.map(\.id) == ["$1", "$2", "$3", "$4"])
    let large =
      Array(#"{"next_batch":"s","x":""#.utf8) + Array(repeating: 0x78, count: 63 << 20) + Array(#""}"#.utf8)
    #expect(try SyncAnswer(large, for: Recorded.ann).nextBatch == "s")
  }
}

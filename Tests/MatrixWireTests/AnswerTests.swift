import ChatDomain
import JSON
import Testing

@testable import MatrixService

@Suite("Answers of a homeserver")
struct AnswerTests {
  static let page = """
    {"start":"t1","end":"t2","chunk":[
      {"type":"m.room.message","room_id":"!hill:example.org","sender":"@ben:example.org","event_id":"$b",
       "origin_server_ts":2,"content":{"msgtype":"m.text","body":"b"}},{"type":"broken"}],
     "state":[{"type":"m.room.member","room_id":"!hill:example.org","state_key":"@ben:example.org","sender":"@ben:example.org",
       "event_id":"$m","origin_server_ts":1,"content":{"membership":"join"}}]}
    """

  @Test("A page of history")
  func messages() throws {
    let answer = try MessagesAnswer(Recorded.bytes(Self.page), in: Recorded.room)
    #expect(answer.events.map(\.id) == ["$b"] && answer.state.map(\.id) == ["$m"])
    #expect(answer.start == "t1" && answer.end == "t2")
    #expect(try MessagesAnswer(Recorded.bytes(Self.page), in: "!other:example.org").events.isEmpty)
    #expect(throws: AnswerError.lacks("chunk")) { try MessagesAnswer([0x7B, 0x7D], in: Recorded.room) }
  }

  @Test("Around an event, oldest first")
  func context() throws {
    func event(_ id: String) -> String {
      Recorded.text(EventType.message, #"{"msgtype":"m.text","body":"x"}"#, id: id)
    }
    let text = """
      {"event":\(event("$c")),"events_before":[\(event("$b")),\(event("$a"))],"events_after":[\(event("$d")),\(event("$a"))],
       "start":"s","end":"e","state":[]}
      """
    let answer = try ContextAnswer(Recorded.bytes(text), of: "$c", in: Recorded.room)
    #expect(answer.events.map(\.id) == ["$a", "$b", "$c", "$d"] && answer.start == "s" && answer.end == "e")
    #expect(throws: AnswerError.lacks("event")) {
      try ContextAnswer(Recorded.bytes(text), of: "$other", in: Recorded.room)
    }
    #expect(throws: AnswerError.lacks("event_id")) {
      try EventAnswer(Recorded.bytes(event("$a")), of: "$b", in: Recorded.room)
    }
    #expect(try EventAnswer(Recorded.bytes(event("$a")), of: "$a", in: Recorded.room).event.id == "$a")
  }

  @Test("Relations, members and search results")
  func lists() throws {
    let relations = try RelationsAnswer(
      Recorded.bytes(#"{"chunk":[],"next_batch":"n"}"#), in: Recorded.room)
    #expect(relations.events.isEmpty && relations.next == "n")
    let member = Recorded.text(
      EventType.member, #"{"membership":"join"}"#, more: #","state_key":"@ann:example.org""#)
    let members = try MembersAnswer(
      Recorded.bytes(#"{"chunk":[\#(member),\#(Recorded.text("m.room.name", "{}", id: "$n"))]}"#),
      in: Recorded.room)
    #expect(members.events.count == 1)
    let found = Recorded.text(EventType.message, #"{"body":"x"}"#, more: #","room_id":"!hill:example.org""#)
    let search = try SearchAnswer(
      Recorded.bytes(
        #"{"search_categories":{"room_events":{"next_batch":"n","results":[{"result":\#(found)},{"result":{}}]}}}"#
      ))
    #expect(search.events.map(\.room) == [Recorded.room] && search.next == "n")
    #expect(throws: AnswerError.lacks("room_events")) { try SearchAnswer(Recorded.bytes("{}")) }
  }

  @Test("Signing in gives tokens that no description contains")
  func login() throws {
    let text =
      #"{"user_id":"@ann:example.org","device_id":"laptop","access_token":"secret","refresh_token":"hidden","expires_in_ms":60000}"#
    let login = try LoginAnswer(Recorded.bytes(text))
    #expect(login.user == Recorded.ann && login.device == "laptop")
    #expect(login.tokens == SessionTokens(access: "secret", refresh: "hidden"))
    var dumped = ""
    dump(login, to: &dumped)
    for shown in [dumped, "\(login)", String(reflecting: login)] {
      #expect(!shown.contains("secret") && !shown.contains("hidden"))
    }
    let refreshed = try SessionTokens(
      refreshAnswer: Recorded.bytes(#"{"access_token":"new"}"#), over: "hidden")
    #expect(refreshed == SessionTokens(access: "new", refresh: "hidden"))
  }

  @Test(
    "Without a valid token there is no sign-in",
    arguments: [
      #"{"user_id":"@a:b","device_id":"d"}"#,
      #"{"user_id":"@a:b","device_id":"d","access_token":"a\r\nb: c"}"#,
      #"{"user_id":"nobody","device_id":"d","access_token":"a"}"#, #"{"user_id":"@a:b","access_token":"a"}"#,
    ])
  func badLogin(_ text: String) {
    #expect(throws: AnswerError.self) { try LoginAnswer(Recorded.bytes(text)) }
  }

  @Test("What the server supports")
  func abilities() throws {
    let versions = try VersionsAnswer(Recorded.bytes(#"{"versions":["r0.6.1",7,"v1.15"]}"#))
    #expect(versions.versions == ["r0.6.1", "v1.15"])
    #expect(throws: AnswerError.lacks("versions")) { try VersionsAnswer(Recorded.bytes("{}")) }
    #expect(try MediaLimitsAnswer(Recorded.bytes(#"{"m.upload.size":52428800}"#)).bytes == 52_428_800)
    #expect(try MediaLimitsAnswer(Recorded.bytes(#"{"m.upload.size":-1}"#)).bytes == nil)
    #expect(try LoginFlowsAnswer(Recorded.bytes(#"{"flows":[{"type":"m.login.password"}]}"#)).hasPassword)
    #expect(try !LoginFlowsAnswer(Recorded.bytes(#"{"flows":[{"type":"m.login.sso"}]}"#)).hasPassword)
  }

  @Test("Small answers")
  func small() throws {
    #expect(try SentAnswer(Recorded.bytes(#"{"event_id":"$a"}"#)).id == "$a")
    #expect(throws: AnswerError.lacks("event_id")) { try SentAnswer(Recorded.bytes(#"{"event_id":"a"}"#)) }
    #expect(try RoomAnswer(Recorded.bytes(#"{"room_id":"!a"}"#)).id == "!a")
    #expect(try CreatedMediaAnswer(Recorded.bytes(#"{"content_uri":"mxc://a/b"}"#)).address.media == "b")
    #expect(throws: AnswerError.lacks("content_uri")) {
      try CreatedMediaAnswer(Recorded.bytes(#"{"content_uri":"mxc://a/../b"}"#))
    }
  }

  @Test("People and rooms of the directory")
  func directory() throws {
    let profile = try ProfileAnswer(
      Recorded.bytes(#"{"displayname":"A\u001b[2Jnn","m.tz":"Europe/Oslo","x":[1]}"#))
    #expect(
      profile.user("@a:b") == User(id: "@a:b", name: "A[2Jnn", custom: ["m.tz": "Europe/Oslo", "x": [1]]))
    let users = try UserDirectoryAnswer(
      Recorded.bytes(#"{"limited":false,"results":[{"user_id":"@a:b","display_name":"A"},{"user_id":"x"}]}"#))
    #expect(users.users == [User(id: "@a:b", name: "A")])
    let rooms = try DirectoryAnswer(
      Recorded.bytes(
        #"{"chunk":[{"room_id":"!a:b","name":"N","num_joined_members":-5,"join_rule":"knock"}],"next_batch":"n"}"#
      ))
    #expect(rooms.rooms.first?.name == "N" && rooms.rooms.first?.memberCount == 0)
    #expect(rooms.rooms.first?.joinRule == .knocking)
    let summary =
      #"{"room_id":"!a:b","join_rule":"public","membership":"join","encryption":"m.megolm.v1.aes-sha2"}"#
    let room = try RoomSummaryAnswer(Recorded.bytes(summary), of: "!a:b").room
    #expect(room.standing == .joined && room.isEncrypted && room.joinRule == .everybody)
    #expect(throws: AnswerError.lacks("room_id")) {
      try RoomSummaryAnswer(Recorded.bytes(summary), of: "!c:d")
    }
    #expect(try PresenceAnswer(Recorded.bytes(#"{"presence":"unavailable"}"#)).state.isOnline)
  }
}

import ChatDomain
import JSON
import Testing

@testable import MatrixService

/// Events and answers in the form of real servers, written by hand.
enum Recorded {
  static let room: ChannelID = "!hill:example.org"
  static let ann: UserID = "@ann:example.org"
  static let ben: UserID = "@ben:example.org"

  static func node(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

  /// The JSON text of an event.
  ///
  /// - Parameter more: further members, with a leading comma.
  static func text(
    _ type: String, _ content: String, by sender: UserID = ann, id: String = "$event",
    at time: Int = 1_700_000_000_000,
    more: String = ""
  ) -> String {
    """
    {"type":"\(type)","sender":"\(sender)","event_id":"\(id)","origin_server_ts":\(time),"content":\(content)\(more)}
    """
  }

  static func event(
    _ type: String, _ content: String, by sender: UserID = ann, id: String = "$event",
    at time: Int = 1_700_000_000_000,
    in room: ChannelID = room, more: String = ""
  ) throws -> MatrixEvent {
    let text = text(type, content, by: sender, id: id, at: time, more: more)
    return try #require(MatrixEvent(try node(text), in: room), "\(text)")
  }

  static func message(_ content: String, by sender: UserID = ann, id: String = "$event") throws
    -> MessageContent
  {
    let event = try event(EventType.message, content, by: sender, id: id)
    guard case .message(let message) = event.meaning else {
      throw Unexpected(what: "\(event.meaning)")
    }
    return message
  }

  static func words(_ text: String, by sender: UserID = ann, id: String = "$event") throws -> MatrixEvent {
    try event(EventType.message, #"{"msgtype":"m.text","body":"\#(text)"}"#, by: sender, id: id)
  }

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  struct Unexpected: Error { let what: String }

  static let sync = """
    {"next_batch":"s72595_4483_1934",
     "account_data":{"events":[{"type":"m.direct","content":{"@ben:example.org":["!hill:example.org"]}},{"type":7}]},
     "presence":{"events":[{"type":"m.presence","sender":"@ben:example.org",
       "content":{"presence":"offline","last_active_ago":5000,"currently_active":false}}]},
     "to_device":{"events":[{"type":"m.room_key_request","sender":"@ben:example.org","content":{}}]},
     "device_lists":{"changed":["@ben:example.org"]},"device_one_time_keys_count":{"signed_curve25519":0},
     "rooms":{
       "join":{"!hill:example.org":{
         "summary":{"m.heroes":["@ben:example.org"],"m.joined_member_count":2,"m.invited_member_count":0},
         "state":{"events":[
           {"type":"m.room.member","state_key":"@ben:example.org","sender":"@ben:example.org","event_id":"$m1",
            "origin_server_ts":1432735824653,"content":{"membership":"join","displayname":"Ben"}},
           {"type":"m.room.name","sender":"@ben:example.org","event_id":"$nostate","origin_server_ts":1,"content":{}}]},
         "timeline":{"limited":true,"prev_batch":"t34-23535_0_0","events":[
           {"type":"m.room.message","sender":"@ben:example.org","event_id":"$a","origin_server_ts":1432735824653,
            "content":{"msgtype":"m.text","body":"hello"},"unsigned":{"age":1234}},
           {"type":"m.room.message","sender":"@ben:example.org","event_id":"$a","origin_server_ts":1432735824654,
            "content":{"msgtype":"m.text","body":"the same again"}},
           {"type":"m.room.message","sender":"@ben:example.org","event_id":"$b","room_id":"!other:example.org",
            "origin_server_ts":1432735824655,"content":{"msgtype":"m.text","body":"of another room"}},
           {"type":"m.room.message","sender":"nobody","event_id":"$c","origin_server_ts":1,"content":{}},
           {"type":"m.room.message","sender":"@ben:example.org","event_id":"$d","origin_server_ts":1.5,"content":{}},
           {"type":"m.room.topic","state_key":"","sender":"@ann:example.org","event_id":"$e",
            "origin_server_ts":1432735824656,"content":{"topic":"a\\u0000b\\nc"}}]},
         "ephemeral":{"events":[
           {"type":"m.typing","content":{"user_ids":["@ann:example.org","bad","@ben:example.org"]}},
           {"type":"m.receipt","content":{
             "$a":{"m.read":{"@ann:example.org":{"ts":1436451550453,"thread_id":"main"}},
                   "m.read.private":{"@ann:example.org":{"ts":5,"thread_id":"$root"}},"m.seen":{"@x:y":{}}},
             "$b":{"m.read":{"@ben:example.org":{"ts":7}}}}}]},
         "account_data":{"events":[
           {"type":"m.fully_read","content":{"event_id":"$a"}},
           {"type":"m.tag","content":{"tags":{"m.favourite":{"order":0.1}}}},
           {"type":"chat.inkwell.preferences","content":{"favourite":true,"muted":false,"rev":3}},
           {"type":"chat.inkwell.draft.LAPTOP","content":{"main":{"rev":7,"base":6,"content":{"markup":"hi"},
             "created":5,"updated":6,"deleted":false},"claim":{"key":"main","rev":8}}}]},
         "unread_notifications":{"highlight_count":1,"notification_count":5},
         "unread_thread_notifications":{"$root":{"highlight_count":0,"notification_count":2}}}},
       "invite":{"!new:example.org":{"invite_state":{"events":[
         {"type":"m.room.name","state_key":"","sender":"@ben:example.org","content":{"name":" The \\n hill "}},
         {"type":"m.room.member","state_key":"@ben:example.org","sender":"@ben:example.org",
          "content":{"membership":"join","displayname":"Ben"}},
         {"type":"m.room.member","state_key":"@ann:example.org","sender":"@ben:example.org",
          "content":{"membership":"invite","is_direct":true}}]}}},
       "leave":{"!old:example.org":{"timeline":{"events":[
         {"type":"m.room.member","state_key":"@ann:example.org","sender":"@ben:example.org","event_id":"$kick",
          "origin_server_ts":1,"content":{"membership":"leave"}}]}}},
       "knock":{}}}
    """
}

extension MatrixEvent {
  /// The event that this one refers to.
  var target: MessageID? {
    switch meaning {
    case .edit(let edit): edit.target
    case .reaction(let reaction): reaction.target
    case .vote(let vote): vote.target
    case .redaction(let redaction): redaction.target
    case .message, .encrypted, .state, .redacted, .other: nil
    }
  }
}

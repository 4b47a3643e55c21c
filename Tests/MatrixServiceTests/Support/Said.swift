import ChatDomain

/// Events as JSON text, as a server sends them.
enum Said {
  static let ann: UserID = "@ann:example.org"
  static let ben: UserID = "@ben:example.org"
  static let eve: UserID = "@eve:elsewhere"
  static let hill: ChannelID = "!hill:example.org"
  static let lake: ChannelID = "!lake:example.org"

  /// The start of the sample conversations, in milliseconds.
  static let beginning = 1_700_000_000_000

  /// - Parameters:
  ///   - at: the seconds since `beginning`.
  ///   - more: further JSON members, with a leading comma.
  static func event(
    _ id: String, _ type: String, by sender: UserID, at: Int, _ content: String, more: String = ""
  ) -> String {
    """
    {"type":"\(type)","sender":"\(sender)","event_id":"\(id)","origin_server_ts":\(beginning + at * 1000),\
    "content":\(content)\(more)}
    """
  }

  static func text(
    _ id: String, _ body: String, by sender: UserID = ben, at: Int, under root: String? = nil,
    isShown: Bool = false, mentions: [UserID] = [], quoting: String? = nil, transaction: String? = nil
  ) -> String {
    var content = #"{"msgtype":"m.text","body":"\#(body)""#
    content += #","m.mentions":{"user_ids":[\#(mentions.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    if let root {
      let answered =
        #""is_falling_back":\#(quoting == nil),"m.in_reply_to":{"event_id":"\#(quoting ?? root)"}"#
      content += #","m.relates_to":{"rel_type":"m.thread","event_id":"\#(root)",\#(answered)}"#
    } else if let quoting {
      content += #","m.relates_to":{"m.in_reply_to":{"event_id":"\#(quoting)"}}"#
    }
    if isShown { content += #","chat.inkwell.shown":true"# }
    if let transaction { content += #","chat.inkwell.txn":"\#(transaction)""# }
    return event(id, "m.room.message", by: sender, at: at, content + "}")
  }

  static func edit(
    _ id: String, of target: String, _ body: String, by sender: UserID = ben, at: Int, mentions: [UserID] = []
  ) -> String {
    let mentions = #""m.mentions":{"user_ids":[\#(mentions.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    let content =
      #"{"msgtype":"m.text","body":"* \#(body)",\#(mentions),"#
      + #""m.new_content":{"msgtype":"m.text","body":"\#(body)",\#(mentions)},"#
      + #""m.relates_to":{"rel_type":"m.replace","event_id":"\#(target)"}}"#
    return event(id, "m.room.message", by: sender, at: at, content)
  }

  static func reaction(
    _ id: String, to target: String, _ key: String, by sender: UserID = ben, at: Int
  ) -> String {
    event(
      id, "m.reaction", by: sender, at: at,
      #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"\#(target)","key":"\#(key)"}}"#)
  }

  static func redaction(
    _ id: String, of target: String, by sender: UserID = ben, at: Int, isHard: Bool = false
  ) -> String {
    event(
      id, "m.room.redaction", by: sender, at: at,
      #"{"redacts":"\#(target)","chat.inkwell.hard":\#(isHard)}"#, more: #","redacts":"\#(target)""#)
  }

  static func encrypted(_ id: String, by sender: UserID = ben, at: Int) -> String {
    event(
      id, "m.room.encrypted", by: sender, at: at, #"{"algorithm":"m.megolm.v1.aes-sha2","ciphertext":"AwgA"}"#
    )
  }

  static func state(
    _ id: String, _ type: String, key: String = "", by sender: UserID = ben, at: Int, _ content: String,
    before: String? = nil
  ) -> String {
    event(
      id, type, by: sender, at: at, content,
      more: #","state_key":"\#(key)""# + (before.map { #","unsigned":{"prev_content":\#($0)}"# } ?? ""))
  }

  static func member(
    _ id: String, _ user: UserID, _ membership: String, name: String? = nil, by sender: UserID? = nil,
    at: Int,
    before: String? = nil
  ) -> String {
    state(
      id, "m.room.member", key: user.rawValue, by: sender ?? user, at: at,
      #"{"membership":"\#(membership)"\#(name.map { ",\"displayname\":\"\($0)\"" } ?? "")}"#,
      before: before.map { #"{"membership":"\#($0)"}"# })
  }

  static func pins(_ id: String, _ pinned: [String], by sender: UserID = ben, at: Int) -> String {
    state(
      id, "m.room.pinned_events", by: sender, at: at,
      #"{"pinned":[\#(pinned.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
  }

  /// The first events of a room: Ben created it, and Ann and Eve joined.
  static func foundation(of name: String = "Hill", at: Int = -100) -> [String] {
    [
      state("$create", "m.room.create", by: ben, at: at, #"{"room_version":"11"}"#),
      member("$m-ben", ben, "join", name: "Ben", at: at + 1),
      state(
        "$powers", "m.room.power_levels", by: ben, at: at + 2,
        #"{"users":{"@ben:example.org":100},"users_default":0,"redact":50}"#),
      state("$rules", "m.room.join_rules", by: ben, at: at + 3, #"{"join_rule":"invite"}"#),
      state("$name", "m.room.name", by: ben, at: at + 4, #"{"name":"\#(name)"}"#),
      member("$m-ann", ann, "join", name: "Ann", at: at + 5),
      member("$m-eve", eve, "join", name: "Eve", at: at + 6),
    ]
  }
}

/// The answer to a sync, as JSON text.
struct SyncText {
  struct Joined {
    var state: [String] = []
    var events: [String] = []
    var isLimited = false
    var previous: String?
    var ephemeral: [String] = []
    var accountData: [String] = []
    var summary: String?
    var unread: String?

    var text: String {
      let previous = previous.map { #","prev_batch":"\#($0)""# } ?? ""
      return #"{"state":{"events":[\#(state.joined(separator: ","))]},"#
        + #""timeline":{"events":[\#(events.joined(separator: ","))],"limited":\#(isLimited)\#(previous)},"#
        + #""ephemeral":{"events":[\#(ephemeral.joined(separator: ","))]},"#
        + (summary.map { #""summary":\#($0),"# } ?? "")
        + (unread.map { #""unread_notifications":\#($0),"# } ?? "")
        + #""account_data":{"events":[\#(accountData.joined(separator: ","))]}}"#
    }
  }

  var joined: [(room: ChannelID, part: Joined)] = []
  var invited: [(room: ChannelID, state: [String])] = []
  var left: [(room: ChannelID, events: [String])] = []
  var accountData: [String] = []
  var presence: [String] = []

  /// An answer with the events of one room.
  init(_ events: [String] = [], in room: ChannelID = Said.hill) {
    if !events.isEmpty { joined = [(room, Joined(events: events))] }
  }

  init(_ part: Joined, in room: ChannelID = Said.hill) { joined = [(room, part)] }

  func text(next: String) -> String {
    let join = joined.map { #""\#($0.room)":\#($0.part.text)"# }.joined(separator: ",")
    let invite = invited.map {
      #""\#($0.room)":{"invite_state":{"events":[\#($0.state.joined(separator: ","))]}}"#
    }.joined(separator: ",")
    let leave = left.map {
      #""\#($0.room)":{"timeline":{"events":[\#($0.events.joined(separator: ","))]}}"#
    }.joined(separator: ",")
    return #"{"next_batch":"\#(next)","account_data":{"events":[\#(accountData.joined(separator: ","))]},"#
      + #""presence":{"events":[\#(presence.joined(separator: ","))]},"#
      + #""rooms":{"join":{\#(join)},"invite":{\#(invite)},"leave":{\#(leave)}}}"#
  }
}

import ChatDomain
import Testing

@testable import MatrixService

@Suite("Trust")
struct TrustTests {
  static let edited =
    #"{"msgtype":"m.text","body":"* b","m.new_content":{"msgtype":"m.text","body":"b"},"m.relates_to":{"rel_type":"m.replace","event_id":"$a"}}"#

  @Test("Only the author edits a message")
  func editors() throws {
    let original = try Recorded.words("a", by: Recorded.ann, id: "$a")
    let own = try Recorded.event(EventType.message, Self.edited, by: Recorded.ann, id: "$edit")
    let others = try Recorded.event(EventType.message, Self.edited, by: Recorded.ben, id: "$edit")
    #expect(EventTrust.mayEdit(own, original))
    #expect(!EventTrust.mayEdit(others, original))
  }

  @Test("An edit counts only for its target in its room")
  func editTargets() throws {
    let edit = try Recorded.event(EventType.message, Self.edited, id: "$edit")
    #expect(!EventTrust.mayEdit(edit, try Recorded.words("a", id: "$b")))
    let elsewhere = try Recorded.event(
      EventType.message, #"{"msgtype":"m.text","body":"a"}"#, id: "$a", in: "!other:example.org")
    #expect(!EventTrust.mayEdit(edit, elsewhere))
    #expect(!EventTrust.mayEdit(edit, edit))
  }

  @Test("Redacted, encrypted and other messages, and edits themselves, are not edited")
  func uneditable() throws {
    let edit = try Recorded.event(EventType.message, Self.edited, id: "$edit")
    let others = [
      (EventType.message, "{}"), (EventType.message, Self.edited), ("m.sticker", #"{"body":"x"}"#),
      (EventType.encrypted, #"{"algorithm":"a","ciphertext":"b"}"#),
    ]
    for (type, content) in others {
      #expect(!EventTrust.mayEdit(edit, try Recorded.event(type, content, id: "$a")), "\(type) \(content)")
    }
  }

  @Test("An edit as a state event or without text is ignored")
  func stateEdit() throws {
    #expect(try Recorded.event(EventType.message, Self.edited, more: #","state_key":"""#).meaning == .other)
    let empty = #"{"body":"* b","msgtype":"m.text","m.relates_to":{"rel_type":"m.replace","event_id":"$a"}}"#
    #expect(try Recorded.event(EventType.message, empty).meaning == .other)
  }

  private func redaction(by sender: UserID, of target: String = "$a") throws -> MatrixEvent {
    try Recorded.event(EventType.redaction, #"{"redacts":"\#(target)"}"#, by: sender, id: "$r")
  }

  private func powers(_ levels: String, version: String = "11", creator: UserID = "@cem:s") throws
    -> RoomPowers
  {
    let creation = try Recorded.event(
      EventType.create, #"{"room_version":"\#(version)"}"#, by: creator, more: #","state_key":"""#)
    guard case .state(.creation(let created)) = creation.meaning,
      case .state(.powers(let powers)) = try Recorded.event(
        EventType.powerLevels, levels, more: #","state_key":"""#
      ).meaning
    else { throw Recorded.Unexpected(what: levels) }
    return RoomPowers(levels: powers, creation: created)
  }

  @Test("Everyone redacts their own messages, and others' with enough power")
  func redactors() throws {
    let target = try Recorded.words("a", by: Recorded.ann, id: "$a")
    let (own, others) = (try redaction(by: Recorded.ann), try redaction(by: Recorded.ben))
    #expect(EventTrust.mayRedact(own, target, powers: nil))
    #expect(!EventTrust.mayRedact(others, target, powers: nil))
    #expect(!EventTrust.mayRedact(others, target, powers: try powers("{}")))
    let moderated = try powers(#"{"users":{"@ben:example.org":50}}"#)
    #expect(EventTrust.mayRedact(others, target, powers: moderated))
    let strict = try powers(#"{"users":{"@ben:example.org":50},"redact":51}"#)
    #expect(!EventTrust.mayRedact(others, target, powers: strict))
    let typed = try powers(#"{"users":{"@ben:example.org":50},"events":{"m.room.redaction":60}}"#)
    #expect(!EventTrust.mayRedact(others, target, powers: typed))
    #expect(!EventTrust.mayRedact(try redaction(by: Recorded.ann, of: "$b"), target, powers: nil))
    let elsewhere = try Recorded.event(
      EventType.redaction, #"{"redacts":"$a"}"#, by: Recorded.ann, id: "$r", in: "!other:example.org")
    #expect(!EventTrust.mayRedact(elsewhere, target, powers: nil))
  }

  @Test("Creators may do everything from room version 12 on, and a user's level may be a string")
  func creators() throws {
    let old = try powers(#"{"users":{}}"#, creator: Recorded.ben)
    let new = try powers(#"{"users":{}}"#, version: "12", creator: Recorded.ben)
    #expect(!old.mayRedactOthers(Recorded.ben) && new.mayRedactOthers(Recorded.ben))
    #expect(new.level(of: Recorded.ben) == RoomPowers.almighty)
    let text = try powers(#"{"users":{"@ben:example.org":"70"},"users_default":5}"#)
    #expect(text.level(of: Recorded.ben) == 70 && text.level(of: Recorded.ann) == 5)
    let bare = RoomPowers(
      levels: nil,
      creation: RoomCreation(
        creator: Recorded.ann, furtherCreators: [], version: "1", type: nil, predecessor: nil, createdAt: 0))
    #expect(bare.mayRedactOthers(Recorded.ann) && !bare.mayRedactOthers(Recorded.ben))
  }

  @Test("A redaction with two targets is ignored")
  func twoTargets() throws {
    let more = #","redacts":"$b""#
    #expect(try Recorded.event(EventType.redaction, #"{"redacts":"$a"}"#, more: more).meaning == .other)
    let same = try Recorded.event(EventType.redaction, #"{"redacts":"$b"}"#, more: more)
    #expect(same.target == "$b")
    #expect(try Recorded.event(EventType.redaction, "{}", more: more).target == "$b")
  }

  @Test("A transaction is visible to its sender's devices only")
  func transactions() throws {
    let event = try Recorded.event(
      EventType.message, #"{"msgtype":"m.text","body":"a","chat.inkwell.txn":"t1"}"#, by: Recorded.ben,
      more: #","unsigned":{"transaction_id":"u1"}"#)
    #expect(event.transaction(for: Recorded.ben) == "t1")
    #expect(event.transaction(for: Recorded.ann) == nil)
    let foreign = try Recorded.event(
      EventType.message, #"{"msgtype":"m.text","body":"a"}"#, by: Recorded.ben,
      more: #","unsigned":{"transaction_id":"u1"}"#)
    #expect(foreign.transaction(for: Recorded.ben) == "u1" && foreign.transaction(for: Recorded.ann) == nil)
  }

  @Test("Reactions are to visible messages in the same room")
  func reactions() throws {
    let content = #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"$a","key":"👍"}}"#
    let reaction = try Recorded.event(EventType.reaction, content, id: "$r")
    #expect(EventTrust.mayReact(reaction, to: try Recorded.words("a", id: "$a")))
    #expect(!EventTrust.mayReact(reaction, to: try Recorded.words("a", id: "$b")))
    #expect(!EventTrust.mayReact(reaction, to: try Recorded.event(EventType.message, "{}", id: "$a")))
    let elsewhere = try Recorded.event(EventType.reaction, content, id: "$r", in: "!other:example.org")
    #expect(!EventTrust.mayReact(elsewhere, to: try Recorded.words("a", id: "$a")))
  }

  @Test("Threads are one level deep, in one room")
  func threads() throws {
    func reply(_ id: String, under root: String, in room: ChannelID = Recorded.room) throws -> MatrixEvent {
      try Recorded.event(
        EventType.message,
        #"{"msgtype":"m.text","body":"r","m.relates_to":{"rel_type":"m.thread","event_id":"\#(root)"}}"#,
        id: id, in: room)
    }
    let root = try Recorded.words("a", id: "$a")
    let first = try reply("$b", under: "$a")
    #expect(EventTrust.mayReply(first, under: root))
    #expect(!EventTrust.mayReply(try reply("$c", under: "$b"), under: first))
    #expect(!EventTrust.mayReply(try reply("$b", under: "$a", in: "!other:example.org"), under: root))
    let own = try reply("$a", under: "$a")
    #expect(!EventTrust.mayReply(own, under: own))
    #expect(!EventTrust.mayReply(root, under: first))
  }

  @Test("A join in another person's name is ignored, and a direct invitation is confirmed on joining")
  func members() throws {
    let state = #","state_key":"@ben:example.org""#
    let forged = try Recorded.event(
      EventType.member, #"{"membership":"join"}"#, by: Recorded.ann, more: state)
    #expect(forged.meaning == .other)
    let kicked = try Recorded.event(
      EventType.member, #"{"membership":"leave"}"#, by: Recorded.ann, more: state)
    guard case .state(.member(Recorded.ben, let left)) = kicked.meaning else {
      return #expect(Bool(false), "\(kicked.meaning)")
    }
    #expect(left.standing == .left && left.by == Recorded.ann)
    let joined = try Recorded.event(
      EventType.member, #"{"membership":"join","displayname":" B\u202een\n"}"#, by: Recorded.ben,
      more: state + #","unsigned":{"prev_content":{"membership":"invite","is_direct":true}}"#)
    guard case .state(.member(_, let member)) = joined.meaning else {
      return #expect(Bool(false), "\(joined.meaning)")
    }
    #expect(member.isDirect && member.name == "B\u{202E}en")
  }

  @Test("State of another room is ignored")
  func stateKeys() throws {
    #expect(
      try Recorded.event(EventType.name, #"{"name":"N"}"#, more: #","state_key":"x""#).meaning == .other)
    #expect(
      try Recorded.event(EventType.name, #"{"name":"N"}"#, more: #","state_key":"""#).meaning
        == .state(.name("N")))
    #expect(try Recorded.event(EventType.name, #"{"name":"N"}"#).meaning == .other)
  }
}

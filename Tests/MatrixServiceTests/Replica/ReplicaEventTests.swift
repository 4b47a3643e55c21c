import ChatDomain
import InMemoryService
import Testing

@testable import MatrixService

/// How each kind of event is reported to subscribers.
@Suite("Events of a replica")
struct ReplicaEventTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    var before: [String] = []
    let events: [String]
    let told: [String]

    var testDescription: String { name }
  }

  private static let hello = Said.text("$1", "hello", at: 1)
  private static let mine = Said.text("$1", "hello", by: Said.ann, at: 1)
  private static let reply = Said.text("$2", "reply", by: Said.eve, at: 2, under: "$1")

  static let cases = [
    Case(name: "a message", events: [hello], told: ["created $1"]),
    Case(name: "the same twice", before: [hello], events: [hello], told: []),
    Case(
      name: "a mention", events: [Said.text("$1", "Ann!", at: 1, mentions: [Said.ann])],
      told: ["created $1", "mentioned in $1"]),
    Case(
      name: "one that mentions oneself",
      events: [Said.text("$1", "I", by: Said.ann, at: 1, mentions: [Said.ann])],
      told: ["created $1"]),
    Case(name: "a reply", before: [hello], events: [reply], told: ["created $2", "thread $1 1"]),
    Case(
      name: "a reply under a reply is in the channel", before: [hello, reply],
      events: [Said.text("$3", "deeper", at: 3, under: "$2")], told: ["created $3"]),
    Case(
      name: "an edit", before: [hello], events: [Said.edit("$2", of: "$1", "new", at: 2)],
      told: ["updated $1"]),
    Case(
      name: "an edit by a stranger", before: [hello],
      events: [Said.edit("$2", of: "$1", "fake", by: Said.eve, at: 2)], told: []),
    Case(
      name: "an edit that mentions", before: [hello],
      events: [Said.edit("$2", of: "$1", "Ann?", at: 2, mentions: [Said.ann])],
      told: ["updated $1", "mentioned in $1"]),
    Case(
      name: "a reaction", before: [hello], events: [Said.reaction("$2", to: "$1", "+1", at: 2)],
      told: ["updated $1"]),
    Case(
      name: "a reaction that is taken back",
      before: [hello, Said.reaction("$2", to: "$1", "+1", at: 2)],
      events: [Said.redaction("$3", of: "$2", at: 3)], told: ["updated $1"]),
    Case(
      name: "a reaction to nothing that is here", events: [Said.reaction("$2", to: "$gone", "+1", at: 2)],
      told: []),
    Case(
      name: "a soft deletion", before: [hello], events: [Said.redaction("$2", of: "$1", at: 2)],
      told: ["deleted $1"]),
    Case(
      name: "a hard deletion", before: [hello], events: [Said.redaction("$2", of: "$1", at: 2, isHard: true)],
      told: ["removed $1"]),
    Case(
      name: "a deletion by whoever may", before: [mine], events: [Said.redaction("$2", of: "$1", at: 2)],
      told: ["deleted $1"]),
    Case(
      name: "a deletion by somebody who may not", before: [mine],
      events: [Said.redaction("$2", of: "$1", by: Said.eve, at: 2)], told: []),
    Case(
      name: "a hard deletion of a root", before: [hello, reply],
      events: [Said.redaction("$3", of: "$1", at: 3, isHard: true)], told: ["removed $1", "removed $2"]),
    Case(
      name: "a deletion of a reply", before: [hello, reply],
      events: [Said.redaction("$3", of: "$2", by: Said.eve, at: 3)], told: ["deleted $2", "thread $1 0"]),
    Case(
      name: "an edit that is taken back", before: [hello, Said.edit("$2", of: "$1", "new", at: 2)],
      events: [Said.redaction("$3", of: "$2", at: 3)], told: ["updated $1"]),
    Case(name: "a pin", before: [hello], events: [Said.pins("$2", ["$1"], at: 2)], told: ["updated $1"]),
    Case(
      name: "a pin that is taken off", before: [hello, Said.pins("$2", ["$1"], at: 2)],
      events: [Said.pins("$3", [], at: 3)], told: ["updated $1"]),
    Case(name: "what is encrypted", events: [Said.encrypted("$1", at: 1)], told: ["created $1"]),
    Case(
      name: "another name",
      events: [
        Said.state("$1", "m.room.name", at: 1, #"{"name":"Top"}"#, before: #"{"name":"General"}"#)
      ], told: ["channel Top", "created $1"]),
    Case(
      name: "the first name, by who made the room",
      events: [Said.state("$1", "m.room.name", at: 1, #"{"name":"Top"}"#)], told: ["channel Top"]),
    Case(
      name: "somebody comes", events: [Said.member("$1", "@new:example.org", "join", at: 1)],
      told: ["came @new:example.org", "created $1"]),
    Case(
      name: "somebody goes", events: [Said.member("$1", Said.eve, "leave", at: 1, before: "join")],
      told: ["left @eve:elsewhere", "created $1"]),
    Case(
      name: "somebody has another name",
      events: [Said.member("$1", Said.eve, "join", name: "Eva", at: 1, before: "join")], told: []),
    Case(
      name: "a state with somebody else's key",
      events: [Said.member("$1", "@new:example.org", "join", by: Said.eve, at: 1)], told: []),
    Case(
      name: "a reaction and what it is to, in the wrong order",
      events: [Said.reaction("$2", to: "$1", "+1", at: 2), hello], told: ["created $1"]),
    Case(
      name: "a deletion and what it deletes, in the wrong order",
      events: [Said.redaction("$2", of: "$1", at: 2, isHard: true), hello], told: []),
  ]

  @Test("Each event is reported as the change it makes", arguments: cases)
  func told(_ this: Case) throws {
    let desk = try ReplicaDesk.onHill(this.before)
    #expect(try desk.take(SyncText(this.events)).map(\.gist) == this.told)
  }

  @Test("A message's text, reactions and threads are updated by events")
  func contents() throws {
    let desk = try ReplicaDesk.onHill([
      Said.text("$1", "first", at: 1), Said.text("$2", "second", by: Said.ann, at: 2, transaction: "t2"),
      Said.reaction("$r1", to: "$1", "+1", by: Said.ann, at: 3),
      Said.reaction("$r2", to: "$1", "+1", by: Said.ann, at: 4),
      Said.reaction("$r3", to: "$1", "+1", by: Said.eve, at: 5), Said.edit("$e1", of: "$1", "1st", at: 6),
      Said.edit("$e2", of: "$1", "forged", by: Said.eve, at: 7),
      Said.text("$3", "under", by: Said.eve, at: 8, under: "$1"),
      Said.text("$4", "also here", at: 9, under: "$1", isShown: true),
      Said.text("$5", "txn of another", by: Said.eve, at: 10, transaction: "t5"),
      Said.redaction("$r4", of: "$r3", by: Said.eve, at: 11),
    ])
    let one = try #require(try desk.message("$1"))
    #expect(one.text == "1st")
    #expect(one.reactions.map(\.users) == [[Said.ann]])
    #expect(one.threadInfo?.replyCount == 2)
    #expect(one.editedAt == Timestamp(microseconds: Int64(Said.beginning + 6000) * 1000))
    #expect(try desk.message("$2")?.transactionId == "t2")
    #expect(try desk.message("$5")?.transactionId == nil)
    #expect(try desk.messages().filter { $0.kind == .regular }.map(\.id) == ["$1", "$2", "$4", "$5"])
    #expect(try desk.replies(under: "$1").map(\.id) == ["$3", "$4"])
    // A reaction that was sent twice stays when one of the two is redacted.
    try desk.take(Said.redaction("$r5", of: "$r1", by: Said.ann, at: 12))
    #expect(try desk.message("$1")?.reactions.map(\.users) == [[Said.ann]])
    try desk.take(Said.redaction("$r6", of: "$r2", by: Said.ann, at: 13))
    #expect(try desk.message("$1")?.reactions.isEmpty == true)
  }

  @Test(
    "Invitations are reported when they come and end",
    arguments: ["accepted", "declined"])
  func invitations(_ end: String) throws {
    let desk = try ReplicaDesk()
    try desk.take(SyncText())
    var answer = SyncText()
    answer.invited = [
      (
        Said.lake,
        [
          #"{"type":"m.room.name","state_key":"","sender":"@ben:example.org","content":{"name":"Lake"}}"#,
          #"{"type":"m.room.member","state_key":"@ann:example.org","sender":"@ben:example.org","content":{"membership":"invite"}}"#,
        ]
      )
    ]
    #expect(try desk.take(answer).map(\.gist) == ["invited by @ben:example.org"])
    #expect(try desk.take(answer).isEmpty)
    var next = SyncText()
    if end == "accepted" {
      next = SyncText(Said.foundation(of: "Lake"), in: Said.lake)
      #expect(try desk.take(next).map(\.gist).prefix(2) == ["invitation over", "came @ann:example.org"])
    } else {
      next.left = [(Said.lake, [])]
      #expect(try desk.take(next).map(\.gist) == ["invitation over"])
    }
  }

  @Test("Typing is reported once per start and stop, except one's own")
  func typing() throws {
    let desk = try ReplicaDesk.onHill()
    func types(_ users: String) throws -> [String] {
      let event = #"{"type":"m.typing","content":{"user_ids":[\#(users)]}}"#
      return try desk.take(SyncText(SyncText.Joined(ephemeral: [event]))).map(\.gist)
    }
    #expect(try types(#""@ann:example.org","@ben:example.org""#) == ["types @ben:example.org"])
    #expect(try types(#""@ben:example.org","@eve:elsewhere""#) == ["types @eve:elsewhere"])
    #expect(try types("") == ["stops @ben:example.org", "stops @eve:elsewhere"])
  }

  @Test("Receipts of own devices move the read position forward only")
  func receipts() throws {
    let desk = try ReplicaDesk.onHill([
      Said.text("$1", "one", at: 1), Said.text("$2", "two", at: 2), Said.text("$3", "three", at: 3),
      Said.text("$4", "four", at: 4, under: "$1"),
    ])
    func read(_ id: String, _ user: UserID = Said.ann, thread: String = "main") throws -> [String] {
      let receipt = #"{"\#(id)":{"m.read":{"\#(user)":{"ts":1,"thread_id":"\#(thread)"}}}}"#
      let event = #"{"type":"m.receipt","content":\#(receipt)}"#
      return try desk.take(SyncText(SyncText.Joined(ephemeral: [event]))).map(\.gist)
    }
    #expect(try read("$2") == ["read, 1 left"])
    #expect(try read("$1").isEmpty)
    // Others' read positions are reported and do not change the user's unread count.
    #expect(try read("$3", Said.ben) == ["read, 0 left"])
    #expect(try read("$4", Said.ben, thread: "$1") == ["@ben:example.org read under $1"])
    #expect(try read("$9", Said.ben).isEmpty)
    #expect(try desk.replica.reading(of: desk.room()).position().unreadCount == 1)
    #expect(try read("$4", thread: "$1") == ["read under $1, 0 left"])
  }

  @Test(
    "A mention that arrives separately is in the message at once and after reading, also a room mention"
  )
  func mentionsBesideWords() throws {
    let desk = try ReplicaDesk.onHill([Said.text("$1", "one", by: Said.ann, at: 1)])
    let everybody = #"{"msgtype":"m.text","body":"supper","m.mentions":{"room":true}}"#
    let news = try desk.take(
      Said.text("$2", "yes", at: 2, mentions: [Said.ann], quoting: "$1"), Said.text("$3", "no", at: 3),
      Said.event("$4", "m.room.message", by: Said.ben, at: 4, everybody),
      Said.event("$5", "m.room.message", by: Said.eve, at: 5, everybody))
    let told = news.compactMap { event in
      if case .messageCreated(let message) = event { message } else { nil }
    }
    for messages in [told, try desk.messages()] {
      let mentioning = messages.filter { $0.mentions(Said.ann) }.map(\.id)
      #expect(mentioning == ["$2", "$4"])
    }
    try desk.take(Said.edit("$6", of: "$3", "no, Ann", at: 6, mentions: [Said.ann]))
    #expect(try desk.message("$3")?.mentions(Said.ann) == true)
  }

  @Test(
    "If all unread messages are cached, they are counted locally",
    arguments: [true, false])
  func unreadHere(isLowestRead: Bool) throws {
    let desk = try ReplicaDesk()
    try desk.take(SyncText(Said.foundation()))
    // The timeline restarts after a gap.
    var part = SyncText.Joined(
      events: [Said.text("$1", "one", at: 1), Said.text("$2", "two", at: 2)], isLimited: true, previous: "t9")
    part.unread = #"{"notification_count":7,"highlight_count":0}"#
    try desk.take(SyncText(part), gaps: [Said.hill: .cut])
    if isLowestRead {
      let receipt = #"{"$1":{"m.read":{"\#(Said.ann)":{"ts":1,"thread_id":"main"}}}}"#
      try desk.take(
        SyncText(SyncText.Joined(ephemeral: [#"{"type":"m.receipt","content":\#(receipt)}"#])))
    }
    let position = try desk.replica.reading(of: desk.room()).position()
    #expect(position.unreadCount == (isLowestRead ? 1 : 7))
  }

  @Test("Others' thread receipts are bounded, and an unthreaded one applies to all threads")
  func foreignThreadReceipts() throws {
    let desk = try ReplicaDesk.onHill([
      Said.text("$1", "one", at: 1), Said.text("$4", "four", at: 4, under: "$1"),
    ])
    func read(_ receipts: [(thread: String?, user: String)]) throws -> [String] {
      let texts = receipts.map { receipt in
        let thread = receipt.thread.map { #","thread_id":"\#($0)""# } ?? ""
        return #"{"type":"m.receipt","content":{"$4":{"m.read":{"\#(receipt.user)":{"ts":9\#(thread)}}}}}"#
      }
      return try desk.take(SyncText(SyncText.Joined(ephemeral: texts))).map(\.gist)
    }
    #expect(
      try read([(nil, Said.ben.rawValue)]) == ["read, 0 left", "@ben:example.org read under all"])
    for answer in 0..<20 { _ = try read((0..<100).map { ("$r\(answer)-\($0)", Said.eve.rawValue) }) }
    let kept = try desk.replica.cache.receipts.of(Said.hill)
    #expect(kept.count { $0.user == Said.eve } <= 1_200)
  }

  @Test("Of two devices' drafts the one with more saves is reported, and so is its deletion")
  func drafts() throws {
    let desk = try ReplicaDesk.onHill()
    func save(_ device: String, _ revision: Int, _ text: String?) throws -> [String] {
      let content = text.map { #","content":{"markup":"\#($0)"}"# } ?? ""
      let entry =
        #"{"rev":\#(revision),"base":\#(revision - 1)\#(content),"created":1,"updated":2,"deleted":\#(text == nil)}"#
      let data = #"{"type":"chat.inkwell.draft.\#(device)","content":{"main":\#(entry)}}"#
      return try desk.take(SyncText(SyncText.Joined(accountData: [data]))).map(\.gist)
    }
    #expect(try save("PHONE", 1, "one") == ["draft one"])
    #expect(try save("TABLET", 3, "three") == ["draft three"])
    #expect(try save("PHONE", 2, "two").isEmpty)
    #expect(try save("PHONE", 4, nil) == ["draft gone 4"])
  }

  @Test("Presence, preferences and direct conversations are reported when they change")
  func account() throws {
    let desk = try ReplicaDesk.onHill()
    var answer = SyncText()
    answer.presence = [#"{"type":"m.presence","sender":"@ben:example.org","content":{"presence":"online"}}"#]
    #expect(try desk.take(answer).map(\.gist) == ["presence @ben:example.org"])
    #expect(try desk.take(answer).isEmpty)
    let preferences = #"{"type":"m.tag","content":{"tags":{"m.favourite":{}}}}"#
    let part = SyncText(SyncText.Joined(accountData: [preferences]))
    #expect(try desk.take(part).map(\.gist) == ["preferences"])
    #expect(try desk.take(part).isEmpty)
    var direct = SyncText()
    direct.accountData = [#"{"type":"m.direct","content":{"@ben:example.org":["!hill:example.org"]}}"#]
    #expect(try desk.take(direct).map(\.gist) == ["channel Hill"])
  }

  @Test("A room whose join event is missing from the answer is reported as joined")
  func arrival() throws {
    let desk = try ReplicaDesk()
    try desk.take(SyncText())
    let part = SyncText.Joined(
      state: Said.foundation(), events: [Said.text("$9", "later", at: 9)], isLimited: true, previous: "t7")
    #expect(try desk.take(SyncText(part)).map(\.gist) == ["came @ann:example.org"])
  }

  @Test("Pins outside the timeline are reported for their messages")
  func pinsInState() throws {
    let desk = try ReplicaDesk.onHill([Said.text("$1", "one", at: 1)])
    let part = SyncText.Joined(
      state: [Said.pins("$2", ["$1"], at: 2)], events: [Said.text("$3", "three", at: 3)])
    #expect(try desk.take(SyncText(part)).map(\.gist) == ["created $3", "updated $1"])
    #expect(try desk.message("$1")?.pin?.by == Said.ben)
  }

  @Test("Rooms that an initial answer omits were left")
  func silence() throws {
    let desk = try ReplicaDesk.onHill()
    try desk.take(SyncText(Said.foundation(of: "Lake"), in: Said.lake))
    try desk.replica.clearSyncToken()
    let told = try desk.take(SyncText(SyncText.Joined(events: [Said.text("$1", "one", at: 1)]))).map(\.gist)
    #expect(told.contains("left @ann:example.org"))
    #expect(try !desk.room(Said.lake).isJoined)
    #expect(try desk.room().isJoined)
  }

  @Test("A message fetched by id is reported when its event arrives", arguments: [0, 1, 2, 3])
  func late(_ which: Int) throws {
    let desk = try ReplicaDesk.onHill([Said.text("$1", "one", at: 1)])
    let (event, told) = [
      (
        Said.text("$2", "Ann", at: 2, under: "$1", mentions: [Said.ann]),
        ["created $2", "thread $1 1", "mentioned in $2"]
      ),
      (Said.edit("$2", of: "$1", "uno", at: 2), ["updated $1"]),
      (Said.reaction("$2", to: "$1", "+1", at: 2), ["updated $1"]),
      (Said.redaction("$2", of: "$1", at: 2), ["deleted $1"]),
    ][which]
    try desk.find(event)
    #expect(try desk.take(event).map(\.gist) == told)
  }

  @Test(
    "A room with an invalid creation time is still a room",
    arguments: ["9223372036854775807", "-5"])
  func impossibleTime(_ time: String) throws {
    let desk = try ReplicaDesk()
    let events = Said.foundation().map {
      $0.replacing("\"origin_server_ts\":\(Said.beginning - 100_000)", with: "\"origin_server_ts\":\(time)")
    }
    try desk.take(SyncText(events))
    let channel = try desk.replica.channel(desk.room())
    #expect(channel.createdAt.microseconds > 0 && channel.createdAt <= desk.clock.now + .seconds(86_400))
  }
}

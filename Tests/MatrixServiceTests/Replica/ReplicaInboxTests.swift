import ChatDomain
import Testing

@testable import MatrixService

@Suite("The inbox from events")
struct ReplicaInboxTests {
  private static let mine = Said.text("$mine", "my words", by: Said.ann, at: 1)

  private func kinds(_ desk: ReplicaDesk) throws -> [String] {
    let reader = InboxReader(replica: desk.replica)
    return try reader.places().compactMap { place in
      try reader.item(place).map { "\($0.kind) \($0.message?.id.rawValue ?? "–")\($0.isRead ? " read" : "")" }
    }
  }

  struct Case: CustomTestStringConvertible {
    let name: String
    let events: [String]
    let found: [String]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a mention", events: [Said.text("$1", "Ann!", at: 2, mentions: [Said.ann])],
      found: ["mention $1"]),
    Case(
      name: "an answer", events: [mine, Said.text("$1", "yes", at: 2, quoting: "$mine")], found: ["reply $1"]),
    Case(
      name: "a reply in the user's thread", events: [mine, Said.text("$1", "yes", at: 2, under: "$mine")],
      found: ["reply $1"]),
    Case(
      name: "a reply in the thread of others",
      events: [Said.text("$0", "ours", at: 1), Said.text("$1", "yes", by: Said.eve, at: 2, under: "$0")],
      found: []),
    Case(
      name: "a reaction", events: [mine, Said.reaction("$1", to: "$mine", "+1", at: 2)],
      found: ["reaction $mine"]),
    Case(
      name: "a reaction that came before its message",
      events: [Said.reaction("$1", to: "$mine", "+1", at: 2), mine], found: ["reaction $mine"]),
    Case(
      name: "a reaction to others",
      events: [
        Said.text("$0", "theirs", at: 1), Said.reaction("$1", to: "$0", "+1", by: Said.eve, at: 2),
      ], found: []),
    Case(
      name: "the user's own doing",
      events: [mine, Said.reaction("$1", to: "$mine", "+1", by: Said.ann, at: 2)], found: []),
    Case(
      name: "a reaction that is taken back",
      events: [mine, Said.reaction("$1", to: "$mine", "+1", at: 2), Said.redaction("$2", of: "$1", at: 3)],
      found: []),
    Case(
      name: "a mention that is deleted",
      events: [Said.text("$1", "Ann!", at: 2, mentions: [Said.ann]), Said.redaction("$2", of: "$1", at: 3)],
      found: []),
    Case(
      name: "a mention that is edited away",
      events: [
        Said.text("$1", "Ann!", at: 2, mentions: [Said.ann]), Said.edit("$2", of: "$1", "nobody", at: 3),
      ], found: []),
    Case(
      name: "an edit that mentions",
      events: [
        Said.text("$1", "you", at: 2), Said.edit("$2", of: "$1", "Ann?", at: 3, mentions: [Said.ann]),
      ],
      found: ["mention $1"]),
    Case(
      name: "the user's message is deleted, and what was done to it goes too",
      events: [
        mine, Said.reaction("$1", to: "$mine", "+1", at: 2),
        Said.redaction("$2", of: "$mine", by: Said.ann, at: 3),
      ], found: []),
  ]

  @Test("Each kind", arguments: cases)
  func kind(_ one: Case) throws {
    let desk = try ReplicaDesk.onHill(one.events)
    #expect(try kinds(desk) == one.found)
    // The same events in two answers, and repeated.
    let other = try ReplicaDesk.onHill()
    for event in one.events + one.events { try other.take(event) }
    #expect(try kinds(other) == one.found)
  }

  @Test("The account's mark reads the inbox, and new items are reported to subscribers only")
  func marked() throws {
    let desk = try ReplicaDesk.onHill([Self.mine])
    #expect(try desk.take(Said.reaction("$1", to: "$mine", "+1", at: 2)).map(\.gist) == ["updated $mine"])
    desk.replica.toldInbox = InboxReader.Told(try InboxReader(replica: desk.replica).places())
    #expect(
      try desk.take(Said.reaction("$2", to: "$mine", "-1", at: 3)).map(\.gist)
        == ["updated $mine", "inbox 2"])
    let newest = try #require(try InboxReader(replica: desk.replica).places().first?.token)
    var mark = SyncText()
    mark.accountData = [
      #"{"type":"chat.inkwell.inbox","content":{"up_to":"\#(newest.rawValue)","items":[]}}"#
    ]
    #expect(try desk.take(mark).map(\.gist) == ["inbox 0"])
    #expect(try kinds(desk) == ["reaction $mine read", "reaction $mine read"])
    // An invalid value from another client is ignored.
    mark.accountData = [#"{"type":"chat.inkwell.inbox","content":{"up_to":-1,"items":"x"}}"#]
    #expect(try desk.take(mark).map(\.gist) == ["inbox 2"])
  }

  @Test("It is bounded: the oldest items are dropped")
  func bounded() throws {
    let desk = try ReplicaDesk.onHill()
    let table = desk.replica.cache.inbox
    for number in 1...InboxTable.capacity + 20 {
      _ = try desk.take(Said.text("$\(number)", "Ann!", at: number, mentions: [Said.ann]))
    }
    try table.trim()
    let left = try table.all()
    #expect(left.count == InboxTable.capacity && left.last?.event == "$21")
  }

  @Test("Invisible items and those of ignored people are not counted")
  func hidden() throws {
    let desk = try ReplicaDesk.onHill()
    _ = try desk.take(Self.mine, Said.text("$1", "Ann!", at: 2, mentions: [Said.ann]))
    #expect(try InboxReader(replica: desk.replica).places().count == 1)
    try desk.replica.cache.inbox.save(
      CachedInboxItem(
        event: "$2", room: Said.hill, kind: .reaction, message: "$gone", parent: nil, sender: Said.ben,
        token: Timetoken(9), name: "👍"))
    #expect(try InboxReader(replica: desk.replica).places().count == 1)
    var ignoring = SyncText()
    ignoring.accountData = [
      #"{"type":"m.ignored_user_list","content":{"ignored_users":{"\#(Said.ben)":{}}}}"#
    ]
    _ = try desk.take(ignoring)
    #expect(try InboxReader(replica: desk.replica).places().isEmpty)
  }
}

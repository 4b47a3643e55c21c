import ChatDomain
import DraftEngine
import JSON
import TestSupport
import Testing

@testable import MatrixService

@Suite("Drafts in account data")
struct DraftSlotTests {
  @Test("Every slot round-trips, and a server accepts it")
  func roundTrip() throws {
    var random = RandomContent(generator: SeededGenerator(seed: TestSeed.value))
    for _ in 0..<1500 {
      let slot = random.slot()
      let node = try JSONDocument(slot.bytes).root
      #expect(DraftSlot(node, in: Recorded.room) == slot, "SEED=\(TestSeed.value)")
      #expect(throws: Never.self) { try node.canonical() }
    }
  }

  @Test("A slot has the format that our other devices expect")
  func form() {
    let content = DraftContent(
      elements: [.plainText(text: "a\0b")],
      quoted: QuotedMessage(
        id: "$q", channelId: Recorded.room, author: User(id: "@ben:s", name: "Ben"),
        elements: [.plainText(text: "so?")],
        version: Timetoken(.max)), isShownInChannel: true)
    let slot = DraftSlot(
      entries: [
        .main: DraftSlot.Entry(
          revision: 7, base: 6, content: content,
          dates: DraftDates(createdAt: Timestamp(microseconds: 1), updatedAt: Timestamp(microseconds: 2))),
        .thread("$root"): DraftSlot.Entry(
          revision: 2, base: 1, content: DraftContent(),
          dates: DraftDates(createdAt: Timestamp(microseconds: 3), updatedAt: Timestamp(microseconds: .max)),
          isDeleted: true),
      ], claim: DraftSlot.Claim(scope: .main, revision: 8))
    #expect(
      ContentTests.text(slot.bytes)
        == #"{"$root":{"rev":2,"base":1,"created":3,"updated":9007199254740991,"deleted":true},"main":{"rev":7,"base":6,"#
        + #""content":{"markup":"a\u00010b","quoted":{"id":"$q","author":"@ben:s","name":"Ben","markup":"so?","#
        + #""version":"18446744073709551615"},"shown":true},"created":1,"updated":2,"deleted":false},"#
        + #""claim":{"key":"main","rev":8}}"#)
  }

  @Test(
    "Invalid slots are skipped",
    arguments: [
      #"{"main":{"rev":-1,"base":0,"created":0,"updated":0}}"#,
      #"{"main":{"rev":1.5,"base":0,"created":0,"updated":0}}"#,
      #"{"main":{"rev":9007199254740993,"base":0,"created":0,"updated":0}}"#, #"{"main":7}"#,
      #"{"root":{"rev":1,"base":0,"created":0,"updated":0}}"#, #"{"claim":{"key":"x","rev":1}}"#,
      #"{"claim":{"key":"main","rev":-1}}"#, "{}",
    ])
  func broken(_ text: String) throws {
    #expect(DraftSlot(try Recorded.node(text), in: Recorded.room) == DraftSlot())
  }

  @Test("A place maps to a key of the contract and back")
  func places() {
    for place in [ThreadScope.main, .thread("$root")] {
      #expect(ThreadScope(place.key(in: Recorded.room)) == place)
    }
  }

  @Test("The person of a new conversation round-trips")
  func others() throws {
    var direct = DirectRooms()
    direct.add("!a", with: "@ben:s")
    direct.add("!a", with: "@ben:s")
    direct.add("!b", with: "@ben:s")
    #expect(direct.partner(in: "!b") == "@ben:s" && direct.partner(in: "!c") == nil)
    #expect(ContentTests.text(direct.bytes) == #"{"@ben:s":["!a","!b"]}"#)
    #expect(DirectRooms(try JSONDocument(direct.bytes).root) == direct)
  }
}

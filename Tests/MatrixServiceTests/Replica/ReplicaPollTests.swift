import ChatDomain
import Testing

@testable import MatrixService

@Suite("Polls in a replica")
struct ReplicaPollTests {
  private static let poll = Said.event(
    "$poll", "org.matrix.msc3381.poll.start", by: Said.ben, at: 1,
    #"{"org.matrix.msc3381.poll.start":{"kind":"org.matrix.msc3381.poll.disclosed","question":{"body":"Lunch?"},"answers":[{"id":"a","body":"Pizza"},{"id":"b","body":"Sushi"}]}}"#
  )

  private static func vote(_ id: String, _ answer: String, by user: UserID, at: Int) -> String {
    Said.event(
      id, "org.matrix.msc3381.poll.response", by: user, at: at,
      #"{"m.relates_to":{"rel_type":"m.reference","event_id":"$poll"},"org.matrix.msc3381.poll.response":{"answers":["\#(answer)"]}}"#
    )
  }

  private static func end(_ id: String, by user: UserID, at: Int) -> String {
    Said.event(
      id, "m.poll.end", by: user, at: at,
      #"{"m.relates_to":{"rel_type":"m.reference","event_id":"$poll"},"m.poll.end":{}}"#)
  }

  private func lines(_ desk: ReplicaDesk) throws -> [String] {
    try #require(try desk.message("$poll")).text.split(separator: "\n").map(String.init)
  }

  @Test("A poll is a message, and each vote changes its text")
  func votes() throws {
    let desk = try ReplicaDesk.onHill()
    #expect(try desk.take(Self.poll).map(\.gist) == ["created $poll"])
    #expect(try lines(desk).prefix(3) == ["Poll: Lunch?", "○ Pizza", "○ Sushi"])
    #expect(try desk.take(Self.vote("$v1", "a", by: Said.ann, at: 2)).map(\.gist) == ["updated $poll"])
    #expect(try desk.message("$poll")?.isEditable == false, "an edit is a message")
    let first = try #require(try desk.message("$poll")?.version)
    try desk.take(Self.vote("$v2", "a", by: Said.eve, at: 3), Self.vote("$v3", "b", by: Said.ann, at: 4))
    #expect(try lines(desk)[1...2] == ["○ Pizza · 1 vote", "● Sushi · 1 vote"])
    #expect(try desk.message("$poll")?.version ?? first > first)
    try desk.take(Said.redaction("$r", of: "$v2", by: Said.eve, at: 5))
    #expect(try lines(desk)[1...2] == ["○ Pizza", "● Sushi · 1 vote"])
    // Only the author or a moderator can end it; votes after that do not count.
    #expect(try desk.take(Self.end("$e1", by: Said.eve, at: 6)).isEmpty)
    try desk.take(Self.end("$e2", by: Said.ben, at: 7), Self.vote("$v4", "a", by: Said.eve, at: 8))
    #expect(
      try lines(desk) == ["Poll, ended: Lunch?", "○ Pizza", "● Sushi · 1 vote", "1 person voted"])
    #expect(try desk.messages().filter { $0.kind == .regular }.map(\.id) == ["$poll"])
  }

  @Test("Votes before their poll count")
  func early() throws {
    let desk = try ReplicaDesk.onHill([Self.vote("$v1", "b", by: Said.eve, at: 0)])
    try desk.take(Self.poll)
    #expect(try lines(desk)[2] == "○ Sushi · 1 vote")
  }

  @Test("A deleted poll has no text, even after later votes")
  func deleted() throws {
    let desk = try ReplicaDesk.onHill([Self.poll, Said.redaction("$r", of: "$poll", at: 2)])
    #expect(try desk.take(Self.vote("$v1", "b", by: Said.eve, at: 3)).isEmpty)
    #expect(try desk.message("$poll")?.isDeleted == true && desk.message("$poll")?.text == "")
  }
}

import ChatDomain
import DraftEngine
import Testing

@testable import MatrixService

/// Polls of other clients: Element uses the unstable names, others those of the specification.
@Suite("Polls")
struct PollTests {
  private static let proposed =
    #"{"org.matrix.msc1767.text":"Lunch?\n1. Pizza\n2. Sushi","org.matrix.msc3381.poll.start":{"answers":[{"id":"a1","org.matrix.msc1767.text":"Pizza"},{"id":"a2","org.matrix.msc1767.text":"*Sushi*"},{"id":"a1","org.matrix.msc1767.text":"again"}],"kind":"org.matrix.msc3381.poll.disclosed","max_selections":1,"question":{"body":"Lunch?","msgtype":"m.text","org.matrix.msc1767.text":"Lunch?"}}}"#
  private static let stable =
    #"{"m.text":[{"body":"Lunch?"}],"m.poll":{"kind":"m.undisclosed","max_selections":2,"question":{"m.text":[{"mimetype":"text/html","body":"<b>Lunch</b>"},{"body":"Lunch?"}]},"answers":[{"m.id":"a1","m.text":[{"body":"Pizza"}]},{"m.id":"a2","m.text":[{"body":"*Sushi*"}]}]}}"#

  private func poll(_ type: String, _ content: String) throws -> PollContent? {
    guard case .message(let message) = try Recorded.event(type, content).meaning else { return nil }
    return message.poll
  }

  private func vote(_ content: String, type: String = "m.poll.response") throws -> VoteContent? {
    guard case .vote(let vote) = try Recorded.event(type, content).meaning else { return nil }
    return vote
  }

  private static let reference = #""m.relates_to":{"rel_type":"m.reference","event_id":"$poll"}"#

  @Test(
    "Question and answers are plain text without markup",
    arguments: [("org.matrix.msc3381.poll.start", proposed), ("m.poll.start", stable)])
  func words(_ type: String, _ content: String) throws {
    let poll = try #require(try poll(type, content))
    #expect(poll.elements().text.hasPrefix("Poll: Lunch?\n○ Pizza\n○ \\*Sushi\\*\nnobody has voted"))
  }

  @Test("The last choice of each person counts, up to the allowed number, until the end")
  func votes() throws {
    let poll = try #require(try poll("org.matrix.msc3381.poll.start", Self.proposed))
    var votes = PollVotes()
    let first = try #require(
      try vote(
        #"{\#(Self.reference),"org.matrix.msc3381.poll.response":{"answers":["a1"]}}"#,
        type: "org.matrix.msc3381.poll.response"))
    let other = try #require(try vote(#"{\#(Self.reference),"m.selections":["a2","a1"]}"#))
    let spoilt = try #require(try vote(#"{\#(Self.reference),"m.selections":["nothing"]}"#))
    let end = try #require(try vote(#"{\#(Self.reference),"m.poll.end":{}}"#, type: "m.poll.end"))
    #expect(first.target == "$poll" && !other.isEnd && end.isEnd)
    votes.count(first, by: "@ann:s")
    votes.count(first, by: "@ben:s")
    votes.count(other, by: "@ann:s")
    votes.count(spoilt, by: "@cat:s")
    #expect(
      poll.elements(votes, of: "$poll", in: "!room:s", reader: "@ann:s") == [
        .plainText(
          text: "Poll: Lunch?\n○ Pizza · 1 vote\n● \\*Sushi\\* · 1 vote\n2 people voted · "),
        .link(
          text: "vote in another program", target: .url(url: "https://matrix.to/#/!room:s/$poll")),
      ])
    votes.count(end, by: "@ann:s")
    votes.count(other, by: "@ben:s")
    #expect(
      poll.elements(votes, of: "$poll", in: "!room:s").text
        == "Poll, ended: Lunch?\n○ Pizza · 1 vote\n○ \\*Sushi\\* · 1 vote\n2 people voted")
  }

  @Test("Others' choices are hidden until the end if the poll says so")
  func hidden() throws {
    let poll = try #require(try poll("m.poll.start", Self.stable))
    var votes = PollVotes()
    votes.count(
      try #require(try vote(#"{\#(Self.reference),"m.selections":["a1","a2"]}"#)), by: "@ann:s")
    let words = poll.elements(votes, reader: "@ann:s").text
    #expect(words.hasSuffix("● Pizza\n● \\*Sushi\\*\n1 person voted, shown at the end"))
  }

  @Test(
    "An invalid poll is not shown",
    arguments: [
      #"{"m.poll":{"question":{"m.text":[{"body":"?"}]},"answers":[]}}"#,
      #"{"m.poll":{"question":{},"answers":[{"m.id":"a","m.text":[{"body":"x"}]}]}}"#, #"{"m.poll":7}"#,
    ])
  func nothing(_ content: String) throws {
    #expect(try Recorded.event("m.poll.start", content).meaning == .other)
    // A message that only has the keys of a poll is not one.
    let text = try Recorded.message(#"{"msgtype":"m.text","body":"x","m.poll":{}}"#)
    #expect(text.poll == nil)
  }

  @Test("A deleted poll is a placeholder, and its votes refer to it or are dropped")
  func redacted() throws {
    #expect(try Recorded.event("m.poll.start", "{}").meaning == .redacted)
    #expect(try vote(#"{"m.selections":["a1"]}"#) == nil)
  }

  @Test("Only its author, or a moderator, ends a poll")
  func ends() throws {
    let poll = try Recorded.event("m.poll.start", Self.stable, id: "$poll")
    let end = #"{\#(Self.reference),"m.poll.end":{}}"#
    let own = try Recorded.event("m.poll.end", end, id: "$end")
    let foreign = try Recorded.event("m.poll.end", end, by: "@eve:elsewhere", id: "$end")
    #expect(EventTrust.mayVote(own, in: poll, powers: nil))
    #expect(!EventTrust.mayVote(foreign, in: poll, powers: nil))
  }
}

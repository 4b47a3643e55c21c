import ChatControllers
import ChatDomain
import InMemoryService
import Testing

@testable import ChatUI

@Suite("Coming and going while the service takes its time", .serialized)
struct SlowPlaceTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    await mia.start()
    return mia
  }

  @Test("Whoever types on while a channel is joined stays where their words are, and is told how to go there")
  func joinSlowly() async throws {
    let mia = try await started()
    let ben = await mia.service.device(user: "ben", id: "other")
    _ = try await ben.createChannel(NewChannel(id: "c42", name: "plans", type: .public))
    await mia.slow(.seconds(5))
    await mia.enter("/join plans")
    await mia.type("hello")
    for _ in 1...10 { await mia.wait(.seconds(6)) }
    #expect(mia.header.hasPrefix("#general") && mia.line == "hello|", "\(mia.picture)")
    mia.sees("You are in #plans now; /go goes there")
    await mia.noFaults()
    await mia.keys("C-u")
    await mia.enter("/go plans")
    #expect(mia.header.hasPrefix("#plans"), "\(mia.picture)")
  }

  @Test("Whoever types on while a channel is left goes to none, so that Enter sends nothing to another one")
  func leaveSlowly() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await mia.slow(.seconds(5))
    await mia.enter("/leave")
    await mia.type("hel")
    for _ in 1...10 { await mia.wait(.seconds(6)) }
    #expect(mia.header.hasPrefix("No channel"), "\(mia.picture)")
    await mia.type("lo")
    await mia.keys("Enter")
    #expect(try await mia.said().count == 1)
    #expect(mia.draft(in: "offtopic")?.text == "hel" && mia.draft(in: .nowhere)?.text == "lo")
  }

  @Test("Whoever types on while somebody is looked for stays, and what they wrote to them is a draft there")
  func writeSlowly() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/dm ben the first words")
    await mia.type("hel")
    for _ in 1...10 { await mia.wait(.seconds(6)) }
    mia.sees("are a draft; /go goes there")
    await mia.type("lo")
    #expect(mia.header.hasPrefix("#general") && mia.line == "hello|", "\(mia.picture)")
    await mia.noFaults()
    await mia.keys("C-u")
    await mia.enter("/dm ben")
    #expect(mia.line == "the first words|", "\(mia.picture)")
  }

  /// Mia in `#offtopic`, which goes on in `#lounge`; she has said that she joins it, and that takes its time.
  private func following(_ words: String) async throws -> Scenario {
    let mia = try await started()
    _ = try await mia.device("ana").createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    await mia.keys("M-2")
    await mia.type(words)
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    await mia.keys("Enter")
    mia.clock.advance(by: .seconds(2))
    await mia.slow(.seconds(5))
    await mia.keys("Enter")
    return mia
  }

  @Test("Whoever types on while a channel is followed to another goes along, with the caret where it was")
  func followSlowly() async throws {
    let mia = try await following("half a thought")
    await mia.keys("C-a")
    await mia.type("now ")
    for _ in 1...10 { await mia.wait(.seconds(6)) }
    #expect(mia.header.hasPrefix("#lounge") && mia.line == "now |half a thought", "\(mia.picture)")
    #expect(mia.draft(in: "offtopic") == nil)
  }

  @Test("Whoever types on stays with their words where the other channel has a draft already")
  func followToOtherWords() async throws {
    let mia = try await following("half a ")
    try mia.client.messageDraft(for: DraftKey(channelId: "lounge")).update(text: "other words")
    await mia.type("tho")
    for _ in 1...10 { await mia.wait(.seconds(6)) }
    await mia.type("ught")
    #expect(mia.header.hasPrefix("#offtopic") && mia.shows("half a thought"), "\(mia.picture)")
    #expect(mia.draft(in: "lounge")?.text == "other words")
  }

  @Test("Whoever went somewhere else meanwhile stays there, and the words stay where they were")
  func followFromAfar() async throws {
    let mia = try await following("half a thought")
    await mia.keys("M-1")
    await mia.type("hel")
    for _ in 1...10 { await mia.wait(.seconds(6)) }
    mia.sees("You are in #lounge now; /go goes there")
    await mia.type("lo")
    #expect(mia.header.hasPrefix("#general") && mia.line == "hello|", "\(mia.picture)")
    #expect(mia.draft(in: "offtopic")?.text == "half a thought")
  }

  @Test("Whoever has gone somewhere else before a channel is left stays there")
  func leftFromAfar() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await mia.slow(.seconds(5))
    await mia.enter("/leave")
    await mia.keys("M-1")
    await mia.type("hel")
    for _ in 1...10 { await mia.wait(.seconds(6)) }
    #expect(mia.header.hasPrefix("#general") && mia.line == "hel|", "\(mia.picture)")
    #expect(!mia.shows("# offtopic"))
  }
}

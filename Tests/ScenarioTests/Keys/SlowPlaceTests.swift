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

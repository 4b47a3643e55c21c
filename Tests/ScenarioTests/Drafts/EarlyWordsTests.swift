import ChatDomain
import InMemoryService
import Testing

@testable import ChatUI

@Suite("Words that are typed before the place of the last session is open", .serialized)
struct EarlyWordsTests {
  /// Mia, whose last session ended in a channel that the list on her device does not have.
  private func mia(lastIn channel: ChannelID, listComesAfter time: Duration) async throws -> Scenario {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: channel))])
    let mia = try await Scenario(store: store)
    var faults = ServiceFaults()
    faults.busy = BusyTime([.channels], until: mia.clock.now + time)
    await mia.device("mia", "terminal").setFaults(faults)
    return await mia.start(in: nil)
  }

  @Test("They go along to it also when its list is late, and the first attempt to load it fails")
  func lateList() async throws {
    let mia = try await mia(lastIn: "offtopic", listComesAfter: .seconds(20))
    mia.sees("online")
    #expect(mia.header.hasPrefix("No channel"), "\(mia.picture)")
    await mia.type("hello wor")
    #expect(mia.line == "hello wor|", "\(mia.picture)")
    await mia.wait(.seconds(60))
    await mia.type("ld")
    #expect(mia.header.hasPrefix("#offtopic") && mia.line == "hello world|", "\(mia.picture)")
    #expect(mia.draft(in: .nowhere) == nil && mia.draft(in: "offtopic")?.text == "hello world")
    await mia.keys("Enter")
    #expect(try await mia.said(in: "offtopic").map(\.text) == ["hello world"])
  }

  @Test("If it is gone, they go along to where one begins instead")
  func gonePlace() async throws {
    let mia = try await mia(lastIn: "gone", listComesAfter: .seconds(20))
    await mia.type("hello")
    await mia.wait(.seconds(60))
    #expect(mia.header.hasPrefix("#offtopic") && mia.line == "hello|", "\(mia.picture)")
    #expect(mia.draft(in: .nowhere) == nil)
  }

  @Test("After a crash before it was open they are there, and what was left in no channel long ago is not")
  func crash() async throws {
    let store = InMemoryStore()
    for words in ["in the middle of", " a word"] {
      let mia = try await Scenario(store: store)
      let last = try await store.session() ?? SessionState(openChannel: "general")
      try await store.perform([.saveSession(last)])
      await mia.slow(.seconds(60))
      await mia.start(in: nil)
      await mia.keys("C-e")
      await mia.type(words)
      #expect(mia.header.hasPrefix("No channel"), "\(mia.picture)")
      // Never ended: the next one begins with what is in the store.
    }
    let mia = try await Scenario(store: store).start(in: nil)
    #expect(mia.header.hasPrefix("#general") && mia.line == "in the middle of a word|", "\(mia.picture)")
    #expect(mia.draft(in: .nowhere) == nil)
    #expect(try await store.session()?.hasEarlyWords == false)
    // The place is known: what stands in no channel now was left there.
    mia.app.go(to: .channel(.nowhere))
    await mia.type("for another day")
    mia.app.go(to: .channel("general"))
    await mia.settle()
    try await mia.restart()
    #expect(mia.line == "in the middle of a word|", "\(mia.picture)")
    #expect(mia.draft(in: .nowhere)?.text == "for another day")
  }

  @Test("Who is meant by the last of them is asked there")
  func suggestion() async throws {
    let mia = try await mia(lastIn: "general", listComesAfter: .seconds(20))
    await mia.type("over to you @be")
    await mia.wait(.seconds(60))
    mia.sees("Ben Okafor")
    await mia.keys("Tab")
    #expect(mia.line == "over to you Ben Okafor |", "\(mia.picture)")
  }
}

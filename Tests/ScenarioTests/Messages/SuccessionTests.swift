import ChatControllers
import ChatDomain
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Upgraded channels")
struct SuccessionTests {
  /// `#offtopic` is open and goes on in `#lounge`, of which Mia is no member yet.
  private func started(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, rows: 30).start()
    let ana = await mia.device("ana")
    _ = try await ana.createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    await mia.keys("M-2")
    return mia
  }

  @Test("The composer says so; Enter asks, goes there, and takes the draft along")
  func following() async throws {
    let mia = try await started()
    await mia.type("half a thought")
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    mia.sees("goes on in another channel: Enter goes there")
    #expect(mia.shows("replaced the channel"))
    await mia.keys("Enter", .shows("Go on where #offtopic goes on?"))
    mia.clock.advance(by: .seconds(2))
    await mia.keys("Enter", .opens("#lounge"))
    #expect(mia.shows("half a thought") && mia.foot.contains("What you had begun to write came along"))
    await mia.keys("Enter")
    #expect(try await mia.device("mia", "phone").channel("lounge").lastMessage?.text == "half a thought")
    await mia.keys("M-/")
    #expect(mia.header.hasPrefix("#offtopic") && mia.shows("goes on in #lounge: Enter goes there"))
  }

  @Test("A draft in the new channel is kept beside the old one")
  func both() async throws {
    let mia = try await started()
    _ = try await mia.device("mia", "phone").join("lounge")
    await mia.settle()
    await mia.type("old words")
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    mia.app.go(to: .channel("lounge"))
    await mia.settle()
    await mia.type("new words")
    await mia.keys("M-/ Enter")
    #expect(mia.header.hasPrefix("#lounge") && mia.shows("new words"), "\(mia.picture)")
    #expect(mia.foot.contains("There is a draft here already"))
    await mia.keys("M-/", .shows("old words"))
  }

  @Test("A thread's draft stays there, as the question says, and is found again")
  func thread() async throws {
    let mia = try await Scenario(columns: 80, rows: 30)
    let parent = try await mia.say("question", by: "ana", in: "offtopic")
    await mia.start()
    let ana = await mia.device("ana")
    _ = try await ana.createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    await mia.keys("M-2 M-s t")
    await mia.type("half an answer")
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    await mia.keys("Enter", .shows("stays in the thread"))
    mia.clock.advance(by: .seconds(2))
    await mia.keys("Enter")
    #expect(mia.header.hasPrefix("#lounge") && mia.foot.contains("stays in the thread"), "\(mia.picture)")
    #expect(
      mia.client.draftMessage(for: DraftKey(channelId: "offtopic", parentId: parent.id))?.text
        == "half an answer")
    await mia.keys("C-x d", .shows("half an answer"))
  }

  @Test("/follow says if there is no new channel")
  func nowhere() async throws {
    let mia = try await started()
    await mia.enter("/follow", .says("No other channel has taken the place of this one"))
  }
}

import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("What was sent or copied is said until the next key", .serialized)
struct SentNoticeTests {
  @Test("A message that arrived says where, until the next key")
  func sent() async throws {
    let mia = try await Scenario(columns: 100)
    try await mia.say("a question", by: "ana")
    await mia.start()
    await mia.enter("hello", .notice("Sent to #general"))
    await mia.keys("C-e", .hides("Sent to"))
    await mia.keys("M-s k t")
    await mia.enter("a reply", .notice("Sent to the thread in #general"))
    await mia.keys("C-x 0 Up", type: "!")
    await mia.keys("Enter", .notice("Edit sent to #general"))
  }

  @Test("Who goes on typing reads nothing, and nothing is said of a message that waits or failed")
  func quiet() async throws {
    let mia = try await Scenario(columns: 100)
    await mia.start()
    await mia.slow(.seconds(2))
    await mia.enter("hello")
    await mia.type("more")
    await mia.wait(.seconds(3))
    #expect(try await mia.said().map(\.text) == ["hello"])
    mia.misses("Sent to")
    await mia.noFaults()
    await mia.keys("C-a C-k")
    await mia.offline(true)
    await mia.enter("later", .hides("Sent to"))
    await mia.offline(false)
    await mia.wait(.seconds(60))
    mia.sees("Sent to #general")
    await mia.refuse([.send])
    await mia.enter("never", .hides("Sent to"))
  }

  @Test("It does not replace a notice")
  func keepsNotice() async throws {
    let mia = try await Scenario(columns: 100)
    await mia.start()
    await mia.slow(.seconds(1))
    await mia.enter("hello")
    mia.app.say(Notice("Something important", .warning))
    await mia.wait(.seconds(2))
    #expect(mia.foot.contains("Something important"), "\(mia.picture)")
  }

  @Test("A copied selection says how to paste it")
  func copied() async throws {
    let mia = try await Scenario(columns: 100)
    await mia.start()
    await mia.type("one two", keys: "C-Space M-b M-w", .notice("Copied; C-y pastes it"))
    await mia.keys("C-e", .hides("Copied"))
    await mia.keys("C-y", .line("one twotwo|"))
  }
}

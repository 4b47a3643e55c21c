import ChatControllers
import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: lists that the service does not complete or change", .serialized)
struct IncompleteListTests {
  @Test("Without a connection the list of drafts says that others may be missing")
  func drafts() async throws {
    let mia = try await Scenario().start()
    await mia.type("mine")
    await mia.wait(.seconds(3))
    await mia.offline(true)
    await mia.keys(
      "C-x d", .shows("▸ ✎ mine"),
      .notice("Drafts from other devices may be missing: there is no connection"))
  }

  @Test("If the threads cannot be loaded, the list with a reply that was begun says so")
  func threads() async throws {
    let mia = try await Scenario()
    try await mia.say("a question", by: "ana")
    await mia.refuse([.threads])
    await mia.start()
    await mia.keys("M-s t", type: "half a reply")
    await mia.keys(
      "C-x 0 C-x t", .shows("▸ ↳ a question"),
      .notice("Some threads may be missing: you are not allowed to do that"))
  }

  @Test("A search of which a further page cannot be loaded says that it is incomplete")
  func search() async throws {
    let mia = try await Scenario()
    try await mia.said(60)
    await mia.start()
    await mia.keys("C-x s", type: "message")
    await mia.wait(.seconds(1))
    await settle("the first page") { mia.screen.contains { $0.contains("│▸ ") } }
    await mia.refuse([.search])
    await mia.keys("M->")
    await settle("the notice") {
      mia.foot.contains("The search is incomplete: you are not allowed to do that")
    }
  }

  @Test(
    "A pin that the service does not remove, or does not set again, is reported with the reason",
    arguments: [
      (ServiceRequest.unpin, "C-x p", "C-x k", "Could not unpin"),
      (.pin, "C-x p C-x k", "C-_", "Could not pin again"),
    ])
  func pins(_ refused: ServiceRequest, _ before: String, _ key: String, _ notice: String) async throws {
    let mia = try await Scenario()
    try await mia.say("apples and pears", by: "ben")
    await mia.start()
    await mia.keys("M-s p")
    await mia.confirm()
    await mia.keys(before, .shows("Pinned in #general"))
    await mia.refuse([refused])
    await mia.keys(key, .notice("\(notice): you are not allowed to do that"))
    #expect(try await mia.said().last.map { $0.pin != nil } == (refused == .unpin))
  }
}

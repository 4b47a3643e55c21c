import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("probe", .serialized)
struct ProbeTests {
  @Test func probe() async throws {
    let s = try await Scenario(columns: 80, rows: 24)
    try await s.said(3)
    await s.start()
    func show(_ what: String) { print("=== \(what)\n\(s.picture)\n cursor \(String(describing: s.cursor))") }
    show("start")
    await s.type("hello @al"); show("popup")
    await s.keys("Tab"); show("accepted")
    await s.keys("Enter"); show("sent")
    await s.keys("M-s"); show("mode")
    await s.keys("t"); show("thread")
    await s.type("a reply"); await s.keys("C-x c"); show("reply")
    await s.keys("C-x 0 M-Down"); show("next")
    await s.keys("C-x b"); show("switcher")
    await s.keys("Esc C-x d"); show("drafts")
    await s.keys("Esc C-x t"); show("threads")
    await s.keys("Esc C-x h"); show("history")
    await s.keys("Esc C-x s"); show("search")
    await s.type("mess"); show("search")
    await s.keys("Esc C-x p"); show("pins")
    await s.keys("Esc C-x m"); show("members")
    await s.keys("Esc F1"); show("help")
    await s.keys("Esc"); await s.type("/"); show("commands")
  }
}

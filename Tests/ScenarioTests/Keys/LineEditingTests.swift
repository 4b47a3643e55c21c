import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: moving", .serialized)
struct MovingKeyTests {
  @Test("The cursor column counts the cells of wide and combined characters")
  func wide() async throws {
    let mia = try await Scenario().start()
    await mia.type("日本 e\u{301}x")
    #expect(mia.cursor?.column == 28 + 7)
    await mia.keys("C-b C-b", .line("日本 |e\u{301}x"))
    await mia.keys("C-b C-b", .line("日|本 e\u{301}x"))
  }

  @Test("The composer grows to ten rows, then scrolls with the cursor")
  func scrolls() async throws {
    let mia = try await Scenario(columns: 80, rows: 40).start()
    for number in 1...14 {
      if number > 1 { await mia.keys("C-j") }
      await mia.type("row \(number).")
    }
    #expect(mia.line == "row 14.|")
    #expect(mia.shows("row 5.") && !mia.shows("row 4."))
    #expect(mia.shows("row 14 of 14"))
    await mia.keys("M-<", .line("|row 1."), .hides("row 11."), .shows("row 10."))
  }
}

@Suite("Keys: killing", .serialized)
struct KillingKeyTests {
  @Test("A mention killed in one channel is yanked as a mention in another")
  func mention() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an", keys: "Tab", .line("ask Ana García |"))
    await mia.keys("C-a C-k M-2 C-y", .line("ask Ana García |"))
    await mia.keys("Enter")
    #expect(try await mia.said(in: "offtopic").last?.mentionedUsers == ["ana"])
  }

  @Test(
    "A word kill into a mention takes all of it, and it is yanked as a mention",
    arguments: ["M-Backspace", "C-w"])
  func mentionByWords(_ key: String) async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an", keys: "Tab Backspace " + key, .line("ask |"))
    await mia.keys("C-y", .line("ask Ana García|"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("A forward kill takes a whole mention too, joined with earlier kills")
  func mentionForward() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an", keys: "Tab C-a M-d M-d C-y Enter")
    #expect(try await mia.said().last?.elements.text == "ask Ana García ")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("Lists and the composer share one kill ring")
  func lists() async throws {
    let mia = try await Scenario().start()
    await mia.type("some offtopic", keys: "C-w C-x b C-y", .shows("> offtopic"), .shows("▸ #offtopic"))
    await mia.keys("M-Backspace", type: "first second")
    await mia.keys("C-w C-w Esc C-y", .line("some first second|"))
    await mia.keys("M-y", .line("some offtopic|"))
  }
}

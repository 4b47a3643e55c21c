import ChatControllers
import ChatDomain
import ChatScreens
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: the switcher", .serialized)
struct SwitcherTests {
  @Test("Text typed in one go is searched, and text behind Enter goes to the composer")
  func signs() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    await mia.keys("C-x b")
    await mia.enter("#gen")
    await mia.type("hello")
    #expect(mia.header.hasPrefix("#general") && mia.line == "hello|", "\(mia.picture)")
    await mia.keys("C-x b")
    await mia.enter("@alex")
    await mia.type("hi")
    #expect(mia.header.hasPrefix("@ Alex Dunn") && mia.line == "hi|", "\(mia.picture)")
  }

  @Test("Enter without a match says so, keeps the panel and sends nothing")
  func nothing() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-x b")
    await mia.enter("#nowhere", .says("Nothing is chosen: nothing found"))
    mia.sees("┌ Go to")
    await mia.keys("Escape")
    await mia.type("words", .gives("words|"), .hides("┌ Go to"))
  }

  @Test("Text behind the key that closes a panel or question goes to the composer")
  func sameRead() async throws {
    func letters(_ text: String) -> [TerminalEvent] {
      text.map { .key(KeyEvent(.character($0))) }
    }
    let mia = try await Scenario().start(in: "offtopic")
    let enter = TerminalEvent.key(KeyEvent(.enter))
    await mia.keys("C-x b")
    mia.terminal.send(letters("#general") + [enter] + letters("first"))
    await mia.settle()
    #expect(mia.header.hasPrefix("#general") && mia.line == "first|", "\(mia.picture)")
    await mia.keys("C-x b")
    mia.terminal.send(letters("zzz") + [.key(KeyEvent(.escape))] + letters(" second"))
    await mia.settle()
    #expect(mia.line == "first second|", "\(mia.picture)")
  }

  @Test("Matched letters are highlighted in the names")
  func marks() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-x b")
    await mia.type("gen")
    let match = try #require(mia.app.workspace.screen.shown?.theme.match)
    let row = try #require(mia.screen.firstIndex { $0.contains("#general") && $0.contains("▸") })
    let cells = try #require(mia.terminal.frame?.grid.row(row))
    let marked = cells.filter { $0.style.attributes.isSuperset(of: match.attributes) }.map(\.text).joined()
    #expect(marked == "gen", "\(mia.picture)")
  }
}

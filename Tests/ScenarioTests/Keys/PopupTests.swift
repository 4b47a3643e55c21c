import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: suggestions", .serialized)
struct PopupKeyTests {
  private func typing(_ text: String) async throws -> Scenario {
    let mia = try await Scenario().start()
    await mia.type(text)
    return mia
  }

  @Test("@ suggests people by any part of the name, ignoring accents, and Tab takes one")
  func people() async throws {
    let mia = try await typing("ask @garcia")
    #expect(mia.shows("people") && mia.shows("Ana García") && !mia.shows("Alex Dunn  @alex"))
    await mia.keys("Tab", .line("ask Ana García |"), .hides("people"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("# suggests channels, and the result links there")
  func channels() async throws {
    let mia = try await typing("see #off")
    #expect(mia.shows("channels") && mia.shows("offtopic"))
    await mia.keys("Tab", .line("see #offtopic |"))
    await mia.keys("Enter M-s o", .header("#offtopic", because: "\(mia.header)"))
  }

  @Test("The popup closes when the caret leaves the word, by key or click")
  func leaves() async throws {
    let mia = try await typing("words @al")
    #expect(mia.shows("people"))
    await mia.keys("C-a", .hides("people"))
    await mia.keys("C-e Backspace", .shows("people"))
    let start = try mia.place(of: "words @a")
    await mia.click(start)
    #expect(mia.line == "|words @a" && !mia.shows("people"))
  }

  @Test("It names the key that inserts: Tab, and Enter once the choice was moved")
  func accepting() async throws {
    let mia = try await typing("ask @al")
    #expect(mia.shows("Tab inserts") && !mia.shows("Enter inserts"))
    await mia.keys("Down", .shows("Enter inserts"), .hides("Tab inserts"))
    await mia.keys("Enter", .line("ask Alex Dunn |"))
    await mia.keys("C-x h Escape", type: "@nobodyatall", .hides("inserts"))
  }

  @Test("A click takes a suggestion")
  func click() async throws {
    let mia = try await typing("ask @a")
    try await mia.click(on: "Ana García")
    #expect(mia.line == "ask Ana García |")
  }

  @Test(
    "The popup says that it is searching, and ignores late answers for other words")
  func late() async throws {
    let mia = try await typing("")
    await mia.slow(.seconds(2))
    await mia.type("ask @be", .shows("looking"))
    await mia.keys("C-w", type: "@al")
    await mia.wait(.seconds(3))
    #expect(!mia.shows("Ben Okafor  @ben"))
    await mia.wait(.seconds(3))
    #expect(mia.shows("Alex Dunn  @alex") && !mia.shows("Ben Okafor  @ben"))
  }

  @Test("The popup scrolls with the choice to the last suggestion")
  func scrolls() async throws {
    let mia = try await Scenario().start()
    await mia.type("/")
    let count = SlashCommand.offered(by: mia.client.abilities).count
    mia.sees("1/\(count)")
    for _ in 1..<count { await mia.keys("C-n") }
    #expect(mia.shows("\(count)/\(count)"))
    await mia.keys("Tab", .line("/\(SlashCommand.allCases.last?.name ?? "")|"))
  }
}

@Suite("Keys: the switcher", .serialized)
struct SwitcherTests {
  @Test("Text typed in one go is searched, and text after Enter goes to the composer")
  func signs() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    await mia.keys("C-x b")
    await mia.enter("#gen")
    await mia.type("hello", .header("#general"), .line("hello|"))
    await mia.keys("C-x b")
    await mia.enter("@alex")
    await mia.type("hi", .header("@ Alex Dunn"), .line("hi|"))
  }

  @Test("Enter without a match keeps the panel, which says so, and sends nothing")
  func nothing() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-x b")
    await mia.enter("#nowhere", .shows("┌ Go to"), .shows("nothing found"), .hides("Nothing found"))
    await mia.keys("Escape", type: "words", .line("words|"), .hides("┌ Go to"))
  }

  @Test("Text after the key that closes a panel or question goes to the composer")
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
    await mia.keys("C-x b", type: "gen")
    let match = try #require(mia.app.workspace.screen.shown?.theme.match)
    let row = try #require(mia.screen.firstIndex { $0.contains("#general") && $0.contains("▸") })
    let cells = try #require(mia.terminal.frame?.grid.row(row))
    let marked = cells.filter { $0.style.attributes.isSuperset(of: match.attributes) }.map(\.text).joined()
    #expect(marked == "gen", "\(mia.picture)")
  }
}

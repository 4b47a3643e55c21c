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
  @Test("What is typed as it is shown is found, and the next words are the composer's")
  func signs() async throws {
    let mia = try await Scenario()
    await mia.start(in: "offtopic")
    await mia.keys("C-x b")
    await mia.type("#gen")
    await mia.keys("Enter")
    await mia.type("hello")
    #expect(mia.header.hasPrefix("#general") && mia.line == "hello|", "\(mia.picture)")
    await mia.keys("C-x b")
    await mia.type("@alex")
    await mia.keys("Enter")
    await mia.type("hi")
    #expect(mia.header.hasPrefix("@ Alex Dunn") && mia.line == "hi|", "\(mia.picture)")
  }

  @Test("Enter on nothing says so, keeps the panel, and sends nothing")
  func nothing() async throws {
    let mia = try await Scenario()
    await mia.start()
    await mia.keys("C-x b")
    await mia.type("#nowhere")
    await mia.keys("Enter")
    #expect(mia.foot.contains("Nothing is chosen: nothing found"), "\(mia.picture)")
    mia.sees("┌ Go to")
    await mia.keys("Escape")
    await mia.type("words")
    #expect(mia.line == "words|")
    mia.misses("┌ Go to")
  }

  @Test("Whatever closes a panel or a question, the words typed in the same read are the composer's")
  func sameRead() async throws {
    func letters(_ text: String) -> [TerminalEvent] {
      text.map { .key(KeyEvent(.character($0))) }
    }
    let mia = try await Scenario()
    await mia.start(in: "offtopic")
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

  /// Chooses Ben, whose conversation takes its time to be found.
  private func opening() async throws -> Scenario {
    let mia = try await Scenario()
    await mia.start()
    await mia.keys("C-x b")
    await mia.type("@ben")
    mia.sees("▸ @Ben Okafor")
    await mia.slow(.seconds(2))
    await mia.keys("Enter")
    return mia
  }

  private func waitLong(_ mia: Scenario) async {
    for _ in 0..<10 { await mia.wait(.seconds(2)) }
  }

  @Test("Words typed while a first conversation with somebody is being opened are for that person")
  func person() async throws {
    let mia = try await opening()
    #expect(mia.foot.contains("Opening the conversation… · Esc cancels"), "\(mia.picture)")
    await mia.type("for your eyes only")
    mia.misses("for your eyes")
    await mia.keys("Enter")
    await mia.paste("!")
    await waitLong(mia)
    #expect(mia.header.hasPrefix("@ Ben Okafor") && mia.line == "for your eyes only!|", "\(mia.picture)")
    #expect(mia.draft(in: "general") == nil)
    #expect(try await mia.said().isEmpty)
  }

  @Test(
    "If that conversation cannot be opened, or is not wanted any more, what was typed is here and not sent")
  func noPerson() async throws {
    for isRefused in [true, false] {
      let mia = try await opening()
      await mia.type("words")
      if isRefused {
        await mia.offline(true)
        await waitLong(mia)
        #expect(mia.foot.contains("The conversation cannot be opened"), "\(mia.picture)")
      } else {
        await mia.keys("Escape")
        #expect(mia.foot.contains("The conversation is not opened"), "\(mia.picture)")
        await waitLong(mia)
      }
      #expect(mia.header.hasPrefix("#general") && mia.line == "words|", "\(mia.picture)")
      #expect(try await mia.said().isEmpty)
    }
  }

  @Test("Whoever goes elsewhere meanwhile takes none of those words along")
  func elsewhere() async throws {
    let mia = try await opening()
    await mia.type("for your eyes only")
    await mia.keys("M-2")
    #expect(mia.header.hasPrefix("#offtopic") && mia.line.hasPrefix("|"), "\(mia.picture)")
    await waitLong(mia)
    #expect(mia.header.hasPrefix("#offtopic"))
    #expect(mia.draft(in: "general")?.text == "for your eyes only")
    #expect(mia.draft(in: "offtopic") == nil)
  }

  @Test("Whoever leaves meanwhile finds the words where they were, and so it is when the terminal goes")
  func leaving() async throws {
    for event in [nil, TerminalEvent.hangUp, .terminate] {
      let mia = try await opening()
      await mia.type("half a")
      await mia.paste(" thought")
      // The answer is still on its way, but nothing that comes later has to wait.
      await mia.noFaults()
      if let event {
        mia.terminal.send([event])
        await mia.settle()
      } else {
        await mia.keys("C-x C-c")
      }
      await mia.end()
      #expect(mia.app.unsavedReason == nil)
      try await mia.restart(isReachable: true)
      #expect(mia.header.hasPrefix("#general") && mia.line == "half a thought|", "\(mia.picture)")
    }
  }

  @Test("What was looked for is marked in the names")
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

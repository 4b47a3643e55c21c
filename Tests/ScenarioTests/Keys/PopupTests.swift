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

  @Test("Enter sends while the choice has not moved")
  func enterSends() async throws {
    let mia = try await typing("mail me @al")
    #expect(mia.shows("›Alex Dunn"))
    await mia.keys("Enter")
    #expect(try await mia.said().map(\.text) == ["mail me @al"])
    #expect(!mia.shows("people"))
  }

  @Test(
    "Enter takes the choice after it has moved",
    arguments: [("C-n", "Ana García"), ("Down", "Ana García"), ("C-p", "Mia Me"), ("Up", "Mia Me")])
  func enterTakes(_ key: String, _ chosen: String) async throws {
    let mia = try await typing("ask @a")
    #expect(mia.shows("›Alex Dunn"))
    await mia.keys(key, .shows("▸" + chosen, because: "the choice goes around"))
    await mia.keys("Enter", .line("ask \(chosen) |"))
    #expect(try await mia.said().isEmpty)
  }

  @Test(
    "Leaving the popup keeps the text, and it stays closed while the word grows", arguments: ["Esc", "C-g"])
  func dismiss(_ key: String) async throws {
    let mia = try await typing("ask @al")
    await mia.keys(key, .line("ask @al|"), .hides("people"))
    await mia.type("e", .hides("people"))
    await mia.keys("Tab", .shows("people", because: "Tab brings it back"))
  }

  @Test("# suggests channels, and the result links there")
  func channels() async throws {
    let mia = try await typing("see #off")
    #expect(mia.shows("channels") && mia.shows("offtopic"))
    await mia.keys("Tab", .line("see #offtopic |"))
    await mia.keys("Enter M-s o", .header("#offtopic", because: "\(mia.header)"))
  }

  @Test(": suggests emoji by name")
  func emoji() async throws {
    let mia = try await typing("well :thumbsu")
    #expect(mia.shows("emoji") && mia.shows("👍"))
    await mia.keys("Tab")
    #expect(mia.line.hasPrefix("well 👍"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.text == "well 👍")
  }

  @Test("A colon alone suggests nothing")
  func colon() async throws {
    let mia = try await typing("as follows:")
    #expect(!mia.shows("emoji"))
  }

  @Test("/ at the start suggests commands, then their arguments")
  func commands() async throws {
    let mia = try await typing("/jo")
    #expect(mia.shows("/join CHANNEL"))
    await mia.keys("Tab", .line("/join |"), .shows("join a channel"))
    #expect(try await mia.said().isEmpty)
  }

  @Test("/attach completes paths folder by folder")
  func paths() async throws {
    let mia = try await typing("/attach /home/mia/no")
    #expect(mia.shows("files") && mia.shows("notes.txt"))
    await mia.keys("Tab", .line("/attach /home/mia/notes.txt|"))
    await mia.keys("Enter")
    #expect(mia.shows("notes.txt") && mia.line.hasPrefix("|"))
    await mia.enter("here it is", .line("|write to #general"))
    let last = try await mia.said().last
    #expect(last?.text == "here it is" && last?.files.map(\.name) == ["notes.txt"])
  }

  @Test("An unknown name is reported, and Enter sends the text")
  func nobody() async throws {
    let mia = try await typing("ask @zzz")
    #expect(mia.shows("nobody by that name"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.text == "ask @zzz")
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
    var faults = ServiceFaults.none
    faults.latency = .seconds(2)...(.seconds(2))
    await mia.service.device(user: "mia", id: "terminal").setFaults(faults)
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

  @Test("Enter without a match says so, keeps the panel and sends nothing")
  func nothing() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-x b")
    await mia.enter("#nowhere", .notice("Nothing found"), .shows("┌ Go to"))
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

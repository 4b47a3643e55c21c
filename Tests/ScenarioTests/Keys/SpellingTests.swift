import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import Spelling
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI
@testable import Composer

@Suite("Spelling", .serialized)
struct SpellingScenarioTests {
  private let spelling = TestSpelling()

  private func mia(
    _ languages: [String] = ["en_US", "de_DE"], style: KeyStyle = .emacs
  ) async throws -> Scenario {
    var settings = Settings()
    settings.composer.spellingLanguages = languages
    settings.keyStyle = style
    return try await Scenario(settings: settings, spelling: spelling)
  }

  /// Types, then pauses.
  private func typing(_ text: String, _ languages: [String] = ["en_US", "de_DE"]) async throws -> Scenario {
    let mia = try await mia(languages)
    await mia.start()
    await mia.type(text)
    await mia.wait(.milliseconds(700))
    return mia
  }

  private func isMarked(_ word: String, _ mia: Scenario) throws -> Bool {
    try mia.style(of: word).attributes.contains(.underline)
  }

  private func isMarked(beforeCursor columns: Int, _ mia: Scenario) throws -> Bool {
    let grid = try #require(mia.terminal.frame?.grid)
    let cursor = try #require(mia.cursor)
    return Array(grid.row(cursor.row))[cursor.column - columns].style.attributes.contains(.underline)
  }

  @Test("An unknown word is underlined after a pause, unless it is still being typed")
  func marks() async throws {
    let mia = try await mia()
    await mia.start()
    #expect(spelling.openings == 0, "nothing is opened before there are words")
    await mia.type("hello Welt wrlod das huose ist hel")
    #expect(spelling.openings == 0, "nor while somebody types")
    #expect(try !isMarked("wrlod", mia))
    await mia.wait(.milliseconds(700))
    #expect(spelling.openings == 1)
    #expect(try isMarked("wrlod", mia) && isMarked("huose", mia))
    #expect(try !isMarked("hello", mia) && !isMarked("Welt", mia) && !isMarked("das", mia))
    #expect(try !isMarked(beforeCursor: 1, mia))
    await mia.type(" ")
    await mia.wait(.milliseconds(700))
    #expect(mia.line == "hello Welt wrlod das huose ist hel |")
    #expect(try isMarked(beforeCursor: 2, mia))
    #expect(spelling.openings == 1)
  }

  @Test("Without languages nothing is checked, and M-$ says where to set them")
  func off() async throws {
    let mia = try await typing("wrlod ", [])
    #expect(spelling.openings == 0)
    #expect(try !isMarked("wrlod", mia))
    await mia.keys("M-$", .notice("Spelling is not checked: set spelling.languages in the configuration"))
  }

  @Test("In line mode M-$ says that nothing is checked")
  func lines() async throws {
    var settings = Settings()
    settings.composer.spellingLanguages = ["en_US"]
    let mia = try await Scenario(settings: settings, isPlain: true, spelling: spelling).start()
    await mia.type("wrlod ")
    let heard = await mia.hearing { await mia.keys("M-$") }
    #expect(heard.contains("Spelling is not checked in plain mode"), "\(heard)")
    #expect(spelling.openings == 0)
  }

  @Test("Enter right after M-$ waits for the suggestion and sends nothing", arguments: [0, 2])
  func burst(seconds: Int) async throws {
    let mia = try await mia()
    await mia.start()
    if seconds > 0 { spelling.verdictDelay = (mia.clock, .seconds(seconds)) }
    let ask = try #require(KeyEvent(notation: "M-$"))
    mia.terminal.send(
      "hellp ".map { .key(KeyEvent(.character($0))) } + [.key(ask), .key(KeyEvent(.enter))])
    await mia.settle()
    await mia.wait(.seconds(2))
    #expect(try await mia.said().isEmpty)
    #expect(mia.shows("▸hello") || mia.line == "hello |", "\(mia.picture)")
    await mia.end()
  }

  @Test("M-$ says if there is no word, even before the dictionaries are loaded")
  func nothing() async throws {
    let mia = try await mia()
    await mia.start()
    await mia.keys("M-$", .notice("No spelling mistakes here"))
    #expect(spelling.openings == 0)
    await mia.end()
  }

  @Test("If no dictionary answers, Enter after M-$ sends nothing and says why")
  func noVerdict() async throws {
    let mia = try await mia()
    await mia.start()
    spelling.verdictDelay = (mia.clock, .seconds(60))
    await mia.type("hellp ", keys: "M-$ Enter")
    await mia.type("and")
    await mia.wait(AwaitedAnswer.timeLimit)
    #expect(try await mia.said().isEmpty)
    #expect(mia.draft()?.text == "hellp \nand", "\(mia.picture)")
    #expect(mia.foot.contains("no answer yet; nothing was sent"), "\(mia.picture)")
    await mia.end()
  }

  @Test("With one language words of another are wrong")
  func oneLanguage() async throws {
    let mia = try await typing("hello Haus ", ["de_DE"])
    #expect(try isMarked("hello", mia) && !isMarked("Haus", mia))
  }

  @Test("Mentions, code, addresses, emoji and members' names are not checked")
  func noWords() async throws {
    let mia = try await mia()
    await mia.start()
    await mia.type("ask @ana", keys: "Tab")
    await mia.type("and Alex Dunn `wrlod` https://wrlod.example :wrlod: García ")
    // One round for the words, and one for the names that needed a lookup.
    for _ in 0..<3 { await mia.wait(.milliseconds(700)) }
    #expect(try !isMarked("wrlod` ", mia) && !isMarked("Dunn", mia) && !isMarked("Alex", mia))
    #expect(try !isMarked(":wrlod:", mia))
    #expect(Set(spelling.asked).isDisjoint(with: ["wrlod", "example"]))
    await mia.keys("M-$", .notice("No spelling mistakes here"))
  }

  @Test("M-$ suggests for the last wrong word before the caret; one undo reverts it")
  func corrects() async throws {
    let mia = try await typing("the hello hellp, and @ana")
    await mia.keys("Tab", .line("the hello hellp, and Ana García |"))
    await mia.keys("M-$", .shows("spelling"), .shows("▸hello"), .shows("help"), .shows("add “hellp”"))
    await mia.keys("Down Enter", .hides("spelling"), .line("the hello held, and Ana García |"))
    #expect(try await mia.said().isEmpty)
    await mia.type("is", keys: "C-_ C-_")
    #expect(mia.draft()?.text == "the hello hellp, and Ana García ")
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("The word at the caret comes first, and the caret ends after it")
  func atTheCaret() async throws {
    let mia = try await typing("hellp the hellx ")
    await mia.keys("C-a Right Right M-$ Tab", .line("hello| the hellx"))
    await mia.keys("C-a M-$ Tab")
    #expect(mia.line == "|hello the hello", "behind the caret if none is before it")
  }

  @Test("The typed form of an apostrophe is kept")
  func apostrophe() async throws {
    let mia = try await typing("don’tt ")
    await mia.keys("M-$ Tab", .line("don’t |"))
  }

  @Test("An added word is correct in all composers from then on")
  func adds() async throws {
    let mia = try await typing("Inkwel is my house ")
    #expect(try isMarked("Inkwel ", mia))
    await mia.keys("M-$", .shows("add “Inkwel”"))
    await mia.keys("Down Enter")
    #expect(spelling.added == ["Inkwel de_DE"])
    #expect(mia.foot.contains("Added “Inkwel” to your words"))
    #expect(mia.line == "Inkwel is my house |")
    await mia.wait(.milliseconds(700))
    #expect(try !isMarked("Inkwel ", mia))
  }

  @Test("A word that could not be added is not reported as added")
  func addsNothing() async throws {
    spelling.canAdd = false
    let mia = try await typing("Inkwel is my house ")
    await mia.keys("M-$ Down Enter", .notice("could not be added to your words"))
    await mia.wait(.milliseconds(700))
    #expect(try isMarked("Inkwel ", mia))
  }

  @Test("Text typed while suggestions load stays, and the suggestions are dropped")
  func stale() async throws {
    let mia = try await typing("hellp ")
    spelling.delay = (mia.clock, .seconds(2))
    await mia.keys("M-$", .shows("looking…"))
    await mia.keys("Enter Tab")
    #expect(try await mia.said().isEmpty, "nothing is sent or taken that nobody saw")
    await mia.wait(.milliseconds(400))
    #expect(mia.shows("still looking…"))
    await mia.type("and", .hides("still looking…"))
    await mia.wait(.seconds(3))
    #expect(mia.line == "hellp and|")
    #expect(!mia.shows("▸"))
    await mia.keys("C-a M-$")
    await mia.wait(.seconds(3))
    #expect(mia.shows("▸hello"), "a late answer is shown if nothing has changed")
    await mia.keys("Escape", .hides("▸hello"), .line("|hellp and"))
  }

  @Test("A change by another device closes the suggestions for the old text")
  func foreign() async throws {
    let mia = try await typing("hellp ")
    await mia.keys("M-$", .shows("▸hello"))
    let composer = try #require(mia.app.focused?.composer)
    try composer.draft.apply(DraftTransaction(changes: [TextChange(0..<0, "do ")], origin: .merge))
    await mia.settle()
    #expect(!mia.shows("▸hello") && mia.line == "do hellp |")
  }

  @Test("A missing dictionary is reported once, with its package, and nothing is underlined")
  func missing() async throws {
    spelling.missing = [.libraryMissing]
    let mia = try await typing("wrlod ")
    #expect(mia.foot.contains("the Debian package is libenchant-2-2"))
    #expect(try !isMarked("wrlod", mia))
    await mia.type("wrold ")
    await mia.wait(.seconds(1))
    #expect(!mia.foot.contains("libenchant"))
    await mia.keys("M-$")
    #expect(mia.foot.contains("the Debian package is libenchant-2-2"), "whoever asks is told again")
    #expect(spelling.openings == 1)
  }

  @Test("A missing dictionary leaves the other language working")
  func oneMissing() async throws {
    spelling.missing = [.dictionaryMissing(language: "fr_FR")]
    let mia = try await typing("hello wrlod ", ["fr_FR", "en_US"])
    #expect(mia.foot.contains("There is no dictionary for fr_FR"), "\(mia.picture)")
    #expect(try isMarked("wrlod", mia) && !isMarked("hello", mia))
  }

  @Test("In vi mode z= suggests, and the caret is on a letter afterwards")
  func vi() async throws {
    let mia = try await mia(style: .vi)
    await mia.start()
    await mia.type("hellp is", keys: "Escape 0")
    await mia.wait(.milliseconds(700))
    await mia.keys("z =", .shows("▸hello"))
    await mia.keys("Enter")
    #expect(mia.draft()?.text == "hello is")
    await mia.keys("u")
    #expect(mia.draft()?.text == "hellp is")
  }

  @Test("In vi mode ]s and [s walk through wrong words and wrap around")
  func viWords() async throws {
    let mia = try await mia(style: .vi)
    await mia.start()
    await mia.type("wrlod is hellp, hello", keys: "Escape ] s", .notice("Still checking the spelling…"))
    await mia.wait(.milliseconds(700))
    for (keys, line) in [
      ("] s", "|wrlod is hellp, hello"), ("] s", "wrlod is |hellp, hello"), ("] s", "|wrlod is hellp, hello"),
      ("[ s", "wrlod is |hellp, hello"), ("$ [ s", "wrlod is |hellp, hello"),
      ("[ s", "|wrlod is hellp, hello"),
      ("d ] s x", "wrlod is ellp, hello"),
    ] {
      await mia.keys(keys)
      #expect(keys.contains("x") ? mia.draft()?.text == line : mia.line == line, "\(keys): \(mia.line)")
    }
    await mia.keys("0 D ] s", .notice("No spelling mistakes here"))
  }

  @Test("In vi mode zg adds the word at the caret")
  func viOwnWord() async throws {
    let mia = try await mia(style: .vi)
    await mia.start()
    await mia.type("wrlod, is", keys: "Escape 0 z g", .notice("Added “wrlod” to your words"))
    await mia.keys("z g", .notice("“wrlod” is spelled correctly"))
    await mia.keys("f , z g", .notice("No word at the caret"))
    await mia.wait(.milliseconds(700))
    #expect(try !isMarked("wrlod", mia) && mia.draft()?.text == "wrlod, is")
  }

  @Test("The words of a command are not checked")
  func commands() async throws {
    let mia = try await typing("/topic wrlod ")
    #expect(spelling.asked.isEmpty)
    #expect(try !isMarked("wrlod", mia))
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

@Suite struct ComposerPopupTests {
  private func labels(_ world: ComposerWorld) -> [String] { world.popup?.rows.map(\.label) ?? [] }

  @Test("People are suggested for @, and Tab inserts a mention of the first one and a space")
  func mentions() async throws {
    let world = try await ComposerWorld("hi |")
    world.press("'@al'")
    #expect(world.popup?.note == "looking…" && world.popup?.anchor == 3)
    await settle { labels(world) == ["Alex Dunn"] }
    world.press("Tab")
    #expect(world.shown == "hi [Alex Dunn] |")
    #expect(world.draft.mentionSpans.map(\.target) == [.user(userId: "alex_d")])
    #expect(world.popup == nil)
    world.press("C-_")
    #expect(world.shown == "hi @al|" && world.popup == nil)
  }

  @Test("A mention is followed by a space before letters, and not before punctuation and blanks")
  func fitsBlanks() async throws {
    for (before, after) in [("|x", "[Ben] |x"), ("|, x", "[Ben]|, x"), ("| x", "[Ben]| x")] {
      let world = try await ComposerWorld(before)
      world.press("'@be'")
      await settle { labels(world) == ["Ben"] }
      world.press("Tab")
      #expect(world.shown == after)
    }
  }

  @Test("Channels are suggested for #")
  func channels() async throws {
    let world = try await ComposerWorld("|")
    world.press("'#gen'")
    await settle { labels(world) == ["#general"] }
    world.press("Tab")
    #expect(world.draft.mentionSpans == [MentionSpan(0..<8, .channel(channelId: "general"))])
  }

  @Test("Enter sends, and accepts a suggestion only after the selection was moved")
  func choosesByEnter() async throws {
    let world = try await ComposerWorld("|")
    world.press("'@'")
    await settle { labels(world).count == 3 }
    let second = labels(world)[1]
    world.press("C-n")
    #expect(world.popup?.isChosen == true && world.popup?.selection == 1)
    #expect(world.press("Enter") == .done)
    #expect(world.draft.text == second + " ")
    let other = try await ComposerWorld("|")
    other.press("'@be'")
    await settle { labels(other) == ["Ben"] }
    #expect(other.press("Enter") == .sent)
    #expect(other.draft.text.isEmpty)
  }

  @Test("C-n, C-p and the arrows move the selection, wrapping around")
  func movesChoice() async throws {
    let world = try await ComposerWorld("|")
    world.press("'/p'")
    #expect(labels(world).prefix(2) == ["/pin", "/pins"])
    world.press("C-p")
    #expect(world.popup?.selection == labels(world).count - 1)
    world.press("Down")
    #expect(world.popup?.selection == 0)
    world.press("C-n Up")
    #expect(world.popup?.selection == 0)
  }

  @Test("Esc keeps the text, and the popup stays closed until another word can be completed")
  func dismisses() async throws {
    let world = try await ComposerWorld("|")
    world.press("':smi'")
    #expect(world.popup != nil)
    world.press("Escape")
    #expect(world.popup == nil && world.shown == ":smi|")
    world.press("'l'")
    #expect(world.popup == nil)
    world.press("'e :smi'")
    #expect(world.popup?.anchor == 7)
    world.press("Escape Tab")
    #expect(world.popup != nil)
  }

  @Test("A late answer never replaces the right one")
  func dropsStaleAnswers() async throws {
    let world = try await ComposerWorld("|")
    world.press("'@al' Backspace Backspace 'be'")
    await settle { labels(world) == ["Ben"] }
    await settle()
    #expect(labels(world) == ["Ben"])
    world.press("' and'")
    await settle()
    #expect(world.popup == nil && world.shown == "@be and|")
  }

  @Test("A suggestion also replaces text typed after the answer, if it still matches")
  func acceptsForWhatStandsThere() async throws {
    let world = try await ComposerWorld("|")
    world.press("'@a'")
    await settle { labels(world).contains("Alex Dunn") }
    world.press("'l'")
    #expect(labels(world) == ["Alex Dunn"])
    world.press("Tab")
    #expect(world.shown == "[Alex Dunn] |")
  }

  @Test("A lookup that fails or finds nothing says so, and Tab and Enter work as without it")
  func saysWhatFailed() async throws {
    let world = try await ComposerWorld("|")
    world.press("'@zzz'")
    await settle { world.popup?.note == "nobody by that name" }
    await world.device.setFaults(.offline)
    world.press("'z'")
    await settle { world.popup?.note?.hasPrefix("lookup failed: ") == true }
    world.press("Tab")
    #expect(world.shown == "@zzzz|")
    #expect(world.press("Enter") == .sent)
  }

  @Test("The popup closes when the caret leaves the completed word")
  func closesOnMotion() async throws {
    let world = try await ComposerWorld("a |")
    world.press("':smi'")
    #expect(world.popup != nil)
    world.press("C-a")
    #expect(world.popup == nil)
  }

  @Test("Emoji are found by the start of a name, then by the start of a word in it, then by any part")
  func emoji() async throws {
    let world = try await ComposerWorld("|")
    world.press("':'")
    #expect(world.popup == nil)
    world.press("'heart'")
    #expect(labels(world).first == "❤️")
    world.press("Tab")
    #expect(world.draft.text == "❤️")
    #expect(Emoji.named("eyes", limit: 3).first?.text == "👀")
    let found = Emoji.named("heart", limit: 20).map(\.name)
    #expect(found.first == "heart" && found.contains("broken_heart"))
    #expect(Emoji.named("nothing like this", limit: 3).isEmpty)
  }

  @Test("The table lists each emoji once, and each is one Character")
  func emojiTable() async {
    #expect(Emoji.all.count > 290)
    #expect(Emoji.all.filter { $0.text.count != 1 }.isEmpty)
    let names = Emoji.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(Emoji.all.map(\.text)).count == names.count)
  }

  @Test("Commands are completed, and their arguments are explained while they are typed")
  func commands() async throws {
    let world = try await ComposerWorld("|")
    world.press("'/joi' Tab")
    #expect(world.shown == "/join |")
    #expect(world.popup?.title == "/join CHANNEL")
    #expect(world.popup?.note == "join a channel")
    world.press("'#ge'")
    await settle { labels(world) == ["#general"] }
    world.press("C-a 'x '")
    #expect(world.popup == nil)
  }

  @Test("Paths after /attach are completed folder by folder")
  func paths() async throws {
    let world = try await ComposerWorld("|")
    world.context.disk.folders = [
      "/home/mia/": ["Documents/", "notes.txt", ".profile"], "/home/mia/Documents/": ["tax.pdf", "talk.md"],
    ]
    world.press("'/attach ~/'")
    await settle { labels(world) == ["Documents/", "notes.txt"] }
    world.press("'d' Tab")
    #expect(world.shown == "/attach ~/Documents/|")
    await settle { labels(world) == ["talk.md", "tax.pdf"] }
    world.press("C-n Enter")
    #expect(world.shown == "/attach ~/Documents/tax.pdf|")
    #expect(world.popup == nil)
    world.press("Enter")
    #expect(world.context.lines == ["/attach ~/Documents/tax.pdf"])
  }

  @Test("The help lists every command once")
  func help() async {
    let names = SlashCommand.allCases.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(SlashCommand.allCases.map(\.usage).contains("/dm PERSON [TEXT]"))
    #expect(SlashCommand.allCases.allSatisfy { !$0.meaning.isEmpty })
  }

  @Test("No commands are suggested while a message is edited")
  func suggestsNoCommandsInEdits() async throws {
    let world = try await ComposerWorld()
    try world.composer.related.beginEdit(try await world.message("old"))
    world.press("C-u '/to'")
    #expect(world.popup == nil)
    world.press("'pic '")
    #expect(world.popup == nil)
  }
}

import ChatControllers
import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Slash commands", .serialized)
struct SlashCommandTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    await mia.start()
    return mia
  }

  @Test(
    "Each command that opens a view opens it and sends nothing",
    arguments: [
      ("/help", "┌ Commands and keys"), ("/keys", "┌ Keys"), ("/members", "Members of #general"),
      ("/pins", "Pinned in #general"), ("/threads", "┌ Threads"), ("/drafts", "┌ Drafts"),
      ("/history", "History of #general"), ("/search", "Search in #general"),
      ("/searchall", "Search everywhere"), ("/search question", "> question"),
      ("/searchall quest", "> quest"),
      ("/help /join", "join a channel"), ("/help join", "join a channel"),
    ])
  func shows(_ line: String, _ words: String) async throws {
    let mia = try await started()
    await mia.enter(line, .shows(words))
    await mia.keys("Esc", .line("|write to #general"))
    #expect(mia.draft() == nil)
    #expect(try await mia.said().count == 1)
  }

  @Test(
    "/join opens a public channel, with or without #", arguments: ["/join plans", "/join #plans"])
  func join(_ line: String) async throws {
    let mia = try await started()
    _ = try await mia.service.device(user: "ben", id: "other").createChannel(
      NewChannel(id: "c42", name: "plans", type: .public))
    await mia.enter(line, .header("#plans"))
    await mia.enter("hello")
    #expect(try await mia.said(in: "c42").last?.text == "hello")
  }

  @Test("/join without a name explains itself, and an unknown channel is reported")
  func joinNothing() async throws {
    let mia = try await started()
    await mia.enter("/join", .status("/join CHANNEL"))
    await mia.keys("C-u")
    await mia.enter("/join nowhere", .notice("No channel named “nowhere”; C-x j lists channels to join"))
  }

  @Test("/dm opens the conversation; further text becomes its draft and is not sent")
  func dm() async throws {
    let mia = try await started()
    await mia.enter("/dm ana lunch at noon?", .header("@ Ana García"), .line("lunch at noon?|"))
  }

  @Test("/dm keeps an existing draft and appends below it")
  func dmBesideDraft() async throws {
    let mia = try await started()
    await mia.enter("/dm alex see you tomorrow")
    await mia.keys("M-b M-1")
    await mia.enter("/dm alex hello there")
    #expect(
      mia.draft(in: try await mia.device("mia").directChannel(with: "alex").id)?.text
        == "see you tomorrow\nhello there", "\(mia.picture)")
  }

  @Test("/dm accepts a mention")
  func dmMention() async throws {
    let mia = try await started()
    await mia.type("/dm @benn", keys: "Backspace Tab Enter", .header("@ Ben Okafor"))
  }

  @Test("/pin pins the last message, /unpin unpins it")
  func pin() async throws {
    let mia = try await started()
    await mia.enter("/pin", .shows("pinned"))
    await mia.enter("/unpin", .hides("pinned"))
    await mia.enter("/unpin", .status("Nothing is pinned here"))
  }

  @Test("/edit edits the last own message, and says if there is none")
  func edit() async throws {
    let mia = try await started()
    await mia.enter("/edit", .status("You have not sent anything here yet"))
    await mia.enter("a tpyo")
    await mia.enter("/edit", .shows("✎ editing: a tpyo"), .line("a tpyo|"))
    await mia.keys("Esc", .line("|write to #general", because: "the command is no draft that comes back"))
  }

  @Test("/quote quotes the last message")
  func quote() async throws {
    let mia = try await started()
    await mia.enter("/quote", .shows("> Ana García: a question"))
    await mia.enter("my answer")
    #expect(try await mia.said().last?.quoted != nil)
  }

  @Test(
    "/react reacts to the last message with an emoji or its name",
    arguments: ["/react 👍", "/react :thumbsup:", "/react thumbsup"])
  func react(_ line: String) async throws {
    let mia = try await started()
    await mia.type(line, keys: "Esc Enter", .shows("👍 1"))
  }

  @Test("A refused reaction is reported and removed; an offline one waits")
  func reactLater() async throws {
    let mia = try await started()
    await mia.refuse([.setReaction])
    await mia.type("/react 👍", keys: "Esc Enter")
    await mia.settle()
    #expect(mia.foot.contains("You are not allowed to do that"), "\(mia.picture)")
    await mia.keys("C-u", .hides("👍 1"))
    await mia.noFaults()
    await mia.enter("/offline")
    await mia.type("/react 👍", keys: "Esc Enter", .shows("👍 1"))
    #expect(try await mia.said().last?.reactions.isEmpty == true)
    await mia.enter("/online")
    await mia.wait(.seconds(60))
    #expect(try await mia.said().last?.reactions.first?.users == ["mia"])
  }

  @Test("/react refuses anything but an emoji")
  func reactNothing() async throws {
    let mia = try await started()
    await mia.enter("/react nonsense", .status("No emoji named nonsense"))
    #expect(try await mia.said().last?.reactions.isEmpty == true)
  }

  @Test("/thread opens the thread of the last message")
  func thread() async throws {
    let mia = try await started()
    await mia.enter("/thread", .header("Thread · #general"))
    await mia.enter("a reply")
    let parent = try #require(try await mia.said().first)
    #expect(try await mia.said(under: parent.id).map(\.text) == ["a reply"])
  }

  @Test("/discard deletes the draft with its quote and files")
  func discard() async throws {
    let mia = try await started()
    await mia.enter("/quote")
    await mia.enter("/attach /home/mia/photo.png", .shows("> Ana García"), .shows("photo.png"))
    await mia.enter("/discard", .hides("> Ana García"), .hides("▤ photo.png"))
    #expect(mia.draft() == nil)
    await mia.keys("C-_")
    #expect(mia.shows("> Ana García") && mia.shows("photo.png"), "undo brings back what has no words")
  }

  @Test("/discard before text removes it; the history has the text without the command")
  func discardWords() async throws {
    let mia = try await started()
    await mia.enter("/quote")
    await mia.type("one @an", keys: "Tab C-j")
    await mia.type("two", keys: "M-<")
    await mia.enter("/discard ")
    #expect(
      mia.draft() == nil && mia.line == "|write to #general" && !mia.shows("> Ana García"), "\(mia.picture)")
    #expect(try await mia.history().first == "one Ana García \ntwo")
    mia.sees("C-x h")
    await mia.keys("C-_")
    #expect(mia.draft()?.text == "one Ana García \ntwo" && mia.shows("> Ana García"))
    await mia.keys("Enter")
    let last = try await mia.said().last
    #expect(last?.mentionedUsers == ["ana"] && last?.quoted != nil)
  }

  @Test("/discard says if there is nothing to discard")
  func discardNothing() async throws {
    let mia = try await started()
    await mia.enter("/discard", .shows("Nothing to discard"))
  }

  @Test("/attach adds a file, and says if it does not exist")
  func attach() async throws {
    let mia = try await started()
    await mia.enter("/attach ~/photo.png", .shows("▤ photo.png  48"))
    await mia.enter("/attach /nowhere/x.txt", .notice("Cannot read /nowhere/x.txt: No such file"))
  }

  @Test("/read marks the channel as read")
  func read() async throws {
    let mia = try await started()
    try await mia.said(40)
    await mia.keys("PgUp PgUp")
    try await mia.say("new", by: "ana")
    #expect(mia.screen[1].contains(" 1"), "\(mia.picture)")
    await mia.enter("/read")
    #expect(!mia.screen[1].contains(" 1  "), "\(mia.screen[1])")
  }

  @Test("/offline disconnects, /online sends what waited")
  func offline() async throws {
    let mia = try await started()
    await mia.enter("/offline", .status("offline"))
    await mia.enter("said offline", .shows("said offline"), .shows("queued"))
    #expect(try await mia.said().count == 1)
    await mia.enter("/online")
    #expect(mia.status.contains("online") && !mia.status.contains("offline"))
    #expect(try await mia.said().last?.text == "said offline")
    #expect(!mia.shows("queued"))
  }

  @Test("/retry resends failed messages here, and says if none failed")
  func retry() async throws {
    let mia = try await started()
    await mia.enter("/retry", .status("Nothing failed here"))
    let device = await mia.service.device(user: "mia", id: "terminal")
    await device.setFaults(.with { $0.refusals = [RefusedRequest([.send], .notAllowed)] })
    await mia.enter("one")
    await mia.enter("two")
    #expect(mia.screen.count { $0.contains("! failed  R") } == 2)
    await device.setFaults(.none)
    await mia.enter("/retry")
    #expect(try await mia.said().map(\.text).suffix(2) == ["one", "two"])
  }

  @Test("/sidebar hides and shows the sidebar")
  func sidebar() async throws {
    let mia = try await started()
    await mia.enter("/sidebar", .hides("┌ Channels"))
    await mia.enter("/sidebar", .shows("┌ Channels"))
  }

  @Test("/theme changes the colours and lists the themes")
  func theme() async throws {
    let mia = try await started()
    var looks: [Set<Style>] = []
    for theme in ["auto", "light", "contrast", "dark", "auto"] {
      await mia.enter("/theme " + theme)
      looks.append(Set(mia.terminal.frame?.grid.cells.map(\.style) ?? []))
    }
    #expect(looks[0] == looks[4] && Set(looks).count == 4)
    await mia.enter("/theme pink", .notice("auto, dark, light and contrast"), .line("/theme pink|"))
  }

  @Test("Tab completes the words that a command offers")
  func words() async throws {
    let mia = try await started()
    await mia.type("/theme ", .shows("contrast"))
    await mia.type("da", keys: "Tab", .line("/theme dark|"))
    await mia.keys("Enter", .notice("Theme: dark"))
    await mia.type("/notify no", keys: "Tab", .line("/notify nothing|"))
    await mia.keys("C-a C-k")
    await mia.type("/notify x", .shows("choose which messages here notify you"))
  }

  @Test("/mouse turns mouse reports on and off")
  func mouse() async throws {
    let mia = try await started()
    #expect(!mia.terminal.acts.contains(.reportMouse(true)), "it is the terminal's unless somebody wants it")
    await mia.enter("/mouse")
    #expect(
      mia.terminal.acts.last == .reportMouse(true) && mia.foot.contains("Mouse on; hold Shift to select text")
    )
    await mia.enter("/mouse", .notice("Mouse off; the terminal handles it"))
    #expect(mia.terminal.acts.last == .reportMouse(false))
    await mia.enter("/mouse on")
    #expect(mia.terminal.acts.last == .reportMouse(true))
    await mia.enter("/mouse away")
    #expect(mia.foot.contains("Use /mouse on or /mouse off") && mia.terminal.acts.last == .reportMouse(true))
  }

  @Test("Up brings a command back; after a message it edits the message; the history lists no commands")
  func again() async throws {
    let mia = try await started()
    await mia.enter("/search apples")
    await mia.keys("Esc Up", .line("/search apples|"))
    await mia.keys("Down", .line("|write to #general"))
    await mia.enter("some words")
    await mia.keys("Up", .shows("✎ editing: some words"))
    await mia.keys("Esc C-r", .shows("┌ Sent to #general"), .hides("/search apples"))
  }

  @Test("A command of several lines is refused and stays")
  func severalLines() async throws {
    let mia = try await started()
    await mia.type("/topic one", keys: "C-j")
    await mia.enter("two", .notice("A command is one line; begin with // to send this as text"))
    #expect(mia.line == "two|")
  }

  @Test("Commands are not in the history of texts, and M-p finds them after a restart")
  func history() async throws {
    let mia = try await started()
    await mia.enter("/members")
    await mia.keys("Esc")
    await mia.enter("/search apples")
    await mia.keys("Esc C-x h", .shows("nothing sent or cleared yet"))
    await mia.keys("Esc")
    try await mia.restart()
    await mia.go(to: "general")
    await mia.keys("M-p", .line("/search apples|"))
  }
}

import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Commands that begin with a slash", .serialized)
struct SlashCommandTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    await mia.start()
    return mia
  }

  private func run(_ line: String, in mia: Scenario) async {
    await mia.type(line)
    await mia.keys("Enter")
  }

  @Test(
    "Each command that shows something shows it, and nothing is sent",
    arguments: [
      ("/help", "┌ Commands and keys"), ("/keys", "┌ Keys"), ("/members", "Members of #general"),
      ("/pins", "Pinned in #general"), ("/threads", "┌ Threads"), ("/drafts", "┌ Drafts"),
      ("/history", "History of #general"), ("/search", "Search in #general"),
      ("/searchall", "Search everywhere"), ("/search question", "> question"),
      ("/searchall quest", "> quest"),
      ("/help /join", "join a channel and go there"), ("/help join", "join a channel and go there"),
    ])
  func shows(_ line: String, _ words: String) async throws {
    let mia = try await started()
    await run(line, in: mia)
    #expect(mia.shows(words), "\(mia.picture)")
    await mia.keys("Esc")
    #expect(mia.line == "|write to #general")
    #expect(mia.draft() == nil)
    #expect(try await mia.said().count == 1)
  }

  @Test(
    "/join goes to a channel of others, with or without its sign", arguments: ["/join plans", "/join #plans"])
  func join(_ line: String) async throws {
    let mia = try await started()
    _ = try await mia.service.device(user: "ben", id: "other").createChannel(
      NewChannel(id: "c42", name: "plans", type: .public))
    await run(line, in: mia)
    #expect(mia.header.hasPrefix("#plans"))
    await run("hello", in: mia)
    #expect(try await mia.said(in: "c42").last?.text == "hello")
  }

  @Test("/join without a channel says what it is, and one that is not there is said")
  func joinNothing() async throws {
    let mia = try await started()
    await run("/join", in: mia)
    #expect(mia.status.contains("/join CHANNEL"))
    await mia.keys("C-u")
    await run("/join nowhere", in: mia)
    #expect(mia.status.contains("nowhere"), "\(mia.status)")
  }

  @Test("/leave leaves the channel and goes to another one")
  func leave() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await run("/leave", in: mia)
    #expect(mia.header.hasPrefix("#general") && !mia.shows("# offtopic"))
  }

  @Test("/leave asks first where one cannot join again")
  func leaveGroup() async throws {
    let mia = try await started()
    await run("/leave", in: mia)
    #expect(mia.shows("Leave #general?"), "\(mia.picture)")
    await mia.keys("Esc")
    #expect(mia.header.hasPrefix("#general"))
    await run("/leave", in: mia)
    await mia.confirm()
    #expect(!mia.header.hasPrefix("#general") && !mia.shows("# general"), "\(mia.picture)")
  }

  @Test("/create makes a channel with people in it and goes there")
  func create() async throws {
    let mia = try await started()
    await run("/create plans ana @ben", in: mia)
    #expect(mia.header.hasPrefix("#plans"))
    await mia.keys("C-x m")
    let main = mia.main.joined()
    #expect(main.contains("Ana García") && main.contains("Ben Okafor") && !main.contains("Alex Dunn"))
  }

  @Test("/dm opens the conversation with somebody; further words are its draft and not sent")
  func dm() async throws {
    let mia = try await started()
    await run("/dm ana lunch at noon?", in: mia)
    #expect(mia.header.hasPrefix("@ Ana García") && mia.line == "lunch at noon?|")
  }

  @Test("/dm leaves a draft that is there whole, and writes below it")
  func dmBesideDraft() async throws {
    let mia = try await started()
    await run("/dm alex see you tomorrow", in: mia)
    await mia.keys("M-b M-1")
    await run("/dm alex hello there", in: mia)
    #expect(
      mia.draft(in: try await mia.device("mia").directChannel(with: "alex").id)?.text
        == "see you tomorrow\nhello there", "\(mia.picture)")
  }

  @Test("Nobody is invited by mistake: an id means one person, a word that fits several means none")
  func whoIsMeant() async throws {
    let mia = try await started()
    for (id, name) in [("ab", "Alex Brown"), ("ac", "Alex Cole"), ("alexa", "Aaron Alexson")] {
      await mia.service.add(User(id: UserID(id), name: name))
    }
    await mia.keys("M-2")
    await run("/invite Alex", in: mia)
    #expect(mia.status.contains("@ab") && mia.status.contains("@ac"), "\(mia.status)")
    await run("/invite alex", in: mia)
    await mia.keys("C-x m")
    #expect(mia.shows("Alex Dunn") && !mia.shows("Alex Brown"), "\(mia.picture)")
  }

  @Test("/dm takes a mention for the person")
  func dmMention() async throws {
    let mia = try await started()
    await mia.type("/dm @benn")
    await mia.keys("Backspace Tab Enter")
    #expect(mia.header.hasPrefix("@ Ben Okafor"), "\(mia.picture)")
  }

  @Test("/invite brings people into the channel")
  func invite() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await run("/invite ben alex", in: mia)
    await mia.keys("C-x m")
    #expect(mia.shows("Ben Okafor") && mia.shows("Alex Dunn"))
  }

  @Test("/topic says what the channel is about, and without words takes it away")
  func topic() async throws {
    let mia = try await started()
    await run("/topic All of us", in: mia)
    #expect(mia.header.contains("All of us"))
    await run("/topic", in: mia)
    #expect(mia.header == "#general", "\(mia.header)")
  }

  @Test("/rename gives the channel another name")
  func rename() async throws {
    let mia = try await started()
    await run("/rename everyone", in: mia)
    #expect(mia.header.hasPrefix("#everyone") && mia.shows("# everyone"))
  }

  @Test("/pin pins the last message, /unpin takes the pin off")
  func pin() async throws {
    let mia = try await started()
    await run("/pin", in: mia)
    #expect(mia.shows("pinned"))
    await run("/unpin", in: mia)
    #expect(!mia.shows("pinned"))
    await run("/unpin", in: mia)
    #expect(mia.status.contains("Nothing is pinned here"))
  }

  @Test("/edit edits what you said last, and says when there is nothing")
  func edit() async throws {
    let mia = try await started()
    await run("/edit", in: mia)
    #expect(mia.status.contains("You have said nothing here yet"))
    await run("a tpyo", in: mia)
    await run("/edit", in: mia)
    #expect(mia.shows("✎ editing: a tpyo") && mia.line == "a tpyo|")
    await mia.keys("Esc")
    #expect(mia.line == "|write to #general", "the command is no draft that comes back")
  }

  @Test("/quote quotes the last message")
  func quote() async throws {
    let mia = try await started()
    await run("/quote", in: mia)
    #expect(mia.shows("> Ana García: a question"))
    await run("my answer", in: mia)
    #expect(try await mia.said().last?.quoted != nil)
  }

  @Test(
    "/react reacts to the last message, with an emoji or its name",
    arguments: ["/react 👍", "/react :thumbsup:", "/react thumbsup"])
  func react(_ line: String) async throws {
    let mia = try await started()
    await mia.type(line)
    await mia.keys("Esc Enter")
    #expect(mia.shows("👍 1"), "\(mia.picture)")
  }

  @Test("A reaction that is refused is told and taken off, and one without a connection waits for it")
  func reactLater() async throws {
    let mia = try await started()
    await mia.refuse([.setReaction])
    await mia.type("/react 👍")
    await mia.keys("Esc Enter")
    await mia.settle()
    #expect(mia.status.contains("You may not do that"), "\(mia.status)")
    #expect(!mia.shows("👍 1"), "\(mia.picture)")
    await mia.noFaults()
    await run("/offline", in: mia)
    await mia.type("/react 👍")
    await mia.keys("Esc Enter")
    #expect(mia.shows("👍 1"), "\(mia.picture)")
    #expect(try await mia.said().last?.reactions.isEmpty == true)
    await run("/online", in: mia)
    await mia.wait(.seconds(60))
    #expect(try await mia.said().last?.reactions.first?.users == ["mia"])
  }

  @Test("/react with what is no emoji says so")
  func reactNothing() async throws {
    let mia = try await started()
    await run("/react nonsense", in: mia)
    #expect(mia.status.contains("no emoji nonsense"), "\(mia.status)")
    #expect(try await mia.said().last?.reactions.isEmpty == true)
  }

  @Test("/thread opens the thread of the last message")
  func thread() async throws {
    let mia = try await started()
    await run("/thread", in: mia)
    #expect(mia.header.hasPrefix("Thread · #general"))
    await run("a reply", in: mia)
    let parent = try #require(try await mia.said().first)
    #expect(try await mia.said(under: parent.id).map(\.text) == ["a reply"])
  }

  @Test("/discard deletes the draft with its quote and files")
  func discard() async throws {
    let mia = try await started()
    await run("/quote", in: mia)
    await run("/attach /home/mia/photo.png", in: mia)
    #expect(mia.shows("> Ana García") && mia.shows("photo.png"))
    await run("/discard", in: mia)
    #expect(!mia.shows("> Ana García") && !mia.shows("▤ photo.png"))
    #expect(mia.draft() == nil)
    await mia.keys("C-_")
    #expect(mia.shows("> Ana García") && mia.shows("photo.png"), "undo brings back what has no words")
  }

  @Test("/discard before words takes those away, and they are in the history without the command")
  func discardWords() async throws {
    let mia = try await started()
    await run("/quote", in: mia)
    await mia.type("one @an")
    await mia.keys("Tab C-j")
    await mia.type("two")
    await mia.keys("M-<")
    await run("/discard ", in: mia)
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

  @Test("/discard with nothing to discard says so")
  func discardNothing() async throws {
    let mia = try await started()
    await run("/discard", in: mia)
    mia.sees("nothing to discard")
  }

  @Test("/attach sends a file along, and says when there is none by that name")
  func attach() async throws {
    let mia = try await started()
    await run("/attach ~/photo.png", in: mia)
    #expect(mia.shows("▤ photo.png  48"))
    await run("/attach /nowhere/x.txt", in: mia)
    #expect(mia.status.contains("/nowhere/x.txt cannot be read"))
  }

  @Test("/read reads everything here")
  func read() async throws {
    let mia = try await started()
    try await mia.said(40)
    await mia.keys("PgUp PgUp")
    try await mia.say("new", by: "ana")
    #expect(mia.screen[1].contains(" 1"), "\(mia.picture)")
    await run("/read", in: mia)
    #expect(!mia.screen[1].contains(" 1  "), "\(mia.screen[1])")
  }

  @Test("/offline works without a connection, /online sends what waited")
  func offline() async throws {
    let mia = try await started()
    await run("/offline", in: mia)
    #expect(mia.status.contains("offline"), "\(mia.status)")
    await run("said offline", in: mia)
    #expect(mia.shows("said offline") && mia.shows("queued"))
    #expect(try await mia.said().count == 1)
    await run("/online", in: mia)
    #expect(mia.status.contains("online") && !mia.status.contains("offline"))
    #expect(try await mia.said().last?.text == "said offline")
    #expect(!mia.shows("queued"))
  }

  @Test("/retry sends again what failed here, and says when nothing did")
  func retry() async throws {
    let mia = try await started()
    await run("/retry", in: mia)
    #expect(mia.status.contains("Nothing failed here"))
    let device = await mia.service.device(user: "mia", id: "terminal")
    var faults = ServiceFaults.none
    faults.refusals = [RefusedRequest([.send], .notAllowed)]
    await device.setFaults(faults)
    await run("one", in: mia)
    await run("two", in: mia)
    #expect(mia.screen.count { $0.contains("! failed  R") } == 2)
    await device.setFaults(.none)
    await run("/retry", in: mia)
    #expect(try await mia.said().map(\.text).suffix(2) == ["one", "two"])
  }

  @Test("/sidebar folds the list of channels away, and back")
  func sidebar() async throws {
    let mia = try await started()
    await run("/sidebar", in: mia)
    #expect(!mia.shows("┌ Channels"))
    await run("/sidebar", in: mia)
    #expect(mia.shows("┌ Channels"))
  }

  @Test("/theme takes other colours, and says which there are")
  func theme() async throws {
    let mia = try await started()
    var looks: [Set<Style>] = []
    for theme in ["auto", "light", "contrast", "dark", "auto"] {
      await run("/theme " + theme, in: mia)
      looks.append(Set(mia.terminal.frame?.grid.cells.map(\.style) ?? []))
    }
    #expect(looks[0] == looks[4] && Set(looks).count == 4)
    await run("/theme pink", in: mia)
    #expect(mia.foot.contains("auto, dark, light and contrast"))
  }

  @Test("/mouse has the terminal tell of its mouse, and leaves it alone again")
  func mouse() async throws {
    let mia = try await started()
    #expect(!mia.terminal.acts.contains(.reportMouse(true)), "it is the terminal's unless somebody wants it")
    await run("/mouse", in: mia)
    #expect(mia.terminal.acts.last == .reportMouse(true) && mia.foot.contains("Shift selects"))
    await run("/mouse", in: mia)
    #expect(mia.terminal.acts.last == .reportMouse(false))
    await run("/mouse on", in: mia)
    #expect(mia.terminal.acts.last == .reportMouse(true))
    await run("/mouse away", in: mia)
    #expect(mia.foot.contains("on or off") && mia.terminal.acts.last == .reportMouse(true))
  }

  @Test("A command is no message even when the connection is away, and is not in what was sent")
  func notSent() async throws {
    let mia = try await started()
    await run("/members", in: mia)
    await mia.keys("Esc M-p")
    #expect(mia.status.contains("Nothing was sent from here yet"))
  }

  @Test("A command of several lines is refused, and stays")
  func severalLines() async throws {
    let mia = try await started()
    await mia.type("/topic one")
    await mia.keys("C-j")
    await mia.type("two")
    await mia.keys("Enter")
    #expect(mia.foot.contains("A command is one line; with // in front it is sent as it is"))
    #expect(mia.line == "two|")
  }

  @Test("A mere command is not among what left the composer; one with words is, for it may come to nothing")
  func history() async throws {
    let mia = try await started()
    await run("/members", in: mia)
    await mia.keys("Esc")
    #expect(try await mia.history().isEmpty)
    await run("/search apples", in: mia)
    await mia.keys("Esc C-x h")
    mia.sees("/search apples")
    mia.misses("/members")
  }
}

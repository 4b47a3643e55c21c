import ChatDomain
import Composer
import Testing

@testable import ChatUI

@Suite("The first hour", .serialized)
struct FirstHourTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("question", by: "ana")
    return await mia.start()
  }

  @Test("Tab after a bare name suggests people, as in IRC")
  func bareName() async throws {
    let mia = try await started()
    await mia.type("hi al", keys: "Tab", .shows("people"), .line("hi @al|"))
    await mia.keys("Tab", .line("hi Alex Dunn |"))
    await mia.keys("C-u")
    await mia.type("hi zzz", keys: "Tab", .shows("“zzz”: no name begins with it"), .line("hi zzz|"))
    // Within a word, and after a mention, Tab changes nothing.
    await mia.keys("C-u")
    await mia.type("alan", keys: "C-b C-b Tab", .line("al|an"))
  }

  @Test(
    "The popup knows the commands of other programs",
    arguments: [
      ("/names", "/members"), ("/part", "/leave"), ("/msg", "/dm"), ("/lastlog", "/search"),
      ("/who", "/members"),
    ])
  func aliases(_ typed: String, _ own: String) async throws {
    let mia = try await started()
    await mia.type(typed, .shows(own))
    mia.misses("no such command")
  }

  @Test(
    "Commands without a counterpart name the way",
    arguments: [("/delete", "then d deletes it"), ("/clear", "C-l"), ("/server", "/login signs in")])
  func ways(_ typed: String, _ way: String) async throws {
    let mia = try await started()
    await mia.enter(typed)
    #expect(mia.foot.contains(way), "\(mia.picture)")
  }

  @Test("Escape closes a thread when nothing else is open, and the reply stays as a draft")
  func escapeInThread() async throws {
    let mia = try await started()
    await mia.keys("M-s t", .shows("Thread · #general"), .shows("C-x 0 close"))
    await mia.type("a reply", keys: "M-s Esc", .shows("Thread · #general"))
    await mia.keys("Esc", .header("#general"), .notice("Your draft stays in the thread; C-x d lists it"))
    await mia.keys("Esc", .line("|write to #general"))
    await mia.keys("M-s t")
    #expect(mia.line.replacing("|", with: "") == "a reply")
  }

  @Test("With vi's keys Escape closes a thread only in normal mode, and not in the middle of a command")
  func viEscapeInThread() async throws {
    var settings = Settings()
    settings.keyStyle = .vi
    let mia = try await Scenario(settings: settings)
    try await mia.say("question", by: "ana")
    await mia.start()
    await mia.keys("M-s t", type: "a reply")
    await mia.keys("Esc", .shows("NORMAL"), .shows("Thread · #general"))
    await mia.keys("d Esc", .shows("Thread · #general"))
    await mia.keys("Esc", .header("#general"))
    #expect(mia.app.thread == nil, "\(mia.picture)")
  }

  @Test("/close in a thread closes it, and in a channel asks whether to leave")
  func closeCommand() async throws {
    let mia = try await started()
    await mia.keys("M-s t")
    await mia.enter("/close", .header("#general"), .hides("Leave #general?"))
    #expect(mia.app.thread == nil)
    await mia.enter("/close", .shows("Leave #general?"))
  }

  @Test("/vi switches the keys at once, says what makes it last, and /vi off switches back")
  func viKeys() async throws {
    var settings = Settings()
    settings.configurationFile = "/c.json5"
    let mia = try await Scenario(columns: 120, settings: settings)
    await mia.start()
    mia.misses("INSERT")
    await mia.enter("/vi maybe", .notice("Use /vi on or /vi off"))
    await mia.keys("C-u")
    await mia.enter("/vi", .shows("INSERT"), .notice("Vi's keys until you quit"))
    #expect(
      mia.foot.contains(#"{ keys: { style: "vi" } } in /c.json5 keeps them"#), "\(mia.picture)")
    await mia.type("one two", keys: "Esc", .shows("NORMAL"))
    await mia.keys("d b", .line("one |o"))
    await mia.keys("M-2 M-1", .shows("NORMAL"))
    await mia.keys("d d i")
    await mia.enter("/vi off", .hides("INSERT"))
    await mia.type("plain", keys: "C-a C-k", .line("|write to #general"))
  }

  @Test("Line mode has no vi keys, and without a home there is no configuration to write")
  func noViKeys() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let said = await mia.hearing { await mia.enter("/vi") }
    #expect(said.contains { $0.lowercased().contains("vi's keys need a screen") }, "\(said)")
    let other = try await started()
    await other.keys("F1")
    await other.type("edit with Emacs", keys: "Enter", .notice("No folder for a configuration"))
  }

  @Test("Enter on a setting in the help says where it is written")
  func settingInHelp() async throws {
    var settings = Settings()
    settings.configurationFile = "/c.json5"
    let mia = try await Scenario(columns: 120, settings: settings)
    await mia.start()
    await mia.keys("F1")
    await mia.type("edit with Emacs", keys: "Enter")
    #expect(
      mia.foot.contains(
        #"Write { keys: { style: "emacs" } } into /c.json5; it is read at the start"#),
      "\(mia.picture)")
  }

  @Test("A command in vi's box that leaves the text alone runs over a half-done edit")
  func viBoxOverEdit() async throws {
    var settings = Settings()
    settings.keyStyle = .vi
    let mia = try await Scenario(settings: settings)
    try await mia.say("what I said", by: "mia")
    await mia.start()
    await mia.keys("Up", type: " once")
    await mia.keys("Esc :", type: "threads")
    await mia.keys("Enter", .shows("┌ Threads"))
    await mia.keys("Esc", .shows("editing"))
    await mia.keys(":", type: "topic x")
    await mia.keys("Enter", .notice("This command needs an empty composer"))
  }

  @Test("The text of /msg waits in the conversation, and the last line says so")
  func textOfMessage() async throws {
    let mia = try await started()
    await mia.enter("/msg alex hello", .line("hello|"))
    #expect(mia.foot.contains("Your text to @Alex Dunn is not sent yet; Enter sends it"), "\(mia.picture)")
    await mia.keys("Enter")
    let place = try #require(mia.app.focused?.key.channelId)
    #expect(try await mia.said(in: place).map(\.text) == ["hello"])
  }

  @Test(
    "The commands of other programs for windows go to a channel",
    arguments: ["/win 2", "/window 2", "/buffer 2"])
  func windows(_ line: String) async throws {
    let mia = try await started()
    try await mia.say("hi", by: "ana", in: "offtopic")
    await mia.enter(line, .header("#offtopic"))
  }

  @Test("In message mode its keys are shown, and not the tour")
  func messageModeInTour() async throws {
    let mia = try await started()
    mia.app.beginTour()
    await mia.settle()
    mia.sees("Tour 1/6")
    await mia.keys("M-s", .shows("r reply"))
    mia.misses("Tour 1/6")
    await mia.keys("Esc", .shows("Tour 1/6"))
  }

  @Test("A mention in a thread takes the tour on")
  func tourInThread() async throws {
    let mia = try await started()
    mia.app.beginTour()
    await mia.settle()
    await mia.keys("M-s t")
    await mia.type("@al", keys: "Tab")
    mia.sees("Tour 3/6")
  }

  @Test("/theme says which theme is used")
  func theme() async throws {
    let mia = try await started()
    await mia.enter("/theme light", .shows("Theme: light"))
    await mia.enter("/theme", .shows("Theme: auto"))
  }

  @Test("Enter in the help runs the key or writes the command")
  func helpRuns() async throws {
    let mia = try await started()
    await mia.keys("F1")
    await mia.type("show all drafts", keys: "Enter", .shows("┌ Drafts"))
    await mia.keys("Esc")
    await mia.type("half a sentence")
    await mia.keys("F1 Enter", .shows("Enter sends only in the composer"), .shows("┌ Keys"))
    await mia.keys("Esc", .line("half a sentence|"))
    await mia.keys("C-u F1")
    await mia.type("upload", keys: "Enter", .line("/attach |"))
    await mia.keys("F1")
    await mia.type("/topic", keys: "Enter", .notice("Send your text or put it aside first, then type /topic"))
  }

  @Test("A command from the help is typed into the composer, also out of message mode")
  func helpOutOfMessageMode() async throws {
    let mia = try await started()
    await mia.keys("M-s F1")
    await mia.type("topic", keys: "Enter")
    await mia.type("plan", .line("/topic plan|"))
    mia.misses("Pin this message?")
  }

  @Test("What was put aside and sent since is not restored, and a file that stayed is not attached again")
  func undoAfterSending() async throws {
    let mia = try await started()
    await mia.type("once", keys: "C-c C-_")
    await mia.keys("Enter")
    await mia.enter("/undo", .shows("Nothing to undo"), .line("|write to #general"))
    #expect(try await mia.said().map(\.text) == ["question", "once"])
  }

  @Test("C-x u restores only what was put aside here")
  func undoHere() async throws {
    let mia = try await started()
    try await mia.say("hello", by: "ana", in: "offtopic")
    await mia.type("aside", keys: "C-c")
    await mia.keys("M-Down C-x u", .shows("Nothing to undo"))
    await mia.keys("M-Up C-x u", .line("aside|"))
  }

  @Test("While people are suggested, nothing is said yet about a name that notifies no one")
  func noWarningWhileChoosing() async throws {
    let mia = try await started()
    await mia.type("mail @al", .shows("people"), .hides("notifies no one"))
    await mia.keys("Esc", .shows("@al notifies no one"))
  }
}

import Glibc
import ProgramTerminal
import Testing

extension GuideTests {
  @Test("Drafts: the next start")
  func nextStart() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    guide.names("/offline", "/online")
    try first.type("\(Press.ctrlX("2"))/offline\(Keys.enter)")
    try first.until("offline") { $0.line(23).contains("offline") && $0.shows("▸ Direct +") }
    try first.type("\(Keys.messageMode)tin the thread")
    try first.until("the reply") { $0.row == "in the thread" && $0.shows("↳ @you") && $0.shows("✎") }
    first.send(SIGKILL)
    _ = try first.end()
    let second = try VirtualTerminal([BuiltProgram.inkwell, "--quiet", "--seed", "1"], home: home)
    try second.until("where it was") {
      $0.row == "in the thread" && $0.shows("→ thread in #general", "▸ Direct +", "Offline, as you left it")
    }
    try second.type("\(Keys.killLine)/online\(Keys.enter)")
    try second.until("online") { $0.line(23).contains("demo") && !$0.line(23).contains("offline") }
    try second.type(Keys.metaDown, until: "→ #help")
    try second.type(Keys.leave)
    _ = try second.end()
    let third = try VirtualTerminal([BuiltProgram.inkwell, "--quiet", "--seed", "1"], home: home)
    try third.until("the channel") { $0.shows("→ #help", "demo") }
  }

  @Test("Drafts")
  func drafts() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("ask @ale", until: "›Alex Dunn")
    try first.type("\(Keys.tab)today")
    try first.until("the draft") { $0.row == "ask Alex Dunn today" && !$0.shows("›") }
    let end = first.cursor
    try first.type(Press.word, until: "the caret before the word") { $0.cursor.column == end.column - 5 }
    let caret = first.cursor
    try first.type(Keys.metaDown, until: "the pencil") { $0.shows("│    ✎ ask Alex Dunn", "→ #help") }
    try first.type(Keys.metaUp)
    try first.until("the caret") { $0.row == "ask Alex Dunn today" && $0.cursor == caret }
    #expect(first.shows("drafts saved"))
    first.send(SIGKILL)
    _ = try first.end()
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("the draft and the caret") { $0.row == "ask Alex Dunn today" && $0.cursor == caret }
    guide.names("C-x d")
    try second.type(Keys.drafts, until: "the list") { $0.shows("┌ Drafts", "▸ ✎ ask Alex Dunn") }
    try second.type(Press.escape, until: "no list") { !$0.shows("┌ Drafts") }
    guide.names("C-c")
    try second.type("\u{3}", until: "an empty composer") { $0.shows("Put aside", "write to #general") }
    try second.type("sent\(Keys.enter)")
    try second.until("the message") { $0.shows("you          sent") && $0.row.hasPrefix("write to") }
    guide.names("C-x h")
    try second.type(Press.ctrlX("h"))
    try second.until("the history") { $0.shows("┌ History of #general", "put aside", "▸ sent") }
    try second.type("ask", until: "▸ ask Alex Dunn")
    try second.type(Keys.enter, until: "the words") { $0.row == "ask Alex Dunn today" }
    try second.type(Keys.preview, until: "⇒ notifies Alex Dunn")
    try second.type(Keys.preview)
    try second.type("\(Keys.messageMode)e", until: "the edit") { $0.row == "sent" }
    try second.type(Press.escape, until: "the draft") { $0.row == "ask Alex Dunn today" }
    guide.names("Escape", "C-g")
    try second.type(Keys.cancel)
    try second.untilAtRest()
    #expect(second.row == "ask Alex Dunn today")
  }

  @Test("Sending")
  func sending() throws {
    let terminal = try VirtualTerminal.inkwell()
    guide.names("/offline")
    try terminal.type("/offline\(Keys.enter)", until: "offline · /online")
    try terminal.type("first\(Keys.enter)second\(Keys.enter)", until: "both waiting") {
      $0.shows("first", "second") && $0.text.split(separator: "queued").count == 3
    }
    guide.names("/online")
    try terminal.type("/online\(Keys.enter)", until: "both sent") {
      $0.shows("you          first", "demo") && !$0.shows("queued") && !$0.shows("sending")
    }
    let ends = (0..<terminal.rows).compactMap { terminal.line($0).split(separator: " ").last }
    #expect(ends.filter { $0 == "first" || $0 == "second" } == ["first", "second"])
  }

  @Test("When something goes wrong")
  func wrong() throws {
    let home = Scratch()
    let owner = try VirtualTerminal.inkwell(home: home)
    let second = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: home)
    try second.until("who has it") {
      $0.shows("Process \(owner.process) has had this profile open since")
        && $0.shows("nothing is saved here")
    }
    try owner.type(Keys.leave)
    #expect(try owner.end() == 0)
    try second.until("demo")
    try second.type("taken")
    // If the takeover is already reported, the notice replaces the state of the drafts.
    try second.until("saved by the one that has it now") {
      $0.shows("demo") && $0.row == "taken"
        && ($0.shows("drafts saved") || $0.shows("Saving works again"))
    }
    try second.type(Keys.leave)
    #expect(try second.end() == 0)
    let broken = Scratch()
    broken.write("a file where a folder should be", to: ".local")
    let third = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: broken)
    try third.until("! not saved: ")
    try third.type("words", until: "the words") { $0.row == "words" }
    try third.type(Keys.leave, until: "Quit and lose text?")
    try third.listen(for: 400)
    try third.type(Keys.enter)
    #expect(try third.end() == 74)
    #expect(third.shows("inkwell: not everything was saved: "))
  }
}

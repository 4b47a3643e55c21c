import Glibc
import ProgramTerminal
import Testing

extension GuideTests {
  @Test("Drafts: the next start")
  func nextStart() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    guide.says(
      "The next start goes on where you left: with the channel and the thread that were open, and with the sections that were folded away. If you left with /offline, it stays offline until /online."
    )
    try first.type("\(Press.ctrlX("2"))/offline\(Keys.enter)")
    try first.until("offline") { $0.line(23).contains("offline") && $0.shows("▸ Direct +") }
    try first.type("\(Keys.messageMode)tin the thread")
    try first.until("the reply") { $0.row == "in the thread" && $0.shows("Robin Vale… ✎") }
    first.send(SIGKILL)
    _ = try first.end()
    let second = try VirtualTerminal([BuiltProgram.inkwell, "--quiet", "--seed", "1"], home: home)
    try second.until("where it was") {
      $0.row == "in the thread" && $0.shows("→ thread in #general", "▸ Direct +", "Offline, as you left it")
    }
    try second.type("\(Keys.killLine)/online\(Keys.enter)")
    try second.until("online") { $0.line(23).contains("online") }
    try second.type(Keys.metaDown)
    try second.until("→ #help")
    try second.type(Keys.leave)
    _ = try second.end()
    let third = try VirtualTerminal([BuiltProgram.inkwell, "--quiet", "--seed", "1"], home: home)
    try third.until("the channel") { $0.shows("→ #help", "online") }
  }

  @Test("Drafts")
  func drafts() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    guide.says(
      "Leave a channel in the middle of a sentence: the list shows the first words after a pencil, and they are there when you come back, with the caret where it was."
    )
    try first.type("ask @ale")
    try first.until("›Alex Dunn")
    try first.type("\(Keys.tab)today")
    try first.until("the draft") { $0.row == "ask Alex Dunn today" && !$0.shows("›") }
    let end = first.cursor
    try first.type(Press.word)
    try first.until("the caret before the word") { $0.cursor.column == end.column - 5 }
    let caret = first.cursor
    try first.type(Keys.metaDown)
    try first.until("the pencil") { $0.shows("│    ✎ ask Alex Dunn", "→ #help") }
    try first.type(Keys.metaUp)
    try first.until("the caret") { $0.row == "ask Alex Dunn today" && $0.cursor == caret }
    guide.says(
      "The same holds after a restart, a closed window, a power failure, a kill -9: text is on the disk before it is on the screen. The last line says drafts saved"
    )
    #expect(first.shows("drafts saved"))
    first.send(SIGKILL)
    _ = try first.end()
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("the draft and the caret") { $0.row == "ask Alex Dunn today" && $0.cursor == caret }
    guide.says("C-x d lists all of them")
    try second.type(Keys.drafts)
    try second.until("the list") { $0.shows("┌ Drafts", "▸ ✎ ask Alex Dunn") }
    try second.type(Press.escape)
    try second.until("no list") { !$0.shows("┌ Drafts") }
    guide.says("C-c moves the draft there with one key")
    try second.type("\u{3}")
    try second.until("an empty composer") { $0.shows("Put aside", "write to #general") }
    try second.type("sent\(Keys.enter)")
    try second.until("the message") { $0.shows("you         sent") && $0.row.hasPrefix("write to") }
    guide.says(
      "C-x h lists them, each text once with all that happened to it, Enter brings one back with its mentions"
    )
    try second.type(Press.ctrlX("h"))
    try second.until("the history") { $0.shows("┌ History of #general", "put aside", "▸ sent") }
    try second.type("ask")
    try second.until("▸ ask Alex Dunn")
    try second.type(Keys.enter)
    try second.until("the words") { $0.row == "ask Alex Dunn today" }
    try second.type(Keys.preview)
    try second.until("⇒ tells Alex Dunn")
    try second.type(Keys.preview)
    guide.says("an edit parks it, and it comes back when the edit is sent or given up")
    try second.type("\(Keys.messageMode)e")
    try second.until("the edit") { $0.row == "sent" }
    try second.type(Press.escape)
    try second.until("the draft") { $0.row == "ask Alex Dunn today" }
    guide.says("Nothing else clears what you typed, least of all Escape and C-g")
    try second.type(Keys.cancel)
    try second.untilAtRest()
    #expect(second.row == "ask Alex Dunn today")
  }

  @Test("Sending")
  func sending() throws {
    let terminal = try VirtualTerminal.inkwell()
    guide.says("type /offline and Enter")
    try terminal.type("/offline\(Keys.enter)")
    try terminal.until("! offline")
    guide.says("write something and send it: it is queued")
    try terminal.type("first\(Keys.enter)second\(Keys.enter)")
    try terminal.until("both waiting") {
      $0.shows("first", "second") && $0.text.split(separator: "queued").count == 3
    }
    guide.says("type /online and Enter: it goes out")
    try terminal.type("/online\(Keys.enter)")
    try terminal.until("both sent") {
      $0.shows("you         first", "online") && !$0.shows("queued") && !$0.shows("sending")
    }
    let ends = (0..<terminal.rows).compactMap { terminal.line($0).split(separator: " ").last }
    #expect(ends.filter { $0 == "first" || $0 == "second" } == ["first", "second"])
  }

  @Test("When something goes wrong")
  func wrong() throws {
    let home = Scratch()
    let owner = try VirtualTerminal.inkwell(home: home)
    let second = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: home)
    guide.says("Process … has had this profile open since …: nothing is saved here")
    try second.until("who has it") {
      $0.shows("Process \(owner.process) has had this profile open since")
        && $0.shows("nothing is saved here")
    }
    guide.says("this one only reads until the other one ends, then becomes the owner")
    try owner.type(Keys.leave)
    #expect(try owner.end() == 0)
    try second.until("online")
    try second.type("taken")
    // If the first word took the profile over, that is said in the place of the drafts' condition.
    try second.until("saved by the one that has it now") {
      $0.shows("online") && $0.row == "taken"
        && ($0.shows("drafts saved") || $0.shows("From now on what you write is saved"))
    }
    try second.type(Keys.leave)
    #expect(try second.end() == 0)
    guide.says(
      "If you leave while not everything is saved, the program says so on the way out, and the exit status is 74"
    )
    let broken = Scratch()
    broken.write("a file where a folder should be", to: ".local")
    let third = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: broken)
    guide.says("not saved: …")
    try third.until("! not saved: ")
    try third.type("words")
    try third.until("the words") { $0.row == "words" }
    try third.type(Keys.leave)
    #expect(try third.end() == 74)
    #expect(third.shows("inkwell: not everything was saved: "))
  }
}

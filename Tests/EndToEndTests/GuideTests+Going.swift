import ProgramTerminal
import Testing

extension GuideTests {
  @Test("Getting around")
  func going() throws {
    let terminal = try VirtualTerminal.inkwell()
    guide.says(
      "M-Down and M-Up go through the channels, M-1 to M-9 go to the row beside which that number stands, M-a to the next with something unread, M-/ back to the previous one"
    )
    try terminal.type(Keys.metaDown)
    try terminal.until("→ #help")
    try terminal.type(Keys.metaUp)
    try terminal.until("→ #general")
    #expect(terminal.shows("1# design", "2# general", "3# help"))
    try terminal.type(Press.meta("1"))
    try terminal.until("→ #design")
    try terminal.type(Press.meta("a"))
    try terminal.until("→ #release")
    try terminal.type(Press.meta("/"))
    try terminal.until("→ #design")
    guide.says(
      "/favourite puts a channel before the others. /notify mentions lets only mentions call for you there, /mute nothing, and again everything"
    )
    try terminal.type("/favourite\(Keys.enter)")
    try terminal.until("1★ design")
    try terminal.type("/mute\(Keys.enter)")
    try terminal.until("Muted, nothing calls for you")
    try terminal.type("/favourite\(Keys.enter)")
    try terminal.until("1# design")
    guide.says("C-x 1, C-x 2 and C-x 3 fold channels, conversations and threads away and back")
    try terminal.type(Press.ctrlX("1"))
    try terminal.until("▸ Channels +5")
    try terminal.type(Press.ctrlX("1"))
    try terminal.until("┌ Channels")
    guide.says("C-x b finds channels, people, threads and drafts by some letters of their names")
    try terminal.type("\(Press.ctrlX("b"))help")
    try terminal.until("▸ #help")
    try terminal.type(Keys.enter)
    try terminal.until("→ #help")
    guide.says(
      "PgUp scrolls up and loads older messages; your place is kept while messages arrive and when you leave and come back"
    )
    try terminal.type(Press.meta("2"))
    try terminal.until("you have time for a")
    try terminal.type(Press.pageUp)
    try terminal.until("older messages") { !$0.shows("you have time for a") && $0.shows("→ #general") }
    let older = terminal.line(10)
    try terminal.type(Keys.metaDown)
    try terminal.until("→ #help")
    try terminal.type(Keys.metaUp)
    try terminal.until("the same place") {
      $0.shows("→ #general") && $0.line(10).suffix(53) == older.suffix(53)
    }

    guide.says(
      "In an empty composer it does nothing, and the letters that follow are text")
    try terminal.type(Press.escape)
    try terminal.untilAtRest()
    try terminal.type("day")
    try terminal.until("text") { $0.row == "day" && !$0.shows("Delete this message?") }
    try terminal.type(Press.escape)
    try terminal.untilAtRest()
    #expect(terminal.row == "day")
    try terminal.type(Keys.killLine)
    guide.says("M-s chooses a message; j and k move")
    try terminal.type("mine\(Keys.enter)")
    try terminal.until("the message") { $0.shows("you         mine") && $0.row.hasPrefix("write to") }
    try terminal.type(Keys.messageMode)
    try terminal.until("r reply · t thread")
    guide.says(
      "r reply with a quote, t open its thread, e edit, d delete, p pin, + react, y copy, v show its picture large, o open a link or file, > save its file, R send again, D give up. q or Escape goes back"
    )
    try terminal.type("d")
    try terminal.until("Delete this message?")
    try terminal.type(Press.escape)
    try terminal.until("no question") { !$0.shows("Delete this message?") }
    try terminal.type("+")
    try terminal.until("┌ React")
    try terminal.type(Press.escape)
    try terminal.until("no list") { !$0.shows("┌ React") }
    try terminal.type("y")
    try terminal.until("Sent to the terminal's clipboard")
    guide.says("What was done ends the mode, and letters are text again; M-s begins again at that message")
    try terminal.type("hello")
    try terminal.until("text") { $0.row == "hello" }
    try terminal.type("\(Keys.killLine)\(Keys.messageMode)v")
    try terminal.until("There is no picture in it")
    try terminal.type("R")
    try terminal.until("Only what failed can be sent again")
    try terminal.type("D")
    try terminal.until("Only what failed can be given up")
    guide.says(
      "What deletes, or is seen by everybody, asks first and is confirmed with Enter: no letter does it, and a letter that has no meaning here goes back to the composer and is typed"
    )
    try terminal.type("p")
    guide.says("A deletion or a pin waits for ten seconds beside its message; C-x u takes it back")
    try terminal.confirm("Pin this message?")
    try terminal.until("how long it can be taken back") { $0.shows("It is pinned in 10 s", "takes it back") }
    try terminal.type(Press.ctrlX("u"))
    try terminal.until("Taken back: it is not pinned")
    try terminal.type("\(Keys.messageMode)kj")
    try terminal.type("e")
    try terminal.until("the edit") { $0.row == "mine" && $0.shows("edit") }
    try terminal.type(Press.escape)
    try terminal.until("no edit") { $0.row.hasPrefix("write to") }
    try terminal.type(Keys.messageMode)
    try terminal.until("r reply · t thread")
    try terminal.type("r")
    try terminal.until("the quote") { $0.line($0.cursor.row - 1).contains("> ") }
    try terminal.type(Press.escape)
    try terminal.until("no quote") { !$0.line($0.cursor.row - 1).contains("> ") }
    try terminal.type(Keys.messageMode)
    try terminal.until("r reply · t thread")
    try terminal.type("q")
    try terminal.until("the composer") { $0.row.hasPrefix("write to") && !$0.shows("r reply") }
  }

  @Test("Getting around: message layouts")
  func layouts() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("mine\(Keys.enter)")
    try terminal.until("the message") { $0.shows("you         mine") && $0.row.hasPrefix("write to") }
    guide.says(
      "which then have the whole width, with a free line before the next person; /layout compact puts them back"
    )
    try terminal.type("/layout cosy\(Keys.enter)")
    try terminal.until("a heading") { $0.shows("you  ") && !$0.shows("you         mine") }
    try terminal.type("/layout compact\(Keys.enter)")
    try terminal.until("beside each other") { $0.shows("you         mine") }
  }

  @Test("Getting around: threads, lists and commands")
  func threads() throws {
    let terminal = try VirtualTerminal.inkwell()
    guide.says("A thread opens at the right, or in place of the channel if there is no room")
    try terminal.type("\(Keys.messageMode)t")
    try terminal.until("→ thread in #general  [ ] also to the channel")
    #expect(!terminal.shows("⌕ 1 pinned"))
    terminal.resize(columns: 150, rows: 30)
    try terminal.until("both") { $0.shows("→ thread in #general", "⌕ 1 pinned") }
    guide.says("C-x c also sends the reply to the channel, C-x o switches between the two, C-x 0 closes it")
    try terminal.type("a reply\(Press.ctrlX("c"))")
    try terminal.until("[x]")
    try terminal.type(Press.ctrlX("o"))
    try terminal.type("here")
    try terminal.until("the channel's draft") { $0.shows("✎ here", "↳ Robin Vale do you have") }
    try terminal.type(Keys.closeThread)
    try terminal.until("no thread") { !$0.shows("→ thread in") }
    for (sentence, key, title) in [
      ("C-x t lists your threads", "t", "┌ Threads"),
      ("C-x s searches the channel", "s", "┌ Search in #general"),
      ("C-x S everywhere", "S", "┌ Search everywhere"),
      ("C-x p lists what is pinned", "p", "┌ Pinned in #general"),
      ("C-x m the members", "m", "┌ Members of #general"),
    ] {
      guide.says(sentence)
      try terminal.type(Press.ctrlX(key))
      try terminal.until(title)
      try terminal.type(Press.escape)
      try terminal.until("no list") { !$0.shows(title) }
    }
    guide.says(
      "A line that begins with / is a command; Tab completes it, /help lists them, and F1 the keys that hold where you are. To begin a message with a slash, type two."
    )
    try terminal.type("\(Keys.killLine)/hel\(Keys.tab)")
    try terminal.until("the command") { $0.shows("/help") }
    try terminal.type(Keys.enter)
    try terminal.until("the commands first") { $0.shows("┌ Commands and keys", "/join CHANNEL") }
    try terminal.type(Press.escape)
    try terminal.until("no list") { !$0.shows("┌ Commands and keys") }
    try terminal.type("\u{1B}OP")
    try terminal.until("the keys first") { $0.shows("┌ Keys and commands", "to the beginning of the line") }
    try terminal.type(Press.escape)
    try terminal.until("no list") { !$0.shows("┌ Keys and commands") }
    try terminal.type("//usr is full\(Keys.enter)")
    try terminal.until(" /usr is full")
  }
}

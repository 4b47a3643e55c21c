import ProgramTerminal
import Testing

extension GuideTests {
  @Test("Getting around")
  func going() throws {
    let terminal = try VirtualTerminal.inkwell()
    guide.names("M-Down", "M-Up", "M-1", "M-9", "M-a", "M-/")
    try terminal.type(Keys.metaDown, until: "→ #help")
    try terminal.type(Keys.metaUp, until: "→ #general")
    #expect(terminal.shows("1# design", "2# general", "3# help"))
    try terminal.type(Press.meta("1"), until: "→ #design")
    try terminal.type(Press.meta("a"), until: "→ #release")
    try terminal.type(Press.meta("/"), until: "→ #design")
    guide.names("/favourite", "/notify mentions", "/mute")
    try terminal.type("/favourite\(Keys.enter)", until: "1★ design")
    try terminal.type("/mute\(Keys.enter)", until: "muted: no notifications")
    try terminal.type("/favourite\(Keys.enter)", until: "1# design")
    guide.names("C-x 1", "C-x 2", "C-x 3")
    try terminal.type(Press.ctrlX("1"), until: "▸ Channels +5")
    try terminal.type(Press.ctrlX("1"), until: "┌ Channels")
    guide.names("C-x b")
    try terminal.type("\(Press.ctrlX("b"))help", until: "▸ #help")
    try terminal.type(Keys.enter, until: "→ #help")
    guide.names("PgUp")
    try terminal.type(Press.meta("2"), until: "you have time for a")
    try terminal.type(Press.pageUp)
    try terminal.until("older messages") { !$0.shows("you have time for a") && $0.shows("→ #general") }
    let older = terminal.line(10)
    try terminal.type(Keys.metaDown, until: "→ #help")
    try terminal.type(Keys.metaUp, until: "the same place") {
      $0.shows("→ #general") && $0.line(10).suffix(53) == older.suffix(53)
    }

    try terminal.type(Press.escape)
    try terminal.untilAtRest()
    try terminal.type("day", until: "text") { $0.row == "day" && !$0.shows("Delete this message?") }
    try terminal.type(Press.escape)
    try terminal.untilAtRest()
    #expect(terminal.row == "day")
    try terminal.type(Keys.killLine)
    guide.names("M-s")
    try terminal.type("mine\(Keys.enter)")
    try terminal.until("the message") { $0.shows("you          mine") && $0.row.hasPrefix("write to") }
    try terminal.type(Keys.messageMode, until: "r reply · t thread")
    guide.names("Escape")
    try terminal.type("d", until: "Delete this message?")
    try terminal.type(Press.escape, until: "no question") { !$0.shows("Delete this message?") }
    try terminal.type("+", until: "┌ React")
    try terminal.type(Press.escape, until: "no list") { !$0.shows("┌ React") }
    try terminal.type("y", until: "Sent to the terminal's clipboard")
    guide.names("M-s")
    try terminal.type("hello", until: "text") { $0.row == "hello" }
    try terminal.type("\(Keys.killLine)\(Keys.messageMode)v", until: "No picture in this message")
    try terminal.type("R", until: "Only failed messages can be sent again")
    try terminal.type("D", until: "Only failed messages can be discarded")
    try terminal.type("p")
    guide.names("C-x u")
    try terminal.confirm("Pin this message?")
    try terminal.until("how long it can be taken back") { $0.shows("Pinning in 10 s", "undoes it") }
    try terminal.type(Press.ctrlX("u"), until: "Undone: it is not pinned")
    try terminal.type("\(Keys.messageMode)kj")
    try terminal.type("e", until: "the edit") { $0.row == "mine" && $0.shows("edit") }
    try terminal.type(Press.escape, until: "no edit") { $0.row.hasPrefix("write to") }
    try terminal.type(Keys.messageMode, until: "r reply · t thread")
    try terminal.type("r", until: "the quote") { $0.line($0.cursor.row - 1).contains("> ") }
    try terminal.type(Press.escape, until: "no quote") { !$0.line($0.cursor.row - 1).contains("> ") }
    try terminal.type(Keys.messageMode, until: "r reply · t thread")
    try terminal.type("q", until: "the composer") { $0.row.hasPrefix("write to") && !$0.shows("r reply") }
  }

  @Test("Getting around: message layouts")
  func layouts() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("mine\(Keys.enter)")
    try terminal.until("the message") { $0.shows("you          mine") && $0.row.hasPrefix("write to") }
    guide.names("/layout compact")
    try terminal.type("/layout cosy\(Keys.enter)")
    try terminal.until("a heading") { $0.shows("you  ") && !$0.shows("you          mine") }
    try terminal.type("/layout compact\(Keys.enter)")
    try terminal.until("beside each other") { $0.shows("you          mine") }
  }

  @Test("Getting around: threads, lists and commands")
  func threads() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("\(Keys.messageMode)t", until: "→ thread in #general  [ ] channel too (C-x c)")
    #expect(!terminal.shows("⌕ 1 pinned"))
    terminal.resize(columns: 150, rows: 30)
    try terminal.until("both") { $0.shows("→ thread in #general", "⌕ 1 pinned") }
    guide.names("C-x c", "C-x o", "C-x 0")
    try terminal.type("a reply\(Press.ctrlX("c"))", until: "[x]")
    try terminal.type(Press.ctrlX("o"))
    try terminal.type("here")
    try terminal.until("the channel's draft") { $0.shows("✎ here", "↳ @you do you have") }
    try terminal.type(Keys.closeThread, until: "no thread") { !$0.shows("→ thread in") }
    for (key, title) in [
      ("t", "┌ Threads"), ("s", "┌ Search in #general"), ("S", "┌ Search everywhere"),
      ("p", "┌ Pinned in #general"), ("m", "┌ Members of #general"),
    ] {
      guide.names("C-x \(key)")
      try terminal.type(Press.ctrlX(key))
      try terminal.until(title)
      try terminal.type(Press.escape, until: "no list") { !$0.shows(title) }
    }
    guide.names("Tab", "/help", "F1")
    try terminal.type("\(Keys.killLine)/hel\(Keys.tab)", until: "the command") { $0.shows("/help") }
    try terminal.type(Keys.enter)
    try terminal.until("the commands first") { $0.shows("┌ Commands and keys", "/join CHANNEL") }
    try terminal.type(Press.escape, until: "no list") { !$0.shows("┌ Commands and keys") }
    try terminal.type("\u{1B}OP")
    try terminal.until("the keys first") {
      $0.shows("┌ Keys and commands", "To start with", "reply to a message")
    }
    try terminal.type(Press.escape, until: "no list") { !$0.shows("┌ Keys and commands") }
    try terminal.type("//usr is full\(Keys.enter)", until: " /usr is full")
  }
}

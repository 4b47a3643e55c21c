import Glibc
import ProgramTerminal
import Testing

@Suite("Restarting after a kill", .serialized)
struct InkwellKeptTests {
  /// The ways to kill the program without notice.
  enum End: String, CaseIterable, CustomStringConvertible {
    case killed, hungUp, terminated

    var signal: Int32 {
      switch self {
      case .killed: SIGKILL
      case .hungUp: SIGHUP
      case .terminated: SIGTERM
      }
    }

    var description: String { rawValue }
  }

  private func end(_ terminal: VirtualTerminal, _ end: End) throws {
    terminal.send(end.signal)
    _ = try terminal.end()
  }

  @Test("A draft with its mention and caret", arguments: End.allCases)
  func channel(end how: End) throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("ask @ale", until: "›Alex Dunn")
    try first.type(Keys.tab)
    try first.type("today", until: "┤ ask Alex Dunn today")
    try first.type("\u{1}", until: "the caret at the start") { $0.cursor == (column: 28, row: 22) }
    try end(first, how)

    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("the draft and the caret") {
      $0.shows("┤ ask Alex Dunn today", "✎ ask Alex Dunn today", "Drafts 1")
        && $0.cursor == (column: 28, row: 22)
    }
    // The mention survived: it is deleted as a whole.
    try second.type("\u{1B}f\u{6}\u{1B}[3~\u{1B}[3~")
    try second.until("┤ ask today") { $0.shows("┤ ask  today") || $0.shows("┤ ask today") }
  }

  @Test("A reply in a thread", arguments: End.allCases)
  func thread(end how: End) throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(columns: 120, rows: 40, home: home)
    try first.type(Keys.messageMode, until: "the hints of message mode") { $0.shows("reply", "thread") }
    try first.type("t", until: "→ thread  [ ] channel too (C-x c)")
    try first.type("half a reply", until: "half a reply")
    try end(first, how)

    let second = try VirtualTerminal.inkwell(columns: 120, rows: 40, home: home)
    try second.until("✎ half a reply")
    #expect(second.shows("Drafts 1"))
  }

  @Test("After the demo started over, no counter tells of the replies that are gone")
  func repliesOfDemo() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type(Keys.messageMode, until: "the hints of message mode") { $0.shows("reply", "thread") }
    try first.type("t", until: "→ thread")
    try first.type("an answer\r", until: "an answer")
    try first.type("\u{18}0", until: "the counter") { $0.shows("↳ 1 reply") }
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    let second = try VirtualTerminal.inkwell(home: home)
    try second.untilAtRest()
    #expect(!second.shows("↳ 1 reply"), "\(second.text)")
  }

  @Test("A conversation begun in an earlier run of the demo keeps its name, and its draft can be sent")
  func conversation() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("/dm ana\r", until: "→ @ Ana García")
    try first.type("sent\r", until: "you          sent")
    try first.type("half a sentence", until: "half a sentence")
    try first.type("\u{1B}2", until: "→ #general")
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    let second = try VirtualTerminal.inkwell(home: home)
    try second.type("\u{18}d", until: "the list of drafts") {
      $0.shows("┌ Drafts", "@Ana García") && !$0.shows("direct:")
    }
    try second.type("\r", until: "the draft in its place") {
      $0.row == "half a sentence" && $0.shows("→ @ Ana García")
    }
    try second.type("\r", until: "you          half a sentence")
    #expect(!second.shows("failed"), "\(second.text)")
  }

  @Test("The draft parked by an edit", arguments: End.allCases)
  func editing(end how: End) throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("sent\r", until: "you          sent")
    try first.type(Keys.up, until: "editing")
    try first.type(" and changed", until: "sent and changed")
    try end(first, how)

    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("sent and changed")
  }

  @Test("A queued message is sent once", arguments: End.allCases)
  func outbox(end how: End) throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("/offline\r", until: "offline")
    try first.type("on its way\r", until: "the message in the outbox") { $0.shows("on its way", "queued") }
    try end(first, how)

    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("what waits") { $0.shows("Offline, as you left it", "queued") }
    try second.type("/online\r")
    try second.until("the message sent") { $0.shows("you          on its way") && !$0.shows("queued") }
    #expect(second.text.count(of: "you          on its way") == 1)
  }

  /// Two terminals with one profile: the first owns it, and the second reports that after typing.
  private func terminals(in home: Scratch) throws -> (first: VirtualTerminal, second: VirtualTerminal) {
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("mine", until: "✎ mine")
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("mine") { $0.row == "mine" }
    try second.type(" not", until: "who has it") {
      $0.row == "mine not" && $0.shows("not saved: process \(first.process) has")
    }
    return (first, second)
  }

  @Test("A second terminal says who owns the profile, and changes nothing in it")
  func second() throws {
    let home = Scratch()
    let (first, second) = try terminals(in: home)
    try end(second, .killed)
    try end(first, .killed)
    let third = try VirtualTerminal.inkwell(home: home)
    try third.until("mine") { $0.row == "mine" }
    #expect(!third.shows("mine not") && third.shows("drafts saved"))
  }

  @Test("After the first terminal ends, the second saves its text")
  func takenOver() throws {
    let home = Scratch()
    let (first, second) = try terminals(in: home)
    try end(first, .killed)
    // It checks for the owner regularly.
    try second.until("Saving works again")
    try second.type("!?", until: "all saved") { $0.row == "mine not!?" && $0.shows("drafts saved") }
    try end(second, .killed)
    let third = try VirtualTerminal.inkwell(home: home)
    try third.until("mine not!?") { $0.row == "mine not!?" }
  }

  @Test("Both terminals' texts are kept, and a notice says where each is")
  func takenOverWithOtherWords() throws {
    let home = Scratch()
    let (first, second) = try terminals(in: home)
    try first.type(" as well", until: "saved") { $0.row == "mine as well" && $0.shows("✎ mine as well") }
    try end(first, .killed)
    try second.until("where the others are") {
      $0.row == "mine not"
        && $0.shows("Saving works again. Another Inkwell also wrote in", "C-x h restores its text")
    }
    try second.type("\u{18}h", until: "mine as well") { $0.shows("┌ History of #general", "mine as well") }
  }

  @Test("A profile deleted while typing is created again, with everything")
  func removed() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("before", until: "✎ before")
    rename(home.file(".local"), home.file("elsewhere"))
    try first.type(" and after")
    try first.until("what happened") { $0.row == "before and after" && $0.shows("was moved or") }
    try end(first, .killed)
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("before and after") { $0.row == "before and after" }
  }

  @Test("After quitting, the store's file is complete by itself, and a missing journal is not an error")
  func journalAfterLeaving() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("all of it", until: "✎ all of it")
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    home.remove(".local/state/inkwell/demo/store.db-wal")
    home.remove(".local/state/inkwell/demo/store.db-shm")
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("all of it") { $0.row == "all of it" }
    #expect(!home.files(in: ".local/state/inkwell/demo").contains { $0.hasPrefix("store.db-damaged") })
  }

  @Test("A journal deleted after a kill is reported at the next start, with other warnings")
  func journalGone() throws {
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(home: home)
    try first.type("lost", until: "✎ lost")
    try end(first, .killed)
    home.remove(".local/state/inkwell/demo/store.db-wal")
    home.makeFolders(home.file(".config/inkwell"))
    home.write("{drafts: {enabld: false}}", to: ".config/inkwell/config.json5")
    // No channel is left, and it stays offline until it is told to connect.
    let second = try VirtualTerminal(
      [BuiltProgram.inkwell, "--quiet", "--seed", "1"], columns: 120, rows: 40, home: home)
    try second.until("what happened") {
      $0.shows("The journal of the drafts file is missing", "config.json5:1", "enabld")
    }
    #expect(home.files(in: ".local/state/inkwell/demo").contains { $0.hasPrefix("store.db-damaged") })
  }

  @Test("If nothing can be saved the screen says so, and typed text stays")
  func nowhere() throws {
    let home = Scratch()
    home.write("a file where a folder should be", to: ".local")
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("still here", until: "still here") { $0.row == "still here" && $0.shows("not saved") }
  }

  @Test("Leaving before everything is saved is reported, also to the shell")
  func leavingUnsaved() throws {
    let home = Scratch()
    home.write("a file where a folder should be", to: ".local")
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("not to be lost in silence", until: "the text") {
      $0.row == "not to be lost in silence"
    }
    try terminal.type(Keys.leave, until: "Quit and lose text?")
    try terminal.listen(for: 400)
    try terminal.type(Keys.enter)
    #expect(try terminal.end() == 74)
    #expect(terminal.output(after: 0).contains("inkwell: not everything was saved: "))
  }
}

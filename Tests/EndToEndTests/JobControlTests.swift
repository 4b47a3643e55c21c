import Glibc
import ProgramTerminal
import Testing

@Suite("Job control", .serialized)
struct JobControlTests {
  @Test("C-z returns to the shell, and fg restores the screen")
  func suspending() throws {
    let tmux = try Tmux("suspend")
    try tmux.type("\(BuiltProgram.probe)\n", until: "ready 80x24")
    try tmux.type("ab", until: "key b")
    try tmux.type("\u{1A}", until: "the shell's prompt") { $0.contains("Stopped") && !$0.contains("key b") }
    // The terminal is in cooked mode again.
    try tmux.type("echo $((6 * 7)) ; stty -a | grep -o -- '-\\?icanon'\n")
    try tmux.until("the shell's answer") { $0.contains("\n42\nicanon") }
    try tmux.type("fg\n")
    try tmux.until("the screen as it was") { $0.contains("key b\nresumed") && !$0.contains("42") }
    try tmux.type("c", until: "key c")
    try tmux.type("\u{11}", until: "the prompt") { $0.contains("42") && !$0.contains("key c") }
  }

  @Test("A window resized while the program was stopped is noticed")
  func resizedMeanwhile() throws {
    let tmux = try Tmux("resize")
    try tmux.type("\(BuiltProgram.probe)\n", until: "ready 80x24")
    try tmux.type("\u{1A}", until: "Stopped")
    tmux.resize(columns: 60, rows: 20)
    try tmux.type("fg\n", until: "resized 60x20")
    try tmux.type("\u{11}")
  }

  @Test("A program stopped from outside redraws when it continues")
  func stoppedFromOutside() throws {
    let tmux = try Tmux("stop")
    try tmux.type("\(BuiltProgram.probe)\n", until: "ready 80x24")
    // The program prints its process number: its name might match other processes.
    try tmux.type("\u{10}x", until: "key x")
    let process = try #require(tmux.number(after: "pid "))
    kill(process, SIGSTOP)
    try tmux.until("Stopped")
    try tmux.type("fg\n")
    try tmux.until("the screen as it was") { $0.contains("pid \(process)\nkey x") && !$0.contains("Stopped") }
    try tmux.type("y", until: "key y")
    try tmux.type("\u{11}")
  }
}

@Suite("The built program in tmux", .serialized)
struct InkwellJobTests {
  func started(_ name: String, before: String = "") throws -> Tmux {
    let tmux = try Tmux("inkwell-\(name)")
    try tmux.type("\(before)'\(BuiltProgram.inkwell)' --quiet --seed 1\n")
    try tmux.until("the first channel") { $0.contains("→ #general") && $0.contains("you have time for a") }
    return tmux
  }

  @Test("C-z returns to the shell, and fg restores the screen")
  func suspending() throws {
    // The process number is printed before the screen starts, so that the test can wait until it is idle.
    let scratch = Scratch()
    let script = scratch.editor(
      "echo program $$ relay ${TMUX%,*}.; IFS= read -r line; exec '\(BuiltProgram.inkwell)' --quiet --seed 1")
    let tmux = try Tmux("inkwell-suspend")
    try tmux.type("\(script)\n", until: "who it is") { $0.contains("program ") && $0.contains(".\n") }
    let program = try #require(tmux.number(after: "program "))
    let relay = try #require(tmux.number(after: ","))
    try tmux.type("\n", until: "the first channel") { $0.contains("→ #general") }
    try tmux.type("hold on", until: "✎ hold on")
    try tmux.untilAtRest(program, relay: relay)
    let before = tmux.text
    try tmux.type("\u{1A}")
    try tmux.until("the shell's prompt") { $0.contains("Stopped") && !$0.contains("→ #general") }
    try tmux.type("echo $((6 * 7))\n", until: "42")
    try tmux.type("fg\n", until: "✎ hold on")
    try tmux.untilAtRest(program, relay: relay)
    #expect(tmux.text == before)
    try tmux.type(" again", until: "✎ hold on again")
    try tmux.type(Keys.leave, until: "the shell") { $0.contains("42") && !$0.contains("→ #general") }
  }

  @Test("A mention is sent, and a window of another size shows it too")
  func sending() throws {
    let tmux = try started("send")
    try tmux.type("ask @ale", until: "›Alex Dunn")
    try tmux.type(Keys.tab + Keys.enter, until: "you          ask Alex Dunn")
    tmux.resize(columns: 40, rows: 12)
    try tmux.until("the narrow screen") { $0.contains("ask Alex Dunn") && !$0.contains("Threads") }
    tmux.resize(columns: 100, rows: 30)
    try tmux.until("the wide screen") { $0.contains("ask Alex Dunn") && $0.contains("Threads") }
  }

  @Test("C-z in an editor stops both, and fg continues in the editor")
  func suspendedEditor() throws {
    let scratch = Scratch()
    let editor = scratch.editor(
      "echo the editor has it; IFS= read -r line; printf 'begun%s\\n' \"$line\" >\"$1\"")
    let tmux = try started("suspended-editor", before: "EDITOR='\(editor)' ")
    try tmux.type("begun\u{18}\u{5}")
    try tmux.until("the editor") { $0.contains("the editor has it") && !$0.contains("→ #general") }
    try tmux.type("\u{1A}", until: "Stopped")
    try tmux.type("echo $((6 * 7)); fg\n", until: "42")
    try tmux.type(" and ended\n")
    try tmux.until("the screen") { $0.contains("begun and ended") && $0.contains("→ #general") }
  }

  @Test("A full-screen editor leaves nothing on the screen")
  func editor() throws {
    let scratch = Scratch()
    let editor = scratch.editor(
      "printf '\\033[?1049h\\033[2J\\033[Hfull screen'; IFS= read -r line; printf '\\033[?1049l'; echo \"begun$line\" >\"$1\""
    )
    let tmux = try started("editor", before: "EDITOR='\(editor)' ")
    try tmux.type("begun\u{18}\u{5}")
    try tmux.until("the editor") { $0.contains("full screen") && !$0.contains("→ #general") }
    try tmux.type(" and ended\n")
    try tmux.until("the screen") { $0.contains("begun and ended") && $0.contains("→ #general") }
    try tmux.until("nothing of the editor") { !$0.contains("full screen") }
  }
}

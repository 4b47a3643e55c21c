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
    // The terminal echoes and joins lines again.
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
    // The program says who it is: a name could be that of another test's, or of somebody's own.
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

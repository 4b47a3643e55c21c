import CPseudoTerminal
import Glibc
import ProgramTerminal

/// A shell with job control in a real tmux of its own, of a fixed size and without anybody's settings.
final class Tmux {
  private let server: String
  private let client: VirtualTerminal

  /// - Parameter name: tells the servers of tests apart that run at once.
  init(_ name: String, columns: Int = 80, rows: Int = 24) throws {
    server = "inkwell-\(getpid())-\(name)"
    // The client's own picture is what a person would see, and it changes when the pane does: nothing polls.
    client = try VirtualTerminal(
      [
        "/usr/bin/tmux", "-L", server, "-f", "/dev/null", "start-server",
        // libvterm ignores an inserted cell outside the rows that scroll, which xterm does not: tmux does without.
        ";", "set-option", "-g", "terminal-overrides", "*:ich@:ich1@",
        // A line with a clock and a name in it would let nobody notice that the program is silent.
        ";", "set-option", "-g", "status", "off",
        ";", "new-session", "env PS1='$ ' sh -i",
      ],
      columns: columns,
      rows: rows, environment: ["TMUX_TMPDIR": "/tmp"])
    try client.until("$")
  }

  deinit {
    // The server ends with its last shell; one that is stuck may not stay.
    let arguments = CStrings(["/usr/bin/tmux", "-L", server, "kill-server"])
    let settings = CStrings(["TMUX_TMPDIR=/tmp", "PATH=/usr/bin:/bin"])
    var control: Int32 = -1
    let ended = pty_spawn("/usr/bin/tmux", arguments.pointers, settings.pointers, 80, 24, &control, nil)
    var status: Int32 = 0
    waitpid(ended, &status, 0)
    close(control)
  }

  var text: String { client.text }

  /// The number that stands behind a word on the screen.
  func number(after word: String) -> pid_t? {
    let text = text
    for start in text.indices where text[start...].hasPrefix(word) {
      return pid_t(text[start...].dropFirst(word.count).prefix(while: \.isNumber))
    }
    return nil
  }

  func type(_ text: String) throws { try client.type(text) }

  func until(_ text: String) throws { try client.until(text) }

  func type(_ keys: String, until text: String) throws { try client.type(keys, until: text) }

  func type(_ keys: String, until what: String, _ condition: (String) -> Bool) throws {
    try type(keys)
    try until(what, condition)
  }

  func until(_ what: String, _ condition: (String) -> Bool) throws {
    try client.until(what) { condition($0.text) }
  }

  /// Reads until a program in it rests, and the server that hands on what it writes.
  func untilAtRest(_ program: pid_t, relay: pid_t) throws {
    try client.untilAtRest(program: program, relays: [relay, client.process])
  }

  func resize(columns: Int, rows: Int) { client.resize(columns: columns, rows: rows) }
}

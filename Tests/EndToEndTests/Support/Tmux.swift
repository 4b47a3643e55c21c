import CPseudoTerminal
import Glibc
import ProgramTerminal

/// A shell with job control in a separate tmux server, with a fixed size and default settings.
final class Tmux {
  private let server: String
  private let client: VirtualTerminal

  /// - Parameter name: distinguishes the servers of concurrent tests.
  init(_ name: String, columns: Int = 80, rows: Int = 24) throws {
    server = "inkwell-\(getpid())-\(name)"
    // The screen of a real tmux client changes when the pane does, so there is no polling.
    client = try VirtualTerminal(
      [
        "/usr/bin/tmux", "-L", server, "-f", "/dev/null", "start-server",
        // Unlike xterm, libvterm ignores an inserted cell outside the scroll region, so tmux must not use it.
        ";", "set-option", "-g", "terminal-overrides", "*:ich@:ich1@",
        // A status line with a clock would hide that the program is idle.
        ";", "set-option", "-g", "status", "off",
        ";", "new-session", "env PS1='$ ' sh -i",
      ],
      columns: columns,
      rows: rows, environment: ["TMUX_TMPDIR": "/tmp"])
    try client.until("$")
  }

  deinit {
    // The server ends with its last shell; kill one that hangs.
    let arguments = CStrings(["/usr/bin/tmux", "-L", server, "kill-server"])
    let settings = CStrings(["TMUX_TMPDIR=/tmp", "PATH=/usr/bin:/bin"])
    var control: Int32 = -1
    let ended = pty_spawn("/usr/bin/tmux", arguments.pointers, settings.pointers, 80, 24, &control, nil)
    var status: Int32 = 0
    waitpid(ended, &status, 0)
    close(control)
  }

  var text: String { client.text }

  /// The number after a word on the screen.
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

  /// Reads until a program in tmux and the tmux server, which forwards its output, are idle.
  func untilAtRest(_ program: pid_t, relay: pid_t) throws {
    try client.untilAtRest(program: program, relays: [relay, client.process])
  }

  func resize(columns: Int, rows: Int) { client.resize(columns: columns, rows: rows) }
}

extension VirtualTerminal {
  /// Starts Inkwell in the demo without scripted messages or the first-run tour, which would take two lines, and
  /// waits for the first channel.
  static func inkwell(
    columns: Int = 80, rows: Int = 24, home: Scratch = Scratch(), environment: [String: String] = [:],
    showing place: String = "→ #general"
  ) throws -> VirtualTerminal {
    let profile = "\(environment["XDG_STATE_HOME"] ?? home.file(".local/state"))/inkwell/demo"
    home.makeFolders(profile)
    home.makeFile("\(profile)/toured")
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "--quiet", "--seed", "1"], columns: columns, rows: rows, home: home,
      environment: environment
    )
    try terminal.until("the first channel") {
      $0.shows(place, "you have time for a", "demo") && !$0.shows("starting…")
        && !$0.shows("connecting…")
    }
    return terminal
  }

  /// Confirms a question. Answers are ignored at first, so it repeats the key until it has an effect.
  func confirm(_ question: String) throws {
    try until(question)
    while shows(question) {
      try type(Keys.enter)
      try untilAtRest { !$0.shows(question) }
    }
  }

  /// Accepts the suggested device name.
  func nameDevice() throws {
    try until("Press Enter to accept, or type another name:")
    try type(Keys.enter)
  }

  /// The cursor's row without the sidebar: long notices move it up.
  var row: String {
    let words = line(cursor.row).reversed().prefix { !"│┤├".contains($0) }.reversed()
    return String(words.drop { $0 == " " })
  }

  /// The first row that contains the text.
  func row(of text: String) -> Int? { (0..<rows).first { line($0).contains(text) } }

  /// Types letter by letter, and waits until each is shown.
  func typeSlowly(_ letters: String) throws {
    // During a frame the cursor may be anywhere.
    try untilAtRest()
    for letter in letters {
      let before = cursor
      try type(String(letter))
      try until("the cursor behind \(letter)") { $0.cursor.column == before.column + 1 }
    }
  }
}

/// Keys as a terminal sends them.
enum Keys {
  static let enter = "\r"
  static let tab = "\t"
  static let up = "\u{1B}[A"
  static let metaUp = "\u{1B}[1;3A"
  static let metaDown = "\u{1B}[1;3B"
  static let killLine = "\u{1}\u{B}"
  static let cancel = "\u{7}"
  static let messageMode = "\u{1B}s"
  static let editor = "\u{18}\u{5}"
  static let preview = "\u{18}v"
  static let closeThread = "\u{18}0"
  static let drafts = "\u{18}d"
  static let leave = "\u{18}\u{3}"

  static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

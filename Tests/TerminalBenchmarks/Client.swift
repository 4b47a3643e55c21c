import Glibc
import ProgramTerminal

/// A measured program, with what is needed to operate all programs alike.
struct Client {
  let name: String
  var command: [String]
  /// A text of the first frame.
  let frame: String
  /// A text that is shown once there is content to read.
  let content: String
  /// Adds content for this many page-up keys, up to fifty.
  let fill: (_ terminal: VirtualTerminal, _ pages: Int) throws -> Void

  var isInstalled: Bool { access(command[0], X_OK) == 0 }

  static func inkwell(at path: String) -> Client {
    Client(
      name: "inkwell", command: [path, "--quiet", "--seed", "1"], frame: "Channels",
      content: "you have time for a"
    ) { terminal, pages in
      try say(pages, in: terminal) { "Line \($0) of message \($1), as somebody would write it." }
    }
  }

  /// The same for Inkwell, with formatted text.
  func fillFormatted(_ terminal: VirtualTerminal, _ pages: Int) throws {
    try Self.say(pages, in: terminal) { "**Line** \($0) of message \($1), as *somebody* would `write` it." }
  }

  private static func say(_ pages: Int, in terminal: VirtualTerminal, _ words: (Int, Int) -> String) throws {
    // A message takes three lines.
    let count = pages * 6 + 10
    for number in 1...count {
      let lines = (1...3).map { words($0, number) }
      try terminal.type(Keys.bracketed(lines.joined(separator: "\n")))
      try terminal.until("of message \(number),")
      // A key right after a paste would be taken as part of it.
      try terminal.listen(for: 100)
      try terminal.type(Keys.enter)
      try terminal.rest()
    }
    // Leaving and reopening a channel keeps only its newest page; scrolling loads the others.
    try terminal.type(Keys.nextChannel)
    try terminal.until("→ #help")
    try terminal.type(Keys.previousChannel)
    try terminal.until("of message \(count),")
    try terminal.rest()
  }

  static let irssi = Client(
    name: "irssi", command: ["/usr/bin/irssi"], frame: "[(status)]", content: "[(status)]",
    fill: { terminal, _ in try printLines(in: terminal) })

  static let weechat = Client(
    name: "weechat", command: ["/usr/bin/weechat"], frame: "Plugins loaded", content: "Plugins loaded",
    fill: { terminal, _ in try printLines(in: terminal) })

  static let nano = Client(
    name: "nano", command: ["/usr/bin/nano", "-I", "notes.txt"], frame: "Help", content: "Help",
    fill: { terminal, _ in
      try terminal.type("\u{12}long.txt" + Keys.enter)
      try terminal.until("number 1000")
      try terminal.rest()
    })

  private static func printLines(in terminal: VirtualTerminal) throws {
    try terminal.type("/exec seq -f 'a line of some talk numbered %g' 1 1000" + Keys.enter)
    try terminal.until("return code")
    try terminal.rest()
  }
}

/// Keys as terminals send them. All programs share them, except those that change the channel.
enum Keys {
  static let enter = "\r"
  static let pageUp = "\u{1B}[5~"
  static let pageDown = "\u{1B}[6~"
  static let clearLine = "\u{1}\u{B}"
  static let nextChannel = "\u{1B}[1;3B"
  static let previousChannel = "\u{1B}[1;3A"

  static func bracketed(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

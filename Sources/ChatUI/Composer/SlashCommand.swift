/// A line that begins with a slash and is done instead of being sent. The popup, its completion and the help are made
/// from this table.
nonisolated struct SlashCommand: Hashable, Sendable {
  let name: String
  /// As it is shown: "CHANNEL", "[TEXT]" where it can be left out.
  let arguments: String
  let meaning: String

  private init(_ name: String, _ arguments: String, _ meaning: String) {
    self.name = name
    self.arguments = arguments
    self.meaning = meaning
  }

  private init(_ name: String, _ meaning: String) { self.init(name, "", meaning) }

  /// Whether it means nothing by itself.
  var needsArgument: Bool { !arguments.isEmpty && !arguments.hasPrefix("[") }
  /// "/join CHANNEL".
  var usage: String { arguments.isEmpty ? "/\(name)" : "/\(name) \(arguments)" }

  /// All there are, in the order of the help.
  static let all = [
    SlashCommand("help", "[COMMAND]", "what can be typed and pressed here"),
    SlashCommand("keys", "the keys in force"),
    SlashCommand("join", "CHANNEL", "join a channel and go there"),
    SlashCommand("leave", "leave this channel"),
    SlashCommand("go", "[NAME]", "go to a channel or a person; by number too"),
    SlashCommand("channels", "all channels, and what is in each"),
    SlashCommand("create", "NAME [PERSON…]", "make a channel, with these people in it"),
    SlashCommand("dm", "PERSON [TEXT]", "talk to one person"),
    SlashCommand("invite", "PERSON…", "invite people to this channel"),
    SlashCommand("members", "who is in this channel"),
    SlashCommand("topic", "[TEXT]", "say what this channel is about; without words take it away"),
    SlashCommand("rename", "NAME", "give this channel another name"),
    SlashCommand("search", "[WORDS]", "search this channel"),
    SlashCommand("searchall", "[WORDS]", "search everywhere"),
    SlashCommand("pins", "pinned messages"),
    SlashCommand("pin", "pin the last message"),
    SlashCommand("unpin", "take the pin off the last pinned message"),
    SlashCommand("edit", "edit what you said last"),
    SlashCommand("quote", "quote the last message"),
    SlashCommand("react", "EMOJI", "react to the last message"),
    SlashCommand("thread", "open the thread of the last message"),
    SlashCommand("threads", "all threads"),
    SlashCommand("drafts", "all drafts"),
    SlashCommand("history", "what left this composer"),
    SlashCommand("discard", "[WORDS]", "put away the draft, these words included; it can be brought back"),
    SlashCommand("attach", "PATH", "send a file along"),
    SlashCommand(
      "read", "[NUMBER]", "everything here was read; with --plain so many messages are said again"),
    SlashCommand("retry", "send again what failed here"),
    SlashCommand("offline", "work without a connection"),
    SlashCommand("online", "connect again, at once"),
    SlashCommand("typing", "[on|off]", "with --plain: say who types, or not"),
    SlashCommand("sidebar", "fold the list of channels away, or back"),
    SlashCommand("theme", "[dark|light|contrast]", "other colours"),
    SlashCommand("mouse", "[on|off]", "click, wheel and drag, or leave the mouse to the terminal"),
    SlashCommand("tour", "a short tour of what is different here, from its beginning"),
    SlashCommand("quit", "leave Inkwell; drafts are kept"),
  ]

  static let longestName = all.reduce(0) { max($0, $1.name.utf8.count) }

  static func named(_ name: String) -> SlashCommand? { all.first { $0.name == name } }

  /// A line taken apart, when it reads like a command: a slash and a word of plain letters.
  ///
  /// - Returns: nil for everything else: paths, a slash alone, and words with two slashes in front, which are sent with
  ///   one of them.
  static func parse(_ line: String) -> (name: String, argument: String)? {
    guard line.utf8.first == UInt8(ascii: "/") else { return nil }
    let rest = line.dropFirst()
    let name = rest.prefix { !$0.isWhitespace }
    guard !name.isEmpty, name.utf8.count <= 64, name.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return nil
    }
    let argument = rest[name.endIndex...].drop(while: \.isWhitespace)
    return (name.lowercased(), String(argument.trimmingBlanks))
  }

  /// The table as lines of a help: what is typed and what it does.
  static var help: [(usage: String, meaning: String)] { all.map { ($0.usage, $0.meaning) } }
}

nonisolated extension Substring {
  /// Without the blanks at its end.
  fileprivate var trimmingBlanks: Substring {
    var rest = self
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}

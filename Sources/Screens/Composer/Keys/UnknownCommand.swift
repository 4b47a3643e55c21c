/// The answer to a line whose command does not exist.
nonisolated enum UnknownCommand {
  /// The most edits between a mistyped name and the command that is suggested for it.
  private static let mostEdits = 2

  /// How to do what a command of another program does, or how to send the line as text.
  static func answer(to name: String, among commands: [SlashCommand]) -> String {
    if let way = ways[name] { return "There is no /\(name); \(way)" }
    let suggestion = nearest(to: name, among: commands).map { "did you mean /\($0.name)? " } ?? ""
    return "There is no /\(name); \(suggestion)//\(name) sends it as text"
  }

  /// The command with the most similar name, and of equally similar ones the first; nil if none is similar.
  static func nearest(to name: String, among commands: [SlashCommand]) -> SlashCommand? {
    let near = commands.map { (command: $0, edits: name.editDistance(to: $0.name)) }.min {
      $0.edits < $1.edits
    }
    // Two edits turn a name of three letters into almost any other one.
    guard let near, near.edits <= (name.utf8.count < 4 ? 1 : mostEdits) else { return nil }
    // A single letter is not a mistyped name.
    return near.edits < name.utf8.count ? near.command : nil
  }

  /// Commands of other programs that have no counterpart here, and what to do instead.
  private static let ways = [
    "whois":
      "/\(SlashCommand.members.name) shows who is here, /\(SlashCommand.dm.name) NAME writes to a person",
    "away": "presence in the configuration sets what others see",
    "nick": "your name can only be changed in another client",
  ]
}

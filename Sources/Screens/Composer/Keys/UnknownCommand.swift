/// The answer to a line whose command does not exist.
nonisolated enum UnknownCommand {
  /// The most edits between a mistyped name and the command that is suggested for it.
  private static let mostEdits = 2

  /// Says how to do here what a command of another program does, or how to send the line as text.
  ///
  /// - Parameter key: returns the key bound to a command.
  static func answer(
    to name: String, among commands: [SlashCommand], key: (Command) -> String
  ) -> String {
    if let way = way(of: name, key) { return "There is no /\(name); \(way)" }
    let suggestion = nearest(to: name, among: commands).map { "did you mean /\($0)? " } ?? ""
    return "There is no /\(name); \(suggestion)//\(name) sends it as text"
  }

  /// The most similar name of a command, here or in another program, and of equally similar ones the first; nil if none is similar.
  static func nearest(to name: String, among commands: [SlashCommand]) -> String? {
    let names = commands.map(\.name) + commands.flatMap { $0.names.dropFirst() }
    let near = names.map { (name: $0, edits: name.editDistance(to: $0)) }.min { $0.edits < $1.edits }
    // Two edits turn a name of three letters into almost any other one.
    guard let near, near.edits <= (name.utf8.count < 4 ? 1 : mostEdits) else { return nil }
    // A single letter is not a mistyped name.
    return near.edits < name.utf8.count ? near.name : nil
  }

  /// Advice for a command of another program that has no counterpart here.
  private static func way(of name: String, _ key: (Command) -> String) -> String? {
    switch name {
    case "whois":
      "/\(SlashCommand.members.name) shows who is here, /\(SlashCommand.dm.name) NAME writes to a person"
    case "away": "presence in the configuration sets what others see"
    case "nick": "your name can only be changed in another client"
    case "delete", "redact":
      "select a message with \(key(.global(.messageMode))), then \(key(.message(.delete))) deletes it"
    case "clear": "\(key(.global(.redraw))) draws the screen again; nothing is cleared"
    case "set", "reload", "config": "settings are in a file; inkwell --print-config shows it"
    case "server", "connect": "/\(SlashCommand.login.name) signs in to a Matrix server"
    default: nil
    }
  }
}

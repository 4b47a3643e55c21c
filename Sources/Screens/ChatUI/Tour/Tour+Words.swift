import ChatDomain

nonisolated extension Tour {
  /// The current instruction, at most two short lines.
  ///
  /// - Parameters:
  ///   - key: returns the key bound to a command.
  ///   - name: returns the name of a channel.
  ///   - showsList: whether the list of channels is on the screen.
  ///   - isLineMode: whether there is no screen, so that commands are named instead of its keys.
  func words(
    _ sight: Sight, key: (Command) -> String, name: (ChannelID) -> String, showsList: Bool,
    isLineMode: Bool = false
  ) -> String {
    let place = place.map(name) ?? ""
    let wish =
      switch step {
      case .mention: "Type @ and a letter of a name: people are suggested"
      case .accept: "\(key(.popup(.accept))) takes the name: a mention, and one piece"
      case .leave where sight.channel != self.place || sight.composer.isEmpty:
        "Write something in \(place) and leave it unsent"
      case .leave where isLineMode:
        "\(key(.global(.switcher))), a name and \(key(.panel(.accept))) go to another channel; your words stay here"
      case .leave: "\(key(.global(.nextChannel))) goes to another channel; your words stay here"
      case .offline where !sight.composer.isEmpty:
        "Where nothing is written, type /offline and \(key(.composer(.send)))"
      case .offline where showsList: "✎ is your draft in the list. Type /offline and \(key(.composer(.send)))"
      case .offline where isLineMode: "/drafts lists your draft. Type /offline and \(key(.composer(.send)))"
      case .offline: "\(key(.global(.drafts))) lists your draft. Type /offline and \(key(.composer(.send)))"
      case .send where !sight.composer.isEmpty && sight.channel == self.place:
        "\(key(.composer(.send))) sends it: it waits, and nothing is lost"
      case .send where sight.channel == self.place: "Write something and send it: it waits here"
      case .send where isLineMode: "/go \(place) goes back to your draft"
      case .send where sight.last == self.place:
        "\(key(.global(.lastChannel))) goes back to \(place), where your draft is"
      case .send: "\(key(.global(.switcher))) goes to \(place), where your draft is"
      case .online: "It is queued. /online and \(key(.composer(.send))): now it goes out, once"
      }
    return "Tour \(step.rawValue + 1)/\(Step.allCases.count) · \(wish)"
  }
}

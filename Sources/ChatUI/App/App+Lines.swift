import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// Runs a line that began with a slash.
  func run(_ line: String, in key: DraftKey) {
    guard let (name, argument) = SlashCommand.parse(line), let command = SlashCommand.named(name) else {
      return say(Notice("There is no such command; /help lists them, and // sends a slash", .warning))
    }
    if command.needsArgument, argument.isEmpty { return say(Notice("It is \(command.usage)", .warning)) }
    switch name {
    case "help", "keys": showHelp(for: argument)
    case "members": show(.members)
    case "pins": show(.pins)
    case "threads": show(.threads)
    case "drafts": show(.drafts)
    case "history": show(.draftHistory)
    case "search": search(for: argument, in: key.channelId)
    case "searchall": search(for: argument, in: nil)
    case "sidebar": sidebar.isHidden.toggle()
    case "theme": setTheme(argument)
    case "mouse": useMouse(argument)
    case "offline", "online": connect(name == "online")
    case "tour": beginTour()
    case "quit": end()
    case "edit": editLastMessage()
    case "attach": focused?.composer.attach(argument)
    case "retry": retryFailures(in: key)
    case "discard": discardFailure(in: key)
    case "channels": readChannels()
    case "go": goTo(argument)
    case "typing": tellTyping(argument)
    case "read" where narrator != nil && !argument.isEmpty:
      guard let count = Int(argument), count > 0 else { return say(Notice("/read wants a number", .warning)) }
      readBack(min(count, 1000))
    case "quote", "react", "thread", "pin", "unpin": act(name, argument)
    default: change(name, argument, in: key.channelId)
    }
    inbox.wake()
  }

  private func search(for words: String, in channel: ChannelID?) {
    show(SearchPanel(stage: self, names: placeNames, channel: channel, text: words))
  }

  private func setTheme(_ name: String) {
    let themes = settings.themes
    guard let theme = name.isEmpty ? themes.first : themes.last(where: { $0.name == name }) else {
      let names = themes.map(\.name)
      return say(
        Notice(
          "There are the themes \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")", .warning
        ))
    }
    settings.theme = theme.theme
  }

  private func useMouse(_ word: String) {
    switch word {
    case "on": settings.usesMouse = true
    case "off": settings.usesMouse = false
    case "": settings.usesMouse.toggle()
    default: return say(Notice("The mouse is on or off", .warning))
    }
    terminal.perform(.reportMouse(settings.usesMouse))
    say(
      Notice(
        settings.usesMouse
          ? "Click, wheel and drag work here; Shift selects as the terminal does"
          : "The mouse is the terminal's"))
  }

  private func connect(_ isOnline: Bool) {
    guard let connectionSwitch else { return say(Notice("This service cannot be switched off", .warning)) }
    Task {
      await connectionSwitch.setOffline(!isOnline)
      if isOnline { client.retryNow() }
      inbox.wake()
    }
  }

  private func retryFailures(in key: DraftKey) {
    let failed = client.pendingWork(in: key.channelId).filter { $0.failure != nil }
    guard !failed.isEmpty else { return say(Notice("Nothing failed here", .good)) }
    for entry in failed { act(on: entry.message) { try await $0.resendMessage() } }
  }

  /// Runs a command on the last message, or on the last pinned one.
  private func act(_ name: String, _ argument: String) {
    atNewest { [self] messages in
      let messages = messages.filter { $0.kind == .regular && !$0.isDeleted }
      let isPinned = { [client] (message: Message) in message.pin?.holds(at: client.clock.now) ?? false }
      guard let last = name == "unpin" ? messages.last(where: isPinned) : messages.last else {
        return say(Notice(name == "unpin" ? "Nothing is pinned here" : "Nothing was said here yet"))
      }
      switch name {
      case "quote": perform(.reply, on: last)
      case "thread": perform(.thread, on: last)
      case "pin", "unpin": if isPinned(last) == (name == "unpin") { perform(.pin, on: last) }
      default: react(to: last, with: argument)
      }
    }
  }

  private func react(to message: Message, with word: String) {
    guard let emoji = Emoji.meant(by: word) else {
      return say(Notice("There is no emoji \(word)", .warning))
    }
    mark(message) { try await $0.addReaction(emoji.text) }
  }

  /// Runs a command on a channel, or on the list of channels.
  private func change(_ name: String, _ argument: String, in id: ChannelID) {
    let controller = client.channelController(for: id)
    attempt { [client] in
      switch name {
      case "join":
        let wanted = try await self.channel(called: argument)
        try await client.channelController(for: wanted).join()
        await self.sidebar.synchronize()
        self.go(to: .channel(wanted))
      case "leave":
        try await controller.leave()
        await self.sidebar.synchronize()
        if let first = self.sidebar.order.first { self.go(to: .channel(first)) }
        if self.lastChannel == id { self.lastChannel = nil }
      case "create": try await self.createChannel(argument)
      case "dm": try await self.write(argument)
      case "invite": try await controller.addMembers(try await self.people(argument.words))
      case "topic": try await controller.update(ChannelChange(topic: argument))
      case "rename": try await controller.rename(to: argument)
      case "read": try await controller.synchronizedRead()
      default: self.say(Notice("/\(name) does nothing yet", .error))
      }
    }
  }

  private func createChannel(_ argument: String) async throws {
    let words = argument.words
    let name = words[0].hasPrefix("#") ? String(words[0].dropFirst()) : words[0]
    let members = try await people(Array(words.dropFirst()))
    let made = try await client.service.createChannel(
      NewChannel(id: ChannelID(name), name: name, type: members.isEmpty ? .public : .group, members: members))
    await sidebar.synchronize()
    go(to: .channel(made.id))
  }

  /// Opens the conversation with a user; words after the name go into its draft, below the existing text.
  private func write(_ argument: String) async throws {
    let words = argument.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    let person = try await people([words[0]])[0]
    let summary = try await client.service.directChannel(with: person)
    await sidebar.synchronize()
    go(to: .channel(summary.id))
    guard words.count > 1, let composer = channel?.composer, composer.key.channelId == summary.id else {
      return
    }
    composer.append(words[1])
  }

  private func people(_ names: [String]) async throws -> [UserID] {
    var found: [UserID] = []
    for name in names { found.append(try await person(named: name)) }
    return found
  }

  /// The user with this id, or the only one who matches the words: nobody is invited by mistake.
  private func person(named name: String) async throws -> UserID {
    let plain = name.hasPrefix("@") ? String(name.dropFirst()) : name
    if let known = try await known(UserID(plain)) { return known }
    let users = try await client.service.users(matching: plain, in: .everywhere, limit: 10)
    let named = users.filter { $0.displayName == plain }
    guard let user = (named.isEmpty ? users : named).first else {
      throw ChatError.refused(.notFound("person \(plain)"))
    }
    guard named.count == 1 || users.count == 1 else {
      throw Ambiguity(word: plain, ids: users.map { "@\($0.id)" })
    }
    return user.id
  }

  private func known(_ id: UserID) async throws(ChatError) -> UserID? {
    do throws(ChatError) {
      return try await client.service.user(id).id
    } catch {
      if case .refused(.notFound) = error { return nil }
      throw error
    }
  }

  private func channel(called name: String) async throws -> ChannelID {
    let plain = name.hasPrefix("#") ? String(name.dropFirst()) : name
    let channels = try await client.service.channels(matching: plain, limit: 10)
    let exact = channels.filter { $0.id.rawValue == plain } + channels.filter { $0.displayName == plain }
    guard let channel = exact.first ?? channels.first else {
      throw ChatError.refused(.notFound("channel \(plain)"))
    }
    guard !exact.isEmpty || channels.count == 1 else {
      throw Ambiguity(word: plain, ids: channels.map { "#\($0.id)" })
    }
    return channel.id
  }
}

/// A word that matches several items, and therefore selects none.
nonisolated struct Ambiguity: Error, CustomStringConvertible {
  let word: String
  let ids: [String]

  var description: String { "\(word) could be \(ids.joined(separator: ", "))" }
}

extension ChannelController {
  /// Loads the newest messages and marks everything as read, including messages not loaded before.
  fileprivate func synchronizedRead() async throws {
    try await synchronize()
    try await markRead()
  }
}

nonisolated extension String {
  fileprivate var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}

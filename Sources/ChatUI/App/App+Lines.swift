import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// Runs a line that began with a slash.
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
    switch command {
    case .help: showHelp(for: argument, at: .commands)
    case .keys: showHelp(for: argument, at: .keys(areas.first ?? .global))
    case .members: show(.members)
    case .pins: show(.pins)
    case .threads: show(.threads)
    case .drafts: show(.drafts)
    case .history: show(.draftHistory)
    case .search: search(for: argument, in: key.channelId)
    case .searchall: search(for: argument, in: nil)
    case .sidebar: sidebar.isHidden.toggle()
    case .theme: setTheme(argument)
    case .mouse: useMouse(argument)
    case .offline, .online: connect(command == .online)
    case .tour: beginTour()
    case .quit: end()
    case .edit: editLastMessage()
    case .attach: focused?.composer.attach(argument)
    case .save: onLastFiles { [self] in fileSaving.save(filesOf: $0, as: argument) }
    case .retry: retryFailures(in: key)
    case .discard: discardFailure(in: key)
    case .channels: readChannels()
    case .go: goTo(argument)
    case .typing: tellTyping(argument)
    case .read: read(argument, in: key.channelId)
    case .quote: onLast { [self] in perform(.reply, on: $0) }
    case .thread: onLast { [self] in perform(.thread, on: $0) }
    case .react: onLast { [self] in react(to: $0, with: argument) }
    case .pin: onLast { [self] in if !isPinned($0) { setPin(of: $0) } }
    case .unpin: unpinLast()
    case .favourite: toggleFavourite(key.channelId)
    case .mute: toggleMute(key.channelId)
    case .join: attempt { try await self.join(argument) }
    case .leave: leave(key.channelId)
    case .create: attempt { try await self.createChannel(argument) }
    case .dm: attempt { try await self.write(argument) }
    case .invite: change(key.channelId) { try await $0.addMembers(try await self.people(argument.words)) }
    case .invitations: showInvitations()
    case .topic: change(key.channelId) { try await $0.update(ChannelChange(topic: argument)) }
    case .rename: change(key.channelId) { try await $0.rename(to: argument) }
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
    isOfflineChosen = !isOnline
    Task {
      await connectionSwitch.setOffline(!isOnline)
      if isOnline { client.retryNow() }
      inbox.wake()
    }
  }

  private func retryFailures(in key: DraftKey) {
    let failed = client.pendingWork(in: key.channelId).filter {
      $0.failure != nil && $0.message.isSeen(in: key)
    }
    guard !failed.isEmpty else { return say(Notice("Nothing failed here", .good)) }
    for entry in failed { act(on: entry.message) { try await $0.resendMessage() } }
  }

  /// Marks everything as read or, in line mode with a number, reads that many messages aloud again.
  private func read(_ argument: String, in id: ChannelID) {
    guard narrator != nil, !argument.isEmpty else {
      return change(id) { try await $0.synchronizedRead() }
    }
    guard let count = Int(argument), count > 0 else {
      return say(Notice("Say how many: /read 5", .warning))
    }
    readBack(min(count, 1000))
  }

  // MARK: The last message

  private func onLast(_ act: @escaping (Message) -> Void) {
    atNewest { [self] messages in
      guard let last = messages.last(where: { $0.kind == .regular && !$0.isDeleted }) else {
        return say(Notice("Nothing was said here yet"))
      }
      act(last)
    }
  }

  private func onLastFiles(_ act: @escaping (Message) -> Void) {
    atNewest { [self] messages in
      guard let last = messages.last(where: { !$0.files.isEmpty && !$0.isDeleted }) else {
        return say(Notice("No file was sent here yet"))
      }
      act(last)
    }
  }

  private func unpinLast() {
    atNewest { [self] messages in
      guard let last = messages.last(where: { !$0.isDeleted && isPinned($0) }) else {
        return say(Notice("Nothing is pinned here"))
      }
      setPin(of: last)
    }
  }

  func isPinned(_ message: Message) -> Bool { message.pin?.holds(at: client.clock.now) ?? false }

  private func react(to message: Message, with word: String) {
    guard let emoji = Emoji.meant(by: word) else {
      return say(Notice("There is no emoji \(word)", .warning))
    }
    mark(message) { try await $0.addReaction(emoji.text) }
  }
}

extension ChannelController {
  /// Loads the newest messages and marks everything as read, including messages not loaded before.
  fileprivate func synchronizedRead() async throws {
    try await synchronize()
    try await markRead()
  }
}

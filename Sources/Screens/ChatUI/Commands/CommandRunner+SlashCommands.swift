import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// Slash commands.
extension CommandRunner {
  /// - Parameter key: the place whose composer the command was typed in.
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
    guard context.checkAbilities(command.needs) else { return }
    guard !command.isAboutChannel || context.checkChannel(key.channelId) else { return }
    let channel = key.channelId
    // Without an argument, `/topic` only shows the topic.
    let act = command == .topic && argument.isEmpty ? nil : command.act
    guard context.checkRole(for: act, in: channel) else { return }
    switch command {
    case .help:
      if let reader {
        reader.readHelp(argument)
      } else {
        panelActions.showHelp(commandsFirst: true, for: argument)
      }
    case .keys: panelActions.showHelp(for: argument)
    case .members: panelActions.showMembers()
    case .pins: panelActions.showPins()
    case .threads: panelActions.showThreads()
    case .drafts: if let reader { reader.readDrafts() } else { panelActions.showDrafts() }
    case .history: panelActions.showDraftHistory()
    case .search: panelActions.showSearch(in: channel, for: argument)
    case .searchall: panelActions.showSearch(in: nil, for: argument)
    case .sidebar: sidebar.isHidden.toggle()
    case .space: channels.spaces.choose(argument)
    case .layout: setLayout(argument)
    case .theme: setTheme(argument)
    case .mouse: useMouse(argument)
    case .vi: useVi(argument)
    case .offline, .online: session.connect(command == .online)
    case .tour: if argument == "off" { tour.leave() } else { tour.begin() }
    case .login: accounts.signIn(argument)
    case .logout: accounts.signOut(argument)
    case .quit: context.quit()
    case .edit: messages.editLastMessage()
    // With text, `/me` is sent as a message. Without text, Enter has already shown its usage.
    case .me: break
    case .attach: navigator.focused?.composer.attachments.attach(argument)
    case .save: saveLastFile(as: argument)
    case .retry: messages.changes.sendFailuresAgain(in: key)
    case .discard: messages.changes.giveUpLastFailure(in: key)
    case .undo: takeBack()
    case .channels: if let reader { reader.readChannels() } else { panelActions.showSwitcher() }
    case .go: if argument.isEmpty { panelActions.showSwitcher() } else { channels.go(to: argument) }
    case .typing: announceTyping(argument)
    case .read: read(argument, in: channel)
    case .quote: onLast { [messages] in messages.perform(.reply, on: $0) }
    case .thread: onLast { [messages] in messages.perform(.thread, on: $0) }
    case .react: react(with: argument)
    case .pin: pinLast()
    case .unpin: unpinLast()
    case .favourite: channels.toggleFavourite(channel)
    case .mute: channels.notifications.toggleMute(channel)
    case .notify: channels.notifications.setLevel(argument, of: channel)
    case .unread: markUnread(channel)
    case .join: channels.join(argument)
    case .directory: channels.places.showDirectory(for: argument)
    case .leave: channels.leave(channel)
    case .close where key.parentId != nil: closeThread()
    case .close: if context.checkChannel(channel) { channels.leave(channel) }
    case .forget: channels.places.forget(argument)
    case .ignore: channels.ignore(argument)
    case .follow: channels.succession.follow(from: key)
    case .create: channels.create(argument)
    case .encryption: encryption.showAll()
    case .accept: encryption.accept(argument, in: channel)
    case .dm: channels.write(argument)
    case .invite: channels.invite(argument, to: channel)
    case .invitations: channels.invitations.showAll()
    case .inbox: channels.inbox.showAll()
    case .topic: channels.topics.show(orSet: argument, of: channel)
    case .rename: channels.topics.rename(channel, to: argument)
    }
    context.setNeedsFrame()
  }

  /// Closes the thread, and says where an unsent reply is kept.
  func closeThread() {
    let hasDraft = navigator.thread?.composer.draft.isEmpty == false
    navigator.closeThread()
    if hasDraft { context.say(.draftStaysInThread(listedBy: context.key(of: .global(.drafts)))) }
  }

  /// Undoes a delayed deletion or pin. If none is delayed and no message is selected, restores a draft that was discarded or put
  /// aside.
  ///
  /// - Parameters:
  ///   - selected: the selected message, in message mode.
  ///   - place: the place to restore a draft in; nil for any.
  func takeBack(selected: Message? = nil, in place: DraftKey? = nil) {
    guard !messages.changes.takeBack(selected: selected) else { return }
    do {
      guard selected == nil, let key = try context.discarded.restoreLastIntoEmptyPlace(place) else {
        return context.say(.nothingToUndo)
      }
      let isHere = navigator.focused?.key == key
      context.say(isHere ? .restored : .restored(in: sidebar.names.name(of: key)))
    } catch {
      context.say(.notRestored, because: error)
    }
  }

  private func markUnread(_ channel: ChannelID) {
    if let open = navigator.channel, open.key.channelId == channel { open.readTracker.willMarkUnread() }
    channels.notifications.markUnread(channel)
  }

  // MARK: Settings

  private func setTheme(_ name: String) {
    let themes = context.settings.themes
    guard let theme = name.isEmpty ? themes.first : themes.last(where: { $0.name == name }) else {
      return context.refuse(.themes(themes.map(\.name)))
    }
    context.settings.theme = theme.theme
    context.say(.theme(theme.name))
  }

  private func setLayout(_ word: String) {
    switch word {
    case "compact": context.settings.messageDensity = .compact
    case "cosy": context.settings.messageDensity = .cosy
    case "": context.settings.messageDensity = context.settings.messageDensity == .cosy ? .compact : .cosy
    default: context.refuse(.useLayout)
    }
  }

  private func useMouse(_ word: String) {
    switch word {
    case "on": context.settings.usesMouse = true
    case "off": context.settings.usesMouse = false
    case "": context.settings.usesMouse.toggle()
    default: return context.refuse(.useMouse)
    }
    let isUsed = context.settings.usesMouse
    context.terminal.perform(.reportMouse(isUsed))
    context.say(isUsed ? .mouseIsOn : .mouseIsOff)
  }

  private func useVi(_ word: String) {
    guard reader == nil else { return context.refuse(.viNeedsScreen) }
    switch word {
    case "", "on": context.use(.vi)
    case "off": context.use(.emacs)
    default: return context.refuse(.useVi)
    }
    let style = word == "off" ? "emacs" : "vi"
    context.say(
      .keyStyle(
        style == "vi" ? "vi's keys" : "Emacs keys", keptBy: "{ keys: { style: \"\(style)\" } }",
        in: context.settings.configurationFile))
  }

  // MARK: Line mode

  private func announceTyping(_ word: String) {
    guard let reader else { return context.say(.typingIsShown) }
    reader.announceTyping(word)
  }

  /// Marks everything as read or, in line mode with a number, reads that many messages aloud again.
  private func read(_ argument: String, in id: ChannelID) {
    guard let reader, !argument.isEmpty else { return channels.markRead(id) }
    guard let count = Int(argument), count > 0 else { return context.refuse(.giveNumber) }
    reader.readAgain(min(count, 1000))
  }

  // MARK: The last message

  private func onLast(_ act: @escaping (Message) -> Void) {
    messages.onLast(where: { $0.kind == .regular }, orSay: .noMessagesYet, act)
  }

  private func saveLastFile(as path: String) {
    messages.onLast(where: { !$0.files.isEmpty }, orSay: .noFilesYet) { [messages] in
      messages.files.save(filesOf: $0, as: path)
    }
  }

  private func pinLast() {
    onLast { [changes = messages.changes] in
      if !changes.isPinned($0) { changes.togglePin(of: $0) }
    }
  }

  private func unpinLast() {
    let changes = messages.changes
    messages.onLast(where: { changes.isPinned($0) }, orSay: .nothingPinned) {
      changes.togglePin(of: $0)
    }
  }

  private func react(with word: String) {
    onLast { [context, changes = messages.changes] in
      guard let emoji = Emoji.meant(by: word) else { return context.refuse(.noEmoji(named: word)) }
      changes.addReaction(emoji.text, to: $0)
    }
  }
}

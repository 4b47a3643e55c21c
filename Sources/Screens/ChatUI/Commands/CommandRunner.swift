import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// Performs the commands that keys are bound to, and slash commands.
final class CommandRunner {
  let context: AppContext
  let navigator: Navigator
  let sidebar: ChannelSidebar
  let messages: MessageActions
  let channels: ChannelActions
  let accounts: AccountActions
  let encryption: EncryptionActions
  let panelActions: PanelActions
  let session: SessionRestoration
  let tour: TourGuide
  /// Reads messages aloud in line mode.
  let reader: LineReader?
  private let killRing: KillRing
  /// Called with each command a key invokes.
  var onCommand: (Command) -> Void = { _ in }

  init(
    context: AppContext, navigator: Navigator, sidebar: ChannelSidebar, messages: MessageActions,
    channels: ChannelActions, accounts: AccountActions, encryption: EncryptionActions,
    panelActions: PanelActions, session: SessionRestoration, tour: TourGuide, reader: LineReader?,
    killRing: KillRing
  ) {
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
    self.messages = messages
    self.channels = channels
    self.accounts = accounts
    self.encryption = encryption
    self.panelActions = panelActions
    self.session = session
    self.tour = tour
    self.reader = reader
    self.killRing = killRing
    panelActions.perform = { [weak self] in self?.perform($0) }
  }

  func perform(_ command: Command) {
    onCommand(command)
    guard context.checkAbilities(command.needs) else { return }
    switch command {
    case .global(let command): perform(command)
    case .vi(let command):
      if navigator.panels.perform(command, killRing) { return }
      if let global = command.global ?? scrolling(command) {
        navigator.focused?.composer.vi?.forgetUnfinished()
        return perform(global)
      }
      if let composer = navigator.focused?.composer { respond(to: composer.perform(vi: command)) }
    case .panel(let command): navigator.panels.perform(command)
    case .message(let command):
      messages.perform(command)
      if command == .leave { sayWhatIsDelayed() }
    case .popup(let command):
      if let composer = navigator.focused?.composer { respond(to: composer.perform(command)) }
    case .composer(let command):
      if navigator.panels.edit(command, killRing) { return }
      guard let focused = navigator.focused else {
        if command.canBeQueued { navigator.earlyInput.take(.command(command)) }
        return
      }
      respond(to: focused.composer.perform(command))
    }
  }

  /// In an empty composer, vi's motions to the ends of the text go to the ends of the messages.
  private func scrolling(_ command: ViCommand) -> GlobalCommand? {
    guard let composer = navigator.focused?.composer, composer.draft.text.isEmpty,
      composer.vi?.awaitsMotion == false
    else { return nil }
    return command == .textStart ? .oldest : command == .textEnd ? .newest : nil
  }

  /// Handles an outcome that the composer leaves to the program.
  func respond(to outcome: ComposerOutcome) {
    switch outcome {
    case .done, .nothing: break
    case .sent:
      if let key = navigator.focused?.key { context.discarded.didSend(from: key) }
      navigator.focused?.toNewest()
    case .editLastMessage: messages.editLastMessage()
    case .resumeEdit(let message): messages.resumeEdit(of: message)
    case .beginCommand: beginCommand()
    case .searchHistory: panelActions.showSentMessages()
    case .askForAddress: panelActions.askForAddress()
    case .askForFile: panelActions.askForFile()
    case .askWhomToTell(let named, let isFile): askWhomToTell(named, asFile: isFile)
    case .askWhetherAsFile(let text): askWhetherAsFile(text)
    case .askAboutPaste(let paste): askAboutPaste(paste)
    }
    context.setNeedsFrame()
  }

  /// Asks whether typed names become mentions.
  private func askWhomToTell(_ named: [NamedMember], asFile isFile: Bool) {
    guard let composer = navigator.focused?.composer, let names = NameAnnouncement(named, in: composer.names)
    else { return }
    let send = { [weak self] (isTelling: Bool) -> Void in
      self?.respond(to: composer.sender.send(named, telling: isTelling, asFile: isFile))
    }
    context.ask(
      "Notify \(names.people)?", names.question,
      [
        .init(.toggle, "notify \(names.people) and send") { send(true) },
        .init(.accept, "send as text, notify no one") { send(false) },
        .init(.dismiss, "keep writing"),
      ])
  }

  /// Asks whether to send a text that is too long as a file.
  private func askWhetherAsFile(_ text: LongText) {
    guard let composer = navigator.focused?.composer else { return }
    context.ask(
      "Too long for a message",
      "It is \(ByteCount(text.excess)) too long. It can be sent as the file \(text.fileName), with its first words as the message.",
      [
        .init(.accept, "send it as a file") { [weak self] in
          self?.respond(to: composer.sender.sendAsFile())
        },
        .init(.dismiss, "keep writing"),
      ])
  }

  /// Asks what to do with a long pasted text, which is already in the draft.
  private func askAboutPaste(_ paste: LongPaste) {
    guard let composer = navigator.focused?.composer else { return }
    var answers = [QuestionPanel.Answer(.accept, "keep it in the draft")]
    if composer.draft.editedMessage == nil {
      answers.append(.init(.toggle, "attach it as a file") { composer.attach(paste) })
    }
    answers.append(.init(.remove, "remove it") { composer.takeOut(paste) })
    context.ask(
      "A long paste",
      "\(counted(paste.lines, "line", "lines")), \(ByteCount(paste.text.utf8.count)), pasted into the draft. Keep typing to leave it there.",
      answers, letsEdit: true)
  }

  /// Asks for a command, and runs it as if it had been typed into the empty composer: a command that fails stays there.
  private func beginCommand() {
    guard let composer = navigator.focused?.composer else { return }
    let keep: (String) -> Void = { [context, weak composer] line in
      guard let composer else { return }
      composer.editor.change { composer.draft.keepInHistory(line) }
      context.say(.commandNotRun(restoredBy: context.key(of: .global(.draftHistory))))
    }
    let source = CommandSource(
      offered: SlashCommand.offered(by: context.client.abilities),
      refusal: { [weak composer] command in
        guard let composer, command != .quit, !command.leavesTextAlone else { return nil }
        let isEmpty = composer.draft.text.isEmpty && composer.draft.editedMessage == nil
        return isEmpty ? nil : .commandNeedsEmptyComposer
      },
      run: { [weak self, weak composer] command, line in
        guard let self, let composer else { return }
        if command == .quit { return context.quit() }
        if command.leavesTextAlone, !composer.draft.text.isEmpty || composer.draft.editedMessage != nil {
          let argument = line.dropFirst(command.name.count + 1).drop(while: \.isWhitespace)
          return context.run(command, String(argument), in: composer.draft.key)
        }
        // Another device may have changed the draft meanwhile.
        guard composer.draft.text.isEmpty else { return keep(line) }
        composer.type(line)
        respond(to: composer.perform(.send))
      }, keep: keep)
    context.showList(source, line: QueryLine(limit: CommandSource.limit))
  }

  // MARK: Everywhere

  func perform(_ command: GlobalCommand) {
    let focused = navigator.focused
    switch command {
    case .nextChannel: step(1)
    case .previousChannel: step(-1)
    case .channel1: channels.go(toNumber: 1)
    case .channel2: channels.go(toNumber: 2)
    case .channel3: channels.go(toNumber: 3)
    case .channel4: channels.go(toNumber: 4)
    case .channel5: channels.go(toNumber: 5)
    case .channel6: channels.go(toNumber: 6)
    case .channel7: channels.go(toNumber: 7)
    case .channel8: channels.go(toNumber: 8)
    case .channel9: channels.go(toNumber: 9)
    case .nextUnread: goToUnread()
    case .lastChannel: goToLastChannel()
    case .switcher: panelActions.showSwitcher()
    case .drafts: panelActions.showDrafts()
    case .threads: panelActions.showThreads()
    case .draftHistory: panelActions.showDraftHistory()
    case .search: panelActions.showSearchHere()
    case .searchEverywhere: panelActions.showSearch(in: nil)
    case .pins: panelActions.showPins()
    case .members: panelActions.showMembers()
    case .inbox: context.run(.inbox, "", in: focused?.key ?? DraftKey(channelId: .nowhere))
    case .accounts: accounts.showAll()
    case .directory: channels.places.showDirectory()
    case .help: panelActions.showHelp()
    case .describeKey:
      context.input.isDescribing = true
      context.say(.pressKey)
    case .pageUp: scroll(LineReader.pageOfMessages) { $0.page(1) }
    case .pageDown: scroll(-LineReader.pageOfMessages) { $0.page(-1) }
    case .scrollUp: scroll(1) { $0.scroll(by: 1) }
    case .scrollDown: scroll(-1) { $0.scroll(by: -1) }
    case .oldest: focused?.toOldest()
    case .newest: focused?.toNewest()
    case .messageMode: messages.beginSelecting()
    case .takeBack: takeBack(selected: focused?.selected, in: focused?.key)
    case .otherPane: navigator.goToOtherPane()
    case .closeThread: closeThread()
    case .sidebar:
      guard ScreenLayout.hasSidebar(context.terminal.size) else {
        return context.say(.noRoomForChannels(listedBy: context.key(of: .global(.switcher))))
      }
      sidebar.isHidden.toggle()
    case .foldChannels: sidebar.fold(.channels)
    case .foldDirects: sidebar.fold(.directs)
    case .foldThreads: sidebar.fold(.threads)
    case .nextSpace: channels.spaces.next()
    case .foldSpace: channels.spaces.fold(around: navigator.channel?.key.channelId)
    case .stepBack:
      stepBack()
      sayWhatIsDelayed()
    case .interrupt: interrupt()
    case .leaveTour: tour.leave()
    case .redraw: context.terminal.invalidate()
    case .suspend: suspend()
    case .quit: context.quit()
    }
    context.setNeedsFrame()
  }

  /// Scrolls or, in line mode, reads `count` messages aloud.
  private func scroll(_ count: Int, _ body: (Conversation) -> Void) {
    if let reader { return reader.read(count) }
    if let focused = navigator.focused { body(focused) }
  }

  // MARK: Channels

  private func step(_ direction: Int) {
    guard let next = sidebar.neighbour(of: navigator.channel?.key.channelId, direction) else { return }
    navigator.go(to: .channel(next))
  }

  private func goToUnread() {
    guard let next = sidebar.nextUnread(after: navigator.channel?.key.channelId) else {
      return context.say(.noUnread)
    }
    navigator.go(to: .channel(next))
  }

  private func goToLastChannel() {
    guard let last = navigator.lastChannel else { return context.say(.noPreviousChannel) }
    navigator.go(to: .channel(last))
  }

  // MARK: Back and out

  /// Takes one step back: panel, download, selected message, popup, region, quote, edit, found message, thread. It never clears
  /// text: a reply that is not sent stays as a draft.
  private func stepBack() {
    guard !closeTopmost(), let focused = navigator.focused else { return }
    if focused.selection != nil {
      focused.selection = nil
    } else if !focused.composer.stepBack() {
      if focused.found == nil, navigator.focus == .thread { closeThread() }
      focused.found = nil
    }
  }

  /// Whether stepping back has an effect besides closing a thread, or text is still waiting for a place.
  var canStepBack: Bool {
    guard let focused = navigator.focused, navigator.panels.panel == nil, navigator.waitingComposer == nil
    else { return true }
    return messages.files.isDownloading || context.longWork.isShown || focused.selection != nil
      || focused.found != nil || focused.composer.canStepBack
  }

  /// Takes one step back too. Text is set aside before a found message is cleared, and the thread is not closed.
  private func interrupt() {
    guard !closeTopmost(), let focused = navigator.focused else { return }
    if focused.selection != nil {
      focused.selection = nil
    } else if focused.composer.stepBack() {
      return
    } else if focused.found != nil, focused.composer.draft.text.isEmpty {
      focused.found = nil
    } else {
      guard !focused.composer.draft.text.isEmpty else {
        return context.say(.quits(context.key(of: .global(.quit))))
      }
      _ = focused.composer.setAside()
    }
  }

  /// Closes the panel, or cancels the work in progress.
  private func closeTopmost() -> Bool {
    guard navigator.panels.panel == nil else {
      navigator.panels.close()
      return true
    }
    return messages.files.cancelDownloads() || giveUpLongWork()
  }

  /// Says again how a change that is counted down is undone, because stepping back has no effect on it.
  private func sayWhatIsDelayed() {
    if context.notices.current == nil { messages.changes.sayItCanBeTakenBack() }
  }

  private func giveUpLongWork() -> Bool {
    guard context.longWork.cancel() else { return false }
    context.say(.cancelled)
    return true
  }

  private func suspend() {
    context.frames.afterSaving { [client = context.client, terminal = context.terminal] in
      // Everything typed is saved by now, if the store works. Drafts are published to the other devices as far as possible
      // before the process is suspended, and the rest after it resumes: suspending does not wait for the network.
      Task.immediate { await client.publishDrafts() }
      terminal.suspend()
    }
  }
}

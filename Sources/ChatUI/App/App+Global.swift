import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  func perform(_ command: GlobalCommand) {
    switch command {
    case .nextChannel: step(1)
    case .previousChannel: step(-1)
    case .channel1: goToChannel(0)
    case .channel2: goToChannel(1)
    case .channel3: goToChannel(2)
    case .channel4: goToChannel(3)
    case .channel5: goToChannel(4)
    case .channel6: goToChannel(5)
    case .channel7: goToChannel(6)
    case .channel8: goToChannel(7)
    case .channel9: goToChannel(8)
    case .nextUnread: goToUnread()
    case .lastChannel:
      guard let lastChannel else { return say(Notice("There was no channel before this one")) }
      go(to: .channel(lastChannel))
    case .switcher, .drafts, .threads, .draftHistory, .search, .searchEverywhere, .pins, .members, .help:
      show(command)
    case .pageUp: if !readOn(Self.pageOfLines) { focused?.page(1) }
    case .pageDown: if !readOn(-Self.pageOfLines) { focused?.page(-1) }
    case .scrollUp: if !readOn(1) { focused?.scroll(by: 1) }
    case .scrollDown: if !readOn(-1) { focused?.scroll(by: -1) }
    case .oldest: focused?.toOldest()
    case .newest: focused?.toNewest()
    case .messageMode: chooseMessage()
    case .takeBack: takeBack()
    case .otherPane: goToOtherPane()
    case .closeThread: closeThread()
    case .sidebar: sidebar.isHidden.toggle()
    case .foldChannels: sidebar.fold(.channels)
    case .foldDirects: sidebar.fold(.directs)
    case .foldThreads: sidebar.fold(.threads)
    case .ladder: climbDown()
    case .interrupt: interrupt()
    case .leaveTour: leaveTour()
    case .redraw: terminal.invalidate()
    case .suspend: suspend()
    case .quit: end()
    }
    inbox.wake()
  }

  private func goToOtherPane() {
    guard thread != nil else { return }
    _ = cancelOpening()
    closePanel()
    focus = focus == .thread ? .channel : .thread
  }

  private func step(_ direction: Int) {
    guard let next = sidebar.neighbour(of: channel?.composer.key.channelId, direction) else { return }
    go(to: .channel(next))
  }

  private func goToChannel(_ index: Int) {
    let order = sidebar.unfolded
    guard order.indices.contains(index) else { return say(Notice("There is no channel \(index + 1)")) }
    go(to: .channel(order[index]))
  }

  private func goToUnread() {
    guard let next = sidebar.nextUnread(after: channel?.composer.key.channelId) else {
      return say(Notice("Everything is read", .good))
    }
    go(to: .channel(next))
  }

  /// Goes one step back: panel, download, selected message, popup, region, quote, edit, found message. Text is never
  /// cleared, and from an empty composer it leads nowhere: letters that follow are only ever text.
  private func climbDown() {
    if panel != nil { return closePanel() }
    if cancelOpening() || cancelFetching() { return }
    guard let focused else { return }
    if focused.selection != nil {
      focused.selection = nil
    } else if !focused.composer.retreat() {
      focused.found = nil
    }
  }

  private func interrupt() {
    if panel != nil { return closePanel() }
    if cancelOpening() || cancelFetching() { return }
    guard let focused else { return }
    if focused.selection != nil {
      focused.selection = nil
    } else if focused.composer.retreat() {
      return
    } else if focused.found != nil, focused.composer.isEmpty {
      focused.found = nil
    } else {
      guard !focused.composer.isEmpty else {
        return say(Notice("\(keys(of: .global(.quit))) leaves", .quiet))
      }
      _ = focused.composer.setAside()
    }
  }

  /// The keys of a command, for use in a sentence.
  func keys(of command: Command) -> String {
    keymap.keys(of: command).first?.description ?? command.name
  }

  private func suspend() {
    afterwards.append { [client, terminal] in
      // Everything typed is saved by now. The other devices are told as far as there is time before the process is
      // suspended, and of the rest when it resumes: a user who wants the shell does not wait for a network.
      Task.immediate { await client.publishDrafts() }
      terminal.suspend()
    }
  }
}

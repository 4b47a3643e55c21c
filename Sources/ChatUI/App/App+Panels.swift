import ChatControllers
import ChatDomain

extension App {
  func show(_ command: GlobalCommand) {
    let names = placeNames
    switch command {
    case .switcher:
      show(QuickSwitcher(stage: self, channels: sidebar.channelList, threads: sidebar.threadList))
    case .drafts: show(DraftsPanel(stage: self, names: names))
    case .threads: show(ThreadsPanel(stage: self, names: names))
    case .help: showHelp(at: .keys(areas.first ?? .global))
    case .searchEverywhere: show(SearchPanel(stage: self, names: names, channel: nil))
    default:
      guard let key = focused?.composer.key else { return }
      show(command, in: key, names)
    }
  }

  private func show(_ command: GlobalCommand, in key: DraftKey, _ names: PlaceNames) {
    switch command {
    case .draftHistory: show(HistoryPanel(stage: self, names: names, scope: key))
    case .search: show(SearchPanel(stage: self, names: names, channel: key.channelId))
    case .pins: show(PinsPanel(stage: self, names: names, channel: key.channelId))
    case .members: show(MembersPanel(stage: self, names: names, channel: key.channelId))
    default: break
    }
  }

  /// - Parameter section: what stands first.
  func showHelp(for words: String = "", at section: HelpPanel.Section) {
    let lines = SlashCommand.manual.map { (name: $0.usage, meaning: $0.meaning) }
    show(HelpPanel(keymap: keymap, lines: lines, text: words, at: section))
  }

  var placeNames: PlaceNames { PlaceNames(channels: sidebar.channelList, threads: sidebar.threadList) }

  func showHistorySearch() {
    guard let composer = focused?.composer else { return }
    show(SentPanel(stage: self, names: placeNames, key: composer.key) { composer.insert($0) })
  }

  func askWhomToTell(_ named: [NamedMember]) {
    guard let composer = focused?.composer, let words = NameWords(named, in: composer.names) else { return }
    show(
      MentionQuestion(words, keymap: keymap, clock: client.clock) { [weak self] isTelling in
        self?.respond(to: composer.send(named, telling: isTelling))
      })
  }

  func askForAddress() {
    guard let composer = focused?.composer else { return }
    show(AddressPanel(keymap: keymap) { composer.link(to: $0) })
  }
}

import ChatControllers
import ChatDomain

extension App {
  func show(_ command: GlobalCommand) {
    switch command {
    case .switcher: show(SwitcherPanel(stage: self))
    case .drafts: show(DraftsPanel(stage: self))
    case .threads: show(ThreadsPanel(stage: self))
    case .help: show(HelpPanel(stage: self))
    case .searchEverywhere: show(SearchPanel(stage: self, channel: nil))
    case .draftHistory: if let focused { show(HistoryPanel(stage: self, key: focused.composer.key)) }
    case .search: if let channel { show(SearchPanel(stage: self, channel: channel.composer.key.channelId)) }
    case .pins: if let channel { show(PinsPanel(stage: self, channel: channel.composer.key.channelId)) }
    case .members: if let channel { show(MembersPanel(stage: self, channel: channel.composer.key.channelId)) }
    default: break
    }
  }

  func showHistorySearch() {
    guard let composer = focused?.composer else { return }
    show(SentPanel(stage: self, key: composer.key) { composer.insert($0) })
  }

  func askForAddress() {
    guard let composer = focused?.composer else { return }
    show(AddressPanel { composer.link(to: $0) })
  }
}

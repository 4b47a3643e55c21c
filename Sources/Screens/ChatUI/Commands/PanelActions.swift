import ChatControllers
import ChatDomain
import Composer

/// Opens the panels requested by keys and slash commands.
final class PanelActions {
  private let services: AppContext
  private let navigator: Navigator
  private let names: ConversationNames

  init(services: AppContext, navigator: Navigator, names: ConversationNames) {
    self.services = services
    self.navigator = navigator
    self.names = names
  }

  func showSwitcher() {
    services.showList(SwitcherSource(services: services, names: names))
  }

  func showDrafts() { services.showList(DraftSource(services: services, names: names)) }

  func showThreads() { services.showList(ThreadSource(services: services, names: names)) }

  /// - Parameter channel: the channel to search; nil for all channels.
  func showSearch(in channel: ChannelID?, for text: String = "") {
    services.showList(
      SearchSource(services: services, names: names, channel: channel), line: QueryLine(text))
  }

  // MARK: About the place that has the focus

  func showDraftHistory() {
    guard let key = focused else { return }
    services.showList(HistorySource(services: services, names: names, scope: key))
  }

  func showSearchHere() {
    if let key = shared { showSearch(in: key.channelId) }
  }

  func showPins() {
    guard let key = shared else { return }
    services.showList(PinSource(services: services, names: names, channel: key.channelId))
  }

  func showMembers() {
    guard let key = shared else { return }
    services.showList(MemberSource(services: services, names: names, channel: key.channelId))
  }

  func showSentMessages() {
    guard let composer = navigator.focused?.composer else { return }
    services.showList(
      SentSource(services: services, names: names, key: composer.draft.key) { composer.insert($0) })
  }

  func askForAddress() {
    guard let composer = navigator.focused?.composer else { return }
    services.show(LinePanel.address(services.keymap) { composer.editor.link(to: $0) })
  }

  func showCommandLine(run: @escaping (String) -> Void, keep: @escaping (String) -> Void) {
    services.showList(
      CommandSource(offered: SlashCommand.offered(by: services.client.abilities), run: run, keep: keep),
      line: QueryLine(limit: CommandSource.limit))
  }

  private var focused: DraftKey? { navigator.focused?.key }

  /// The focused place, if it can have other members; otherwise the user is notified.
  private var shared: DraftKey? { focused.flatMap { services.checkChannel($0.channelId) ? $0 : nil } }

  // MARK: Help

  /// - Parameters:
  ///   - commandsFirst: whether commands are listed before keys.
  ///   - words: the query.
  func showHelp(commandsFirst: Bool = false, for words: String = "") {
    let lines = SlashCommand.offered(by: services.client.abilities).map {
      (name: $0.usage, meaning: $0.meaning)
    }
    let section: HelpSource.Section = commandsFirst ? .commands : .keys(navigator.keyAreas.first ?? .global)
    services.showList(
      HelpSource(keymap: services.keymap, lines: lines, at: section), line: QueryLine(words))
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Opens the panels requested by keys and slash commands.
final class PanelActions {
  private let context: AppContext
  private let navigator: Navigator
  private let names: ConversationNames
  /// Performs a command as its key does.
  var perform: (Command) -> Void = { _ in }

  init(context: AppContext, navigator: Navigator, names: ConversationNames) {
    self.context = context
    self.navigator = navigator
    self.names = names
  }

  func showSwitcher() {
    context.showList(SwitcherSource(context: context, names: names))
  }

  func showDrafts() { context.showList(DraftSource(context: context, names: names)) }

  func showThreads() { context.showList(ThreadSource(context: context, names: names)) }

  /// - Parameter channel: the channel to search; nil for all channels.
  func showSearch(in channel: ChannelID?, for text: String = "") {
    context.showList(SearchSource(context: context, names: names, channel: channel), line: QueryLine(text))
  }

  // MARK: About the place that has the focus

  func showDraftHistory() {
    guard let key = focused else { return }
    let parent = navigator.focused?.parent.map {
      Excerpt.beginning(of: $0.shown(to: context.client.currentUser.id), limit: 40)
    }
    context.showList(
      HistorySource(
        context: context, names: names, scope: key,
        place: parent.map { "\(names.name(of: key.channelId)) ↳ \($0)" }))
  }

  func showSearchHere() {
    if let key = shared { showSearch(in: key.channelId) }
  }

  func showPins() {
    guard let key = shared else { return }
    context.showList(PinSource(context: context, names: names, channel: key.channelId))
  }

  func showMembers() {
    guard let key = shared else { return }
    context.showList(MemberSource(context: context, names: names, channel: key.channelId))
  }

  func showSentMessages() {
    guard let composer = navigator.focused?.composer else { return }
    context.showList(
      SentSource(context: context, names: names, key: composer.draft.key) { composer.insert($0) })
  }

  func askForAddress() {
    guard let composer = navigator.focused?.composer else { return }
    context.show(LinePanel.address(context.keymap) { composer.editor.link(to: $0) })
  }

  func askForFile() {
    guard let attachments = navigator.focused?.composer.attachments else { return }
    context.show(LinePanel.file(context) { attachments.attach($0) })
  }

  private var focused: DraftKey? { navigator.focused?.key }

  /// The focused place, if it can have other members; otherwise the user is notified.
  private var shared: DraftKey? { focused.flatMap { context.checkChannel($0.channelId) ? $0 : nil } }

  // MARK: Help

  private var helpActs: HelpSource.Acts {
    HelpSource.Acts(
      perform: { [weak self] command in
        self?.navigator.panels.close()
        self?.navigator.focused?.selection = nil
        self?.perform(command)
      },
      write: { [weak self] line in
        guard let focused = self?.navigator.focused, case let composer = focused.composer,
          composer.draft.text.isEmpty, composer.draft.editedMessage == nil
        else { return false }
        focused.selection = nil
        if composer.vi?.isInserting == false { _ = composer.perform(vi: .insert) }
        composer.type(line)
        return true
      }, configurationFile: context.settings.configurationFile)
  }

  /// - Parameters:
  ///   - commandsFirst: whether commands are listed before keys.
  ///   - words: the query.
  func showHelp(commandsFirst: Bool = false, for words: String = "") {
    let lines = SlashCommand.offered(by: context.client.abilities)
    let area = navigator.keyAreas.first ?? .global
    let section: HelpSource.Section =
      commandsFirst ? .commands : area == .composer || area == .global ? .start : .keys(area)
    context.showList(
      HelpSource(keymap: context.keymap, lines: lines, at: section, acts: helpActs), line: QueryLine(words))
  }
}

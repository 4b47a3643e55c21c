import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// The parts of the program, wired together: the open channels and panels, their key handling, and their presentation.
final class Workspace {
  let context: AppContext
  let killRing = KillRing()
  private let vi: ViSession?
  let sidebar: ChannelSidebar
  let navigator: Navigator
  let files: FileActions
  let session: SessionRestoration
  let tour: TourGuide
  let screen: ScreenPresenter
  /// Presents events as lines of text; nil if there is a screen.
  let narrator: Narrator?
  let title: WindowTitle
  let router: InputRouter
  let invitations: InvitationActions
  let inbox: InboxActions
  let encryption: EncryptionActions
  private let caches: ChatCaches
  let pictures: Pictures
  private let alerts: Alerts
  private let sentNotice: SentNotice

  init(client: ChatClient, environment: AppEnvironment, keymap: Keymap, settings: Settings) {
    let context = AppContext(client: client, environment: environment, keymap: keymap, settings: settings)
    self.context = context
    vi = context.isLineMode ? nil : ViSession(killRing: killRing)
    // Line mode cannot underline misspelled words.
    let speller = context.isLineMode ? nil : Speller(environment.spelling, context: context)
    caches = ChatCaches(context: context)
    sidebar = ChannelSidebar(context: context, presences: caches.presences, pending: caches.pending)
    let downloads = Downloads(client: client, folder: environment.downloads, files: environment.files)
    pictures = Pictures(context: context, reader: environment.pictures, outlet: environment.outlet)
    let annotations = MessageAnnotations(
      context: context, pending: caches.pending, downloads: downloads, pictures: pictures,
      threads: sidebar.threadList,
      readers: caches.readers, encryption: caches.encryption)
    navigator = Navigator(
      context: context, sidebar: sidebar,
      shelf: ConversationShelf(
        context: context, annotations: annotations, killRing: killRing,
        vi: settings.keyStyle == .vi ? vi : nil, speller: speller),
      pending: caches.pending)
    files = FileActions(
      context: context, folder: environment.downloads, downloads: downloads, pictures: pictures,
      names: sidebar.names)
    vi?.copy = { [files] in files.copy($0) }
    session = SessionRestoration(
      context: context, navigator: navigator, sidebar: sidebar, connection: environment.connection)
    tour = TourGuide(
      context: context, navigator: navigator, sidebar: sidebar, canGoOffline: environment.connection != nil)
    let status = StatusPresenter(
      context: context, navigator: navigator, files: files, tour: tour, session: session)
    screen = ScreenPresenter(
      context: context, navigator: navigator, sidebar: sidebar, presences: caches.presences,
      pins: caches.pins, encryption: caches.encryption, pictures: pictures, status: status)
    alerts = Alerts(context: context, navigator: navigator, sidebar: sidebar)
    sentNotice = SentNotice(context: context, names: sidebar.names)
    title = WindowTitle(context: context, navigator: navigator, sidebar: sidebar)

    var lineMode: LineMode?
    if case .lines(let lineTerminal) = environment.outlet {
      lineMode = LineMode(
        lineTerminal, context: context, navigator: navigator, sidebar: sidebar, status: status, tour: tour,
        downloads: downloads, pending: caches.pending, encryption: caches.encryption)
    }
    narrator = lineMode?.narrator

    let messages = MessageActions(context: context, navigator: navigator, files: files)
    let channels = ChannelActions(context: context, navigator: navigator, sidebar: sidebar)
    invitations = channels.invitations
    inbox = channels.inbox
    status.unreadInbox = { [inbox] in inbox.unreadCount }
    status.fileOnItsWay = { [caches] in caches.pending.fileOnItsWay }
    let accounts = AccountActions(context: context, sidebar: sidebar, directory: environment.accounts)
    encryption = EncryptionActions(context: context, cache: caches.encryption)
    let panelActions = PanelActions(context: context, navigator: navigator, names: sidebar.names)
    let commands = CommandRunner(
      context: context, navigator: navigator, sidebar: sidebar, messages: messages, channels: channels,
      accounts: accounts, encryption: encryption, panelActions: panelActions, session: session, tour: tour,
      reader: lineMode?.reader, killRing: killRing)
    router = InputRouter(
      context: context, navigator: navigator, commands: commands,
      mouse: MouseRouter(
        context: context, navigator: navigator, sidebar: sidebar, commands: commands, screen: screen))

    context.parts = self
    sidebar.onChannelsChange = { [weak session] in session?.firstChannelCame() }
    downloads.onChange = { [weak context] in context?.setNeedsFrame() }
    downloads.onArrival = { [weak self] in self?.refreshMessages() }
    pictures.onArrival = { [weak self] show in self?.show(picture: show) }
    caches.readers.onChange = { [weak self] in self?.refreshMessages() }
    caches.encryption.onStateChange = { [weak self] state in
      self?.encryption.stateDidChange(state)
      self?.refreshMessages()
    }
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    // Sent every few seconds while the user types. A change of the draft on this device posts a `.draft` notice of its own.
    case .event(.draftUpdated), .event(.draftDeleted): return
    default: break
    }
    // The narrator goes first, because it reports the state before the change.
    narrator?.handle(notice)
    caches.handle(notice)
    navigator.handle(notice)
    for conversation in navigator.open { conversation.handle(notice) }
    if case .outbox = notice, context.client.delayedWork.isEmpty { context.notices.nothingToTakeBack() }
    alerts.handle(notice)
    sentNotice.handle(notice)
    invitations.handle(notice)
    // The kill ring does not record where its texts were killed.
    if case .historyForgotten(let key, let text) = notice {
      killRing.forget()
      vi?.forget()
      context.discarded.forget(key, only: text)
    }
    if case .connection(.online) = notice {
      pictures.forgetFailures()
      for conversation in navigator.open { conversation.connectionIsBack() }
    }
    context.setNeedsFrame()
  }

  /// Redraws the parts of messages that change without an event: the paths of their files, and the seconds left to undo an
  /// action.
  func refreshMessages() {
    for conversation in navigator.open { conversation.refresh() }
    context.setNeedsFrame()
  }

  /// Shows a picture that has arrived, in all open places.
  ///
  /// - Parameter show: stores the picture.
  private func show(picture show: () -> Void) {
    let heights = navigator.open.map { ($0, $0.heightAtEdge) }
    show()
    for (conversation, height) in heights { conversation.pictureCame(atEdge: height) }
    context.setNeedsFrame()
  }

  /// Marks what is on the screen as read.
  func screenWasSeen() {
    guard navigator.panels.panel == nil, context.input.isTerminalFocused else { return }
    for conversation in navigator.open where conversation.showsNewest {
      conversation.readTracker.newestIsSeen()
    }
  }
}

extension Workspace: AppParts {
  func go(to destination: Destination) { navigator.go(to: destination) }
  func show(_ panel: any Panel) { navigator.panels.show(panel) }
  func dismiss(_ panel: any Panel) { navigator.panels.dismiss(panel) }
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
    router.commands.run(command, argument, in: key)
  }
  func noticeWasSaid(_ notice: Notice) { narrator?.say(notice) }
  func noticeWasCleared() { narrator?.noticeWasCleared() }
  func keyStyleDidChange() { navigator.useVi(context.settings.keyStyle == .vi ? vi : nil) }
}

import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// The parts of the program, wired together: the open channels and panels, their key handling, and their presentation.
final class Workspace {
  let services: ProgramServices
  let input = InputState()
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
  private let caches: ChatCaches
  let pictures: Pictures
  private let alerts: Alerts

  init(client: ChatClient, environment: AppEnvironment, keymap: Keymap, settings: Settings) {
    let terminal = environment.outlet.terminal
    let services = ProgramServices(
      client: client, environment: environment, keymap: keymap, settings: settings)
    self.services = services
    vi = settings.keyStyle == .vi && !services.isLineMode ? ViSession(killRing: killRing) : nil
    // Line mode cannot underline misspelled words.
    let speller = services.isLineMode ? nil : Speller(environment.spelling, services: services)
    caches = ChatCaches(services: services)
    sidebar = ChannelSidebar(services: services, presences: caches.presences, pending: caches.pending)
    let downloads = Downloads(client: client, folder: environment.downloads, files: environment.files)
    pictures = Pictures(services: services, reader: environment.pictures, outlet: environment.outlet)
    let annotations = MessageAnnotations(
      services: services, pending: caches.pending, downloads: downloads, pictures: pictures,
      threads: sidebar.threadList,
      readers: caches.readers)
    navigator = Navigator(
      services: services, sidebar: sidebar, input: input,
      shelf: ConversationShelf(
        services: services, annotations: annotations, killRing: killRing, vi: vi, speller: speller),
      pending: caches.pending)
    files = FileActions(
      services: services, folder: environment.downloads, terminal: terminal, downloads: downloads,
      pictures: pictures, names: sidebar.names)
    vi?.copy = { [files] in files.copy($0) }
    session = SessionRestoration(
      services: services, notices: services.notices, navigator: navigator, sidebar: sidebar,
      connection: environment.connection)
    tour = TourGuide(
      services: services, navigator: navigator, sidebar: sidebar, terminal: terminal,
      canGoOffline: environment.connection != nil)
    let status = StatusPresenter(
      services: services, navigator: navigator, input: input, notices: services.notices, files: files,
      tour: tour, session: session)
    screen = ScreenPresenter(
      services: services, terminal: terminal, navigator: navigator, sidebar: sidebar,
      presences: caches.presences, pins: caches.pins, pictures: pictures, status: status)
    alerts = Alerts(
      services: services, terminal: terminal, navigator: navigator, sidebar: sidebar, input: input)
    title = WindowTitle(services: services, navigator: navigator, sidebar: sidebar, input: input)

    var lineMode: LineMode?
    if case .lines(let lineTerminal) = environment.outlet {
      lineMode = LineMode(
        lineTerminal, services: services, navigator: navigator, sidebar: sidebar, status: status, tour: tour,
        downloads: downloads, pending: caches.pending)
    }
    narrator = lineMode?.narrator

    let messages = MessageActions(
      services: services, navigator: navigator, input: input, files: files, notices: services.notices)
    let channels = ChannelActions(services: services, navigator: navigator, sidebar: sidebar)
    invitations = channels.invitations
    inbox = channels.inbox
    status.unreadInbox = { [inbox] in inbox.unreadCount }
    status.fileOnItsWay = { [caches] in caches.pending.fileOnItsWay }
    let accounts = AccountActions(
      services: services, loop: services, sidebar: sidebar, directory: environment.accounts)
    let panelActions = PanelActions(services: services, navigator: navigator, names: sidebar.names)
    let lineCommands = LineCommandRunner(
      services: services, loop: services, navigator: navigator, sidebar: sidebar, messages: messages,
      channels: channels, accounts: accounts, panels: panelActions, session: session, tour: tour,
      reader: lineMode?.reader,
      terminal: terminal)
    let commands = CommandRunner(
      services: services, loop: services, navigator: navigator, sidebar: sidebar, messages: messages,
      accounts: accounts, panelActions: panelActions, lineCommands: lineCommands, killRing: killRing,
      terminal: terminal)
    router = InputRouter(
      services: services, loop: services, navigator: navigator, input: input, notices: services.notices,
      commands: commands,
      mouse: MouseRouter(
        services: services, navigator: navigator, sidebar: sidebar, commands: commands, screen: screen,
        input: input),
      terminal: terminal)

    services.notices.onChange = { [screen] in screen.forgetShown() }
    services.navigator = navigator
    services.narrator = narrator
    services.lineCommands = lineCommands
    sidebar.onChannelsChange = { [weak session] in session?.firstChannelCame() }
    downloads.onChange = { [weak services] in services?.setNeedsFrame() }
    downloads.onArrival = { [weak self] in self?.refreshMessages() }
    pictures.onArrival = { [weak self] show in self?.show(picture: show) }
    caches.readers.onChange = { [weak self] in self?.refreshMessages() }
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    // Sent on every key press. Views that show the text are notified by the draft or by a list.
    case .draft(let change) where change.cause == .edited && change.key.parentId == nil:
      return services.setNeedsFrame()
    // Sent every few seconds while someone types. If the draft changes, it posts a notice itself.
    case .event(.draftUpdated), .event(.draftDeleted): return
    default: break
    }
    // The narrator goes first, because it reports the state before the change.
    narrator?.handle(notice)
    caches.handle(notice)
    navigator.handle(notice)
    for conversation in navigator.open { conversation.handle(notice) }
    if case .outbox = notice, services.client.delayedWork.isEmpty { services.notices.nothingToTakeBack() }
    alerts.handle(notice)
    invitations.handle(notice)
    // The kill ring does not record where its texts were killed.
    if case .historyForgotten(let key) = notice {
      killRing.forget()
      vi?.forget()
      services.discarded.forget(key)
    }
    if case .connection(.online) = notice {
      pictures.forgetFailures()
      for conversation in navigator.open { conversation.connectionIsBack() }
    }
    services.setNeedsFrame()
  }

  /// Redraws what can change about messages without an event: where their files are, and how many seconds are left to undo
  /// something.
  func refreshMessages() {
    for conversation in navigator.open { conversation.refresh() }
    services.setNeedsFrame()
  }

  /// Shows a picture that has arrived wherever it belongs.
  ///
  /// - Parameter show: makes the picture known.
  private func show(picture show: () -> Void) {
    let heights = navigator.open.map { ($0, $0.heightAtEdge) }
    show()
    for (conversation, height) in heights { conversation.pictureCame(atEdge: height) }
    services.setNeedsFrame()
  }

  /// Marks what is on the screen as read.
  func screenWasSeen() {
    guard navigator.panels.panel == nil, input.isTerminalFocused else { return }
    for conversation in navigator.open where conversation.showsNewest {
      conversation.readTracker.newestIsSeen()
    }
  }
}

/// The services of the running program. The parts that provide them are not retained, because they use the services too: once
/// the program has ended, late answers have no effect.
final class ProgramServices: AppServices, LoopControl {
  let client: ChatClient
  let keymap: Keymap
  var settings: Settings { didSet { setNeedsFrame() } }
  let environment: AppEnvironment
  let notices = NoticeLine()
  let discarded: DiscardedDrafts
  private(set) var longWork: LongWork?
  weak var loop: (any LoopControl)?
  weak var navigator: Navigator?
  weak var narrator: Narrator?
  weak var lineCommands: LineCommandRunner?

  init(client: ChatClient, environment: AppEnvironment, keymap: Keymap, settings: Settings) {
    self.client = client
    self.environment = environment
    self.keymap = keymap.offered(by: client.abilities, in: settings.keyStyle)
    self.settings = settings
    discarded = DiscardedDrafts(client: client)
    notices.onClear = { [weak self] in self?.narrator?.noticeWasCleared() }
    longWork = LongWork(clock: client.clock) { [weak self] in self?.setNeedsFrame() }
  }

  var calendar: any WallCalendar { environment.calendar }
  var files: any FileBrowser { environment.files }
  var programs: any OtherPrograms { environment.programs }

  var isLineMode: Bool {
    if case .lines = environment.outlet { true } else { false }
  }

  // MARK: The loop

  func setNeedsFrame() { loop?.setNeedsFrame() }
  func changeDrafts(_ change: () -> Void) { loop?.changeDrafts(change) }
  func end(isHangUp: Bool) { loop?.end(isHangUp: isHangUp) }
  func end(before next: NextRun) { loop?.end(before: next) }
  func afterSaving(_ action: @escaping () -> Void) { loop?.afterSaving(action) }

  // MARK: What is open

  func say(_ notice: Notice) {
    notices.show(notice)
    narrator?.say(notice)
    setNeedsFrame()
  }

  func go(to destination: Destination) { navigator?.go(to: destination) }
  func show(_ panel: any Panel) { navigator?.panels.show(panel) }
  func dismiss(_ panel: any Panel) { navigator?.panels.dismiss(panel) }

  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
    lineCommands?.run(command, argument, in: key)
  }
}

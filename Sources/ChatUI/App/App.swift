public import ChatControllers
import ChatDomain
import ChatScreens
public import TerminalScreen

/// The program: collects events, handles them, saves what was typed, and shows one frame.
public final class App {
  public let client: ChatClient
  let terminal: any Terminal
  private let outlet: Outlet
  /// Presents events as lines of text; nil if there is a screen.
  let narrator: Narrator?
  let calendar: any WallCalendar
  let files: any FileBrowser
  let programs: any OtherPrograms
  let connectionSwitch: (any ConnectionSwitch)?
  let keymap: Keymap
  var settings: Settings

  let inbox: FrameLoop
  let killRing = KillRing()
  private(set) lazy var discarded = DiscardedDrafts(client: client)
  let work = WorkNews()
  let downloads: Downloads
  private(set) lazy var presences = PresenceBook(stage: self)
  private(set) lazy var pins = PinBook(stage: self)
  private(set) lazy var fileSaving = FileSaving(stage: self, downloads: downloads, folder: downloadFolder)
  private let downloadFolder: any DownloadFolder
  private(set) lazy var sidebar = SidebarPane(stage: self)
  private(set) lazy var invitations = client.invitationListController()
  /// The recently opened places, each with its reading position.
  var shelf = ConversationShelf()
  var channel: Conversation?
  var thread: Conversation?
  var focus = ScreenState.Focus.channel
  var lastChannel: ChannelID?
  var panel: (any Panel)?
  /// The beginning of a key sequence.
  var pendingKeys: [KeyEvent] = []
  /// How many keys and pastes have come.
  var keyCount = 0
  /// Looks for the conversation with somebody.
  var openingConversation: Task<Void, Never>?
  /// Typing and editing from before there was a composer for it.
  var early: [EarlyInput] = []
  /// Keys behind one that waits for suggestions, and the composer that they are for.
  var held: [TerminalEvent] = []
  weak var holder: ComposerPane?
  /// Whether a paste has begun whose end has not come yet.
  var isPasting = false
  /// For deletions and pins that can still be taken back. Lines stay as they are.
  private lazy var countdown = Countdown(clock: client.clock) { [weak self] in
    self.map { $0.narrator == nil && !$0.client.delayedWork.isEmpty } ?? false
  } tick: { [weak self] in
    self?.showDelays()
  }
  var notice: Notice?
  /// The notice that something can be taken back, as long as it is true.
  var takeBackNotice: Notice?
  /// The tour in progress.
  var tour: Tour?
  /// Where the mouse was pressed in a draft, as long as only drags follow.
  var dragged: (offset: Int, place: ScreenState.Focus)?
  /// Called with each command a key invokes.
  var onCommand: (Command) -> Void = { _ in }
  /// Whether the terminal has the focus, as far as it reports that.
  var isFocused = true
  /// Data cached from the last frame, which makes the next one cheaper.
  var memory = ScreenMemory()
  /// The terminal's title, as it was last set.
  private var title = WindowTitle()
  /// The state shown by the last frame.
  private(set) var shown: ScreenState?
  /// Actions that must wait until everything typed before them is saved: suspending, starting another program.
  var afterwards: [@MainActor () async -> Void] = []
  private(set) var isOver = false
  /// Whether the user chose to work without a connection.
  var isOfflineChosen = false
  /// Whether the program ends because the terminal is gone.
  var isHungUp = false
  /// The reason not everything typed could be saved, after the run; nil if all of it is saved.
  public private(set) var unkept: String?
  private var whenOver: () -> Void = {}
  /// The frame that was made last.
  private var picture: Picture?
  /// Work to do after the first frame and before any request.
  private let prepare: @MainActor () async -> Void
  private var subscription: Subscription?

  public init(
    client: ChatClient, surroundings: Surroundings, keymap: Keymap = Keymap(),
    settings: Settings = Settings(),
    prepare: @escaping @MainActor () async -> Void = {}
  ) {
    self.prepare = prepare
    self.client = client
    outlet = surroundings.outlet
    terminal = outlet.terminal
    narrator = if case .lines(let terminal) = outlet { Narrator(terminal) } else { nil }
    calendar = surroundings.calendar
    files = surroundings.files
    programs = surroundings.programs
    connectionSwitch = surroundings.connection
    downloadFolder = surroundings.downloads
    downloads = Downloads(client: client, folder: surroundings.downloads, files: surroundings.files)
    self.keymap = keymap
    self.settings = settings
    inbox = FrameLoop(
      surroundings.loop ?? TaskLoop(clock: client.clock), longestSaving: settings.longestSaving,
      save: client.flush)
  }

  /// Runs until the user quits or the terminal goes away. Everything typed is then saved and sent to the service.
  public func run() async throws(TerminalError) {
    try terminal.start { [inbox] in inbox.receive($0) }
    if settings.usesMouse { terminal.perform(.reportMouse(true)) }
    subscription = client.subscribe { [weak self] in self?.hear($0) }
    downloads.onChange = { [inbox] in inbox.wake() }
    downloads.onArrival = { [weak self] in self?.filesDidMove() }
    composeFrame()
    present(picture)
    // Whatever the theme is now, another one can be chosen later.
    terminal.perform(.askBackground)
    let opening = Task { await open() }
    await withCheckedContinuation { ended in
      whenOver = { ended.resume() }
      inbox.owner = self
      client.whenUnsaved = { [inbox] in inbox.saveSoon() }
      inbox.open()
    }
    client.whenUnsaved = nil
    opening.cancel()
    countdown.end()
    subscription?.cancel()
    let lost = keepEarly()
    // Text in an external editor is saved too.
    let leftInEditor = await programs.endEditing(isHangUp: isHungUp)
    await leavePlaces()
    // The last words are waited for longer than a frame would, but not forever.
    await inbox.saveEverything(atMost: settings.longestLeaving)
    unkept = inbox.trouble.map(\.description) ?? leftInEditor ?? lost
    await downloads.end()
    terminal.stop()
  }

  /// Ends the loop after the current events.
  public func end() {
    isOver = true
    inbox.wake()
  }

  /// Shows what is saved on this device, then the service's data, and goes to the first channel.
  private func open() async {
    await prepare()
    do {
      try await client.start { [weak self] in await self?.resume($0) }
    } catch {
      say("What is kept on this device cannot be read", because: error)
    }
    countdown.begin()
    await sidebar.synchronize()
    if channel == nil { await openFirstPlace() }
    setNeedsFrame()
    await readInvitations()
  }

  /// Sends the open drafts to the other devices.
  private func leavePlaces() async {
    for key in [channel?.composer.key, thread?.composer.key].compactMap(\.self) { client.leave(key) }
    await client.publishDrafts()
  }

  /// A frame ready to be shown once everything typed is saved.
  private struct Picture {
    let size: Size
    /// Nil in line mode.
    var frame: Frame?
  }

  private func present(_ picture: Picture?) {
    if case .screen(let screen) = outlet, let frame = picture?.frame { screen.present(frame) }
    if let title = title.change(to: titleNow) { terminal.perform(.setTitle(title)) }
    narrator?.tell()
    noteSeen()
  }

  private func showDelays() {
    for place in [channel, thread] { place?.refresh() }
    inbox.wake()
  }

  private func noteSeen() {
    guard panel == nil else { return }
    channel?.noteSeen(isAttentive: isFocused)
    thread?.noteSeen(isAttentive: isFocused)
  }

  private func hear(_ notice: ClientNotice) {
    // Before all others, because it reports what was there before.
    narrator?.hear(notice, in: self)
    work.hear(notice)
    presences.hear(notice)
    pins.hear(notice)
    channel?.hear(notice)
    thread?.hear(notice)
    if case .outbox = notice {
      countdown.begin()
      if client.delayedWork.isEmpty, self.notice == takeBackNotice { self.notice = nil }
    }
    call(because: notice)
    tell(of: notice)
    tellOfInvitation(notice)
    // The kill ring does not know where its texts were killed.
    if case .historyForgotten(let key) = notice {
      killRing.forget()
      discarded.forget(key)
    }
    if case .connection(.online) = notice { for place in [channel, thread] { place?.forgetFailure() } }
    inbox.wake()
  }

  /// The conversation that has the keyboard focus.
  var focused: Conversation? { focus == .thread ? thread ?? channel : channel }
}

extension App: FrameLoopOwner {
  func takeTurn(with events: [TerminalEvent]) {
    handle(events)
    walkTour()
  }

  func prepareToSave() { keepSession() }

  func composeFrame() {
    if let narrator {
      narrator.look(at: self)
      picture = Picture(size: terminal.size)
      return
    }
    let state = presented()
    shown = state
    picture = Picture(size: state.size, frame: Screen.frame(of: state, reusing: &memory))
  }

  var isFrameOutdated: Bool { picture?.size != terminal.size }

  var hasPostponedWork: Bool { !afterwards.isEmpty }

  func performPostponedWork() async {
    while !afterwards.isEmpty { await afterwards.removeFirst()() }
  }

  func showFrame() {
    guard !isOver else {
      // The last sentences are still printed, because lines stay visible.
      if let narrator { narrator.tell() }
      return whenOver()
    }
    present(picture)
  }
}

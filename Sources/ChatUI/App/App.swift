public import ChatControllers
import ChatDomain
import ChatScreens
public import TerminalScreen

/// The program: takes all that happened, handles it, keeps it, and shows one frame.
public final class App {
  public let client: ChatClient
  let terminal: any Terminal
  private let outlet: Outlet
  /// Who tells what happens in lines; nil where there is a screen.
  let narrator: Narrator?
  let calendar: any WallCalendar
  let files: any FileBrowser
  let programs: any OtherPrograms
  let connectionSwitch: (any ConnectionSwitch)?
  let keymap: Keymap
  var settings: Settings

  let inbox = Inbox()
  let killRing = KillRing()
  private(set) lazy var discarded = DiscardedDrafts(client: client)
  let work = WorkNews()
  let downloads: Downloads
  private(set) lazy var presences = PresenceBook(stage: self)
  private(set) lazy var pins = PinBook(stage: self)
  private(set) lazy var sidebar = SidebarPane(stage: self)
  /// The places that were open lately, with where one read in them.
  var shelf = ConversationShelf()
  var channel: Conversation?
  var thread: Conversation?
  var focus = ScreenState.Focus.channel
  var lastChannel: ChannelID?
  var panel: (any Panel)?
  /// The beginning of a key sequence.
  var pendingKeys: [KeyEvent] = []
  /// What was typed and corrected before there was a composer. Enter is not kept: nobody could see yet where it would send
  /// to.
  var early: [(ComposerPane) -> Void] = []
  var notice: Notice?
  /// The tour that is going on.
  var tour: Tour?
  /// Where the mouse was pressed in a draft, as long as nothing but drags follow.
  var dragged: (offset: Int, place: ScreenState.Focus)?
  /// Told of each command that a key was bound to.
  var onCommand: (Command) -> Void = { _ in }
  /// Whether the terminal has the person's attention, as far as it can tell.
  var isFocused = true
  let keeping: Keeping
  /// What is known of the last frame, so that the next one costs less.
  var memory = ScreenMemory()
  /// What the last frame showed.
  private(set) var shown: ScreenState?
  /// What has to wait until what was typed before it is kept: suspending, another program.
  var afterwards: [@MainActor () async -> Void] = []
  private(set) var isOver = false
  /// Whether it ends because the terminal is gone.
  var isHungUp = false
  /// Why not everything that was typed is kept, after the run; nil when all is.
  public private(set) var unkept: String?
  private var whenOver: () -> Void = {}
  /// What has to be done after the first frame and before anything is asked for.
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
    downloads = Downloads(client: client, folder: surroundings.downloads, files: surroundings.files)
    self.keymap = keymap
    self.settings = settings
    keeping = Keeping(client: client, longest: settings.longestSaving)
  }

  /// Runs until the person leaves or the terminal goes. Everything typed is kept and told to the service then.
  public func run() async throws(TerminalError) {
    try terminal.start { [inbox] in inbox.put($0) }
    if settings.usesMouse { terminal.perform(.reportMouse(true)) }
    subscription = client.subscribe { [weak self] in self?.hear($0) }
    keeping.onChange = { [inbox] in inbox.wake() }
    downloads.onChange = { [inbox] in inbox.wake() }
    show(picture())
    let opening = Task { await open() }
    await withCheckedContinuation { ended in
      whenOver = { ended.resume() }
      inbox.open { [weak self] in self?.turn() }
    }
    opening.cancel()
    subscription?.cancel()
    // What stands in an editor is kept too.
    let leftInEditor = await programs.endEditing(isHangUp: isHungUp)
    await leavePlaces()
    // The last words are waited for longer than a frame is, and not for ever.
    keeping.begin()
    await keeping.end(atMost: settings.longestLeaving)
    unkept = keeping.trouble.map(\.description) ?? leftInEditor
    await downloads.end()
    terminal.stop()
  }

  /// Handles all that happened, keeps it, and shows one frame.
  private func turn() {
    handle(inbox.turnBegins())
    walkTour()
    showWhenKept()
  }

  /// Makes a frame, and shows it once all that it shows is kept.
  private func showWhenKept() {
    // The frame is made while the store works, and shown when it has done so.
    keeping.begin()
    let picture = picture()
    keeping.whenKept { [self] isTroubleNew in
      guard afterwards.isEmpty else {
        Task {
          while !afterwards.isEmpty { await afterwards.removeFirst()() }
          showWhenKept()
        }
        return
      }
      // The terminal may have another size by now.
      guard !isOver, isTroubleNew || picture.size != terminal.size else { return endTurn(picture) }
      // Made again it may show what was written meanwhile: that is kept first, or the frame says that it is not.
      if keeping.trouble == nil { showWhenKept() } else { endTurn(self.picture()) }
    }
  }

  private func endTurn(_ picture: Picture) {
    guard !isOver else {
      // What was said last is said, where the words stay.
      if let narrator { narrator.tell() }
      return whenOver()
    }
    show(picture)
    inbox.turnEnds()
  }

  /// Ends the loop after this batch.
  public func end() {
    isOver = true
    inbox.wake()
  }

  /// Shows what is kept, then what the service has, and goes to the first channel.
  private func open() async {
    await prepare()
    do {
      try await client.start()
    } catch {
      say("What is kept on this device cannot be read", because: error)
    }
    await sidebar.synchronize()
    if channel == nil, let first = sidebar.order.first { go(to: .channel(first)) }
    setNeedsFrame()
  }

  /// The other devices are told of what is being written here.
  private func leavePlaces() async {
    for key in [channel?.composer.key, thread?.composer.key].compactMap(\.self) { client.leave(key) }
    await client.publishDrafts()
  }

  /// What is ready to be shown, once what was typed is kept.
  private struct Picture {
    let size: Size
    /// Nil where lines are told.
    var frame: Frame?
  }

  private func picture() -> Picture {
    inbox.frameBegins()
    if let narrator {
      narrator.look(at: self)
      return Picture(size: terminal.size)
    }
    let state = presented()
    shown = state
    return Picture(size: state.size, frame: Screen.frame(of: state, reusing: &memory))
  }

  private func show(_ picture: Picture) {
    if case .screen(let screen) = outlet, let frame = picture.frame { screen.present(frame) }
    narrator?.tell()
    noteSeen()
  }

  private func noteSeen() {
    guard panel == nil else { return }
    channel?.noteSeen(isAttentive: isFocused)
    thread?.noteSeen(isAttentive: isFocused)
  }

  private func hear(_ notice: ClientNotice) {
    // Before all others, for it tells what was there before.
    narrator?.hear(notice, in: self)
    work.hear(notice)
    presences.hear(notice)
    pins.hear(notice)
    channel?.hear(notice)
    thread?.hear(notice)
    call(because: notice)
    tell(of: notice)
    // The ring holds what was killed and does not know where.
    if case .historyForgotten(let key) = notice {
      killRing.forget()
      discarded.forget(key)
    }
    if case .connection(.online) = notice { for place in [channel, thread] { place?.forgetFailure() } }
    inbox.wake()
  }

  /// The conversation that has the keys.
  var focused: Conversation? { focus == .thread ? thread ?? channel : channel }
}

public import ChatControllers
public import ChatDomain
import ChatScreens
public import Composer
public import TerminalScreen

/// The program: collects events, handles them, saves what was typed, and shows one frame.
public final class App {
  /// The open channels and panels, their key handling, and their presentation.
  let workspace: Workspace
  /// Redraws countdowns of deletions and pins that can still be undone. Line mode needs none: printed lines are not redrawn.
  private lazy var countdown = Countdown(clock: client.clock) { [weak self] in
    self.flatMap { $0.narrator == nil && !$0.client.delayedWork.isEmpty ? .seconds(1) : nil }
  } tick: { [weak self] in
    self?.context.notices.countDown()
    self?.workspace.refreshMessages()
  }
  /// Redraws the retry countdown in the last line.
  private lazy var connectionCountdown = Countdown(clock: client.clock) { [weak self] in
    self.flatMap { $0.narrator == nil ? $0.workspace.screen.status.connectionWords.changesIn : nil }
  } tick: { [weak self] in
    self?.context.setNeedsFrame()
  }
  /// When to redraw the times next to messages.
  private var timesDue: Timestamp?
  private lazy var timesCountdown = Countdown(clock: client.clock) { [weak self] in
    // The moment may have passed since the frame was made, or be years ahead because of a wrong clock elsewhere.
    self.flatMap { app in
      app.timesDue.map { min(max(.milliseconds(1), $0 - app.client.clock.now), .seconds(86_400)) }
    }
  } tick: { [weak self] in
    self?.timesDue = nil
    self?.context.setNeedsFrame()
  }
  /// Whether the first place has not been opened yet.
  private var isFindingPlace = true
  /// After the run, the reason some typed text could not be saved; nil if all of it is saved.
  public private(set) var unsavedReason: String?
  /// What the user asked to run next.
  public var next: NextRun { context.next }
  private var whenOver: () -> Void = {}
  /// The last frame made. It is shown once everything in it is saved.
  private var picture: Picture?
  /// Work to do after the first frame and before any request.
  private let prepare: @MainActor () async -> Void
  private var subscription: Subscription?

  public init(
    client: ChatClient, environment: AppEnvironment, keymap: Keymap = Keymap(),
    settings: Settings = Settings(),
    prepare: @escaping @MainActor () async -> Void = {}
  ) {
    self.prepare = prepare
    workspace = Workspace(client: client, environment: environment, keymap: keymap, settings: settings)
    frames.owner = self
    workspace.screen.status.unsavedPart = { [frames] in frames.trouble?.statusPart }
  }

  /// Whether the demo introduces itself at the start.
  public var greets = true
  /// The command to type into the composer that opens first.
  private var offeredCommand: String?
  /// The notice in which the demo introduced itself; nil if it did not.
  private var greeting: Notice?
  /// Whether the demo has to say that it started over once it is online: until then, the saved messages are on the screen.
  private var saysWhatStartedOverOnline = false
  /// The client of the user who is signed in on this device.
  public var client: ChatClient { context.client }
  var context: AppContext { workspace.context }
  var frames: FrameLoop { context.frames }
  private var terminal: any Terminal { context.terminal }
  var isOver: Bool { context.isOver }
  private var narrator: Narrator? { workspace.narrator }

  /// Runs until the user quits or the terminal goes away. Everything typed is then saved and sent to the service.
  public func run() async throws(TerminalError) {
    try terminal.start { [frames] in frames.receive($0) }
    if context.settings.usesMouse { terminal.perform(.reportMouse(true)) }
    subscription = client.subscribeWithoutEdits { [weak self] in self?.handle($0) }
    if greets, context.isDemo, context.notices.current == nil {
      let notice = Notice.demo(of: client.currentUser.displayName)
      greeting = notice
      // Printed lines stay, so line mode waits until it is known whether the demo has started over.
      if !context.isLineMode { context.say(notice) }
    }
    composeFrame()
    showPicture()
    // Ask even if the current theme does not need it: the user can choose another theme later.
    terminal.perform(.askBackground)
    let opening = Task { await open() }
    await withCheckedContinuation { ended in
      whenOver = { ended.resume() }
      // Text that is unsaved already needs no request: it is saved with the frame that shows it.
      client.whenUnsaved = { [frames] in frames.setNeedsSaving() }
      frames.open()
    }
    opening.cancel()
    countdown.end()
    connectionCountdown.end()
    timesCountdown.end()
    subscription?.cancel()
    let lost = workspace.navigator.earlyInput.saveAtEnd()
    // Text in an external editor is saved too.
    let leftInEditor = await context.programs.endEditing(isHangUp: context.isHungUp)
    await leaveConversations()
    // Wait longer for the last text than a frame would, but not forever.
    await frames.saveEverything(atMost: context.settings.longestLeaving)
    unsavedReason = frames.trouble.map(\.description) ?? leftInEditor ?? lost
    workspace.pictures.end()
    await workspace.files.downloads.end()
    terminal.stop()
  }

  /// Ends the loop after the current events.
  public func end() { context.end() }

  /// Shows a notice in the last line, until the next key.
  public func say(_ notice: Notice) { context.say(notice) }

  /// Says a notice at the start that also explains why nothing is saved: line mode does not repeat that reason.
  public func say(_ notice: Notice, explaining error: StoreError?) {
    if let error { narrator?.didExplain(saving: FrameLoop.Trouble.failed(error).statusPart.text) }
    say(notice)
  }

  /// Says which account is open; in the demo, what is different there.
  public func sayWhoIsOpen() {
    let user = client.currentUser
    context.say(
      context.isDemo
        ? .demo(of: user.displayName)
        : .account(user.id.handle, switchedBy: context.key(of: .global(.accounts))))
  }

  /// Types a command into the composer of the first place, unless there is text or the user has begun to type.
  public func offer(command line: String) { offeredCommand = line }

  private func typeOfferedCommand() {
    guard let line = offeredCommand, context.input.keyCount == 0, workspace.navigator.panels.panel == nil,
      let composer = workspace.navigator.focused?.composer, composer.draft.isEmpty,
      composer.draft.editedMessage == nil
    else { return }
    composer.type(line)
  }

  /// Starts the tour; restarts it if it is already running.
  ///
  /// - Parameter saved: the step that an earlier run has reached; nil for the first step.
  public func beginTour(at saved: String? = nil) { workspace.tour.begin(at: saved) }

  /// Calls `act` with each step of the tour, as a text with which another run can continue it.
  public func whenTourMoves(_ act: @escaping (String) -> Void) { workspace.tour.onStep = act }

  /// Calls `act` when the tour was taken to its end or closed.
  public func whenTourEnds(_ act: @escaping () -> Void) { workspace.tour.onEnd = act }

  /// Shows what is saved on this device, then the service's data, and goes to the first channel. If the program ends first, the
  /// task is cancelled: it opens nothing more and shows no notice.
  private func open() async {
    await findPlace()
    isFindingPlace = false
    context.setNeedsFrame()
    guard !Task.isCancelled else { return }
    typeOfferedCommand()
    workspace.encryption.begin()
    await workspace.invitations.synchronize()
    guard !Task.isCancelled else { return }
    await workspace.inbox.synchronize()
  }

  private func findPlace() async {
    await prepare()
    guard !Task.isCancelled else { return }
    do {
      try await client.start { [weak self] in await self?.workspace.session.restore($0) }
    } catch {
      context.say(.dataUnreadable, because: error)
    }
    guard !Task.isCancelled else { return }
    await sayWhatStartedOver()
    workspace.pictures.sayObstacle()
    countdown.begin()
    await workspace.sidebar.synchronize { [weak self] in
      // The unread count of an open thread is only in the list of threads. With an open thread, the place opens once all lists
      // are loaded.
      if self?.client.session.openThread == nil { await self?.openFirstPlace(isLastTry: false) }
    }
    await openFirstPlace(isLastTry: true)
    if !Task.isCancelled { workspace.navigator.earlyInput.openNowhere() }
  }

  /// In the demo, says where the texts are that were sent in an earlier run, because the conversations no longer have them.
  /// Offline they have: then it is said when the demo is online.
  private func sayWhatStartedOver() async {
    guard let greeting else { return }
    let hasSent = await hasSentBefore()
    let isOffline = workspace.session.isOfflineChosen
    saysWhatStartedOverOnline = hasSent && isOffline
    let isOver = hasSent && !isOffline
    if context.isLineMode {
      context.say(isOver ? startedOver : greeting)
    } else if isOver, context.notices.current == greeting {
      context.say(startedOver)
    }
  }

  private var startedOver: Notice {
    .demoStartedOver(
      for: client.currentUser.displayName, historyKey: context.key(of: .global(.draftHistory)))
  }

  /// Whether a message was sent in an earlier run, as far as the history can be read.
  private func hasSentBefore() async -> Bool {
    do throws(StoreError) {
      return try await client.draftHistory().contains { $0.reason == .sent }
    } catch {
      // The history says what is wrong when it is opened.
      return false
    }
  }

  private func openFirstPlace(isLastTry: Bool) async {
    guard isFindingPlace, !Task.isCancelled, workspace.navigator.isNowhere else { return }
    await workspace.session.openFirstPlace(isLastTry: isLastTry)
    if !workspace.navigator.isNowhere { isFindingPlace = false }
  }

  /// Sends the open drafts to the other devices.
  private func leaveConversations() async {
    for conversation in workspace.navigator.open { client.closeComposer(for: conversation.key) }
    await client.publishDrafts()
  }

  private struct Picture {
    let size: Size
    /// Nil in line mode.
    var frame: Frame?
  }

  private func showPicture() {
    if let screen = context.environment.outlet.screen, let frame = picture?.frame {
      screen.present(frame)
    }
    narrator?.speak()
    if workspace.screen.nextTimeChange != timesDue {
      timesDue = workspace.screen.nextTimeChange
      timesCountdown.restart()
    }
    if let title = workspace.title.change() { terminal.perform(.setTitle(title)) }
    workspace.screenWasSeen()
    for conversation in workspace.navigator.open { conversation.measureAhead() }
  }

  private func handle(_ notice: ClientNotice) {
    workspace.handle(notice)
    switch notice {
    case .outbox: countdown.begin()
    case .connection(let state):
      connectionCountdown.restart()
      if state == .online, saysWhatStartedOverOnline {
        saysWhatStartedOverOnline = false
        context.say(startedOver)
      }
    case .condition: connectionCountdown.restart()
    default: break
    }
  }
}

extension App: FrameLoopOwner {
  func takeTurn(with events: [TerminalEvent]) {
    workspace.router.handle(events)
  }

  func prepareToSave() {
    workspace.session.save()
  }

  func composeFrame() {
    workspace.tour.update()
    if let narrator {
      narrator.update()
      picture = Picture(size: terminal.size)
      return
    }
    // The frame of a program that has ended is not visible.
    guard !isOver else { return }
    let frame = workspace.screen.frame()
    picture = Picture(size: frame.grid.size, frame: frame)
  }

  var isFrameOutdated: Bool { picture?.size != terminal.size }

  func showFrame() {
    guard !isOver else {
      // Printed lines remain visible, so the last sentences are still printed.
      if let narrator { narrator.speak() }
      client.whenUnsaved = nil
      return whenOver()
    }
    showPicture()
  }
}

extension FrameLoop.Trouble {
  fileprivate var statusPart: StatusState.Part {
    switch self {
    case .slow: StatusState.Part("not saved yet", .warning)
    case .failed(let error): StatusState.Part("not saved: \(error)", .error)
    }
  }
}

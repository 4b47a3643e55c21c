import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// The requests that a part of the screen can make of parts in folders above its own.
protocol AppParts: AnyObject {
  func go(to destination: Destination)
  func show(_ panel: any Panel)
  func dismiss(_ panel: any Panel)
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey)
  func noticeWasSaid(_ notice: Notice)
  func noticeWasCleared()
  /// Called when the style of the keys has changed.
  func keyStyleDidChange()
}

/// What the parts of the screen share: the client, the settings, the frames, and access to each other. The parts retain this
/// object, which refers to them weakly: once the program has ended, late answers have no effect. Tests override its methods.
class AppContext: ComposerContext {
  let client: ChatClient
  /// The active key bindings: those of the current style that the service supports.
  private(set) var keymap: Keymap
  /// The keys as configured.
  private let configuredKeys: Keymap
  var settings: Settings {
    didSet {
      theme = theme.replaced(by: settings.shownTheme)
      setNeedsFrame()
    }
  }
  /// The theme for the terminal's background, shared by all frames.
  private(set) var theme: Shared<Theme>
  let environment: AppEnvironment
  let frames: FrameLoop
  let notices = NoticeLine()
  let input = InputState()
  /// The drafts discarded or put aside in this run.
  let discarded: DiscardedDrafts
  /// The requests in progress.
  private(set) lazy var longWork = LongWork(clock: client.clock) { [weak self] in self?.setNeedsFrame() }
  /// Whether the program ends after the current events.
  private(set) var isOver = false
  /// Whether the program ends because the terminal has hung up.
  private(set) var isHungUp = false
  /// What the user asked to run next.
  private(set) var next = NextRun.stop
  weak var parts: (any AppParts)?

  init(client: ChatClient, environment: AppEnvironment, keymap: Keymap, settings: Settings) {
    self.client = client
    self.environment = environment
    configuredKeys = keymap
    self.keymap = keymap.offered(by: client.abilities, in: settings.keyStyle)
    self.settings = settings
    theme = Shared(wrappedValue: settings.shownTheme)
    discarded = DiscardedDrafts(client: client)
    frames = FrameLoop(
      environment.loop ?? TaskLoop(clock: client.clock), longestSaving: settings.longestSaving,
      save: client.save)
    notices.onClear = { [weak self] in self?.parts?.noticeWasCleared() }
  }

  var terminal: any Terminal { environment.outlet.terminal }
  var calendar: any WallCalendar { environment.calendar }
  var files: any FileBrowser { environment.files }
  var programs: any OtherPrograms { environment.programs }
  var composerSettings: ComposerSettings { settings.composer }

  /// Whether the service is the demo in this process, with scripted people.
  var isDemo: Bool { environment.accounts?.current == .demo }

  /// Whether the program prints lines instead of drawing a screen.
  var isLineMode: Bool { environment.outlet.screen == nil }

  // MARK: Requests to the program

  /// Requests a frame because something visible changed.
  func setNeedsFrame() { frames.setNeedsFrame() }

  /// Shows a notice in the last line, until the next key.
  func say(_ notice: Notice) {
    notices.show(notice)
    parts?.noticeWasSaid(notice)
    setNeedsFrame()
  }

  /// Switches to the key bindings of a style. Keys that the user has rebound stay.
  func use(_ style: KeyStyle) {
    settings.keyStyle = style
    let hasBoth = style != .vi || configuredKeys.bindings.contains { $0.command.area == .normal }
    let keys = hasBoth ? configuredKeys : Keymap(KeyTable.bindings(of: style))
    keymap = keys.offered(by: client.abilities, in: style)
    input.pendingKeys = []
    parts?.keyStyleDidChange()
    setNeedsFrame()
  }

  func go(to destination: Destination) { parts?.go(to: destination) }

  /// Shows a panel over the screen, replacing the current one.
  func show(_ panel: any Panel) { parts?.show(panel) }

  /// Takes a panel off the screen, if it is still there.
  func dismiss(_ panel: any Panel) { parts?.dismiss(panel) }

  /// Runs a command typed into the composer of this place.
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
    parts?.run(command, argument, in: key)
  }

  func didPutAway(_ draft: DiscardedDraft) { discarded.add(draft) }

  /// Ends the program after the current events.
  ///
  /// - Parameters:
  ///   - next: what runs after it.
  ///   - isHangUp: whether the terminal is gone, as opposed to the user quitting.
  func end(before next: NextRun = .stop, isHangUp: Bool = false) {
    isOver = true
    if next != .stop { self.next = next }
    if isHangUp { isHungUp = true }
    setNeedsFrame()
  }
}

extension AppContext {
  /// Whether the service supports what a command needs. If it does not, the user is notified.
  func checkAbilities(_ needs: Set<ServiceAbility>) -> Bool {
    guard let refusal = client.abilities.refusal(ofNeeding: needs) else { return true }
    let reason = ErrorSentence.reason(ChatError.refused(refusal)) ?? ""
    refuse(.notSupported(because: reason))
    return false
  }

  /// Whether the user may perform an act in a channel. If not, a notice says why.
  func checkRole(for act: ChannelAct?, in channel: ChannelID) -> Bool {
    guard let act, let refusal = client.refusal(of: act, in: channel) else { return true }
    refuse(.refusal(refusal.description))
    return false
  }

  /// Whether a place is a channel of the service. If not, the user is notified.
  func checkChannel(_ id: ChannelID) -> Bool {
    guard id.isOnDevice else { return true }
    refuse(id.isProspect ? .createdWhenSent : .noChannelOpen)
    return false
  }

  /// Reports a failure the user did not cause; for connection failures, the connection state says enough.
  func reportUnlessTemporary(_ error: ChatError) {
    if !error.canSucceedLater, let reason = ErrorSentence.reason(error) { say(.failure(reason)) }
  }

  /// Runs an operation that can fail, and reports the reason if it does. The program is retained until the operation has ended;
  /// the user can cancel one that takes longer than a moment.
  func attempt(_ body: @escaping @MainActor () async throws -> Void) {
    let command = TypedCommand.current
    command?.requestBegins()
    let work: @MainActor @Sendable () async -> Void = { [self] in
      do {
        try await body()
      } catch {
        if let reason = ErrorSentence.reason(error) {
          refuse(.failure(reason))
        } else {
          // The notice about the cancellation does not say where the typed command is kept.
          let ending = command?.fail() ?? ""
          if !ending.isEmpty { say(.cancelled(ending)) }
        }
      }
      command?.requestEnds()
      setNeedsFrame()
    }
    longWork.run(work)
  }

  /// Says that an operation takes longer than a moment, until another notice replaces it.
  var longWorkNotice: Notice? {
    guard longWork.isShown else { return nil }
    return .waiting(cancelledBy: key(of: .global(.stepBack)))
  }

  /// The layout of messages in a timeline.
  var messageLayout: MessageLayout {
    let settings = settings
    var layout = MessageLayout()
    layout.density = settings.messageDensity
    layout.nameWidth = settings.nameWidth
    layout.timeWidth = MessageClock.width(settings.messageTimes, calendar)
    return layout
  }

  /// Formats the times of messages as of now.
  var messageClock: MessageClock {
    MessageClock(times: settings.messageTimes, calendar: calendar, now: client.clock.now)
  }
}

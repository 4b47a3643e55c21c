import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// Builds the last line: whether the service is reachable, whether everything is saved, and the last notice.
final class StatusPresenter {
  /// Why visible text may be unsaved; nil if it is saved.
  var unsavedPart: () -> StatusState.Part? = { nil }
  /// The number of unread messages that concern the user.
  var unreadInbox: () -> Int = { 0 }
  /// The upload in progress.
  var fileOnItsWay: () -> (name: String, percent: Int)? = { nil }
  private let context: AppContext
  private let navigator: Navigator
  private let files: FileActions
  private let tour: TourGuide
  private let session: SessionRestoration
  /// The last hint, cached because each frame needs one. The bindings in it are the same in all key styles.
  private var lastHint: (occasion: Occasion, hint: (keys: String, help: String))?

  init(
    context: AppContext, navigator: Navigator,
    files: FileActions, tour: TourGuide, session: SessionRestoration
  ) {
    self.context = context
    self.navigator = navigator
    self.files = files
    self.tour = tour
    self.session = session
  }

  var state: StatusState {
    var status = StatusState()
    status.connection = connection
    if context.isDemo {
      status.demo = "demo"
      // The demo has no network: there is nothing to say unless the user chose to be offline.
      if status.connection.tone == .good { status.connection.text = "" }
    }
    status.saving = saving
    let notice = context.notices.current ?? files.progressNotice ?? context.longWorkNotice ?? uploadNotice
    status.notice = notice.map { StatusState.Part($0.text, $0.tone.shown) }
    status.mode = mode
    (status.hint, status.help) = hint
    if case .selectedMessage = occasion { status.keepsHint = !status.hint.isEmpty }
    // In message mode, its keys are more useful than the tour.
    status.guide = navigator.focused?.selection == nil ? tour.instruction : ""
    // In a mode or a tour, the keys leave no room for the inbox.
    let unread = unreadInbox()
    if unread > 0, status.mode == nil, status.guide.isEmpty {
      status.news = "\(unread) unread in inbox"
    }
    return status
  }

  /// Says that a file is being sent, and how to cancel. Without a connection the message itself says that it waits.
  private var uploadNotice: Notice? {
    guard context.client.connection == .online, let file = fileOnItsWay() else { return nil }
    // At 100 % the percentage is hidden: only the service's answer says that everything has arrived.
    let percent = file.percent < 100 ? " \(file.percent) %" : ""
    let keys = [Command.global(.messageMode), .message(.delete)].map { context.key(of: $0) }
    return .sending(file.name, percent, cancelledBy: keys.joined(separator: " "))
  }

  var connection: StatusState.Part { connectionWords.part }

  /// The text shown in place of messages while no channel is known.
  var findingChannels: String {
    session.isOfflineChosen ? "/online shows your channels" : "Looking for your channels…"
  }

  var connectionWords: ConnectionWords {
    let client = context.client
    let clock = RowClock(context)
    return ConnectionWords(
      connection: client.connection, condition: client.condition,
      isOfflineChosen: session.isOfflineChosen, now: client.clock.now, time: { clock.fullText($0) })
  }

  var saving: StatusState.Part {
    if let part = unsavedPart() { return part }
    guard context.client.configuration.isDraftMessagesEnabled else {
      // A part with a short form is never left out.
      return StatusState.Part("drafts are not saved", .quiet, short: "drafts off")
    }
    return StatusState.Part(drafts, .quiet)
  }

  /// Where the text in the open place is stored.
  private var drafts: String {
    let client = context.client
    if !client.abilities.contains(.keepsDrafts) { return "drafts saved on this device" }
    guard let focused = navigator.focused,
      focused.isEncrypted || focused.key.channelId.isOnDevice
        || client.sendingRefusal(in: focused.key.channelId) != nil,
      client.hasDraftMessage(for: focused.key)
    else { return "drafts saved" }
    return "draft saved on this device only"
  }

  private var mode: String? {
    if !context.input.pendingKeys.isEmpty { return "\(KeySequence(context.input.pendingKeys))-" }
    if context.input.isPasting { return "Pasting…" }
    if !navigator.heldKeys.isEmpty { return "looking…" }
    return navigator.focused?.selection == nil ? nil : "message"
  }

  private var hint: (keys: String, help: String) {
    let occasion = occasion
    if let lastHint, lastHint.occasion == occasion { return lastHint.hint }
    let help = occasion.hasHelp ? context.keymap.hint((.global(.help), "help")) : ""
    let hint: (keys: String, help: String)
    if case .pending(let keys) = occasion {
      hint = (context.keymap.hint(occasion.keys, after: keys), "")
    } else {
      hint = (context.keymap.hint(occasion.keys), help)
    }
    lastHint = (occasion, hint)
    return hint
  }

  private var occasion: Occasion {
    if navigator.panels.panel != nil { return .panel }
    if !context.input.pendingKeys.isEmpty { return .pending(context.input.pendingKeys) }
    if let focused = navigator.focused, focused.selection != nil {
      guard let message = focused.selected, message.author.id != context.client.currentUser.id else {
        return .selectedMessage(canEdit: true, canDelete: true)
      }
      let refusal = context.client.refusal(of: .deleteOthers, in: message.channelId)
      return .selectedMessage(canEdit: false, canDelete: message.kind == .regular && refusal == nil)
    }
    if tour.tour != nil { return .tour }
    if navigator.focused?.found != nil { return .foundMessage }
    return navigator.thread != nil && navigator.focus == .thread ? .thread : .composer
  }

  /// What the list of useful keys depends on.
  private enum Occasion: Equatable {
    case panel, tour, foundMessage, thread, composer
    /// The first keys of a sequence.
    case pending([KeyEvent])
    case selectedMessage(canEdit: Bool, canDelete: Bool)

    var keys: [(command: Command, meaning: String)] {
      switch self {
      case .panel: []
      case .tour: [(.global(.leaveTour), "ends the tour")]
      case .pending:
        [
          (.global(.switcher), "go to"), (.global(.drafts), "drafts"), (.global(.inbox), "inbox"),
          (.global(.describeKey), "explain"),
        ]
      case .selectedMessage(let canEdit, let canDelete):
        [(.message(.reply), "reply"), (.message(.thread), "thread")]
          + (canDelete ? [(.message(.delete), "delete")] : []) + (canEdit ? [(.message(.edit), "edit")] : [])
          + Self.otherMessageKeys
      case .foundMessage:
        [(.global(.messageMode), "select this message"), (.global(.newest), "go to newest")]
      case .thread: [(.global(.closeThread), "close thread")]
      case .composer: [(.composer(.newline), "newline")]
      }
    }

    private static let otherMessageKeys: [(command: Command, meaning: String)] = [
      (.message(.react), "react"), (.message(.pin), "pin"), (.message(.copy), "copy"),
      (.message(.open), "open"), (.message(.save), "save"),
    ]

    /// Whether the help key is listed with them.
    var hasHelp: Bool {
      switch self {
      case .panel, .pending: false
      case .selectedMessage, .tour, .foundMessage, .thread, .composer: true
      }
    }
  }
}

nonisolated extension Notice.Tone {
  fileprivate var shown: StatusState.Tone {
    switch self {
    case .quiet: .quiet
    case .good: .good
    case .warning: .warning
    case .error: .error
    }
  }
}

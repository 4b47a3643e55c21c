import ChatControllers
import ChatDomain
import ChatScreens

/// Makes the last line: whether the service is reachable, whether everything is saved, and the last notice.
final class StatusPresenter {
  /// Why what is shown may not be saved; nil if it is.
  var unsavedPart: () -> StatusState.Part? = { nil }
  /// How much of what concerns the user is unread.
  var unreadInbox: () -> Int = { 0 }
  private let services: any AppServices
  private let navigator: Navigator
  private let input: InputState
  private let notices: NoticeLine
  private let files: FileActions
  private let tour: TourGuide
  /// The hints made so far: the keymap does not change, and each frame needs one.
  private var hints: [Occasion: String] = [:]

  init(
    services: any AppServices, navigator: Navigator, input: InputState, notices: NoticeLine,
    files: FileActions, tour: TourGuide
  ) {
    self.services = services
    self.navigator = navigator
    self.input = input
    self.notices = notices
    self.files = files
    self.tour = tour
  }

  var state: StatusState {
    var status = StatusState()
    status.connection = connection
    status.saving = saving
    let notice = notices.current ?? files.progressNotice
    status.notice = notice.map { StatusState.Part($0.text, $0.tone.shown) }
    status.mode = mode
    status.hint = hint
    status.guide = tour.instruction
    // In a mode or a tour there is no room for it beside the keys.
    let unread = unreadInbox()
    if unread > 0, status.mode == nil, status.guide.isEmpty {
      status.connection.text += " · \(unread) for you"
    }
    return status
  }

  var connection: StatusState.Part {
    switch services.client.connection {
    case .online: StatusState.Part("online", .good)
    case .connecting: StatusState.Part("connecting…", .quiet)
    case .offline: StatusState.Part("offline", .warning)
    case .signedOut: StatusState.Part("signed out", .error)
    case .stopped: StatusState.Part("starting…", .quiet)
    }
  }

  var saving: StatusState.Part {
    let isEnabled = services.client.configuration.isDraftMessagesEnabled
    let isHereOnly = navigator.focused?.key.channelId.isOnDevice == true
    let saved = isHereOnly ? "draft saved, only here" : "drafts saved"
    return unsavedPart() ?? StatusState.Part(isEnabled ? saved : "drafts are not saved", .quiet)
  }

  private var mode: String? {
    if !input.pendingKeys.isEmpty { return "\(KeySequence(input.pendingKeys))-" }
    if input.isPasting { return "Pasting…" }
    if !navigator.heldKeys.isEmpty { return "looking…" }
    return navigator.focused?.selection == nil ? nil : "message"
  }

  private var hint: String {
    let occasion = occasion
    if let known = hints[occasion] { return known }
    let hint = services.keymap.hint(occasion.keys)
    hints[occasion] = hint
    return hint
  }

  private var occasion: Occasion {
    if navigator.panels.panel != nil { return .panel }
    if tour.tour != nil { return .tour }
    if navigator.focused?.selection != nil { return .selectedMessage }
    if navigator.focused?.found != nil { return .foundMessage }
    return navigator.thread != nil && navigator.focus == .thread ? .thread : .composer
  }

  /// What the useful keys depend on.
  private enum Occasion {
    case panel, tour, selectedMessage, foundMessage, thread, composer

    var keys: [(command: Command, meaning: String)] {
      switch self {
      case .panel: []
      case .tour: [(.global(.leaveTour), "ends the tour"), (.global(.help), "help")]
      case .selectedMessage:
        [
          (.message(.reply), "reply"), (.message(.thread), "thread"), (.message(.edit), "edit"),
          (.message(.delete), "delete"),
        ]
      case .foundMessage:
        [(.global(.messageMode), "choose this message"), (.global(.newest), "to the newest")]
      case .thread: [(.global(.closeThread), "close thread"), (.global(.help), "help")]
      case .composer: [(.composer(.newline), "newline"), (.global(.help), "help")]
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

import ChatControllers
import ChatDomain
import ChatScreens

extension App {
  /// The last line: whether the service is reachable, whether everything is saved, and the last notice.
  var status: StatusState {
    var status = StatusState()
    status.connection = connection
    status.saving = saving
    status.notice = (notice ?? opening ?? fetching).map { StatusState.Part($0.text, $0.tone.shown) }
    if !pendingKeys.isEmpty {
      status.mode = "\(KeySequence(pendingKeys))-"
    } else if isPasting {
      status.mode = "Pasting…"
    } else if !held.isEmpty {
      status.mode = "looking…"
    } else if focused?.selection != nil {
      status.mode = "message"
    }
    status.hint = hint
    status.guide = guide
    return status
  }

  private var connection: StatusState.Part {
    switch client.connection {
    case .online: StatusState.Part("online", .good)
    case .connecting: StatusState.Part("connecting…", .quiet)
    case .offline: StatusState.Part("offline", .warning)
    case .signedOut: StatusState.Part("signed out", .error)
    case .stopped: StatusState.Part("starting…", .quiet)
    }
  }

  private var saving: StatusState.Part {
    switch inbox.trouble {
    case nil:
      StatusState.Part(
        client.configuration.isDraftMessagesEnabled ? "drafts saved" : "drafts are not saved", .quiet)
    case .slow: StatusState.Part("not saved yet", .warning)
    case .failed(let error): StatusState.Part("not saved: \(error)", .error)
    }
  }

  private var hint: String {
    if panel != nil { return "" }
    if tour != nil {
      return keymap.hint((.global(.leaveTour), "ends the tour"), (.global(.help), "help"))
    }
    if focused?.selection != nil {
      return keymap.hint(
        (.message(.reply), "reply"), (.message(.thread), "thread"), (.message(.edit), "edit"),
        (.message(.delete), "delete"))
    }
    if focused?.found != nil {
      return keymap.hint((.global(.messageMode), "choose this message"), (.global(.newest), "to the newest"))
    }
    if thread != nil, focus == .thread {
      return keymap.hint((.global(.closeThread), "close thread"), (.global(.help), "help"))
    }
    return keymap.hint((.composer(.newline), "newline"), (.global(.help), "help"))
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

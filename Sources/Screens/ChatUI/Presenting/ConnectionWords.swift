import ChatControllers
import ChatDomain
import ChatScreens

/// Describes the connection in one sentence, with what the user can do.
nonisolated struct ConnectionWords {
  let connection: ConnectionState
  let condition: ServiceCondition
  /// Whether the user chose to be offline.
  let isOfflineChosen: Bool
  let now: Timestamp
  /// Formats a past or future time briefly.
  let time: (Timestamp) -> String

  /// For the last line of the screen, with retry countdowns. At 80 columns it leaves room for whether drafts are saved.
  var part: StatusState.Part {
    switch situation {
    case .starting: StatusState.Part("starting…", .quiet)
    case .connecting: StatusState.Part("connecting…", .quiet)
    case .online: StatusState.Part("online", .good)
    case .limited(let wait, isOnline: true):
      StatusState.Part("online · server busy for \(wait.text)", .warning)
    case .limited(let wait, isOnline: false):
      StatusState.Part("server busy for \(wait.text)", .warning)
    case .catchingUp(let rest): StatusState.Part(Self.words(for: rest), .quiet)
    case .offlineChosen: StatusState.Part("offline · /online connects", .quiet, short: "offline")
    case .offline(let since, let wait):
      StatusState.Part(
        "offline\(self.since(since)), \(wait.map { "retry in \($0.text)" } ?? "retrying now")",
        .warning)
    case .failing(let fault, let wait):
      Self.part(fault, "retrying \(wait.map { "in \($0.text)" } ?? "now")")
    case .signedOut: StatusState.Part("signed out · /login signs in again", .error)
    case .held(let hold): StatusState.Part(Self.words(for: hold), .error)
    }
  }

  /// For line mode: contains no countdown, so that it is said once.
  var spoken: String {
    switch situation {
    case .starting, .connecting, .online: part.text
    case .limited(_, isOnline: true): "online"
    case .limited(_, isOnline: false):
      "the server is busy until \(time(condition.limitedUntil ?? now)); everything continues by itself then"
    case .catchingUp(.unknown): part.text
    case .catchingUp: connection == .online ? "online" : "catching up"
    case .offlineChosen: "offline; /online connects"
    case .failing(let fault, _): "\(fault); retrying automatically, /online retries now"
    case .offline(let since, _):
      "offline\(self.since(since)); retrying automatically, /online retries now"
    case .signedOut: Self.signedOut
    case .held(let hold): Self.held(hold)
    }
  }

  /// The time until the text of `part` changes without an event; nil if it does not.
  var changesIn: Duration? {
    switch situation {
    case .limited(let wait, _), .offline(_, let wait?), .failing(_, let wait?): wait.next
    case .starting, .connecting, .online, .catchingUp, .offlineChosen, .offline, .failing, .signedOut, .held:
      nil
    }
  }

  /// What happens to the data, and how to sign in again.
  static let signedOut =
    "The server has signed you out. Drafts and messages wait on this device; /login signs you in again"

  /// Why the account is on hold, and what happens to the data.
  static func held(_ hold: AccountHold) -> String {
    let reason = hold.description
    return
      "\(reason.prefix(1).uppercased())\(reason.dropFirst()). Drafts and messages wait on this device"
  }

  private static func words(for hold: AccountHold) -> String {
    switch hold {
    case .suspended: "suspended · you can only read"
    case .locked: "your account is locked"
    case .closed: "your account is closed"
    case .expired: "your account has expired"
    case .termsNotAccepted: "agree to the server's terms first"
    case .serviceLimit: "the server is over its limit"
    }
  }

  private static func part(_ fault: ChatError.AnswerFault, _ next: String) -> StatusState.Part {
    let short =
      switch fault {
      case .failure(let status, _): "server error (\(status))"
      case .unreadable: "unreadable answer"
      case .tooLarge: "answer too large"
      }
    return StatusState.Part("\(fault), \(next)", .warning, short: "\(short), \(next)")
  }

  private enum Situation {
    case starting, connecting, online, offlineChosen, signedOut
    case held(AccountHold)
    case limited(WaitWords, isOnline: Bool)
    case catchingUp(CatchingUp)
    case offline(since: Timestamp?, WaitWords?)
    case failing(ChatError.AnswerFault, WaitWords?)
  }

  private var situation: Situation {
    if connection == .stopped { return .starting }
    if connection == .signedOut || condition.link == .signedOut { return .signedOut }
    if let hold = condition.hold, !isOfflineChosen { return .held(hold) }
    let isGone =
      switch condition.link {
      case .offline, .failing: true
      case .connecting, .catchingUp, .online, .signedOut: false
      }
    if isOfflineChosen, isGone { return .offlineChosen }
    if !isGone, let until = condition.limitedUntil, until > now {
      return .limited(WaitWords(until - now), isOnline: connection == .online)
    }
    let wait: WaitWords? =
      if case .offline(let until, _) = connection, until > now { WaitWords(until - now) } else { nil }
    switch (condition.link, connection) {
    case (.catchingUp(let rest), _): return .catchingUp(rest)
    case (.offline(let since), _): return .offline(since: since, wait)
    case (.failing(let fault), _): return .failing(fault, wait)
    case (_, .offline): return .offline(since: nil, wait)
    case (.connecting, _), (_, .connecting): return .connecting
    default: return .online
    }
  }

  private func since(_ time: Timestamp?) -> String { time.map { " since \(self.time($0))" } ?? "" }

  private static func words(for rest: CatchingUp) -> String {
    guard let left = rest.channelsLeft else { return "fetching channels, may take minutes" }
    if rest.channels <= 1 { return "catching up" }
    return "catching up: \(left) \(left == 1 ? "channel" : "channels") left"
  }
}

/// A duration in words, rounded as coarsely as is acceptable: fewer steps mean fewer redraws.
nonisolated struct WaitWords: Equatable {
  let text: String
  /// The time until the text changes.
  let next: Duration

  init(_ wait: Duration) {
    let units: [(step: Int64, limit: Int64)] = [(1, 10), (5, 60), (60, 3600)]
    let step = units.first { wait <= .seconds($0.limit) }?.step ?? 3600
    let seconds = wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
    let steps = max(1, (seconds + step - 1) / step)
    next = wait - .seconds((steps - 1) * step)
    text =
      switch step {
      case 1, 5: "\(steps * step) s"
      case 60: "\(steps) min"
      default: "\(steps) h"
      }
  }
}

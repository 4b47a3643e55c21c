import TerminalScreen

/// The question what the terminal writes on, and whether an answer to it can still come.
///
/// Behind it stands a question that every terminal answers: what comes after that answer is no answer to ours. Nothing
/// waits for either.
struct BackgroundQuestion: Hashable {
  static let text = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// How often it was asked without an answer to the question behind it.
  private var open = 0
  private var lastAsked = Int.min

  mutating func ask(at milliseconds: Int) {
    open += 1
    lastAsked = milliseconds
  }

  /// Whether an answer may be on its way right now: a terminal that never answers is not believed in for ever.
  func isAwaited(at milliseconds: Int) -> Bool { open > 0 && milliseconds < lastAsked + Self.patience }

  private static let patience = 1000

  /// The events for the program: an answer that was not asked for means nothing.
  mutating func events(_ events: [TerminalEvent]) -> [TerminalEvent] {
    // With most keys there is none.
    guard events.contains(where: \.isAnswer) else { return events }
    var kept: [TerminalEvent] = []
    for event in events {
      switch event {
      case .deviceAttributes: open = max(0, open - 1)
      case .background where open == 0: break
      default: kept.append(event)
      }
    }
    return kept
  }
}

extension TerminalEvent {
  fileprivate var isAnswer: Bool {
    switch self {
    case .deviceAttributes, .background: true
    default: false
    }
  }
}

import ChatDomain
import TerminalScreen

/// The marks at the right of a message: where it comes from, pinned, edited, and its pending work on this device.
struct MessageMarks {
  private let quiet: [String]
  private let failed: String?

  init(_ row: MessageRow) {
    var quiet: [String] = []
    if row.isInClear { quiet.append("not encrypted") }
    if row.isFromThread { quiet.append("↳ thread") }
    if row.isPinned, row.delay?.work != .pinning { quiet.append("pinned") }
    if row.message.editedAt != nil, !row.message.isDeleted { quiet.append("edited") }
    let state = row.message.localState
    if let delay = row.delay {
      quiet.append("\(Self.words(for: delay.work)) in \(delay.seconds) s")
      if let key = delay.key { quiet.append("\(FirstWords.line(of: key)) takes it back") }
    } else if let state, !state.isFailed {
      quiet.append(Self.words(for: state))
    }
    if !row.readers.isEmpty { quiet.append("✓ " + Self.words(for: row.readers)) }
    let key = row.retryKey.map { "  " + FirstWords.line(of: $0) } ?? ""
    failed = state.flatMap { $0.isFailed ? Self.words(for: $0) + key : nil }
    self.quiet = quiet
  }

  var isEmpty: Bool { quiet.isEmpty && failed == nil }
  var width: Int {
    let words = quiet + (failed.map { [$0] } ?? [])
    return words.reduce(0) { $0 + ScreenText($1).width } + max(0, words.count - 1) * 3
  }

  func styled(_ theme: Theme) -> StyledText {
    var text = StyledText()
    for word in quiet { text.join(StyledText(word, theme.quiet), theme.quiet) }
    if let failed { text.join(StyledText(failed, theme.error), theme.quiet) }
    return text
  }

  /// Up to so many columns names stand for themselves.
  private static let namesWidth = 16

  private static func words(for readers: [String]) -> String {
    let names = readers.map { FirstWords.line(of: $0) }.joined(separator: ", ")
    return readers.count <= 2 && ScreenText(names).width <= namesWidth ? names : "\(readers.count)"
  }

  private static func words(for work: MessageRow.Delay.Work) -> String {
    switch work {
    case .deleting: "deleting"
    case .pinning: "pinning"
    case .unpinning: "unpinning"
    }
  }

  private static func words(for state: LocalMessageState) -> String {
    switch state {
    case .pendingSend: "queued"
    case .sending: "sending…"
    case .sendingFailed: "! failed"
    case .pendingSync: "edit queued"
    case .syncing: "editing…"
    case .syncingFailed: "! edit failed"
    case .deleting: "deleting…"
    case .deletingFailed: "! not deleted"
    }
  }
}

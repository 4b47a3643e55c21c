import ChatDomain
import ChatScreens

/// Words for what a screen shows through its look and symbols.
nonisolated enum Spoken {
  static func sentence(of notice: Notice) -> String {
    switch notice.tone {
    case .quiet, .good: words(notice.text)
    case .warning: "Warning: " + words(notice.text)
    case .error: "Error: " + words(notice.text)
    }
  }

  /// A row of a list as a sentence.
  static func sentence(of row: PanelRow) -> String {
    [row.text, row.detail, row.trailing].filter { !$0.isEmpty }.map(words).joined(separator: ", ")
  }

  /// The name of a message's local state; nil if there is nothing to say.
  static func state(of message: Message) -> String? {
    switch message.localState {
    case nil: nil
    case .pendingSend: "queued"
    case .sending: "sending"
    case .sendingFailed: "failed"
    case .pendingSync: "edit queued"
    case .syncing: "editing"
    case .syncingFailed: "edit failed"
    case .deleting: "deleting"
    case .deletingFailed: "not deleted"
    }
  }

  /// Replaces a leading symbol by words, because every screen reader names it differently.
  static func words(_ text: String) -> String {
    for (sign, word) in [("✎ ", "draft: "), ("↳ ", "thread: "), ("▤ ", "file "), ("✗ ", "failed: ")]
    where text.hasPrefix(sign) {
      return word + text.dropFirst(sign.count)
    }
    return text
  }
}

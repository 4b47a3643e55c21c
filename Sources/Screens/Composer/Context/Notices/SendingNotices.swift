/// Notices about Enter, commands and attached files.
nonisolated extension Notice {
  // MARK: Reasons from elsewhere

  /// A failure, described by a sentence.
  package static func failure(_ reason: String) -> Notice { Notice(reason, .error) }

  /// A refusal, described by a sentence.
  package static func refusal(_ reason: String) -> Notice { Notice(reason, .warning) }

  /// What failed, and why: "Not sent: there is no connection".
  func because(_ reason: String) -> Notice { Notice("\(text): \(reason)", tone) }

  /// Why a key that waited for an answer did nothing, and whether a held Enter was dropped.
  package static func notAnswered(_ reason: String?, isNotSent: Bool) -> Notice? {
    let parts = [reason, isNotSent ? "nothing was sent" : nil].compactMap(\.self)
    return parts.isEmpty ? nil : Notice(parts.joined(separator: "; "), .warning)
  }

  // MARK: Sending

  static let nothingToSend = Notice("Nothing to send")
  /// Followed by the reason.
  static let notSent = Notice("Not sent", .error)
  /// Followed by the reason.
  static let notEdited = Notice("Not edited", .error)
  static let notSentTextChanged = Notice("Not sent: the text has changed", .warning)

  static func notSentBeforeCommand(cancelledBy key: String) -> Notice {
    Notice("Not sent: your last command is still running; \(key) cancels it", .warning)
  }

  static let notSentAfterStaying = Notice(
    "Not sent: the command opened no other channel; Enter sends it here", .warning)

  static let notSentNowhere = Notice(
    "Not sent: no channel is open. The text is kept; try \(SlashCommand.waysIn)", .warning)

  /// - Parameter excess: how much the text is over the limit.
  static func tooLongForFile(_ excess: ByteCount) -> Notice {
    Notice(
      "Not sent: \(excess) over the limit. Shorten the text, or remove a file to send it as one", .warning)
  }

  /// Says whom a message has notified, and which names notified no one.
  static func notified(_ people: String, isWarning: Bool) -> Notice {
    Notice(people, isWarning ? .warning : .quiet)
  }

  static let notSentRecoveryKey = Notice(
    "Not sent: this is a recovery key; enter it in /\(SlashCommand.encryption.name)", .warning)

  static let notSentUnencrypted = Notice(
    "Not sent: this conversation is not encrypted; Enter sends it unencrypted", .warning)

  static let sentWithoutQuote = Notice(
    "Sent; the quoted message was deleted, so its text is left out", .warning)

  // MARK: Commands

  /// Explains a command that lacks its argument.
  package static func usage(of command: SlashCommand) -> Notice {
    Notice("\(command.usage): \(command.meaning)")
  }

  /// Explains a command that was typed with an argument and takes none.
  static func takesNoWords(_ command: SlashCommand) -> Notice {
    Notice("/\(command.name) takes no words after it: \(command.meaning)")
  }

  static let commandIsOneLine = Notice("A command is one line; begin with // to send this as text", .warning)
  static let notRunAgain = Notice(
    "Not run: the failed command is back before your text; Enter runs it", .warning)

  /// The end of a notice about a command that failed and could not return to the composer.
  static func commandRestored(by history: String) -> String { "; \(history) restores the command" }

  // MARK: Attached files

  static func attached(_ names: String, undo: String) -> Notice {
    Notice("Attached \(names); \(undo) turns it back into a path", .good)
  }

  static func attachedPaste(_ name: String, undo: String) -> Notice {
    Notice("Attached \(name); \(undo) turns it back into text", .good)
  }

  static func pasteTakenOut(yank: String) -> Notice { Notice("Removed; \(yank) pastes it back", .good) }
  static let pasteStays = Notice("The text has changed; the paste stays in it", .warning)

  static func attachInstead(_ names: String, accept: String, send: String) -> Notice {
    Notice("\(accept) attaches \(names) instead; \(send) sends the path as text")
  }

  static func leftOut(_ name: String, undo: String) -> Notice {
    Notice("Removed \(name); \(undo) restores it")
  }

  static let filesNotInEdit = Notice("Files cannot be added to a sent message", .warning)
  static func tooManyFiles(limit: Int) -> Notice {
    Notice("A message can have at most \(limit) files", .warning)
  }

  static func unreadable(_ path: String, because reason: String) -> Notice {
    Notice("Cannot read \(path): \(reason)", .error)
  }

  static func tooLarge(_ path: String, size: ByteCount, limit: ByteCount) -> Notice {
    Notice("The file \(path) is \(size); the limit is \(limit)", .warning)
  }
}

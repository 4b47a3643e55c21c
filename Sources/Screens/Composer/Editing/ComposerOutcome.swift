import ChatControllers
package import ChatDomain

/// The effect of a key in the composer, including what the program has to do next.
package nonisolated enum ComposerOutcome: Hashable, Sendable {
  /// The key had its effect.
  case done
  /// The key had no effect.
  case nothing
  /// A message, or the edit of one, is being sent.
  case sent
  /// Edit the user's last message: Up was pressed in an empty composer.
  case editLastMessage
  /// Resume the unfinished edit of this message, with `beginEdit`.
  case resumeEdit(MessageID)
  /// Search the texts sent from here; `insert(_:)` inserts the chosen one.
  case searchHistory
  /// Ask the user for a command line.
  case beginCommand
  /// The user has to be asked whether these names become mentions; the sender's `send(_:telling:asFile:)` continues.
  case askWhomToTell([NamedMember], asFile: Bool)
  /// The user has to be asked whether a text that is too long for a message goes as a file; the sender's `sendAsFile()`
  /// continues.
  case askWhetherAsFile(LongText)
  /// The user has to be asked what becomes of a long text that was pasted; the composer's `attach(_:)` and `takeOut(_:)`
  /// continue.
  case askAboutPaste(LongPaste)
  /// The user has to be asked for the address of a link; the editor's `link(to:)` continues.
  case askForAddress
  /// The user has to be asked for the path of a file; the attachments' `attach(_:)` continues.
  case askForFile

  /// The outcome of a key that concerns only the composer.
  static func effect(_ hadEffect: Bool) -> ComposerOutcome { hadEffect ? .done : .nothing }
}

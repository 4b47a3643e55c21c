import ChatControllers
package import ChatDomain

/// The effect of a key in the composer, as far as the program has to know it.
package nonisolated enum ComposerOutcome: Hashable, Sendable {
  /// It had its effect.
  case done
  /// It had no effect here.
  case nothing
  /// A message, or the edit of one, is being sent.
  case sent
  /// The user wants to edit their last message: Up in an empty composer.
  case editLastMessage
  /// The user wants to resume the unfinished edit of this message; `beginEdit` with the message does.
  case resumeEdit(MessageID)
  /// The user wants to search what was sent here; `insert(_:)` inserts what they find.
  case searchHistory
  /// The user begins a line that is a command.
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

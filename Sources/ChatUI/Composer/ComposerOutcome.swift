import ChatControllers
import ChatDomain

/// What became of a key in the composer.
nonisolated enum ComposerOutcome: Hashable, Sendable {
  /// It did what it does.
  case done
  /// There was nothing for it to do here.
  case nothing
  /// Something was handed over to be sent.
  case sent
  /// Up in an empty composer: the last own message is to be edited.
  case editLastMessage
  /// The edit of this message was left; it is to be taken up again (`edit(_:)` with the message does).
  case takeUpEdit(MessageID)
  /// What was sent here is to be searched; `insert(_:)` takes what was found.
  case searchHistory
  /// The person is to be asked whether these names are to tell somebody; `send(_:telling:)` takes the answer.
  case askWhomToTell([NamedMember])
  /// The person is to be asked where the region leads; `link(to:)` takes the answer.
  case askForAddress
}

import ChatDomain

/// The only place where an error becomes a sentence for the user. Errors of this program describe themselves with a sentence.
package nonisolated enum ErrorSentence {
  /// The reason of a failure; nil for a cancellation by the user, which is not reported.
  package static func reason(_ error: any Error) -> String? {
    switch error {
    case is CancellationError: nil
    case ChatError.cancelled, OutboxError.failed(.cancelled), OutboxError.withdrawn: nil
    case ChatError.refused(.identityChanged(let users)),
      OutboxError.failed(.refused(.identityChanged(let users))):
      changed(users)
    case let error as ProgramError: error.sentence
    case let error as any Error & CustomStringConvertible: error.description
    default: "something unexpected happened: \(error)"
    }
  }

  /// Names the users with a new identity, and the command that accepts it.
  private static func changed(_ users: [UserID]) -> String {
    let handles = users.map(\.handle)
    let verb = users.count == 1 ? "has a new identity" : "have new identities"
    let help = users.count == 1 ? "\(handles[0]) sends it" : "each of them to send it"
    return "\(handles.joined(separator: ", ")) \(verb); /\(SlashCommand.accept.name) \(help)"
  }
}

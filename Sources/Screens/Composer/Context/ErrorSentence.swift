import ChatDomain

/// The only place where an error becomes a sentence for the user. The description of an error of this program is one.
package nonisolated enum ErrorSentence {
  /// The reason something failed. Nil if the user stopped or withdrew it: that is no error.
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

  /// Names the command that helps.
  private static func changed(_ users: [UserID]) -> String {
    let handles = users.map(\.handle)
    let verb = users.count == 1 ? "has a new identity" : "have new identities"
    let help = users.count == 1 ? "\(handles[0]) sends it" : "each of them to send it"
    return "\(handles.joined(separator: ", ")) \(verb); /\(SlashCommand.accept.name) \(help)"
  }
}

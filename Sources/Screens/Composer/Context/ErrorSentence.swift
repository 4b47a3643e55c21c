import ChatDomain

/// The only place where an error becomes a sentence for the user. The description of an error of this program is one.
package nonisolated enum ErrorSentence {
  /// The reason something failed. Nil if the user stopped or withdrew it: that is no error.
  package static func reason(_ error: any Error) -> String? {
    switch error {
    case is CancellationError: nil
    case ChatError.cancelled, OutboxError.failed(.cancelled), OutboxError.withdrawn: nil
    case let error as ProgramError: error.sentence
    case let error as any Error & CustomStringConvertible: error.description
    default: "something unexpected happened: \(error)"
    }
  }
}

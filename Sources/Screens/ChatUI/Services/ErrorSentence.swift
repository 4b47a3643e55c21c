import ChatControllers
import ChatDomain
import DraftEngine

/// The only place where an error becomes a sentence for the user.
nonisolated enum ErrorSentence {
  /// The reason something failed. Nil if the user stopped or withdrew it: that is no error.
  static func reason(_ error: any Error) -> String? {
    switch error {
    case is CancellationError: nil
    case ChatError.cancelled, OutboxError.failed(.cancelled), OutboxError.withdrawn: nil
    case let error as ChatError: error.description
    case let error as OutboxError: error.description
    case let error as StoreError: error.description
    case let error as DraftError: error.description
    case let error as DiscardedDrafts.Refusal: error.description
    case let error as ProgramError: error.sentence
    case let error as Ambiguity: error.description
    default: "something unexpected happened: \(error)"
    }
  }
}

/// A word that matches several items, and therefore selects none.
nonisolated struct Ambiguity: Error, CustomStringConvertible {
  let word: String
  let ids: [String]

  var description: String { "\(word) matches \(ids.joined(separator: ", "))" }
}

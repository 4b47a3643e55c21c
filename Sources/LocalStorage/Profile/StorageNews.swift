public import ChatDomain

/// What happened to a store after it was opened, for whoever uses it and for the person.
public enum StorageNews: Hashable, Sendable, CustomStringConvertible {
  /// The file was damaged; what could be read of it is in a new one.
  case recovered(Recovery)
  /// The file was removed, moved or replaced; what was in it is in a new one. What stood in its place lies beside it.
  case renewed(setAsideAs: String?)
  /// The file is not where it was, and no other can be made: nothing is kept.
  case lost(StoreError)
  /// Nothing could be kept so far, and now all is.
  case takenOver

  /// Whether the store may have less than it was given.
  public var mayMissSomething: Bool {
    switch self {
    case .recovered, .renewed, .lost: true
    case .takenOver: false
    }
  }

  /// A sentence for a person.
  public var description: String {
    switch self {
    case .recovered(let recovery): recovery.description
    case .renewed(let name):
      "The file in which drafts are kept was moved or removed; all of it is in a new one."
        + (name.map { " What stood in its place is kept as \($0)." } ?? "")
    case .lost(let error):
      "The file in which drafts are kept was moved or removed, and nothing is saved: \(error)"
    case .takenOver: "From now on what you write is saved"
    }
  }
}

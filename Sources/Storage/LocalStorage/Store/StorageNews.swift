public import ChatDomain

/// An event that happened to a store after it was opened, for its caller and for the user.
public enum StorageNews: Hashable, Sendable, CustomStringConvertible {
  /// The file was damaged; its readable contents are in a new one.
  case recovered(Recovery)
  /// The file was removed, moved or replaced; its contents are in a new one. A file that had taken its path is kept next to it.
  case renewed(setAsideAs: String?)
  /// The file is missing from its path, and a new one cannot be made: nothing is stored.
  case lost(StoreError)
  /// The last edits are with the system, but neither the log nor the file could be written to the disk.
  case unsynced(StoreError)
  /// Until now nothing could be stored; now everything is.
  case takenOver

  /// Whether the store may have lost data.
  public var mayMissSomething: Bool {
    switch self {
    case .recovered, .renewed, .lost, .unsynced: true
    case .takenOver: false
    }
  }

  /// A sentence for the user.
  public var description: String {
    switch self {
    case .recovered(let recovery): recovery.description
    case .renewed(let name):
      "The file in which drafts are kept was moved or removed; all of it is in a new one."
        + (name.map { " What stood in its place is kept as \($0)." } ?? "")
    case .lost(let error):
      "The file in which drafts are kept was moved or removed, and nothing is saved: \(error)"
    case .unsynced(let error): "What you typed last would not survive a power cut: \(error)"
    case .takenOver: "From now on what you write is saved"
    }
  }
}

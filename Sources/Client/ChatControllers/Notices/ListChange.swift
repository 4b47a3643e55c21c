/// One change in a list. The indices apply at the time of this change; changes apply one after the other.
public nonisolated enum ListChange<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A row was inserted at an index.
  case inserted(ID, at: Int)
  /// The content of a row changed, and not its place.
  case updated(ID, at: Int)
  /// A row moved: it was removed at the first index, and then inserted at the second. Its content may have changed,
  /// too.
  case moved(ID, from: Int, to: Int)
  /// The row at an index was removed.
  case removed(ID, at: Int)
  /// The list was replaced.
  case reloaded
}

extension ListChange: Reloadable {}

/// One change in a list. The indices apply at the time of this change; changes apply one after the other.
public nonisolated enum ListChange<ID: Hashable & Sendable>: Hashable, Sendable {
  case inserted(ID, at: Int)
  case updated(ID, at: Int)
  case moved(ID, from: Int, to: Int)
  case removed(ID, at: Int)
  /// The list was replaced.
  case reloaded
}

extension ListChange: Reloadable {}

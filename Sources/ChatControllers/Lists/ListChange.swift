/// One thing that became different in a list. The numbers hold at the time of this change, one after the other.
public nonisolated enum ListChange<ID: Hashable & Sendable>: Hashable, Sendable {
  case inserted(ID, at: Int)
  case updated(ID, at: Int)
  case moved(ID, from: Int, to: Int)
  case removed(ID, at: Int)
  /// The list is another one.
  case reloaded
}

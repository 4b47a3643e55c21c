/// How a cache was found when it was opened.
package enum Opening: Hashable, Sendable {
  /// There was none.
  case fresh
  /// It goes on where it ended.
  case continued
  /// There was one that this account or this program cannot use. It was removed, and an empty one takes its place.
  case replaced(Reason)

  /// Why a cache cannot be used.
  package enum Reason: Hashable, Sendable {
    case damaged
    /// It is that of another user, or of another device.
    case otherAccount
    /// It was made by a later version of the program.
    case unknownVersion(Int)
  }
}

public import ChatDomain

/// The process that has a profile open.
public struct ProfileOwner: Hashable, Sendable {
  /// Its process id; 0 if unknown.
  public let process: Int32
  /// When it opened the profile.
  public let since: Timestamp

  /// What the lock file of a profile says.
  public init(process: Int32, since: Timestamp) {
    self.process = process
    self.since = since
  }
}

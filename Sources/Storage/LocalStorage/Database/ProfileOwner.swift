public import ChatDomain

/// The process that has a profile open.
public struct ProfileOwner: Hashable, Sendable {
  /// Its process id; 0 if unknown.
  public let process: Int32
  /// When it opened the profile.
  public let since: Timestamp

  /// Creates the owner that a profile's lock file names.
  public init(process: Int32, since: Timestamp) {
    self.process = process
    self.since = since
  }
}

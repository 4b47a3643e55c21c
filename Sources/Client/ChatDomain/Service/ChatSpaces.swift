/// The groups of channels of a service.
public protocol ChatSpaces: Sendable {
  /// The spaces that the user is in, as ``Space/ordered(_:by:)`` puts them; without a connection those that the device knows
  /// of, if it does. A later ``ChatEvent/spacesChanged(_:)`` has all of them as they are then.
  func spaces() async throws(ChatError) -> [Space]
}

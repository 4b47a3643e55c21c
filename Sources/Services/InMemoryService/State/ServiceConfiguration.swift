public import ChatDomain

/// The configurable properties of an in-memory service.
public struct ServiceConfiguration: Hashable, Sendable {
  /// The limits at first; ``InMemoryChatService/setLimits(_:)`` changes them.
  public var limits: ServiceLimits
  /// The abilities of the service; a test removes some to see how a client does without.
  public var abilities: Set<ServiceAbility>
  /// How long a typing signal lasts.
  public var typingLifetime: Duration
  /// The number of events remembered for each user.
  public var eventLogCapacity: Int

  /// Without arguments: a service that can do everything but encrypt, with typical limits.
  public init(
    limits: ServiceLimits = ServiceLimits(
      messageBytes: 32 * 1024, fileBytes: 25 * 1024 * 1024, filesPerMessage: 30, uploadChunkBytes: 64 * 1024),
    abilities: Set<ServiceAbility> = Set(ServiceAbility.allCases).subtracting([.encrypts]),
    typingLifetime: Duration = .seconds(7),
    eventLogCapacity: Int = 10_000
  ) {
    self.limits = limits
    self.abilities = abilities
    self.typingLifetime = typingLifetime
    self.eventLogCapacity = eventLogCapacity
  }
}

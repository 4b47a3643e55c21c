public import ChatDomain

/// What a service of this kind can be told to do differently.
public struct ServiceConfiguration: Hashable, Sendable {
  public var limits: ServiceLimits
  /// How long somebody types after saying so.
  public var typingLifetime: Duration
  /// How many events are remembered for each person.
  public var eventLogCapacity: Int

  public init(
    limits: ServiceLimits = ServiceLimits(
      messageBytes: 32 * 1024, fileBytes: 25 * 1024 * 1024, filesPerMessage: 30, uploadChunkBytes: 64 * 1024),
    typingLifetime: Duration = .seconds(7), eventLogCapacity: Int = 10_000
  ) {
    self.limits = limits
    self.typingLifetime = typingLifetime
    self.eventLogCapacity = eventLogCapacity
  }
}

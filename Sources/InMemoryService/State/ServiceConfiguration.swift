public import ChatDomain

/// The configurable properties of an in-memory service.
public struct ServiceConfiguration: Hashable, Sendable {
  public var limits: ServiceLimits
  /// How long a typing signal lasts.
  public var typingLifetime: Duration
  /// The number of events remembered for each user.
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

/// Receives the number of body bytes given to the connection, on a thread of the transport. If the body is sent again, counting
/// restarts.
public final class SendingObserver: Sendable {
  private let tell: @Sendable (_ bytes: Int64) -> Void

  /// - Parameter tell: called with the number of bytes so far. It must not block.
  public init(_ tell: @escaping @Sendable (_ bytes: Int64) -> Void) { self.tell = tell }

  /// Called by the transport that sends the bytes.
  public func didSend(_ bytes: Int64) { tell(bytes) }
}

extension SendingObserver: Hashable {
  public static func == (one: SendingObserver, other: SendingObserver) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How long a request may take.
public struct Patience: Hashable, Sendable {
  /// The time limit for establishing a connection, including TLS.
  public var connecting: Duration
  /// The time limit from the call to the end of the answer, including waiting for a turn. Nil: there is only the speed limit.
  public var total: Duration?
  /// The minimum speed of a transfer, and for how many seconds it may be slower.
  public var slowest: Speed?

  public struct Speed: Hashable, Sendable {
    public var bytesPerSecond: Int
    public var seconds: Int

    public init(bytesPerSecond: Int, seconds: Int) {
      self.bytesPerSecond = bytesPerSecond
      self.seconds = seconds
    }
  }

  public init(connecting: Duration = .seconds(10), total: Duration? = .seconds(30), slowest: Speed? = nil) {
    self.connecting = connecting
    self.total = total
    self.slowest = slowest
  }

  /// 10 seconds for the connection, 30 in all.
  public static let usual = Patience()
  /// For files: their size and their minimum speed are bounded instead of the total time.
  public static let media = Patience(total: nil, slowest: Speed(bytesPerSecond: 256, seconds: 30))
  /// For long polling: the server answers when there is news, or after this time.
  public static func poll(_ time: Duration) -> Patience { Patience(total: time + .seconds(15)) }
}

/// How long a request may take.
public struct Patience: Hashable, Sendable {
  /// Until there is a connection, encrypted where it has to be.
  public var connecting: Duration
  /// From the call to the end of the answer, waiting for a turn included. Without it, only the bytes have to keep coming.
  public var total: Duration?
  /// How slow a transfer may be, and for how many seconds it may be slower.
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
  /// For files, which take as long as they are large: their size is bounded, and so is how slowly they may come.
  public static let media = Patience(total: nil, slowest: Speed(bytesPerSecond: 256, seconds: 30))
  /// For a server that answers only when there is something to tell, after this time at the latest.
  public static func poll(_ time: Duration) -> Patience { Patience(total: time + .seconds(15)) }
}

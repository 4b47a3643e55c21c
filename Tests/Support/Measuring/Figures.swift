/// What a row came to; times are in nanoseconds.
public struct Figures: Codable {
  public struct Line: Codable {
    public var name: String
    public var samples: Int
    public var batch: Int
    public var median: Double
    public var p99: Double
    /// How many times as long as the first one.
    public var ratio: Double
  }

  public var group: String
  public var name: String
  public var note: String?
  public var reference: Double?
  public var limit: Double?
  /// Whether the median of the first one is within the limit.
  public var isMet: Bool?
  public var lines: [Line]
}

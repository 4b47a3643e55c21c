/// What a row came to, in its unit.
public struct Figures: Codable {
  public struct Line: Codable {
    public var name: String
    public var samples: Int
    public var batch: Int
    public var median: Double
    public var p99: Double
    /// How many times as long as the first one; nil if that took no time.
    public var ratio: Double?
  }

  public var group: String
  public var name: String
  public var unit: Unit
  public var note: String?
  public var reference: Double?
  public var limit: Double?
  /// What the limit is made of, where it is a part of another one's figure.
  public var share: Share?
  /// Whether the median of the first one is within the limit.
  public var isMet: Bool?
  public var lines: [Line]
}

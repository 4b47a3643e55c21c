/// What a test found in place of what it needs to go on.
public struct Unexpected: Error, CustomStringConvertible {
  public let description: String

  public init(_ found: some Any) { description = String(describing: found) }
}

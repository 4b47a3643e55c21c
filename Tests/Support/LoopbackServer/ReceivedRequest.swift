/// A request as it arrived at the server.
public struct ReceivedRequest: Sendable {
  public var method: String
  public var target: String
  public var lines: [String]
  public var body: [UInt8]

  /// The values of all fields of this name.
  public func values(of name: String) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
      return parts[1].drop { $0 == " " }.description
    }
  }

  public var text: String { String(decoding: body, as: UTF8.self) }
}

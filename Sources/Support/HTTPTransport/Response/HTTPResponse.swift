/// The answer of a server, of whatever status.
public struct HTTPResponse: Hashable, Sendable {
  /// A connection that breaks off is found out by the length that the server gave. Where it gives none, or compresses only
  /// the beginning, the end has to be known to the reader, as it is in JSON.
  public enum Body: Hashable, Sendable {
    case bytes([UInt8])
    /// It is in the file that the request named.
    case file(count: Int64)
  }

  public var status: Int
  /// All fields in their order; the text is the server's and may be anything.
  public var fields: [HTTPField]
  public var body: Body

  public init(status: Int, fields: [HTTPField] = [], body: Body = .bytes([])) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Whether the server did what it was asked.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The value of the first field of this name; upper and lower case are the same.
  public subscript(name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

  /// The body, if it is in memory.
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = body { bytes } else { nil }
  }
}

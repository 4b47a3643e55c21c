/// The answer of a server, with any status.
public struct HTTPResponse: Hashable, Sendable {
  /// A truncated body is detected by the length that the server gave. If the server gives none, or compresses only the
  /// beginning, the reader must detect the end, as with JSON.
  public enum Body: Hashable, Sendable {
    case bytes([UInt8])
    /// The body is in the file that the request named.
    case file(count: Int64)
  }

  public var status: Int
  /// All fields in their order; the text is untrusted.
  public var fields: [HTTPField]
  public var body: Body

  public init(status: Int, fields: [HTTPField] = [], body: Body = .bytes([])) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Whether the status reports success.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The value of the first field of this name, ignoring case.
  public subscript(name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

  /// The body, if it is in memory.
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = body { bytes } else { nil }
  }
}

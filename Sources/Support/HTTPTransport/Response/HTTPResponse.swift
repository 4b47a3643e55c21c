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

/// Sends requests to servers and returns their answers.
///
/// A response of any status is an answer: the caller decides what 404 or 302 means. Redirects are never followed, because a
/// request contains a token, and only the caller knows which hosts may get it.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// If the task is cancelled, a request that was not sent yet or that has no effect on the server ends with
  /// ``HTTPError/cancelled``. Any other request is finished first, so that `cancelled` always means that the server did
  /// nothing.
  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

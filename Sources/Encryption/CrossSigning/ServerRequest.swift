/// A request to the homeserver as a value. The service encodes the path, adds address and token, and performs it.
package struct ServerRequest: Hashable, Sendable {
  package enum Method: String, Hashable, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  package let method: Method
  /// The segments of the path below `/_matrix/client/v3`, not encoded.
  package let path: [String]
  package let query: [String: String]
  /// JSON; nil for requests without a body.
  package let body: [UInt8]?

  package init(_ method: Method, _ path: [String], query: [String: String] = [:], body: [UInt8]? = nil) {
    (self.method, self.path, self.query, self.body) = (method, path, query, body)
  }
}

/// One field of a request or of an answer, like `Content-Type: application/json`.
public struct HTTPField: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether this is the field's name, ignoring case.
  public func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}

// Omits the value, which may be a token.
extension HTTPField: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(name): …" }
  public var customMirror: Mirror { Mirror(self, children: ["field": name]) }
}

extension HTTPField {
  /// Whether it can be sent: it is valid by RFC 9110, and not a field that the transport sets by itself. Those determine where
  /// a request ends and where it goes, so a second value would allow request smuggling.
  var isSendable: Bool {
    !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte) && value.utf8.allSatisfy(Self.isValueByte)
      && !Self.own.contains(name.lowercased())
  }

  private static let own: Set = [
    "accept-encoding", "connection", "content-length", "expect", "host", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func isValueByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\t") || byte >= 0x20 && byte != 0x7F
  }
}

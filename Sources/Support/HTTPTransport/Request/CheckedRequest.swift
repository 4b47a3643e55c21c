/// A request whose parts have all been checked and may be passed to libcurl.
struct CheckedRequest: Sendable {
  let request: HTTPRequest
  let url: CheckedURL

  init(_ request: HTTPRequest) throws(HTTPError) {
    url = try CheckedURL(request.url, isLocal: request.socket != nil)
    if let socket = request.socket {
      // The size of the path in a socket address, without the terminating byte.
      guard (1...107).contains(socket.utf8.count), !socket.utf8.contains(0) else {
        throw .badURL(.socketPath)
      }
    }
    if let field = request.fields.first(where: { !$0.isSendable }) {
      // The name itself may be the invalid part.
      throw .badField(
        name: String(
          field.name.unicodeScalars.prefix(64).filter { (" "..."~").contains($0) }.map(Character.init)))
    }
    self.request = request
  }
}

/// A URL in a form that libcurl and servers cannot parse differently.
package struct CheckedURL: Hashable, Sendable {
  package let text: String
  package let host: String
  package let isEncrypted: Bool

  /// - Parameter isLocal: whether the connection stays on this computer, whatever the host name is.
  package init(_ text: String, isLocal: Bool) throws(HTTPError) {
    guard let colon = text.firstRange(of: "://") else { throw .badURL(.malformed) }
    switch text[..<colon.lowerBound].lowercased() {
    case "https": isEncrypted = true
    case "http": isEncrypted = false
    default: throw .badURL(.otherScheme)
    }
    let rest = text[colon.upperBound...].utf8
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard !authority.contains(UInt8(ascii: "@")) else { throw .badURL(.credentials) }
    guard let host = Self.host(of: Substring(authority)),
      rest.dropFirst(authority.count).allSatisfy(Self.isPathByte)
    else { throw .badURL(.malformed) }
    guard isEncrypted || isLocal || Self.isLoopback(host) else { throw .badURL(.unencrypted) }
    self.text = text
    self.host = host
  }

  /// The host, without the brackets of a numeric address; nil if it or the port after it is invalid.
  private static func host(of authority: Substring) -> String? {
    let host: Substring
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      guard host.utf8.contains(UInt8(ascii: ":")), host.utf8.allSatisfy(isAddressByte) else { return nil }
      guard isPort(authority[authority.index(after: end)...]) else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      guard !host.isEmpty, host.utf8.allSatisfy(isNameByte), isPort(authority[host.endIndex...]) else {
        return nil
      }
    }
    return String(host)
  }

  /// Whether the text is empty, or a colon and a port.
  private static func isPort(_ text: Substring) -> Bool {
    guard let colon = text.first else { return true }
    let digits = text.dropFirst()
    guard colon == ":", (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(isDigit) else {
      return false
    }
    return Int(digits).map { (1...65_535).contains($0) } ?? false
  }

  /// Accepts only the common spellings: libcurl and the resolver also accept unusual ones, which they could interpret
  /// differently.
  private static func isLoopback(_ host: String) -> Bool {
    if host.lowercased() == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        // Some parsers read a number with a leading zero as octal.
        part.utf8.allSatisfy(isDigit) && (part == "0" || !part.hasPrefix("0")) && UInt8(part) != nil
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether a host name may contain the byte. Names in other scripts are allowed, because libcurl converts them.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte >= 0x80 || "-._".utf8.contains(byte)
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) || ":.".utf8.contains(byte)
  }

  /// Visible ASCII, except for characters that must be encoded and the fragment sign; fragments are not sent to servers.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
  }
}

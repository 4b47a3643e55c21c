import HTTPTransport

/// Where a homeserver is asked: `https://host` with a port or without, or `http://` on this computer.
///
/// Two spellings of one address are equal: it has no upper case, no port that goes without saying, no slash at its end.
public struct HomeserverAddress: Hashable, Sendable {
  /// The address in front of the path of a request.
  public let url: String
  /// The server's name, in brackets if it is a number with colons.
  public let host: String
  /// Nil: the usual one.
  public let port: Int?
  public let isEncrypted: Bool
  /// Whether it is this computer.
  public let isLocal: Bool

  /// Why a text is no address of a homeserver.
  public enum Fault: Error, Hashable, Sendable {
    case empty
    case malformed
    case otherScheme(String)
    /// A name or a password in it.
    case credentials
    /// More than scheme, host and port.
    case path
    /// Plain HTTP would leave this computer.
    case unencrypted
    /// A domain of the Internet names a server on this computer or in a private network.
    case privateNetwork
  }

  /// - Parameter text: as a person types it; `https://` may be left out.
  public init(_ text: String) throws(Fault) {
    guard !text.isEmpty else { throw .empty }
    var scheme = "https"
    var rest = text[...]
    if let mark = text.firstRange(of: "://") {
      scheme = text[..<mark.lowerBound].lowercased()
      rest = text[mark.upperBound...]
    }
    guard scheme == "https" || scheme == "http" else { throw .otherScheme(scheme) }
    // As it comes out of a browser.
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard !rest.isEmpty else { throw .empty }
    guard !rest.contains("@") else { throw .credentials }
    guard !rest.contains(where: { "/?#\\".contains($0) }) else { throw .path }
    // Names in other scripts have two spellings, of which this is the one that everybody reads alike.
    guard rest.utf8.count <= Self.longest, rest.utf8.allSatisfy(\.isGraphic) else {
      throw .malformed
    }
    try self.init(checking: "\(scheme)://\(rest.lowercased())", authority: rest.lowercased())
  }

  private init(checking url: String, authority: String) throws(Fault) {
    let checked = try Self.checked(url)
    isEncrypted = checked.isEncrypted
    do throws(Fault) {
      _ = try Self.checked("http://\(authority)")
      isLocal = true
    } catch {
      isLocal = false
    }
    host = checked.host.contains(":") ? "[\(checked.host)]" : checked.host
    let port = authority.dropFirst(host.utf8.count + 1)
    self.port = Int(port).flatMap { [checked] in $0 == (checked.isEncrypted ? 443 : 80) ? nil : $0 }
    self.url = "\(isEncrypted ? "https" : "http")://\(host)" + (self.port.map { ":\($0)" } ?? "")
  }

  private static func checked(_ url: String) throws(Fault) -> CheckedURL {
    do throws(HTTPError) {
      return try CheckedURL(url, isLocal: false)
    } catch .badURL(.unencrypted) {
      throw .unencrypted
    } catch {
      throw .malformed
    }
  }

  /// More than any name of a server has.
  private static let longest = 260
}

extension HomeserverAddress: CustomStringConvertible {
  public var description: String { url }
}

extension HomeserverAddress.Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the address of a server is missing"
    case .malformed: "this is not the address of a server; it looks like https://example.org"
    case .otherScheme(let scheme): "a server is reached by https://, and not by \(scheme.prefix(20))://"
    case .credentials: "the address of a server has no name and no password in it"
    case .path: "the address of a server has nothing behind its name and its port"
    case .unencrypted: "http:// is for servers on this computer only; use https://"
    case .privateNetwork: "it names a server on this computer or in a private network"
    }
  }
}

import Glibc
public import HTTPTransport

/// The address of a homeserver: `https://host` with an optional port, or `http://` on this computer.
///
/// Normalized: lower case, no default port, no trailing slash.
public struct HomeserverAddress: Hashable, Sendable {
  /// The address before the path of a request.
  public let url: String
  /// The server's name; IPv6 addresses are in brackets.
  public let host: String
  /// Nil: the default port.
  public let port: Int?
  public let isEncrypted: Bool
  /// Whether the host is this computer.
  public let isLocal: Bool

  /// Why a text is not the address of a homeserver.
  public enum Fault: Error, Hashable, Sendable {
    case empty
    case malformed
    case otherScheme(String)
    /// It contains a user name or password.
    case credentials
    /// It has more than scheme, host and port.
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
    // Browsers append a slash.
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard !rest.isEmpty else { throw .empty }
    guard !rest.contains("@") else { throw .credentials }
    guard !rest.contains(where: { "/?#\\".contains($0) }) else { throw .path }
    // International names must be given in their ASCII form.
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

  /// The maximum length in bytes, which no server name exceeds.
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
    case .otherScheme(let scheme): "a server address begins with https://, not with \(scheme.prefix(20))://"
    case .credentials: "a server address cannot contain a name or a password"
    case .path: "a server address ends after its host and port"
    case .unencrypted: "http:// is for servers on this computer only; use https://"
    case .privateNetwork: "it names a server on this computer or in a private network"
    }
  }
}

/// Finds the homeserver of a domain through `.well-known/matrix/client`.
public enum HomeserverDiscovery {
  /// Returns the homeserver of a domain. It is not on this computer or in a private network unless the domain is. A
  /// domain without a readable answer counts as its own homeserver; it is checked before anything secret is sent.
  ///
  /// - Parameters:
  ///   - domain: the part of a user id after its colon.
  ///   - transport: sends the request.
  public static func homeserver(
    of domain: HomeserverAddress, transport: any Transport
  ) async throws(LoginError) -> HomeserverAddress {
    guard let answer = try await answer(of: domain, transport) else { return domain }
    do throws(HomeserverAddress.Fault) {
      let server = try HomeserverAddress(answer.homeserver)
      guard domain.isPrivate || !server.isPrivate else { throw .privateNetwork }
      return server
    } catch {
      // The domain names a server; using another would be a guess.
      throw .badDiscovery(domain: domain, reason: error)
    }
  }

  private static func answer(
    of domain: HomeserverAddress, _ transport: any Transport
  ) async throws(LoginError) -> DiscoveryAnswer? {
    var origin = domain.url
    var url = origin + "/.well-known/matrix/client"
    // Many domains redirect to www.
    for _ in 0...mostRedirections {
      let response: HTTPResponse
      do throws(HTTPError) {
        response = try await transport.answer(
          to: HTTPRequest(.get, url, to: .memory(limit: limit), patience: patience))
      } catch .cancelled {
        throw .cancelled
      } catch .libraryMissing(let reason) {
        throw .unreachable(.libraryMissing(reason))
      } catch {
        // Many domains have no web server. The homeserver may still answer.
        return nil
      }
      if (300..<400).contains(response.status), let place = response["Location"] {
        if place.hasPrefix("/"), !place.hasPrefix("//") {
          url = origin + place
        } else {
          url = place
          origin = place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/")
        }
        guard domain.isPrivate || !PrivateHost.isNamed(in: url) else {
          throw .badDiscovery(domain: domain, reason: .privateNetwork)
        }
        continue
      }
      guard response.isSuccess else { return nil }
      do throws(AnswerError) { return try DiscoveryAnswer(response.bytes ?? []) } catch { return nil }
    }
    return nil
  }

  private static let mostRedirections = 3
  private static let limit = 64 << 10
  /// Short, because the user is waiting.
  private static let patience = Patience(connecting: .seconds(5), total: .seconds(10))
}

/// Host names and addresses of this computer or a private network.
enum PrivateHost {
  /// Whether the host of a URL is private; false for an invalid URL.
  static func isNamed(in url: String) -> Bool {
    do throws(HTTPError) {
      return isPrivate(try CheckedURL(url, isLocal: true).host)
    } catch {
      return false
    }
  }

  /// - Parameter host: a name or an address, of version 6 without its brackets.
  static func isPrivate(_ host: String) -> Bool {
    let name = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
    if let address = IPv6(name) { return address.isPrivate }
    // Includes short, octal and hexadecimal forms, as the resolver does.
    var address = in_addr()
    if inet_aton(name, &address) != 0 { return isPrivate(UInt32(bigEndian: address.s_addr)) }
    // A name without a dot is local.
    return !name.contains(".") || suffixes.contains { name.hasSuffix($0) }
  }

  /// Suffixes of names outside the Internet (RFC 6761, RFC 6762, RFC 8375, and ICANN's reserved names).
  private static let suffixes = [".localhost", ".local", ".home.arpa", ".internal"]

  /// Loopback, private (RFC 1918), link-local and shared (RFC 6598) addresses.
  fileprivate static func isPrivate(_ address: UInt32) -> Bool {
    [
      (0x0000_0000, 8), (0x7F00_0000, 8), (0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16),
      (0xA9FE_0000, 16), (0x6440_0000, 10),
    ].contains { (network: UInt32, length: UInt32) in (address ^ network) >> (32 - length) == 0 }
  }
}

private struct IPv6 {
  private let bytes: [UInt8]

  /// Nil if the text is no address of version 6.
  init?(_ text: String) {
    var address = in6_addr()
    guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  /// Loopback, link-local and unique local addresses, and private addresses of version 4.
  var isPrivate: Bool {
    let isUniqueLocal = bytes[0] & 0xFE == 0xFC
    let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    if isUniqueLocal || isLinkLocal { return true }
    // `::ffff:127.0.0.1` and `::127.0.0.1`; `::1` is among the latter.
    guard bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], [0, 0xFF].contains(bytes[10]) else {
      return false
    }
    return PrivateHost.isPrivate(bytes[12...].reduce(0) { $0 << 8 | UInt32($1) })
  }
}

extension HomeserverAddress {
  /// Whether its name is on this computer or in a private network.
  var isPrivate: Bool { PrivateHost.isPrivate(host.filter { !"[]".contains($0) }) }
}

import Glibc
import HTTPTransport

/// Hosts that only this computer or its network knows, by what they are called.
enum PrivateHost {
  /// Whether the host of a URL is private. One without a host that can be asked is not.
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
    // Short, octal and hexadecimal spellings included, as the resolver reads them.
    var address = in_addr()
    if inet_aton(name, &address) != 0 { return isPrivate(UInt32(bigEndian: address.s_addr)) }
    // A name without a dot is of this network.
    return !name.contains(".") || suffixes.contains { name.hasSuffix($0) }
  }

  /// The ends of names that are not of the Internet (RFC 6761, RFC 6762, RFC 8375, and what ICANN keeps free).
  private static let suffixes = [".localhost", ".local", ".home.arpa", ".internal"]

  /// This computer, private networks (RFC 1918), link-local addresses, and those that providers share (RFC 6598).
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

  /// This computer, link-local and unique local addresses, and those of version 4 that are private.
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
  /// Whether it is on this computer or in a private network, as far as its name says.
  var isPrivate: Bool { PrivateHost.isPrivate(host.filter { !"[]".contains($0) }) }
}

import ChatDomain

/// Addresses of rooms as users share them: ids, aliases and links.
enum RoomAddress {
  /// The maximum number of servers in a link.
  static let mostServers = 5

  /// Reads an address; nil if it names no room. A link to a message gives its room.
  static func parse(_ text: String) -> ChannelAddress? {
    guard text.utf8.count <= 2048 else { return nil }
    for prefix in ["https://matrix.to/#/", "http://matrix.to/#/", "https://www.matrix.to/#/"]
    where text.utf8.starts(with: prefix.utf8) {
      let (path, servers) = split(text.utf8.dropFirst(prefix.utf8.count))
      guard let name = path.first?.percentDecoded, isRoom(name) else { return nil }
      return ChannelAddress(name: name, servers: servers)
    }
    for (prefix, sigil) in [("matrix:r/", "#"), ("matrix:room/", "#"), ("matrix:roomid/", "!")]
    where text.utf8.starts(with: prefix.utf8) {
      let (path, servers) = split(text.utf8.dropFirst(prefix.utf8.count))
      guard let name = path.first?.percentDecoded.map({ sigil + $0 }), isRoom(name) else { return nil }
      return ChannelAddress(name: name, servers: servers)
    }
    return isRoom(text) ? ChannelAddress(name: text) : nil
  }

  /// Whether a text is a room alias, `#words:server`, in any script.
  static func isAlias(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "#"), (2...MatrixGrammar.longest).contains(bytes.count),
      text.unicodeScalars.allSatisfy({ scalar in
        !scalar.isControl && !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
      })
    else { return false }
    return MatrixGrammar.hasServer(text, optional: false)
  }

  /// Whether a text is a server name.
  static func isServer(_ text: String) -> Bool { MatrixGrammar.isServer(text[...].utf8) }

  /// The server of an id or alias; nil if there is none.
  static func server(of name: String) -> String? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let server = String(name[name.utf8.index(after: colon)...])
    return isServer(server) ? server : nil
  }

  private static func isRoom(_ text: String) -> Bool { ChannelID(matrix: text) != nil || isAlias(text) }

  /// The encoded path components, and the servers in a link.
  private static func split(_ rest: Substring.UTF8View) -> (path: [String], servers: [String]) {
    let halves = rest.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    let parameters = halves.count > 1 ? halves[1].split(separator: UInt8(ascii: "&")) : []
    let servers = parameters.compactMap { parameter -> String? in
      let pair = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard pair.count == 2, pair[0].elementsEqual("via".utf8) else { return nil }
      return String(decoding: pair[1], as: UTF8.self).percentDecoded.flatMap { isServer($0) ? $0 : nil }
    }
    return (path, Array(servers.prefix(mostServers)))
  }
}

extension String {
  /// The text encoded as a path segment or a query value: only RFC 3986's unreserved characters are kept.
  ///
  /// "." and ".." would be path steps, so their dots are encoded too.
  var percentEncoded: String {
    let isStep = self == "." || self == ".."
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte.isLetterOrDigit || "-_~".utf8.contains(byte) || byte == UInt8(ascii: ".") && !isStep {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), (byte >> 4).hexLetter, (byte & 0xF).hexLetter]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The decoded text; nil if escapes are incomplete or not UTF-8.
  var percentDecoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var decoded: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else { return nil }
      decoded.append(high << 4 | low)
    }
    return String(validating: decoded, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexLetter: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + self - 10 }

  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

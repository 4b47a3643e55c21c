import ChatDomain

/// Addresses of rooms as people pass them on: an id, an alias, and both kinds of links to one of them.
enum RoomAddress {
  /// As many servers are asked for help as other clients name in their links, and no more.
  static let mostServers = 5

  /// The room that a text leads to; nil if it leads to none. Where it leads to a message, it is the message's room.
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

  /// Whether a text is the alias of a room: `#words:server`. Its words may be of any script.
  static func isAlias(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "#"), (2...MatrixGrammar.longest).contains(bytes.count),
      text.unicodeScalars.allSatisfy({ scalar in
        !scalar.isControl && !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
      })
    else { return false }
    return MatrixGrammar.hasServer(text, optional: false)
  }

  /// Whether a text is the name of a server.
  static func isServer(_ text: String) -> Bool { MatrixGrammar.isServer(text[...].utf8) }

  /// The server behind the first colon of an id or an alias; nil if it names none.
  static func server(of name: String) -> String? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let server = String(name[name.utf8.index(after: colon)...])
    return isServer(server) ? server : nil
  }

  private static func isRoom(_ text: String) -> Bool { ChannelID(matrix: text) != nil || isAlias(text) }

  /// The parts of a path, still encoded, and the servers that a link names.
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
  /// The text as one segment of a path, or a name or value of a query: only what RFC 3986 never reserves is itself.
  ///
  /// "." and ".." would be taken for steps in the path, so their dots are encoded too.
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

  /// The text that was encoded; nil if the escapes are not whole, or not of UTF-8.
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

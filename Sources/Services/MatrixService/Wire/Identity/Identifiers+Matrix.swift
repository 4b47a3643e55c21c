public import ChatDomain
import JSON

extension UserID {
  /// A Matrix user id, `@name:server`; nil for any other text. The name may be empty, as on the oldest servers.
  public init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "@"), MatrixGrammar.hasServer(text, optional: false) else {
      return nil
    }
    self.init(text)
  }
}

extension ChannelID {
  /// A Matrix room id, `!letters:server`, or without a server from room version 12; nil for any other text.
  init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "!"), MatrixGrammar.hasServer(text, optional: true),
      text.utf8.dropFirst().first != UInt8(ascii: ":")
    else { return nil }
    self.init(text)
  }
}

extension MessageID {
  /// A Matrix event id, `$letters`, or with a server before room version 3; nil for any other text.
  init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "$") else { return nil }
    self.init(text)
  }
}

extension DeviceID {
  /// A Matrix device id: visible ASCII characters; nil for any other text.
  init?(matrix text: String) {
    guard (1...MatrixGrammar.longest).contains(text.utf8.count), text.utf8.allSatisfy(\.isGraphic) else {
      return nil
    }
    self.init(text)
  }
}

extension JSONNode? {
  var userID: UserID? { self?.shortString.flatMap { UserID(matrix: $0) } }
  var channelID: ChannelID? { self?.shortString.flatMap { ChannelID(matrix: $0) } }
  var messageID: MessageID? { self?.shortString.flatMap { MessageID(matrix: $0) } }
}

extension JSONNode {
  /// The string; nil if its JSON is longer than that of any identifier, fully escaped.
  var shortString: String? { raw.count <= 6 * MatrixGrammar.longest + 2 ? string : nil }
}

/// The address of a file: `mxc://server/media`.
struct MediaAddress: Hashable, Sendable {
  let server: String
  let media: String
  /// The key of an encrypted file.
  var key: MediaKey?

  /// Reads an address; nil if it is invalid or could lead to another path of the server.
  init?(_ text: String) {
    let scheme = "mxc://".utf8
    guard text.utf8.count <= MatrixGrammar.longest, text.utf8.starts(with: scheme) else { return nil }
    let rest = text.utf8.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let media = rest[rest.index(after: slash)...]
    guard MatrixGrammar.isServer(rest[..<slash]), !media.isEmpty,
      media.allSatisfy({ $0.isLetterOrDigit || "-_".utf8.contains($0) })
    else { return nil }
    server = String(decoding: rest[..<slash], as: UTF8.self)
    self.media = String(decoding: media, as: UTF8.self)
  }

  /// The address in the contract's file id, with the key of an encrypted file.
  init?(_ file: FileID) {
    let parts = file.rawValue.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(String(parts[0]))
    guard parts.count > 1 else { return }
    guard let key = MediaKey(String(parts[1])) else { return nil }
    self.key = key
  }

  /// The address without the key, as requests and events contain it.
  var url: String { "mxc://\(server)/\(media)" }

  /// The contract's file id.
  var file: FileID { FileID(description) }
}

extension MediaAddress: CustomStringConvertible {
  var description: String { url + (key.map { "#\($0.text)" } ?? "") }
}

/// The grammar of identifiers.
///
/// Stricter than servers: ids with blanks or characters outside ASCII are rejected. No server makes such ids any
/// longer, and two that differ only in normalization would be equal as a `String` but not for a server.
enum MatrixGrammar {
  /// The longest identifier, sigil and server included.
  static let longest = 255

  /// Whether a text is a sigil followed by visible ASCII characters, within the length limit.
  static func isIdentifier(_ text: String, sigil: Unicode.Scalar) -> Bool {
    let bytes = text.utf8
    return bytes.count > 1 && bytes.count <= longest && bytes.first == UInt8(ascii: sigil)
      && text.hasOnlyBytes { $0.isGraphic }
  }

  /// Whether a server name follows the first colon. A text without a colon passes if the server is optional.
  static func hasServer(_ text: String, optional isOptional: Bool) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return isOptional }
    return isServer(text.utf8[text.utf8.index(after: colon)...])
  }

  /// A server name: a host name or IP address with an optional port.
  static func isServer(_ name: Substring.UTF8View) -> Bool {
    guard !name.isEmpty, name.count <= 230 else { return false }
    var host = name
    var port: Substring.UTF8View?
    if name.first == UInt8(ascii: "[") {
      guard let end = name.firstIndex(of: UInt8(ascii: "]")) else { return false }
      host = name[name.index(after: name.startIndex)..<end]
      let rest = name[name.index(after: end)...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
      if !rest.isEmpty { port = rest.dropFirst() }
      guard host.count >= 2, host.allSatisfy({ $0.isHexLetter || ":.".utf8.contains($0) }) else {
        return false
      }
    } else {
      if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
        host = name[..<colon]
        port = name[name.index(after: colon)...]
      }
      guard !host.isEmpty, host.allSatisfy({ $0.isLetterOrDigit || "-.".utf8.contains($0) }) else {
        return false
      }
    }
    guard let port else { return true }
    return (1...5).contains(port.count) && port.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension String {
  /// Whether all bytes satisfy a condition. A span is twice as fast as a view, and this is called for every id and
  /// text.
  func hasOnlyBytes(_ isMeant: (UInt8) -> Bool) -> Bool {
    let bytes = utf8Span.span
    for index in bytes.indices where !isMeant(bytes[index]) { return false }
    return true
  }
}

extension UInt8 {
  /// Visible ASCII: no blank, no control character.
  var isGraphic: Bool { (0x21...0x7E).contains(self) }

  var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }

  var isHexLetter: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}

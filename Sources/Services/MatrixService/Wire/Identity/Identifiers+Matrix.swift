public import ChatDomain
import JSON

extension UserID {
  /// A person: `@name:server`; nil if it is not one. The name may be empty, as the oldest servers allowed.
  public init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "@"), MatrixGrammar.hasServer(text, optional: false) else {
      return nil
    }
    self.init(text)
  }
}

extension ChannelID {
  /// A room: `!letters:server`, and without the server from room version 12 on; nil if it is not one.
  init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "!"), MatrixGrammar.hasServer(text, optional: true),
      text.utf8.dropFirst().first != UInt8(ascii: ":")
    else { return nil }
    self.init(text)
  }
}

extension MessageID {
  /// An event: `$letters`, and with a server before room version 3; nil if it is not one.
  init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "$") else { return nil }
    self.init(text)
  }
}

extension DeviceID {
  /// A device; nil if nobody may be signed in on it.
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
  /// The string, unless it is longer than an identifier can be with each of its letters escaped.
  var shortString: String? { raw.count <= 6 * MatrixGrammar.longest + 2 ? string : nil }
}

/// Where a file is: `mxc://server/media`.
struct MediaAddress: Hashable, Sendable {
  let server: String
  let media: String

  /// The address that a text is; nil if it is none. What could lead to another path of the server is none.
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

  init?(_ file: FileID) { self.init(file.rawValue) }

  /// The id by which the contract knows the file.
  var file: FileID { FileID(description) }
}

extension MediaAddress: CustomStringConvertible {
  var description: String { "mxc://\(server)/\(media)" }
}

/// What identifiers look like.
///
/// Servers may send more than is accepted here: ids with letters outside of ASCII and with blanks. No server gives such
/// ids any longer, and two that differ only in how an accent is spelled would be one to a `String` and two to a server.
enum MatrixGrammar {
  /// The longest identifier, sigil and server included.
  static let longest = 255

  /// Whether a text is `sigil` and letters, and within the bounds of every identifier.
  static func isIdentifier(_ text: String, sigil: Unicode.Scalar) -> Bool {
    let bytes = text.utf8
    return bytes.count > 1 && bytes.count <= longest && bytes.first == UInt8(ascii: sigil)
      && text.hasOnlyBytes { $0.isGraphic }
  }

  /// Whether the text has a server behind its first colon, which not every room has.
  static func hasServer(_ text: String, optional isOptional: Bool) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return isOptional }
    return isServer(text.utf8[text.utf8.index(after: colon)...])
  }

  /// The name of a server: letters, an address in numbers, or one in brackets, and perhaps a port.
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
  /// Whether this holds of all bytes. A span is walked through twice as fast as a view, and this is asked of every id and of
  /// every text.
  func hasOnlyBytes(_ isMeant: (UInt8) -> Bool) -> Bool {
    let bytes = utf8Span.span
    for index in bytes.indices where !isMeant(bytes[index]) { return false }
    return true
  }
}

extension UInt8 {
  /// A letter of ASCII that is seen: no blank, no control character.
  var isGraphic: Bool { (0x21...0x7E).contains(self) }

  var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }

  var isHexLetter: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}

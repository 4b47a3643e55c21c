import ChatDomain
import DraftEngine

/// Links to users and rooms.
enum MatrixLink {
  private static let web = "https://matrix.to/#/"

  /// The address of a target; nil if other clients could not follow it.
  static func address(of target: MentionTarget) -> String? {
    switch target {
    case .user(let id): UserID(matrix: id).map { web + $0.rawValue.encodedForFragment }
    case .channel(let id): ChannelID(matrix: id).map { web + $0.rawValue.encodedForFragment }
    case .url(let url): isSafe(url) ? url : nil
    }
  }

  /// The address of a message, for other clients.
  static func address(of message: MessageID, in room: ChannelID) -> String {
    web + room.rawValue.encodedForFragment + "/" + message.rawValue.encodedForFragment
  }

  /// Whether an address is a geo URI: two or three numbers with parameters.
  static func isPlace(_ address: String) -> Bool {
    guard address.utf8.count <= 255, address.utf8.starts(with: "geo:".utf8) else { return false }
    let isPlain = address.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ":.,;=-".utf8.contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    let place = address.utf8.dropFirst(4).prefix { $0 != UInt8(ascii: ";") }
    let numbers = place.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return isPlain && (2...3).contains(numbers.count)
      && numbers.allSatisfy { Double(String(decoding: $0, as: UTF8.self))?.isFinite == true }
  }

  /// The target of a link; nil if it is unsafe.
  static func target(of address: String) -> MentionTarget? {
    guard isSafe(address) else { return nil }
    for prefix in [web, "http://matrix.to/#/"] where address.utf8.starts(with: prefix.utf8) {
      let rest = address.utf8.dropFirst(prefix.utf8.count)
      // A second path component makes it the address of a message.
      let path = rest.prefix { $0 != UInt8(ascii: "?") }
      guard let id = String(decoding: path, as: UTF8.self).percentDecoded else { break }
      if let user = UserID(matrix: id) { return .user(userId: user.rawValue) }
      if let room = ChannelID(matrix: id), !id.utf8.contains(UInt8(ascii: "/")) {
        return .channel(channelId: room.rawValue)
      }
    }
    if let id = identifier(ofURI: address) { return id }
    return .url(url: address)
  }

  /// `matrix:u/name:server` and `matrix:roomid/letters:server`.
  private static func identifier(ofURI address: String) -> MentionTarget? {
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") }
    func id(behind prefix: String, sigil: String) -> String? {
      guard path.starts(with: prefix.utf8) else { return nil }
      let rest = String(decoding: path.dropFirst(prefix.utf8.count), as: UTF8.self)
      return rest.utf8.contains(UInt8(ascii: "/")) ? nil : rest.percentDecoded.map { sigil + $0 }
    }
    if let user = id(behind: "matrix:u/", sigil: "@").flatMap({ UserID(matrix: $0) }) {
      return .user(userId: user.rawValue)
    }
    if let room = id(behind: "matrix:roomid/", sigil: "!").flatMap({ ChannelID(matrix: $0) }) {
      return .channel(channelId: room.rawValue)
    }
    return nil
  }

  /// Whether an address has an allowed scheme and only visible characters.
  static func isSafe(_ address: String) -> Bool {
    guard address.utf8.count <= 2048,
      address.unicodeScalars.allSatisfy({ !$0.isControl && !$0.properties.isWhitespace && !$0.isFormat })
    else { return false }
    let scheme = String(decoding: address.utf8.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    return schemes.contains(scheme) && address.utf8.count > scheme.utf8.count + 1
  }

  private static let schemes: Set<String> = ["https", "http", "ftp", "mailto", "magnet", "matrix"]
}

extension String {
  /// The text encoded for a fragment, in which sigils and colons of ids may stay.
  fileprivate var encodedForFragment: String {
    var text = percentEncoded
    for sigil in ["@", "!", "$", ":"] {
      text = text.split(separator: sigil.percentEncoded, omittingEmptySubsequences: false).joined(
        separator: sigil)
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible and changes how other characters are displayed.
  fileprivate var isFormat: Bool { properties.generalCategory == .format }
}

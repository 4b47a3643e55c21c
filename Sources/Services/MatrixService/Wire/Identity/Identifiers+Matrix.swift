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
  public init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "!"), MatrixGrammar.hasServer(text, optional: true),
      text.utf8.dropFirst().first != UInt8(ascii: ":")
    else { return nil }
    self.init(text)
  }
}

extension MessageID {
  /// An event: `$letters`, and with a server before room version 3; nil if it is not one.
  public init?(matrix text: String) {
    guard MatrixGrammar.isIdentifier(text, sigil: "$") else { return nil }
    self.init(text)
  }
}

extension DeviceID {
  /// A device; nil if nobody may be signed in on it.
  public init?(matrix text: String) {
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

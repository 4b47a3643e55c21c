package import ChatDomain
package import DraftEngine

extension Message {
  /// The message as the reader sees it: it says "you" instead of the reader's name, which a user may not know to be their own.
  package func shown(to reader: UserID) -> Message {
    if kind == .system { return author.id == reader ? reportingAboutReader : self }
    guard mentions(reader) || quoted?.elements.mentionedUsers.contains(reader) == true else { return self }
    var message = self
    message.elements = elements.shown(to: reader)
    message.quoted = quoted?.shown(to: reader)
    return message
  }

  /// "You joined" instead of "Robin Vale joined".
  private var reportingAboutReader: Message {
    let name = author.displayName + " "
    guard text.hasPrefix(name) else { return self }
    let deed = text.dropFirst(name.count)
    // The name may be the beginning of another one: Ann may have removed Ann Marie.
    guard Self.deeds.contains(where: { deed == $0 || deed.hasPrefix("\($0) ") }) else { return self }
    var message = self
    message.elements = [.plainText(text: "You \(deed)")]
    return message
  }

  /// The verbs with which services report the actions of an author.
  private static let deeds = ["joined", "left", "named", "replaced"]
}

extension QuotedMessage {
  /// The quote with "you" instead of the reader's name.
  package func shown(to reader: UserID) -> QuotedMessage {
    QuotedMessage(
      id: id, channelId: channelId, author: author, elements: elements.shown(to: reader), version: version,
      isDeleted: isDeleted, isUnreadable: isUnreadable)
  }
}

extension [MessageElement] {
  /// The elements with "@you" for mentions of the reader.
  package func shown(to reader: UserID) -> [MessageElement] {
    map { element in
      guard case .link(_, .user(let id)) = element, id == reader.rawValue else { return element }
      return .link(text: "@you", target: .user(userId: id))
    }
  }
}

extension EncryptionNote {
  /// The mark of a message that can be read; nil for others.
  package var mark: String? {
    switch self {
    case .senderNotProven: "sender not proven"
    case .senderChanged: "sender's identity changed"
    default: nil
    }
  }
}

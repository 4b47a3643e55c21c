/// The place of a conversation with a user before its channel exists.
///
/// Drafts, entries of the outbox and screens address it like any channel, by this id. It exists on one device only: no
/// service gives an id like it, or takes one, and a client never names it to a service.
extension ChannelID {
  /// A space and a colon in one id: services allow neither in an id that begins with a word.
  private static let prospectPrefix = "new conversation: "

  /// The place of the conversation with a user that has yet to be made.
  public init(prospectWith user: UserID) { self.init(Self.prospectPrefix + user.rawValue) }

  /// The other user of the conversation; nil for every channel of a service.
  public var prospect: UserID? {
    // Byte by byte: an id that only looks alike, with other marks on its letters, is none.
    let (id, prefix) = (rawValue.utf8, Self.prospectPrefix.utf8)
    guard id.count > prefix.count, id.starts(with: prefix) else { return nil }
    return UserID(String(rawValue.unicodeScalars.dropFirst(Self.prospectPrefix.unicodeScalars.count)))
  }

  /// Whether it is the place of a conversation that has yet to be made.
  public var isProspect: Bool { prospect != nil }

  /// The place of words that were written where no channel was open. They are kept there until they are put elsewhere.
  public static let nowhere = ChannelID("no channel: here")

  /// Whether a service knows nothing of the place, and is never asked about it.
  public var isOnDevice: Bool { isProspect || self == .nowhere }
}

extension DraftKey {
  /// Whether its channel has yet to be made.
  public var isProspect: Bool { channelId.isProspect }

  /// The same place in another channel.
  public func moved(to channel: ChannelID) -> DraftKey { DraftKey(channelId: channel, parentId: parentId) }
}

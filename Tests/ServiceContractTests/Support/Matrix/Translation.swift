import ChatDomain
import DraftEngine
import Synchronization

/// Replaces the ids of people and channels everywhere.
struct Translation: Sendable {
  let user: @Sendable (UserID) -> UserID
  let channel: @Sendable (ChannelID) -> ChannelID

  func callAsFunction(_ id: UserID) -> UserID { user(id) }
  func callAsFunction(_ id: ChannelID) -> ChannelID { channel(id) }

  func callAsFunction(_ key: DraftKey) -> DraftKey {
    DraftKey(channelId: channel(key.channelId), parentId: key.parentId)
  }

  /// A server uses the local part of the id as the name of a person without one.
  func callAsFunction(_ person: User) -> User {
    let local = person.id.rawValue.dropFirst().prefix { $0 != ":" }
    return User(
      id: user(person.id), name: person.name.flatMap { $0 == local ? nil : $0 }, custom: person.custom)
  }

  // MARK: Text

  func callAsFunction(_ elements: [MessageElement]) -> [MessageElement] {
    elements.map { element in
      switch element {
      case .link(let text, .user(let id)): .link(text: text, target: .user(userId: user(UserID(id)).rawValue))
      case .link(let text, .channel(let id)):
        .link(text: text, target: .channel(channelId: channel(ChannelID(id)).rawValue))
      case .plainText, .link: element
      }
    }
  }

  /// Markup without ids keeps its spelling.
  func callAsFunction(markup: String) -> String {
    let elements = MessageMarkup.parse(markup)
    let translated = self(elements)
    return translated == elements ? markup : MessageMarkup.render(translated)
  }

  func callAsFunction(_ quoted: QuotedMessage) -> QuotedMessage {
    QuotedMessage(
      id: quoted.id, channelId: channel(quoted.channelId), author: self(quoted.author),
      elements: self(quoted.elements), version: quoted.version, isDeleted: quoted.isDeleted,
      isUnreadable: quoted.isUnreadable)
  }

  func callAsFunction(_ message: Message) -> Message {
    var new = message
    new.channelId = channel(message.channelId)
    new.author = self(message.author)
    new.elements = self(message.elements)
    new.quoted = message.quoted.map { self($0) }
    new.pin = message.pin.map { Pin(by: user($0.by), at: $0.at, expiresAt: $0.expiresAt) }
    new.threadInfo = message.threadInfo.map { self($0) }
    new.reactions = message.reactions.map { Reaction(name: $0.name, users: $0.users.map(user)) }
    return new
  }

  func callAsFunction(_ info: ThreadInfo) -> ThreadInfo {
    var new = info
    new.mostRepliedUsers = info.mostRepliedUsers.map { self($0) }
    return new
  }

  func callAsFunction(_ thread: ThreadSummary) -> ThreadSummary {
    ThreadSummary(
      parent: self(thread.parent), lastReply: thread.lastReply.map { self($0) }, reading: thread.reading)
  }

  func callAsFunction(_ content: DraftContent) -> DraftContent {
    var new = content
    new.elements = self(content.elements)
    new.quoted = content.quoted.map { self($0) }
    return new
  }

  func callAsFunction(_ draft: DraftMessage) -> DraftMessage {
    var new = draft
    new.key = self(draft.key)
    new.content = self(draft.content)
    return new
  }

  // MARK: Channels

  func callAsFunction(_ old: Channel) -> Channel {
    Channel(
      id: channel(old.id), name: old.name, type: old.type, topic: old.topic, createdAt: old.createdAt,
      updatedAt: old.updatedAt, successor: old.successor.map { channel($0) },
      predecessor: old.predecessor.map { channel($0) }, isServiceNotice: old.isServiceNotice,
      isEncrypted: old.isEncrypted)
  }

  func callAsFunction(_ summary: ChannelSummary) -> ChannelSummary {
    ChannelSummary(
      channel: self(summary.channel), memberCount: summary.memberCount,
      partner: summary.partner.map { self($0) }, lastMessage: summary.lastMessage.map { self($0) },
      reading: summary.reading, preferences: summary.preferences)
  }

  func callAsFunction(_ listed: ListedChannel) -> ListedChannel {
    ListedChannel(
      id: channel(listed.id), address: listed.address, name: listed.name, topic: listed.topic,
      memberCount: listed.memberCount, admission: listed.admission, isMember: listed.isMember,
      isSpace: listed.isSpace, isEncrypted: listed.isEncrypted)
  }

  func callAsFunction(_ space: Space) -> Space {
    Space(id: channel(space.id), name: space.name, children: space.children.map { channel($0) })
  }

  func callAsFunction(_ invitation: Invitation) -> Invitation {
    Invitation(
      channel: self(invitation.channel), invitedBy: self(invitation.invitedBy),
      invitedAt: invitation.invitedAt, isSpace: invitation.isSpace)
  }

  func callAsFunction(_ membership: Membership) -> Membership {
    Membership(
      channelId: channel(membership.channelId), user: self(membership.user), joinedAt: membership.joinedAt,
      role: membership.role)
  }

  func callAsFunction(_ mention: MentionEvent) -> MentionEvent {
    MentionEvent(
      channelId: channel(mention.channelId), parentId: mention.parentId, messageId: mention.messageId,
      mentioned: user(mention.mentioned), by: user(mention.by))
  }

  // MARK: Errors

  func callAsFunction(_ error: ChatError) -> ChatError {
    if case .refused(.channelReplaced(let successor)) = error {
      return .refused(.channelReplaced(by: channel(successor)))
    }
    guard case .draftConflict(let current, let revision) = error else { return error }
    return .draftConflict(current: current.map { self($0) }, revision: revision)
  }
}

/// The table of server ids and test ids.
final class NameTable: Sendable {
  private struct Channels {
    var wishes: [ChannelID: ChannelID] = [:]
    var names: [ChannelID: ChannelID] = [:]
  }

  /// The suffix of the user ids of one test.
  let ending: String
  private let channels = Mutex(Channels())

  init(world: Int, at server: String) { ending = "-w\(world):\(server)" }

  /// From test ids to server ids. Unknown ids are unchanged.
  var outward: Translation {
    Translation(
      user: { [ending] id in
        id.rawValue.isEmpty || id.rawValue.hasPrefix("@") ? id : UserID("@\(id)\(ending)")
      },
      channel: { [self] id in channels.withLock { $0.wishes[id] ?? id } })
  }

  /// From server ids to test ids.
  var inward: Translation {
    Translation(
      user: { [ending] id in
        guard id.rawValue.hasPrefix("@"), id.rawValue.hasSuffix(ending) else { return id }
        return UserID(String(id.rawValue.dropFirst().dropLast(ending.count)))
      },
      channel: { [self] id in channels.withLock { $0.names[id] ?? id } })
  }

  /// Whether it is a user of this test.
  func knows(_ user: UserID) -> Bool { user.rawValue.hasSuffix(ending) }

  /// Maps a channel's requested id to its actual one, unless the id is taken.
  func note(_ wish: ChannelID, for id: ChannelID) {
    channels.withLock { channels in
      guard channels.wishes[wish] == nil else { return }
      channels.wishes[wish] = id
      channels.names[id] = wish
    }
  }
}

extension Translation {
  func callAsFunction(_ event: ChatEvent) -> ChatEvent {
    switch event {
    case .messageCreated(let message): .messageCreated(self(message))
    case .messageUpdated(let message): .messageUpdated(self(message))
    case .messageDeleted(let event):
      .messageDeleted(
        MessageDeletedEvent(
          channelId: channel(event.channelId), messageId: event.messageId, parentId: event.parentId,
          isHard: event.isHard, deletedAt: event.deletedAt))
    case .threadInfoUpdated(let event):
      .threadInfoUpdated(
        ThreadInfoUpdateEvent(
          channelId: channel(event.channelId), targetMessageId: event.targetMessageId,
          threadInfo: self(event.threadInfo)))
    case .channelUpdated(let channel): .channelUpdated(self(channel))
    case .memberJoined(let membership): .memberJoined(self(membership))
    case .memberLeft(let id, let userId): .memberLeft(channelId: channel(id), userId: user(userId))
    case .typing(let event):
      .typing(
        TypingEvent(
          channelId: channel(event.channelId), parentId: event.parentId, user: self(event.user),
          isTyping: event.isTyping, expiresAt: event.expiresAt))
    case .presenceChanged(let id, let presence): .presenceChanged(userId: user(id), presence)
    case .readPositionChanged(let id, let userId, let position):
      .readPositionChanged(channelId: channel(id), userId: user(userId), position)
    case .invited(let invitation): .invited(self(invitation))
    case .invitationEnded(let id): .invitationEnded(channelId: channel(id))
    case .threadReadPositionChanged(let event):
      .threadReadPositionChanged(
        ThreadReadEvent(
          channelId: channel(event.channelId), parentId: event.parentId, reading: event.reading))
    case .threadReceiptChanged(let event):
      .threadReceiptChanged(
        ThreadReceiptEvent(
          channelId: channel(event.channelId), parentId: event.parentId, userId: user(event.userId),
          lastRead: event.lastRead))
    case .channelPreferencesChanged(let id, let preferences):
      .channelPreferencesChanged(channelId: channel(id), preferences)
    case .mentioned(let mention): .mentioned(self(mention))
    case .draftUpdated(let event):
      .draftUpdated(DraftUpdatedEvent(draftMessage: self(event.draftMessage)))
    case .draftDeleted(let event):
      .draftDeleted(
        DraftDeletedEvent(key: self(event.key), revision: event.revision, deletedBy: event.deletedBy))
    case .inboxChanged(let change):
      .inboxChanged(InboxChange(added: change.added.map { self($0) }, unreadCount: change.unreadCount))
    case .knocksChanged(let id): .knocksChanged(channelId: channel(id))
    case .limitsChanged, .encryptionChanged: event
    case .recipientsChanged(let id): .recipientsChanged(channelId: channel(id))
    case .rolesChanged(let id): .rolesChanged(channelId: channel(id))
    case .spacesChanged(let spaces): .spacesChanged(spaces.map { self($0) })
    }
  }

  func callAsFunction(_ item: InboxItem) -> InboxItem {
    let content: InboxItem.Content =
      switch item.content {
      case .message(let message): .message(self(message))
      case .reaction(let name, let message): .reaction(name, to: self(message))
      case .invitation(let invitation): .invitation(self(invitation))
      }
    return InboxItem(
      id: item.id, kind: item.kind, by: self(item.by), at: item.at, token: item.token, isRead: item.isRead,
      content: content)
  }
}

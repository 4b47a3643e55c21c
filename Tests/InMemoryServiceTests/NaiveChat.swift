import ChatDomain

/// A naive model of a service that computes everything with full scans.
struct NaiveChat {
  struct Entry {
    var message: Message
    var expiresAt: Timestamp?
  }

  var entries: [Entry] = []
  var lastRead: [ChannelID: [UserID: Timetoken]] = [:]
  var threadRead: [MessageID: [UserID: Timetoken]] = [:]
  var versions: [MessageID: Timetoken] = [:]

  mutating func add(_ message: Message, expiresAt: Timestamp?) {
    entries.append(Entry(message: message, expiresAt: expiresAt))
    if let parent = message.parentId, let token = message.timetoken {
      threadRead[parent, default: [:]][message.author.id] = token
    }
  }

  mutating func edit(_ message: Message) {
    for index in entries.indices where entries[index].message.id == message.id {
      entries[index].message.elements = message.elements
    }
  }

  mutating func delete(_ id: MessageID, hard: Bool, at time: Timestamp) {
    if hard {
      entries.removeAll { $0.message.id == id || $0.message.parentId == id }
    } else {
      for index in entries.indices where entries[index].message.id == id {
        entries[index].message.elements = []
        entries[index].message.deletedAt = time
      }
    }
  }

  mutating func expire(at time: Timestamp) {
    for entry in entries {
      if let end = entry.expiresAt, end <= time { delete(entry.message.id, hard: true, at: time) }
    }
  }

  func messages(in channel: ChannelID) -> [Message] {
    entries.map(\.message).filter { $0.channelId == channel && $0.isShownInChannel }
  }

  func replies(under id: MessageID) -> [Message] { entries.map(\.message).filter { $0.parentId == id } }

  func reading(of user: UserID, in channel: ChannelID) -> ReadPosition {
    let read = lastRead[channel]?[user]
    let unread = messages(in: channel).filter { message in
      message.author.id != user && !message.isDeleted
        && (message.timetoken ?? Timetoken(0)) > (read ?? Timetoken(0))
    }
    return ReadPosition(
      lastRead: read, unreadCount: unread.count,
      mentionCount: unread.count { $0.mentionedUsers.contains(user) })
  }

  func replyCount(under id: MessageID) -> Int { replies(under: id).count { !$0.isDeleted } }

  func mostReplied(under id: MessageID) -> [UserID] {
    let replies = replies(under: id).filter { !$0.isDeleted }
    let counts = Dictionary(grouping: replies, by: \.author.id)
    return counts.sorted { left, right in
      let (one, other) = (left.value, right.value)
      if one.count != other.count { return one.count > other.count }
      return (one.last?.timetoken ?? Timetoken(0)) > (other.last?.timetoken ?? Timetoken(0))
    }.prefix(5).map(\.key)
  }

  func unreadReplies(of user: UserID, under id: MessageID) -> Int {
    let read = threadRead[id]?[user] ?? Timetoken(0)
    return replies(under: id).count {
      !$0.isDeleted && $0.author.id != user && ($0.timetoken ?? Timetoken(0)) > read
    }
  }

  /// The parents of a person's threads, last reply first.
  func threads(of user: UserID, in channels: Set<ChannelID>) -> [MessageID] {
    let parents = entries.map(\.message).filter { parent in
      guard channels.contains(parent.channelId) else { return false }
      let replies = replies(under: parent.id).filter { !$0.isDeleted }
      guard !replies.isEmpty else { return false }
      return ([parent] + replies).contains { $0.author.id == user || $0.mentionedUsers.contains(user) }
    }
    return parents.map(\.id).sorted { lastReply(under: $0) > lastReply(under: $1) }
  }

  private func lastReply(under id: MessageID) -> Timetoken {
    replies(under: id).last { !$0.isDeleted }?.timetoken ?? Timetoken(0)
  }

  func order(of channels: [ChannelID]) -> [ChannelID] {
    channels.filter { messages(in: $0).last != nil }.sorted {
      (messages(in: $0).last?.timetoken ?? Timetoken(0)) > (messages(in: $1).last?.timetoken ?? Timetoken(0))
    }
  }
}

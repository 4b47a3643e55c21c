package import ChatDomain

/// The conversations that were begun before their channels existed: the other user of each, and the channel that it has become.
/// This is the only place that resolves where their content is now.
package final class Prospects {
  private var channels: [ChannelID: ChannelID] = [:]
  private var people: [UserID: User] = [:]
  private let board: NoticeBoard

  init(board: NoticeBoard) { self.board = board }

  /// The channel that the conversation has become; the same id for everything else.
  package func resolved(_ id: ChannelID) -> ChannelID { channels[id] ?? id }

  package func resolved(_ key: DraftKey) -> DraftKey {
    guard let channel = channels[key.channelId] else { return key }
    return key.moved(to: channel)
  }

  /// The other user of the conversation, also after its channel was created in this run; nil for other channels.
  package func partner(in id: ChannelID) -> User? {
    let user = id.prospectivePartner ?? channels.first { $0.value == id }?.key.prospectivePartner
    return user.map { people[$0] ?? User(id: $0) }
  }

  func knows(_ user: UserID) -> Bool { people[user] != nil }

  /// Remembers a person, whose name is shown from now on.
  func name(_ user: User) {
    guard people.updateValue(user, forKey: user.id) != user else { return }
    board.post(.prospect(ProspectChange(prospect: ChannelID(prospectWith: user.id), outcome: .named(user))))
  }

  /// Records the channel that a conversation has become.
  func settle(_ prospect: ChannelID, in channel: ChannelID) { channels[prospect] = channel }

  /// Forgets a channel that the user has left, so that a new conversation with the same user starts over.
  package func forget(_ channel: ChannelID) {
    for (prospect, settled) in channels where settled == channel { channels[prospect] = nil }
  }
}

extension Outbox {
  /// Moves the entries of a conversation into the channel that was created for it. This sends nothing: the entries keep their
  /// state and order.
  ///
  /// - Returns: the changes to save.
  func move(from prospect: ChannelID, to channel: ChannelID) -> [StoreChange] {
    let moved = queue.entries(in: prospect).map { $0.moved(to: channel) }
    for entry in moved { entries.upsert(entry) }
    for entry in moved { times.record(entry.message.createdAt, in: channel) }
    // An entry that is not saved yet is saved under its new channel with its first attempt.
    return moved.filter { queue.isSaved($0.transactionId) }.map { .saveOutbox($0) }
  }

  /// Shows the moved entries in their channel, and continues to send them.
  func resume(in channel: ChannelID, after prospect: ChannelID) {
    for entry in queue.entries(in: channel) where queue.isSaved(entry.transactionId) && !entry.isAccepted {
      entries.post(entry)
    }
    worker.forget(prospect)
    worker.retryNow(in: channel)
  }
}

nonisolated extension OutboxEntry {
  /// The same entry in another channel.
  fileprivate func moved(to channel: ChannelID) -> OutboxEntry {
    var entry = self
    let former = message.channelId
    func moved(_ quoted: QuotedMessage?) -> QuotedMessage? { quoted?.moved(from: former, to: channel) }
    entry.message.channelId = channel
    entry.message.quoted = moved(message.quoted)
    switch work {
    case .send(var new):
      new.channelId = channel
      new.quoted = moved(new.quoted)
      entry.work = .send(new)
    case .edit(var edit):
      edit.channelId = channel
      entry.work = .edit(edit)
    case .react(var change):
      change.channelId = channel
      entry.work = .react(change)
    case .delete, .pin, .unpin: break
    }
    return entry
  }
}

nonisolated extension QuotedMessage {
  /// The same quote, after the conversation of its message moved into a channel.
  func moved(from former: ChannelID, to channel: ChannelID) -> QuotedMessage {
    channelId == former ? inChannel(channel) : self
  }
}

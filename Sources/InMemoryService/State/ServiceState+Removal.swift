import ChatDomain

extension ServiceState {
  /// Deleting a message again has no effect: the answer to the first request may have been lost.
  mutating func delete(
    _ id: MessageID, in channel: ChannelID, hard: Bool, by user: UserID
  ) throws(ChatError) {
    let room = try room(channel, for: user)
    if let token = id.token, rooms[room].gone.contains(token) { return }
    let record = try record(id, in: room)
    guard record.author == user, !record.isSystem else { throw .refused(.notAllowed) }
    guard hard || !record.isDeleted else { return }
    remove(record, from: room, isHard: hard)
  }

  /// Removes expired messages. This is checked at each request, so no timer is needed.
  mutating func expireMessages() {
    while let due = expiries.popDue(at: now) {
      guard let record = rooms[due.room].record(due.token) else { continue }
      remove(record, from: due.room, isHard: true)
    }
  }

  private mutating func remove(_ record: MessageRecord, from room: Int, isHard: Bool) {
    let former = rooms[room].activity
    let author = record.author
    rooms[room].pins.unpin(record.token)
    rooms[room].reading.remove(record)
    let replies = isHard ? rooms[room].threads[record.token]?.replies : nil
    if isHard {
      forgetThread(under: record.token, in: room)
      forget(record, in: room, of: author)
    } else {
      let now = now
      rooms[room].modify(record.token) { $0.delete(at: now) }
      // The mentions are removed with the text; the author still counts as the one who started the thread.
      if let version = rooms[room].threads[record.token]?.updatedAt {
        changeThread(under: record.token, in: room, at: version) { $0.release(record.mentionedOthers) }
      }
    }
    tellMembers(
      of: room,
      .messageDeleted(
        MessageDeletedEvent(
          channelId: rooms[room].id, messageId: record.id,
          parentId: record.isReply ? MessageID(token: record.parent) : nil, isHard: isHard, deletedAt: now)))
    if record.isReply, rooms[room].threads[record.parent] != nil {
      let version = makeToken()
      changeThread(under: record.parent, in: room, at: version) { $0.remove(record, isHard: isHard) }
      tellThreadInfo(under: record.parent, in: room)
    }
    reorder(room, from: former)
    // Replies are removed with their parent. Their own threads are already gone, so this is one level deep.
    for token in replies?.elements(in: 0..<(replies?.count ?? 0)) ?? [] {
      guard let reply = rooms[room].record(token) else { continue }
      remove(reply, from: room, isHard: true)
    }
  }

  /// Removes a message from the history. Its transaction is remembered; otherwise sending it again would bring it back.
  private mutating func forget(_ record: MessageRecord, in room: Int, of author: UserID) {
    if let transaction = record.transactionId {
      var deleted = record
      deleted.delete(at: now)
      let answer = message(deleted, in: room, for: author)
      desks[author]?.transactions[transaction] = .answer(answer)
    }
    if rooms[room].log.remove(record.token) == nil { rooms[room].replies.remove(record.token) }
    rooms[room].gone.insert(record.token)
  }

  private mutating func forgetThread(under parent: UInt64, in room: Int) {
    guard let thread = rooms[room].threads.removeValue(forKey: parent), thread.place != 0 else { return }
    for user in thread.involved.keys { desks[user]?.threads.remove(thread.place) }
  }
}

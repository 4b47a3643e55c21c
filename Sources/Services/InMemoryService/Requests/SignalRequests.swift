import ChatDomain

/// Carries out what a user signals to others: how far they have read, and that they are typing.
struct SignalRequests {
  let user: UserID

  init(of user: UserID) { self.user = user }

  // MARK: Reading

  /// The read position only moves forward: a late or repeated request does not move it back.
  ///
  /// - Parameter isTold: whether the others are told.
  func markRead(
    _ id: ChannelID, upTo timetoken: Timetoken, isTold: Bool = true, _ state: inout ServiceState
  ) throws(ChatError) -> ReadPosition {
    let room = try state.room(id, for: user)
    // A message that does not exist yet cannot have been read.
    let read = min(timetoken.rawValue, state.clock.latestToken)
    let isFurther = state.rooms[room].members.markRead(upTo: read, by: user, isTold: isTold)
    let isNew = state.rooms[room].members.setMarkedUnread(false, by: user) || isFurther
    let position = state.rooms[room].readPosition(of: user, ignoring: state.events.ignored[user])
    if isNew {
      state.inboxes.touch(user)
      state.events.send(.readPositionChanged(channelId: id, userId: user, position), to: user)
    }
    if isNew, isTold, state.can(.tellsReaders) {
      let told = ReadPosition(lastRead: Timetoken(read))
      state.events.send(
        .readPositionChanged(channelId: id, userId: user, told), to: state.rooms[room].members, except: user)
    }
    return position
  }

  /// Marking again changes nothing, and is told to nobody.
  func setMarkedUnread(
    _ isMarked: Bool, _ id: ChannelID, _ state: inout ServiceState
  ) throws(ChatError) -> ReadPosition {
    try state.require([.marksUnread])
    let room = try state.room(id, for: user)
    let isNew = state.rooms[room].members.setMarkedUnread(isMarked, by: user)
    let position = state.rooms[room].readPosition(of: user, ignoring: state.events.ignored[user])
    if isNew { state.events.send(.readPositionChanged(channelId: id, userId: user, position), to: user) }
    return position
  }

  /// Those who have read furthest, as far as they tell it.
  func readers(
    of id: ChannelID, limit: Int, _ state: ServiceState
  ) throws(ChatError) -> [ReaderPosition] {
    let room = try state.room(id, for: user)
    let limit = try ListCursor.pageSize(limit)
    let ignored = state.events.ignored[user]
    let others = state.rooms[room].members.toldPositions.filter {
      $0.user != user && !ignored.contains($0.user)
    }
    return others.sorted { ($1.token, $0.user) < ($0.token, $1.user) }.prefix(limit).map {
      ReaderPosition(user: state.users.known($0.user), lastRead: Timetoken($0.token))
    }
  }

  /// The same in a thread.
  func readers(
    ofThreadUnder parent: MessageID, in id: ChannelID, limit: Int, _ state: ServiceState
  ) throws(ChatError) -> [ReaderPosition] {
    let room = try state.room(id, for: user)
    let limit = try ListCursor.pageSize(limit)
    let told = parent.token.flatMap { state.rooms[room].threads[$0]?.toldReaders } ?? [:]
    let ignored = state.events.ignored[user]
    let others = told.filter {
      $0.key != user && !ignored.contains($0.key) && state.rooms[room].isMember($0.key)
    }
    return others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map {
      ReaderPosition(user: state.users.known($0.key), lastRead: Timetoken($0.value))
    }
  }

  /// Reads the replies under a message.
  ///
  /// - Parameter isTold: whether the others are told.
  func markThreadRead(
    _ id: MessageID, in channel: ChannelID, upTo timetoken: Timetoken, isTold: Bool = true,
    _ state: inout ServiceState
  ) throws(ChatError) -> ThreadReadPosition {
    let room = try state.room(channel, for: user)
    let parent = try state.record(id, in: room).token
    let read = min(timetoken.rawValue, state.clock.latestToken)
    let former = state.rooms[room].threads[parent]?.readers[user] ?? 0
    let isNew = state.rooms[room].threads[parent] != nil && read > former
    if isNew { state.rooms[room].threads[parent]?.readers[user] = read }
    let reading = state.rooms[room].readPosition(of: user, inThreadUnder: parent)
    if isNew {
      state.inboxes.touch(user)
      let event = ThreadReadEvent(channelId: channel, parentId: id, reading: reading)
      state.events.send(.threadReadPositionChanged(event), to: user)
    }
    if isTold { tellThreadRead(id, read, in: room, &state) }
    return reading
  }

  /// Reads in a channel or in one of its threads, and tells it.
  func read(
    _ timetoken: Timetoken, in channel: ChannelID, under parent: MessageID?, _ state: inout ServiceState
  ) throws(ChatError) {
    if let parent {
      _ = try markThreadRead(parent, in: channel, upTo: timetoken, &state)
    } else {
      _ = try markRead(channel, upTo: timetoken, &state)
    }
  }

  private func tellThreadRead(
    _ parent: MessageID, _ read: UInt64, in room: Int, _ state: inout ServiceState
  ) {
    guard let token = parent.token, let thread = state.rooms[room].threads[token],
      read > thread.toldReaders[user] ?? 0
    else { return }
    state.rooms[room].threads[token]?.toldReaders[user] = read
    guard state.can(.tellsReaders) else { return }
    let event = ThreadReceiptEvent(
      channelId: state.rooms[room].id, parentId: parent, userId: user, lastRead: Timetoken(read))
    state.events.send(.threadReceiptChanged(event), to: state.rooms[room].members, except: user)
  }

  // MARK: Typing

  func setTyping(_ isTyping: Bool, in key: DraftKey, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(key.channelId, for: user)
    // Public channels do not signal typing.
    guard state.rooms[room].channel.type != .public else { return }
    guard key.parentId == nil || state.can(.typesInThreads) else { return }
    guard isTyping else { return stopTyping(under: key.parentId, in: room, &state) }
    let end = state.now + state.configuration.typingLifetime
    state.rooms[room].typing.start(user, under: key.parentId, at: state.now, until: end)
    sendTyping(true, under: key.parentId, in: room, until: end, &state)
  }

  func stopTyping(under parent: MessageID?, in room: Int, _ state: inout ServiceState) {
    guard state.rooms[room].typing.stop(user, under: parent, at: state.now) else { return }
    sendTyping(false, under: parent, in: room, until: state.now, &state)
  }

  private func sendTyping(
    _ isTyping: Bool, under parent: MessageID?, in room: Int, until end: Timestamp,
    _ state: inout ServiceState
  ) {
    let event = TypingEvent(
      channelId: state.rooms[room].id, parentId: parent, user: state.users.known(user), isTyping: isTyping,
      expiresAt: end)
    state.events.send(.typing(event), to: state.rooms[room].members, except: user)
  }
}

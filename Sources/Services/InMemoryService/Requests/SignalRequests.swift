import ChatDomain

/// A user's signals to others: read positions and typing.
struct SignalRequests {
  let user: UserID

  // MARK: Reading

  /// Marks a channel as read. The position only moves forward: a late or repeated request does not move it back.
  ///
  /// - Parameter isTold: whether the others are told.
  func markRead(
    _ id: ChannelID, upTo timetoken: Timetoken, isTold: Bool = true, _ state: inout ServiceState
  ) throws(ChatError) -> ReadPosition {
    let room = try state.room(id, for: user)
    // A message that does not exist yet cannot have been read.
    let read = min(timetoken.rawValue, state.latestToken)
    let isFurther = state.rooms[room].members.markRead(upTo: read, by: user, isTold: isTold)
    let isNew = state.rooms[room].members.setMarkedUnread(false, by: user) || isFurther
    let position = state.rooms[room].readPosition(of: user, ignoring: state.events.ignored(by: user))
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

  /// Marks a channel as unread, or removes the mark. Repeating it has no effect and sends no event.
  func setMarkedUnread(
    _ isMarked: Bool, _ id: ChannelID, _ state: inout ServiceState
  ) throws(ChatError) -> ReadPosition {
    let room = try state.room(id, for: user)
    let isNew = state.rooms[room].members.setMarkedUnread(isMarked, by: user)
    let position = state.rooms[room].readPosition(of: user, ignoring: state.events.ignored(by: user))
    if isNew { state.events.send(.readPositionChanged(channelId: id, userId: user, position), to: user) }
    return position
  }

  /// The users who have read furthest, by the positions that they share.
  func readers(
    of id: ChannelID, limit: Int, _ state: ServiceState
  ) throws(ChatError) -> [ReaderPosition] {
    let room = try state.room(id, for: user)
    return try readers(state.rooms[room].members.toldPositions, limit, state)
  }

  func readers(
    ofThreadUnder parent: MessageID, in id: ChannelID, limit: Int, _ state: ServiceState
  ) throws(ChatError) -> [ReaderPosition] {
    let room = state.rooms[try state.room(id, for: user)]
    let told = parent.token.flatMap { room.history.threads[$0]?.toldReaders } ?? [:]
    return try readers(told.filter { room.isMember($0.key) }, limit, state)
  }

  private func readers(
    _ positions: [UserID: UInt64], _ limit: Int, _ state: ServiceState
  ) throws(ChatError) -> [ReaderPosition] {
    let limit = try ListCursor.pageSize(limit)
    let ignored = state.events.ignored(by: user)
    let others = positions.filter { $0.key != user && !ignored.contains($0.key) }
    return others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map {
      ReaderPosition(user: state.users.known($0.key), lastRead: Timetoken($0.value))
    }
  }

  /// Marks the replies under a message as read.
  ///
  /// - Parameter isTold: whether the others are told.
  func markThreadRead(
    _ id: MessageID, in channel: ChannelID, upTo timetoken: Timetoken, isTold: Bool = true,
    _ state: inout ServiceState
  ) throws(ChatError) -> ThreadReadPosition {
    let room = try state.room(channel, for: user)
    let parent = try state.stored(id, in: room).token
    let read = min(timetoken.rawValue, state.latestToken)
    let former = state.rooms[room].history.threads[parent]?.readers[user] ?? 0
    let isNew = state.rooms[room].history.threads[parent] != nil && read > former
    if isNew { state.rooms[room].history.threads[parent]?.readers[user] = read }
    let reading = state.rooms[room].readPosition(of: user, inThreadUnder: parent)
    if isNew {
      state.inboxes.touch(user)
      let event = ThreadReadEvent(channelId: channel, parentId: id, reading: reading)
      state.events.send(.threadReadPositionChanged(event), to: user)
    }
    if isTold { tellThreadRead(id, read, in: room, &state) }
    return reading
  }

  /// Moves the read position in a channel or a thread, and tells the others.
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
    guard let token = parent.token, let thread = state.rooms[room].history.threads[token],
      read > thread.toldReaders[user] ?? 0
    else { return }
    state.rooms[room].history.threads[token]?.toldReaders[user] = read
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

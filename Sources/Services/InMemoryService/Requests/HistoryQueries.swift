import ChatDomain

/// A user's questions about messages and threads.
struct HistoryQueries {
  let user: UserID

  /// A message of a channel that the user is in. The user's own messages are also found by the id they had while being sent.
  func message(_ id: MessageID, in channel: ChannelID, _ state: ServiceState) throws(ChatError) -> Message {
    let room = try state.room(channel, for: user)
    if let sent = sentMessage(as: TransactionID(id.rawValue), in: room, state) {
      return state.present(sent, for: user)
    }
    return state.present(try state.stored(id, in: room), for: user)
  }

  private func sentMessage(as transaction: TransactionID, in room: Int, _ state: ServiceState) -> Message? {
    guard case .message(room, let token) = state.transactions[user]?[transaction],
      let message = state.rooms[room].history[token], message.transactionId == transaction
    else { return nil }
    return message
  }

  func messages(_ query: MessageQuery, _ state: ServiceState) throws(ChatError) -> Page<Message> {
    let history = state.rooms[try state.room(query.channelId, for: user)].history
    var page: Page<Message>
    if let id = query.parentId {
      guard let parent = id.token, history[parent] != nil else {
        throw .refused(.notFound("message \(id)"))
      }
      page = try query.page(of: history.replies(under: parent))
    } else {
      page = try query.page(of: history.log)
    }
    let ignored = state.events.ignored(by: user)
    // System messages stay.
    page.elements.removeAll { $0.kind == .regular && ignored.contains($0.author.id) }
    page.elements = page.elements.map { state.present($0, for: user) }
    return page
  }

  func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery, _ state: ServiceState
  ) throws(ChatError) -> Page<Message> {
    let room = try state.room(channel, for: user)
    let history = state.rooms[room].history
    let ignored = state.events.ignored(by: user)
    let places = history.pins.compactMap { message, token -> Place? in
      guard let pinned = history[message], pinned.pin?.holds(at: state.now) == true,
        !ignored.contains(pinned.author.id)
      else { return nil }
      return Place(token: token, room: room, message: message)
    }
    let page = try query.page(of: places, .pins)
    return Page(
      page.elements.compactMap { history[$0.message].map { state.present($0, for: user) } }, next: page.next)
  }

  /// The threads that the user wrote in or is mentioned in, those with the latest reply first.
  func threads(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<ThreadSummary> {
    let ignored = state.events.ignored(by: user)
    var places: [Place] = []
    for room in state.channelLists.rooms(of: user) {
      let history = state.rooms[room].history
      for parent in history.threads.keys.compactMap({ history[$0] }) where !ignored.contains(parent.author.id)
      {
        guard let last = history.liveReplies(under: parent.token).last,
          history.threadInvolves(user, under: parent)
        else { continue }
        places.append(Place(token: last.token, room: room, message: parent.token))
      }
    }
    let page = try query.page(of: places, .threads)
    return Page(page.elements.compactMap { summary(ofThreadAt: $0, state) }, next: page.next)
  }

  private func summary(ofThreadAt place: Place, _ state: ServiceState) -> ThreadSummary? {
    let room = state.rooms[place.room]
    guard let parent = room.history[place.message] else { return nil }
    return ThreadSummary(
      parent: state.present(parent, for: user),
      lastReply: room.history[place.token].map { state.present($0, for: user) },
      reading: room.readPosition(of: user, inThreadUnder: place.message))
  }

  /// Searches one channel or all of the user's channels for messages by the authors of a query that contain all of its words.
  func search(_ query: SearchQuery, _ state: ServiceState) throws(ChatError) -> Page<Message> {
    let words = query.text.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }
    guard !words.isEmpty || !query.authors.isEmpty else { return Page([]) }
    var rooms = state.channelLists.rooms(of: user)
    if let channel = query.channelId { rooms = [try state.room(channel, for: user)] }
    let ignored = state.events.ignored(by: user)
    let finds = rooms.flatMap { room in
      let history = state.rooms[room].history
      return (history.log + history.replies).filter { message in
        guard message.countsAsUnread, !ignored.contains(message.author.id),
          query.authors.isEmpty || query.authors.contains(message.author.id)
        else { return false }
        let text = FoldedText(message.text)
        return words.allSatisfy(text.contains)
      }
    }
    let page = try ListQuery(limit: query.limit, cursor: query.cursor).page(of: finds, .finds)
    return Page(page.elements.map { state.present($0, for: user) }, next: page.next)
  }
}

public import ChatDomain
import DraftEngine
import MatrixCache
import MatrixWire

extension MatrixService {
  public func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery
  ) async throws(ChatError) -> Page<Message> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .pins) }
    try await refresh()
    let room = try room(channel)
    var found: [(place: ListPlace, entry: Message)] = []
    for entry in room.pins.content.entries {
      let row: CachedEvent
      do throws(ChatError) { row = try await self.row(entry.id, in: room) } catch {
        // Somebody pinned what is not there, or not any more.
        guard case .refused = error else { throw error }
        continue
      }
      guard let message = try message(of: row, in: room), !message.isDeleted, let pin = message.pin,
        pin.holds(at: clock.now)
      else { continue }
      found.append((ListPlace(.pins, rank: pin.at.rank, id: message.id.rawValue), message))
    }
    return Page.page(of: found, after: cursor, limit: limit)
  }

  public func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try SearchPlace(cursor) }
    try await refresh()
    let rooms: [Room]
    if let channel = query.channelId {
      rooms = [try room(channel)]
    } else {
      rooms = try replica().rooms.values.filter { $0.isJoined && $0.isChannel }
    }
    var rest = cursor?.rest
    // Where not all of the history is here, the server looks in the rest; what it finds is kept and looked at again.
    if cursor == nil || rest != nil, rooms.contains(where: { $0.live?.before != nil }),
      !query.text.isBlank
    {
      rest = try await learnFinds(query, from: rest)
    }
    let allowed = Set(rooms.map(\.id))
    let (finds, place) = try known { replica throws(CacheFault) in
      try replica.search(query.text, in: query.channelId, among: allowed, after: cursor?.place, limit: limit)
    }
    guard let place else { return Page(finds) }
    return Page(finds, next: SearchPlace(place: place, rest: rest).cursor)
  }

  private func learnFinds(_ query: SearchQuery, from: String?) async throws(ChatError) -> String? {
    let bytes =
      try await connection.answer(
        to: .search(query.text, in: query.channelId.map { [$0] } ?? [], limit: 50, from: from),
        FailureContext(.page)) ?? []
    let answer: SearchAnswer
    do throws(AnswerError) { answer = try SearchAnswer(bytes) } catch { throw .connection(.interrupted) }
    let events = answer.events
    try known { replica throws(CacheFault) in
      for event in events where replica.rooms[event.room]?.isJoined == true {
        try replica.keep([event], in: event.room)
      }
    }
    // An edit is a find of its own; the message with these words is the one that it edits.
    for event in events {
      guard case .edit(let content) = event.meaning, let room = try replica().rooms[event.room], room.isJoined
      else { continue }
      try await learn([content.target], in: room)
    }
    return answer.next
  }
}

/// Where a search continues: here, and at the server.
struct SearchPlace {
  let place: ListPlace
  let rest: String?

  init(place: ListPlace, rest: String?) {
    self.place = place
    self.rest = rest
  }

  init(_ cursor: Cursor) throws(ChatError) {
    let parts = cursor.rawValue.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .refused(.invalidCursor) }
    place = try ListPlace(Cursor(String(parts[0])), of: .search)
    rest = parts[1].isEmpty ? nil : String(parts[1])
  }

  var cursor: Cursor { Cursor("\(place.cursor)|\(rest ?? "")") }
}

import ChatDomain

@testable import MatrixService

/// A naive model of the cache: lists with linear search.
struct CacheModel {
  struct Entry {
    var event: CachedEvent
    let number: Int
    var text = ""
  }

  var entries: [Entry] = []
  var slices: [CachedSlice] = []
  var threads: [CachedThread] = []
  private var made = 0

  // MARK: Changes

  mutating func save(_ event: CachedEvent) {
    if let index = index(of: event.id, in: event.room) {
      entries[index].event = event
    } else {
      entries.append(Entry(event: event, number: made))
      made += 1
    }
  }

  mutating func index(_ id: MessageID, in room: ChannelID, text: String) {
    if let index = index(of: id, in: room) { entries[index].text = text }
  }

  mutating func add(_ slice: CachedSlice) {
    if slice.isLive {
      for index in slices.indices where slices[index].room == slice.room { slices[index].isLive = false }
    }
    slices.append(slice)
  }

  mutating func save(_ slice: CachedSlice) {
    if let index = slices.firstIndex(where: { $0.id == slice.id }) { slices[index] = slice }
  }

  mutating func save(_ thread: CachedThread) {
    threads.removeAll { $0.room == thread.room && $0.root.bytes == thread.root.bytes }
    threads.append(thread)
  }

  mutating func drop(_ slice: CachedSlice) {
    slices.removeAll { $0.id == slice.id }
    for index in entries.indices where entries[index].event.slice == slice.id {
      entries[index].event.slice = nil
    }
  }

  mutating func join(_ older: CachedSlice, to newer: CachedSlice) -> CachedSlice? {
    if let end = tokens(of: older.id).max(), let start = tokens(of: newer.id).min(), end >= start {
      drop(older)
      return nil
    }
    guard older.room == newer.room else {
      drop(older)
      return nil
    }
    for index in entries.indices where entries[index].event.slice == older.id {
      entries[index].event.slice = newer.id
    }
    slices.removeAll { $0.id == older.id }
    var joined = newer
    joined.before = older.before
    save(joined)
    return joined
  }

  mutating func removeRoom(_ room: ChannelID) {
    entries.removeAll { $0.event.room == room }
    slices.removeAll { $0.room == room }
    threads.removeAll { $0.room == room }
  }

  mutating func trim(_ room: ChannelID, keeping count: Int, before token: String) -> Int {
    guard var live = sorted(slices(of: room)).first(where: \.isLive) else { return 0 }
    let tokens = tokens(of: live.id).sorted(by: >)
    guard count > 0, tokens.count >= count, let lowest = tokens.last, lowest < tokens[count - 1] else {
      return 0
    }
    let cut = tokens[count - 1]
    let older = Set(slices(of: room).filter { !$0.isLive }.map(\.id))
    let goes = { (entry: Entry) in
      entry.event.slice == live.id && entry.event.token < cut
        || entry.event.slice.map(older.contains) ?? false
    }
    for index in threads.indices where threads[index].room == room && threads[index].isComplete {
      let replies = entries.filter {
        $0.event.room == room && $0.event.isShown && $0.event.parentId?.bytes == threads[index].root.bytes
      }
      guard replies.contains(where: goes) else { continue }
      let counted = replies.filter(\.event.isCounted)
      let latest = counted.map(\.event.token).max() ?? threads[index].latest
      threads[index].isComplete = false
      threads[index].before = nil
      threads[index].serverCount = latest.map { CachedThread.ServerCount(count: counted.count, latest: $0) }
    }
    for index in entries.indices where goes(entries[index]) {
      let event = entries[index].event
      let isOfOwnThread = threads.contains { thread in
        thread.room == room && thread.isParticipating
          && (thread.root.bytes == event.id.bytes
            || thread.root.bytes == event.parentId?.bytes && thread.latest == event.token)
      }
      if isOfOwnThread { entries[index].event.slice = nil }
    }
    let staying = Set(entries.filter { $0.event.room == room && !goes($0) }.map(\.event.id.bytes))
    for index in entries.indices where goes(entries[index]) {
      guard let target = entries[index].event.target, staying.contains(target.bytes) else { continue }
      entries[index].event.slice = nil
    }
    let size = entries.count
    entries.removeAll(where: goes)
    slices.removeAll { older.contains($0.id) }
    let kept = Set(entries.filter { $0.event.room == room }.map(\.event.id.bytes))
    entries.removeAll { entry in
      entry.event.room == room && entry.event.slice == nil
        && entry.event.target.map { !kept.contains($0.bytes) } ?? false
    }
    live.before = token
    save(live)
    return size - entries.count
  }

  // MARK: Queries

  func event(_ id: MessageID, in room: ChannelID) -> CachedEvent? {
    index(of: id, in: room).map { entries[$0].event }
  }

  func isUnheardOf(_ id: MessageID, in room: ChannelID) -> Bool {
    event(id, in: room) == nil
      && events(in: room) { [$0.target?.bytes, $0.parentId?.bytes].contains(id.bytes) }.isEmpty
      && !threads.contains { $0.room == room && $0.root.bytes == id.bytes }
  }

  func events(in room: ChannelID, where isMeant: (CachedEvent) -> Bool) -> [CachedEvent] {
    entries.filter { $0.event.room == room && isMeant($0.event) }
      .sorted { ($0.event.token, $0.number) < ($1.event.token, $1.number) }.map(\.event)
  }

  func page(_ place: EventList, _ window: EventWindow, limit: Int) -> [CachedEvent] {
    let all =
      switch place {
      case .slice(let slice, let room):
        events(in: room) { $0.slice == slice && $0.isShown && $0.isInChannel }
      case .thread(let root, let room):
        events(in: room) { $0.isShown && $0.parentId?.bytes == root.bytes }
      }
    return switch window {
    case .newest: all.suffix(limit)
    case .oldest: Array(all.prefix(limit))
    case .before(let token): all.filter { $0.token < token }.suffix(limit)
    case .after(let token): Array(all.filter { $0.token > token }.prefix(limit))
    }
  }

  func count(in room: ChannelID, under root: MessageID?, after token: Timetoken?, notBy user: UserID) -> [Int]
  {
    let counted = events(in: room) { event in
      event.isCounted && event.isShown && event.sender.bytes != user.bytes
        && (token.map { event.token > $0 } ?? true)
        && (root.map { $0.bytes == event.parentId?.bytes } ?? event.isInChannel)
    }
    return [counted.count, counted.count(where: \.mentionsMe)]
  }

  func repliers(of root: MessageID, in room: ChannelID) -> [CachedReplier] {
    var repliers: [(replier: CachedReplier, first: Timetoken)] = []
    let replies = events(in: room) { $0.isShown && $0.isCounted && $0.parentId?.bytes == root.bytes }
    for reply in replies where !repliers.contains(where: { $0.replier.user.bytes == reply.sender.bytes }) {
      let own = replies.filter { $0.sender.bytes == reply.sender.bytes }
      let latest = own.map(\.token).max() ?? reply.token
      repliers.append((CachedReplier(user: reply.sender, count: own.count, latest: latest), reply.token))
    }
    return repliers.sorted { one, other in
      if one.replier.count != other.replier.count { return one.replier.count > other.replier.count }
      if one.first != other.first { return one.first < other.first }
      return one.replier.user.bytes.lexicographicallyPrecedes(other.replier.user.bytes)
    }.map(\.replier)
  }

  func search(
    _ text: String, in room: ChannelID?, before place: (Timetoken, MessageID)?, limit: Int
  ) -> [CachedEvent] {
    let words = SearchTerms(text)
    guard !words.isEmpty else { return [] }
    let found = entries.filter { entry in
      entry.event.isShown && !entry.text.isEmpty && words.match(IndexedText(entry.text))
        && (room.map { $0 == entry.event.room } ?? true)
        && (place.map { Self.isEarlier(entry.event.token, entry.event.id, $0.0, $0.1) } ?? true)
    }
    return found.sorted { one, other in
      if one.event.token == other.event.token, one.event.id.bytes == other.event.id.bytes {
        return one.number > other.number
      }
      return Self.isEarlier(other.event.token, other.event.id, one.event.token, one.event.id)
    }.prefix(limit).map(\.event)
  }

  func slices(of room: ChannelID) -> [CachedSlice] { sorted(slices.filter { $0.room == room }) }

  func tokens(of slice: SliceID) -> [Timetoken] {
    entries.filter { $0.event.slice == slice }.map(\.event.token)
  }

  private func sorted(_ slices: [CachedSlice]) -> [CachedSlice] {
    let full = slices.filter { !tokens(of: $0.id).isEmpty }
    let places = full.map { (slice: $0, lowest: tokens(of: $0.id).min() ?? Timetoken(0)) }
    return places.sorted { ($0.lowest, $0.slice.id.rawValue) < ($1.lowest, $1.slice.id.rawValue) }.map(
      \.slice)
      + slices.filter { tokens(of: $0.id).isEmpty }.sorted { $0.id.rawValue < $1.id.rawValue }
  }

  private func index(of id: MessageID, in room: ChannelID) -> Int? {
    entries.firstIndex { $0.event.room == room && $0.event.id.bytes == id.bytes }
  }

  private static func isEarlier(
    _ token: Timetoken, _ id: MessageID, _ other: Timetoken, _ otherID: MessageID
  ) -> Bool {
    token == other ? id.bytes.lexicographicallyPrecedes(otherID.bytes) : token < other
  }
}

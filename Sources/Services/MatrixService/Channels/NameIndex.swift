import ChatDomain
import DraftEngine

/// Names that are searched with every letter typed. Each name is folded once.
struct NameIndex<Element> {
  /// The searchable names of an element, and its place among equally good matches.
  typealias Description = (names: [String?], order: (String, String))

  private typealias Entry = (names: [FoldedText], element: Element)
  /// The entries in the order for equally good matches.
  private var entries: [Entry]
  private let describe: (Element) -> Description

  init(_ all: [Element], by describe: @escaping (Element) -> Description) {
    self.describe = describe
    let described = all.map { (described: describe($0), element: $0) }
    entries = described.sorted { $0.described.order < $1.described.order }.map { entry in
      Self.entry(entry.element, entry.described)
    }
  }

  private static func entry(_ element: Element, _ description: Description) -> Entry {
    (description.names.compactMap { $0.map(FoldedText.init) }, element)
  }

  /// Replaces some elements. Only new elements are folded, and the rest keeps its order.
  mutating func replace<ID: Hashable>(_ old: Set<ID>, by new: [Element], id: (Element) -> ID) {
    entries.removeAll(of: old) { id($0.element) }
    for element in new {
      let description = describe(element)
      let place = entries.partitioningIndex { description.order < describe($0.element).order }
      entries.insert(Self.entry(element, description), at: place)
    }
  }

  /// The best matches of a text: names that begin with the text, then names with a word that does, then other names that contain
  /// it.
  func best(matching text: String, limit: Int) -> [Element] {
    let wanted = FoldedText(text)
    var found: [[Element]] = [[], [], []]
    for entry in entries {
      guard let fit = entry.names.lazy.compactMap({ $0.fit(wanted)?.fit.rawValue }).min(),
        found[fit].count < limit
      else { continue }
      found[fit].append(entry.element)
      if fit == 0, found[0].count == limit { break }
    }
    return Array(found.joined().prefix(limit))
  }
}

extension Array {
  /// Removes the elements with these ids, which are unique.
  mutating func removeAll<ID: Hashable>(of ids: Set<ID>, id: (Element) -> ID) {
    // Usually there is one id, and comparing is cheaper than hashing all elements.
    guard ids.count == 1, let only = ids.first else { return removeAll { ids.contains(id($0)) } }
    if let index = firstIndex(where: { id($0) == only }) { remove(at: index) }
  }
}

extension NameIndex<User> {
  init(_ people: [User]) {
    self.init(people) { user in
      let id = user.id.rawValue
      return ([user.name, String(id.dropFirst())], (user.displayName, id))
    }
  }
}

extension NameIndex<Channel> {
  init(_ channels: [Channel]) {
    self.init(channels) { channel in
      let id = channel.id.rawValue
      return ([channel.name, id], (channel.displayName, id))
    }
  }
}

/// The members of a room sorted by name and by arrival. They are sorted once; after that the index follows changes,
/// which are frequent in a room of thousands.
final class MemberIndex {
  let room: Room
  private let clock: any ChatClock
  private var revision: Int
  private var names: NameIndex<User>?
  /// The earliest arrival first.
  private var arrivals: [ListCursor]?
  /// The number of full sorts, for tests.
  private(set) var sortCount = 0

  init(_ room: Room, clock: any ChatClock) {
    self.room = room
    self.clock = clock
    revision = room.members.log.revision
  }

  func byName() -> NameIndex<User> {
    follow()
    if let names { return names }
    sortCount += 1
    let made = NameIndex(room.members.joined.map { User(id: $0.key, name: $0.value.name) })
    names = made
    return made
  }

  func byArrival() -> [ListCursor] {
    follow()
    if let arrivals { return arrivals }
    sortCount += 1
    let made = room.members.joined.map { place(of: $0.key, $0.value) }.sorted { $1.comesAfter($0) }
    arrivals = made
    return made
  }

  private func place(of user: UserID, _ member: RoomMember) -> ListCursor {
    let joinedAt = SaneTime(now: clock.now).timestamp(member.changedAt)
    return ListCursor(.members, rank: ~joinedAt.rank, id: user.rawValue)
  }

  /// Moves changed members to their new places.
  private func follow() {
    let former = revision
    revision = room.members.log.revision
    guard former != revision else { return }
    guard let changed = room.members.log.changed(since: former) else { return (names, arrivals) = (nil, nil) }
    let now = changed.sorted().compactMap { user -> (UserID, RoomMember)? in
      guard let member = room.members[user], member.standing == .joined else { return nil }
      return (user, member)
    }
    names?.replace(changed, by: now.map { User(id: $0.0, name: $0.1.name) }) { $0.id }
    arrivals?.removeAll(of: Set(changed.map(\.rawValue))) { $0.id }
    for (user, member) in now {
      let place = place(of: user, member)
      if let index = arrivals?.partitioningIndex(where: { $0.comesAfter(place) }) {
        arrivals?.insert(place, at: index)
      }
    }
  }
}

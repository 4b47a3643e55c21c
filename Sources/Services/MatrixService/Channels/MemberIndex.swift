import ChatDomain
import DraftEngine

/// The members of a room in the orders in which somebody asks for them. Everybody is gone through once; after that it
/// follows those who change, because in a room of thousands somebody always does.
final class MemberIndex {
  let room: Room
  private let clock: any ChatClock
  private var revision: Int
  private var names: NameIndex<User>?
  /// Who came first stands first.
  private var arrivals: [ListCursor]?
  /// How often everybody was gone through.
  private(set) var sortCount = 0

  init(_ room: Room, clock: any ChatClock) {
    self.room = room
    self.clock = clock
    revision = room.members.log.revision
  }

  /// By what they are called.
  func byName() -> NameIndex<User> {
    follow()
    if let names { return names }
    sortCount += 1
    let made = NameIndex(room.members.joined.map { User(id: $0.key, name: $0.value.name) })
    names = made
    return made
  }

  /// As a list has them.
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

  /// Puts those who changed where they belong now.
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

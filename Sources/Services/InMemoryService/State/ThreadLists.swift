import ChatDomain

/// A thread in a user's list of threads.
struct ThreadListEntry: Tokened, Sendable {
  let token: UInt64
  let room: Int
  let parent: UInt64
}

/// The threads that each user wrote in or is mentioned in, those with the latest reply last.
struct ThreadLists: Sendable {
  private var lists: [UserID: OrderedLog<ThreadListEntry>] = [:]

  subscript(user: UserID) -> OrderedLog<ThreadListEntry> { lists[user] ?? OrderedLog() }

  /// Moves a thread to its new place in the lists of the users involved.
  ///
  /// - Parameters:
  ///   - former: where it was, and who was involved, before it changed.
  ///   - isUser: whether an id is that of a user: a mention may name anybody.
  mutating func move(
    under parent: UInt64, in room: Int, from former: ThreadRecord.Standing, to new: ThreadRecord.Standing,
    where isUser: (UserID) -> Bool
  ) {
    if former.place != 0 {
      for user in former.involved.keys where former.place != new.place || new.involved[user] == nil {
        lists[user]?.remove(former.place)
      }
    }
    guard new.place != 0 else { return }
    let place = ThreadListEntry(token: new.place, room: room, parent: parent)
    for user in new.involved.keys where isUser(user) { lists[user, default: OrderedLog()].insert(place) }
  }

  /// Removes a thread from all lists.
  mutating func remove(_ thread: ThreadRecord.Standing) {
    guard thread.place != 0 else { return }
    for user in thread.involved.keys { lists[user]?.remove(thread.place) }
  }
}

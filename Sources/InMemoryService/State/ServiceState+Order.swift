import ChatDomain

/// The order of channels: those with the latest activity first.
extension ServiceState {
  /// Moves a channel to its new place in the lists of its members.
  ///
  /// - Parameter former: its activity before the change.
  mutating func reorder(_ room: Int, from former: UInt64) {
    let activity = rooms[room].activity
    guard activity != former else { return }
    for user in members(of: room, among: listers) {
      desks[user]?.channels?.remove(former)
      desks[user]?.channels?.insert(ChannelPlace(token: activity, room: room))
    }
  }

  /// A user's channels by their activity.
  mutating func channelOrder(of user: UserID) -> OrderedLog<ChannelPlace> {
    if let order = desks[user]?.channels { return order }
    let numbers = desks[user]?.rooms ?? []
    var order = OrderedLog<ChannelPlace>()
    for place in numbers.map({ ChannelPlace(token: rooms[$0].activity, room: $0) })
      .sorted(by: { $0.token < $1.token })
    {
      order.insert(place)
    }
    desks[user, default: Desk()].channels = order
    listers.insert(user)
    return order
  }

  mutating func take(_ user: UserID, into room: Int, at time: Timestamp, baseline: UInt64) -> Membership {
    let place = makeToken(at: time)
    rooms[room].members[user] = Member(joinedAt: time, place: place, baseline: baseline)
    rooms[room].memberOrder.insert(MemberPlace(token: place, user: user))
    desks[user, default: Desk()].rooms.insert(room)
    desks[user]?.channels?.insert(ChannelPlace(token: rooms[room].activity, room: room))
    return Membership(channelId: rooms[room].id, user: knownUser(user), joinedAt: time)
  }

  mutating func takeOut(_ user: UserID, of room: Int) {
    guard let member = rooms[room].members.removeValue(forKey: user) else { return }
    rooms[room].memberOrder.remove(member.place)
    rooms[room].typing = rooms[room].typing.filter { $0.key.user != user }
    desks[user]?.rooms.remove(room)
    desks[user]?.channels?.remove(rooms[room].activity)
  }
}

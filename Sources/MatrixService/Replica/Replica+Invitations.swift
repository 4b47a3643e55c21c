import ChatDomain
import MatrixCache
import MatrixWire

/// Rooms that one is not in: not yet, or not any more.
extension Replica {
  func apply(_ invited: InvitedRoom) throws(CacheFault) {
    let room = room(invited.id)
    guard let invitation = invited.state.invitation else { return }
    let former = room.invitation
    // Between two answers somebody may be shown out and asked in again.
    if room.isJoined { news.append(.memberLeft(channelId: room.id, userId: me)) }
    room.name = invited.state.name ?? invited.state.alias
    room.topic = invited.state.topic
    room.joinRule = invited.state.joinRule ?? .invited
    // It never ends, whatever a server leaves out of an invitation.
    room.isEncrypted = room.isEncrypted || invited.state.isEncrypted
    room.standing = .invited(
      PendingInvitation(
        by: invitation.by, byName: invitation.name, isDirect: invitation.isDirect, at: former?.at ?? clock.now
      ))
    try save(room)
    if former == nil, let told = self.invitation(to: room) { news.append(.invited(told)) }
  }

  func invitation(to room: Room) -> Invitation? {
    guard let invitation = room.invitation else { return nil }
    var channel = channel(room)
    if channel.createdAt.microseconds == 0 {
      channel = Channel(
        id: room.id, name: channel.name, type: channel.type, topic: channel.topic, createdAt: invitation.at)
    }
    return Invitation(
      channel: channel, invitedBy: User(id: invitation.by, name: invitation.byName), invitedAt: invitation.at)
  }

  func apply(_ left: LeftRoom) throws(CacheFault) {
    guard let room = rooms[left.id] else { return }
    if room.isJoined {
      // Up to here it is told; what comes behind is nobody's business who is not in the room.
      try apply(left.timeline, of: room, gap: left.timeline.isLimited ? .cut : nil, isNew: false)
      if !news.contains(.memberLeft(channelId: room.id, userId: me)) {
        news.append(.memberLeft(channelId: room.id, userId: me))
      }
    } else if room.invitation != nil {
      news.append(.invitationEnded(channelId: room.id))
    }
    room.standing = .left
    try save(room)
  }
}

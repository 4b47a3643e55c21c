import ChatDomain

/// What a room says itself: who came, who left, what it is called now.
enum SystemMessageText {
  /// The words for a state; nil for one that nobody is told of.
  static func text(of event: MatrixEvent, by author: User, in room: Room) -> String? {
    guard case .state(let state) = event.meaning else { return nil }
    // A new room is introduced by its header: that its creator is in it and calls it something is no news.
    if !event.replacesState, event.sender == room.creation?.creator {
      switch state {
      case .name: return nil
      case .member(event.sender, _): return nil
      default: break
      }
    }
    switch state {
    case .name(let name?): return "\(author.displayName) named the channel “\(name)”"
    case .member(let user, let member):
      let person = member.name ?? room.members[user]?.name ?? user.rawValue
      switch (event.previousStanding, member.standing) {
      // Joining again only changes a name or a picture.
      case (.joined, .joined): return nil
      case (_, .joined): return "\(person) joined"
      case (.joined, .left): return "\(person) left"
      case (.joined, .banned): return "\(person) was banned"
      default: return nil
      }
    case .tombstone(.some): return "\(author.displayName) replaced the channel by another one"
    case .creation, .name(nil), .topic, .alias, .joinRule, .powers, .pinned, .encryption, .tombstone(nil),
      .child:
      return nil
    }
  }
}

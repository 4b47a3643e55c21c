import ChatDomain

/// The members of a room as they were kept, of whom one is read when somebody asks for them: of a room with thousands a
/// screen shows a few.
final class KeptMembers {
  private let cache: MatrixCache
  private let room: ChannelID
  /// Those who were asked for already; nil for who is not among them.
  private var read: [UserID: RoomMember?] = [:]

  /// How many of those who were asked for are remembered.
  private static let mostRead = 500

  init(cache: MatrixCache, room: ChannelID) {
    self.cache = cache
    self.room = room
  }

  /// One of them. Where the file does not let itself be read nobody is known, which whoever writes to it finds out, too.
  subscript(user: UserID) -> RoomMember? {
    if let known = read[user] { return known }
    var found: RoomMember?
    do throws(CacheFault) {
      found = try cache.states.member(user, of: room).flatMap { Self.member($0, in: room)?.value }
    } catch { return nil }
    if read.count >= Self.mostRead { read = [:] }
    read[user] = .some(found)
    return found
  }

  /// All of them.
  var all: [UserID: RoomMember] {
    do throws(CacheFault) {
      let members = try cache.states.members(of: room).compactMap { Self.member($0, in: room) }
      return Dictionary(members, uniquingKeysWith: { $1 })
    } catch { return [:] }
  }

  private static func member(_ kept: CachedState, in room: ChannelID) -> (key: UserID, value: RoomMember)? {
    guard let event = MatrixEvent(bytes: kept.bytes, in: room),
      case .state(.member(let user, let member)) = event.meaning
    else { return nil }
    return (user, member)
  }
}

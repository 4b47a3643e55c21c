package import ChatDomain

/// The conversations that were begun before their channels existed: the other user of each, and the channel that it has become.
/// This is the only place that resolves where their content is now.
package final class Prospects {
  private var channels: [ChannelID: ChannelID] = [:]
  private var people: [UserID: User] = [:]
  private let board: NoticeBoard

  init(board: NoticeBoard) { self.board = board }

  /// The channel that the conversation has become; the same id for everything else.
  package func resolved(_ id: ChannelID) -> ChannelID { channels[id] ?? id }

  package func resolved(_ key: DraftKey) -> DraftKey {
    guard let channel = channels[key.channelId] else { return key }
    return key.moved(to: channel)
  }

  /// The other user of the conversation, also after its channel was created in this run; nil for other channels.
  package func partner(in id: ChannelID) -> User? {
    let user = id.prospect ?? channels.first { $0.value == id }?.key.prospect
    return user.map { people[$0] ?? User(id: $0) }
  }

  func knows(_ user: UserID) -> Bool { people[user] != nil }

  /// Remembers a person, whose name is shown from now on.
  package func name(_ user: User) {
    guard people.updateValue(user, forKey: user.id) != user else { return }
    board.post(.prospect(ProspectChange(prospect: ChannelID(prospectWith: user.id), outcome: .named(user))))
  }

  /// The conversation is in this channel from now on.
  func settle(_ prospect: ChannelID, in channel: ChannelID) { channels[prospect] = channel }

  /// The user has left the channel: a new conversation with the same user starts over.
  package func forget(_ channel: ChannelID) {
    for (prospect, settled) in channels where settled == channel { channels[prospect] = nil }
  }
}

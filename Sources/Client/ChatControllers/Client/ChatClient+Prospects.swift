public import ChatDomain
import ChatSync

/// Conversations with people with whom there is none yet. What is written to them is kept like every draft and every
/// message; the channel is made when the first message is sent.
extension ChatClient {
  /// The place of the conversation with a user: the channel, if one is known, or else a place that is none yet. It is found
  /// out whether there is a channel after all; `ClientNotice.prospect(_:)` tells of it, and everything written moves there.
  ///
  /// - Parameters:
  ///   - user: the person.
  ///   - known: a channel that is known to be theirs, from a list that is at hand.
  public func place(with user: UserID, known: ChannelID? = nil) -> ChannelID {
    if let known { return known }
    let prospect = ChannelID(prospectWith: user)
    var id = engine.outbox.prospects.resolved(prospect)
    if service.sendingRefusal(in: id) == .encryptedChannel {
      // It was not when the conversation began. Another one can be written in.
      engine.outbox.prospects.forget(id)
      id = prospect
    }
    if id.isProspect { engine.prospectFollower.watch(id) }
    return id
  }

  /// Where something that was written in a place is now: its conversation may have got a channel since.
  public func resolved(_ id: ChannelID) -> ChannelID { engine.outbox.prospects.resolved(id) }

  /// With whom a conversation that has yet to be made is to be, also when its channel was just made and the service has
  /// not told of it yet; nil for other channels.
  public func partner(inProspect id: ChannelID) -> User? { engine.outbox.prospects.partner(in: id) }
}

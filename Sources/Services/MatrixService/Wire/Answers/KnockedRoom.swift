public import ChatDomain
import JSON

/// A room that one asked to be let into.
public struct KnockedRoom: Hashable, Sendable {
  public let id: ChannelID
  public let state: StrippedState
  /// Why one asked.
  public let reason: String?

  init(_ id: ChannelID, _ node: JSONNode, for me: UserID) {
    self.id = id
    let events = node["knock_state"]?["events"].elements ?? JSONNode?.none.elements
    state = StrippedState(events, for: me)
    reason =
      events.prefix(200).compactMap { event -> String? in
        guard event["type"]?.isString(EventType.member) == true, event["state_key"].userID == me,
          event["content"]?["membership"]?.isString("knock") == true
        else { return nil }
        return event["content"]?["reason"].knockReason
      }.first
  }
}

extension JSONNode? {
  /// Why somebody asks to be let in, on one line and as long as it may be.
  var knockReason: String? {
    self?.string?.line(maxBytes: KnockRules.longestReason).flatMap { KnockRules.reason($0) }
  }
}

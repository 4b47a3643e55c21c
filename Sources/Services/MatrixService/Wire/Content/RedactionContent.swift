public import ChatDomain
import JSON

/// An event's content is taken away, and of a message perhaps its place.
public struct RedactionContent: Hashable, Sendable {
  public let target: MessageID
  /// Whether nothing remains. Other clients know only the other kind.
  public let isHard: Bool
  /// The thread and whether the reply was shown in the room: the redacted event no longer says it.
  public let parentId: MessageID?
  public let isShownInChannel: Bool

  public init(of target: MessageID, isHard: Bool, parentId: MessageID?, isShownInChannel: Bool) {
    self.target = target
    self.isHard = isHard
    self.parentId = parentId
    self.isShownInChannel = parentId == nil || isShownInChannel
  }

  /// The redaction that an event is.
  ///
  /// - Parameter outside: what stands beside the content. Which of the two places names the target depends on the room's version; an event
  /// that names two different ones is none.
  init?(_ content: JSONNode, redacts outside: JSONNode?) {
    let inside = content["redacts"]
    if let inside, let outside, inside.string != outside.string { return nil }
    guard let target = (inside ?? outside).messageID else { return nil }
    self.init(
      of: target, isHard: content[InkwellKey.hard]?.bool == true,
      parentId: content[InkwellKey.parent].messageID,
      isShownInChannel: content[InkwellKey.shown]?.bool == true)
  }

  /// What goes with the request. The server adds the target.
  public var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        if isHard { json.member(InkwellKey.hard, true) }
        if let parentId {
          json.member(InkwellKey.parent, parentId.rawValue)
          json.member(InkwellKey.shown, isShownInChannel)
        }
      }
    }
  }
}

public import ChatDomain
import JSON

/// What an invitation tells of a room: states without the ids and times of their events.
public struct StrippedState: Hashable, Sendable {
  public let name: String?
  public let topic: String?
  public let alias: String?
  public let joinRule: JoinRule?
  public let isEncrypted: Bool
  /// Whether the room groups other rooms; false too where a server leaves out what the room was created as.
  public let isSpace: Bool
  /// Who invited, and whether to a direct channel; nil if it does not say who.
  public let invitation: Invitation?

  public struct Invitation: Hashable, Sendable {
    public let by: UserID
    public let name: String?
    public let isDirect: Bool
  }

  /// - Parameter me: the one who is invited.
  init(_ events: JSONElements, for me: UserID?) {
    var (name, topic, alias, joinRule): (String?, String?, String?, JoinRule?)
    var (isEncrypted, isSpace) = (false, false)
    var names: [UserID: String] = [:]
    var inviter: (by: UserID, isDirect: Bool)?
    for event in events.prefix(200) {
      guard let sender = event["sender"].userID, let key = event["state_key"]?.shortString,
        let type = event["type"]?.shortString, let content = event["content"]
      else { continue }
      switch (type, key) {
      case (EventType.name, ""): name = content["name"]?.string?.line(maxBytes: 255)
      case (EventType.topic, ""): topic = content["topic"]?.string?.sanitized(maxBytes: 4096)
      case (EventType.alias, ""): alias = content["alias"]?.shortString?.line(maxBytes: MatrixGrammar.longest)
      case (EventType.joinRules, ""):
        joinRule = content["join_rule"]?.isString("public") == true ? .everybody : .invited
      case (EventType.encryption, ""): isEncrypted = true
      case (EventType.create, ""): isSpace = content["type"]?.isString(RoomCreation.space) == true
      case (EventType.member, _):
        guard let user = UserID(matrix: key) else { continue }
        if user == sender { names[user] = content["displayname"]?.string?.line(maxBytes: 255) }
        if let me, user == me, content["membership"]?.isString("invite") == true {
          inviter = (sender, content["is_direct"]?.bool == true)
        }
      default: continue
      }
    }
    self.name = name
    self.topic = topic
    self.alias = alias
    self.joinRule = joinRule
    self.isEncrypted = isEncrypted
    self.isSpace = isSpace
    invitation = inviter.map { Invitation(by: $0.by, name: names[$0.by], isDirect: $0.isDirect) }
  }
}

public import ChatDomain
import JSON

/// What an event of a room says.
public enum EventMeaning: Hashable, Sendable {
  case message(MessageContent)
  case edit(EditContent)
  /// Nobody here can read it yet. What it belongs to is said in the clear.
  case encrypted(parent: MessageID?)
  case reaction(ReactionContent)
  case vote(VoteContent)
  case redaction(RedactionContent)
  case state(RoomState)
  /// Its content was taken away, and with it what it was.
  case redacted
  /// Nothing that is shown.
  case other
}

extension MatrixEvent {
  /// What the event says, whoever may say it.
  public var meaning: EventMeaning {
    if stateKey != nil { return roomState.map { .state($0) } ?? .other }
    if type == EventType.redaction {
      return RedactionContent(content, redacts: node["redacts"]).map { .redaction($0) } ?? .other
    }
    if isRedacted { return .redacted }
    switch type {
    case _ where EventType.isMessage(type) && type != EventType.encrypted:
      // The server leaves nothing in the content of what was redacted, even where it does not say why.
      if content.members.isEmpty { return .redacted }
      if content["m.relates_to"]?["rel_type"]?.isString("m.replace") == true {
        return EditContent(content, by: sender, of: kind).map { .edit($0) } ?? .other
      }
      return MessageContent(content, by: sender, of: kind).map { .message($0) } ?? .other
    case EventType.encrypted:
      if content.members.isEmpty { return .redacted }
      let relation = content["m.relates_to"]
      switch relation?["rel_type"]?.shortString {
      case "m.thread": return .encrypted(parent: relation?["event_id"].messageID)
      // An edit or a reaction: it has no place of its own.
      case .some: return .other
      case nil: return .encrypted(parent: nil)
      }
    case EventType.reaction: return ReactionContent(content).map { .reaction($0) } ?? .other
    case _ where EventType.pollResponses.contains(type):
      return VoteContent(content, isEnd: false).map { .vote($0) } ?? .other
    case _ where EventType.pollEnds.contains(type):
      return VoteContent(content, isEnd: true).map { .vote($0) } ?? .other
    default: return .other
    }
  }

  /// What of a message changes with the event; nil for one that changes no other.
  public var target: MessageID? {
    switch meaning {
    case .edit(let edit): edit.target
    case .reaction(let reaction): reaction.target
    case .vote(let vote): vote.target
    case .redaction(let redaction): redaction.target
    case .message, .encrypted, .state, .redacted, .other: nil
    }
  }
}

extension MatrixEvent {
  /// What kind of message it is, if it is one.
  private var kind: MessageContent.Kind {
    type == EventType.sticker ? .sticker : EventType.pollStarts.contains(type) ? .poll : .message
  }
}

extension JSONMembers {
  var isEmpty: Bool { !contains { _ in true } }
}

public import ChatDomain
import JSON

/// One person's reaction to a message.
public struct ReactionContent: Hashable, Sendable {
  public let target: MessageID
  public let name: String

  /// Nil if the name is none: it is on one line, without blanks around it, and at most 255 bytes.
  public init?(to target: MessageID, name: String) {
    guard let line = name.line(maxBytes: 255), line.utf8.elementsEqual(name.utf8) else { return nil }
    self.target = target
    self.name = name
  }

  init?(_ content: JSONNode) {
    let relation = content["m.relates_to"]
    guard relation?["rel_type"]?.isString("m.annotation") == true,
      let target = relation?["event_id"].messageID,
      let name = relation?["key"]?.shortString
    else { return nil }
    self.init(to: target, name: name)
  }

  public var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.object("m.relates_to") { json in
          json.member("rel_type", "m.annotation")
          json.member("event_id", target.rawValue)
          json.member("key", name)
        }
      }
    }
  }
}

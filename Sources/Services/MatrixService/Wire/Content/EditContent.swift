public import ChatDomain
import JSON

/// New words for a message.
public struct EditContent: Hashable, Sendable {
  public let target: MessageID
  /// All that the message says from now on. What it answers and where it stands are the original's.
  public let content: MessageContent
  /// Who is told, because the words before did not mention them.
  public let newMentions: [UserID]
  let transactionId: TransactionID?

  /// - Parameter before: who was mentioned until now.
  public init(
    of target: MessageID, to content: MessageContent, before: [UserID], transactionId: TransactionID? = nil
  ) {
    self.target = target
    self.content = content
    newMentions = content.mentions.filter { !before.contains($0) }
    self.transactionId = transactionId
  }

  /// The edit that a content is; nil if it names no message or has no words.
  ///
  /// - Parameter kind: what kind of event it is the content of, and so the message.
  init?(_ content: JSONNode, by sender: UserID, of kind: MessageContent.Kind = .message) {
    guard let target = content["m.relates_to"]?["event_id"].messageID, let new = content["m.new_content"],
      let read = MessageContent(new, by: sender, of: kind)
    else { return nil }
    self.target = target
    self.content = read
    newMentions = content["m.mentions"]?["user_ids"].elements.compactMap { ($0 as JSONNode?).userID } ?? []
    transactionId = TransactionID(content)
  }

  /// How much of the new words stands in the body of the edit itself. All of them would be in the event four times, with
  /// HTML and markup, and a message of the announced size could not be edited.
  static let fallbackBytes = 1024

  /// The content of the event. Clients that know no edits show the beginning of its body as a new message.
  public var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("msgtype", "m.text")
        json.member("body", "* \(content.body.sanitized(maxBytes: Self.fallbackBytes))")
        json.object("m.mentions") { json in
          if !newMentions.isEmpty { json.member("user_ids", newMentions.map(\.rawValue)) }
        }
        json.object("m.new_content") { content.write(to: &$0, isEdit: true) }
        json.object("m.relates_to") { json in
          json.member("rel_type", "m.replace")
          json.member("event_id", target.rawValue)
        }
        if let transactionId { json.member(InkwellKey.transaction, transactionId.rawValue.escapingNUL) }
      }
    }
  }
}

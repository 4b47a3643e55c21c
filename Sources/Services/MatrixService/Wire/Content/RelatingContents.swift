import ChatDomain
import DraftEngine
import JSON

/// The message that another replies to, as the reply describes it.
struct QuoteContent: Hashable, Sendable {
  let id: MessageID
  /// The quoted text as the sender claims it. If the message is known, its own text is used.
  var claim: Claim?

  struct Claim: Hashable, Sendable {
    let author: UserID
    let elements: [MessageElement]
  }
}

extension QuoteContent {
  init(_ quoted: QuotedMessage) {
    self.init(
      id: quoted.id,
      claim: quoted.isDeleted ? nil : Claim(author: quoted.author.id, elements: quoted.elements.normalised))
  }

  /// Reads the quote of a content; nil without a reply relation, or if the relation is only a fallback for clients without threads.
  init?(_ content: JSONNode) {
    let relation = content["m.relates_to"]
    guard let id = relation?["m.in_reply_to"]?["event_id"].messageID else { return nil }
    if relation?["rel_type"]?.isString("m.thread") == true, relation?["is_falling_back"]?.bool == true {
      return nil
    }
    self.id = id
    let quoted = content[InkwellKey.quoted]
    if quoted?["id"].messageID == id, let author = quoted?["author"].userID,
      let elements = quoted?["markup"].markupElements
    {
      claim = Claim(author: author, elements: elements)
    } else {
      claim = nil
    }
  }

  func write(to json: inout JSONWriter) {
    guard let claim else { return }
    json.object(InkwellKey.quoted) { json in
      json.member("id", id.rawValue)
      json.member("author", claim.author.rawValue)
      json.member("markup", MessageMarkup.render(claim.elements).escapingNUL)
    }
  }
}

extension JSONNode? {
  /// The elements of our markup; nil if it is no string, or longer than an event.
  var markupElements: [MessageElement]? {
    guard let text = self?.string, text.utf8.count <= String.longestText else { return nil }
    return MessageMarkup.parse(text.unescapingNUL)
  }
}

struct EditContent: Hashable, Sendable {
  let target: MessageID
  /// The new content. The original keeps its quote and place.
  let content: MessageContent
  /// Users to notify, who were not mentioned before.
  let newMentions: [UserID]
  /// Whether the whole room is mentioned now and was not before.
  let newlyMentionsRoom: Bool
  let transactionId: TransactionID?

  /// - Parameter before: the users mentioned until now.
  init(
    of target: MessageID, to content: MessageContent, before: [UserID], transactionId: TransactionID? = nil
  ) {
    self.target = target
    self.content = content
    newMentions = content.mentions.filter { !before.contains($0) }
    newlyMentionsRoom = content.mentionsRoom && !before.contains(.everyone)
    self.transactionId = transactionId
  }

  /// Reads an edit; nil without a target or text.
  ///
  /// - Parameter kind: the kind of event, and so of the message.
  init?(_ content: JSONNode, by sender: UserID, of kind: MessageContent.Kind = .message) {
    guard let target = content["m.relates_to"]?["event_id"].messageID, let new = content["m.new_content"],
      let read = MessageContent(new, by: sender, of: kind)
    else { return nil }
    self.target = target
    self.content = read
    newMentions = content["m.mentions"]?["user_ids"].elements.compactMap { ($0 as JSONNode?).userID } ?? []
    newlyMentionsRoom = content["m.mentions"]?["room"]?.bool == true
    transactionId = TransactionID(content)
  }

  /// The length limit of the edit's own body, in bytes. With the whole text, the event would contain it four times (two bodies,
  /// HTML and markup), and a message at the size limit could not be edited.
  static let fallbackBytes = 1024

  /// The content of the event. Clients without edits show its body as a new message.
  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("msgtype", "m.text")
        json.member("body", "* \(content.body.sanitized(maxBytes: Self.fallbackBytes))")
        json.object("m.mentions") { json in
          if !newMentions.isEmpty { json.member("user_ids", newMentions.map(\.rawValue)) }
          if newlyMentionsRoom { json.member("room", true) }
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

/// A reaction to a message.
struct ReactionContent: Hashable, Sendable {
  let target: MessageID
  let name: String

  /// Nil if the name is not a single line without surrounding blanks, of at most 255 bytes.
  init?(to target: MessageID, name: String) {
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

  var bytes: [UInt8] {
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

/// A redaction: a soft deletion, or a hard one that also removes the message's place.
struct RedactionContent: Hashable, Sendable {
  let target: MessageID
  /// Whether nothing of the message remains. Other clients treat every redaction as a soft deletion.
  let isHard: Bool
  /// The thread, and whether the reply was shown in the channel. The redacted event has lost both.
  let parentId: MessageID?
  let isShownInChannel: Bool

  init(of target: MessageID, isHard: Bool, parentId: MessageID?, isShownInChannel: Bool) {
    self.target = target
    self.isHard = isHard
    self.parentId = parentId
    self.isShownInChannel = parentId == nil || isShownInChannel
  }

  /// Reads a redaction.
  ///
  /// - Parameter outside: `redacts` outside the content. The place of the target depends on the room version; two
  ///   different targets are invalid.
  init?(_ content: JSONNode, redacts outside: JSONNode?) {
    let inside = content["redacts"]
    if let inside, let outside, inside.string != outside.string { return nil }
    guard let target = (inside ?? outside).messageID else { return nil }
    self.init(
      of: target, isHard: content[InkwellKey.hard]?.bool == true,
      parentId: content[InkwellKey.parent].messageID,
      isShownInChannel: content[InkwellKey.shown]?.bool == true)
  }

  /// The body of the request. The server adds the target.
  var bytes: [UInt8] {
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

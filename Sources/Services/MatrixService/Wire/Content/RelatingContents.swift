import ChatDomain
import DraftEngine
import JSON

/// A message that another one answers, as the answer says.
struct QuoteContent: Hashable, Sendable {
  let id: MessageID
  /// What the sender says that it said, and who. It is a claim: where the message itself is known, its own words count.
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

  /// What a content answers: the event must be named where all clients name it.
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
  /// The elements that a text in our own notation says; nil if it is none, or longer than an event.
  var markupElements: [MessageElement]? {
    guard let text = self?.string, text.utf8.count <= String.longestText else { return nil }
    return MessageMarkup.parse(text.unescapingNUL)
  }
}

/// New words for a message.
struct EditContent: Hashable, Sendable {
  let target: MessageID
  /// All that the message says from now on. What it answers and where it stands are the original's.
  let content: MessageContent
  /// Who is told, because the words before did not mention them.
  let newMentions: [UserID]
  let transactionId: TransactionID?

  /// - Parameter before: who was mentioned until now.
  init(
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
  var bytes: [UInt8] {
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

/// One person's reaction to a message.
struct ReactionContent: Hashable, Sendable {
  let target: MessageID
  let name: String

  /// Nil if the name is none: it is on one line, without blanks around it, and at most 255 bytes.
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

/// An event's content is taken away, and of a message perhaps its place.
struct RedactionContent: Hashable, Sendable {
  let target: MessageID
  /// Whether nothing remains. Other clients know only the other kind.
  let isHard: Bool
  /// The thread and whether the reply was shown in the room: the redacted event no longer says it.
  let parentId: MessageID?
  let isShownInChannel: Bool

  init(of target: MessageID, isHard: Bool, parentId: MessageID?, isShownInChannel: Bool) {
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

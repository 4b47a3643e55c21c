public import ChatDomain
public import DraftEngine
import JSON

/// A message that another one answers, as the answer says.
public struct QuoteContent: Hashable, Sendable {
  public let id: MessageID
  /// What the sender says that it said, and who. It is a claim: where the message itself is known, its own words count.
  public let claim: Claim?

  public struct Claim: Hashable, Sendable {
    public let author: UserID
    public let elements: [MessageElement]

    public init(author: UserID, elements: [MessageElement]) {
      self.author = author
      self.elements = elements
    }
  }

  public init(id: MessageID, claim: Claim? = nil) {
    self.id = id
    self.claim = claim
  }

  public init(_ quoted: QuotedMessage) {
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

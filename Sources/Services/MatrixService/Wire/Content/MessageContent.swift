import ChatDomain
import DraftEngine
import JSON

/// The content of a message event.
struct MessageContent: Hashable, Sendable {
  /// The kind of event.
  enum Kind: Hashable {
    case message
    /// A named picture.
    case sticker
    case poll
  }

  /// The form of a message for other clients.
  enum Form: Hashable, Sendable {
    case text
    /// A message of a program.
    case notice
    /// An action of the sender, as in `/me waves`.
    case action
    case file
    /// An unsupported form, shown as text.
    case other
  }

  let form: Form
  let elements: [MessageElement]
  /// The file. A Matrix message has at most one.
  let file: FileAttachment?
  /// The poll. The elements describe it as text, without votes.
  var poll: PollContent?
  /// The mentioned users, each once.
  let mentions: [UserID]
  /// Whether the whole room is mentioned.
  let mentionsRoom: Bool
  /// The root of its thread.
  let parentId: MessageID?
  let quote: QuoteContent?
  let isShownInChannel: Bool
  let extras: MessageExtras
  /// The transaction id for the sender's devices; see `MatrixEvent.transaction(for:)`.
  let transactionId: TransactionID?
}

extension MessageContent {
  /// Creates the content of a message of this client. Users who are mentioned in the text are notified.
  ///
  /// - Parameter others: further users to notify, such as the author of the quoted message.
  init(
    elements: [MessageElement], file: FileAttachment? = nil, parentId: MessageID? = nil,
    quote: QuoteContent? = nil, isShownInChannel: Bool = true, extras: MessageExtras = MessageExtras(),
    transactionId: TransactionID? = nil, alsoMentioning others: [UserID] = []
  ) {
    let elements = elements.normalised
    let named = elements.matrixUsers
    self.init(
      form: file != nil ? .file : elements.isAction ? .action : .text, elements: elements, file: file,
      mentions: named + others.filter { UserID(matrix: $0.rawValue) != nil && !named.contains($0) },
      mentionsRoom: elements.mentionsEveryone, parentId: parentId, quote: quote,
      isShownInChannel: parentId == nil || isShownInChannel, extras: extras, transactionId: transactionId)
  }

  /// - Parameter file: the message's file, because a ``NewMessage`` has only its id.
  init(_ message: NewMessage, file: FileAttachment? = nil) {
    let answered = message.mentionsQuotedAuthor ? message.quoted?.author.id : nil
    self.init(
      elements: MessageMarkup.parse(message.markup), file: file, parentId: message.parentId,
      quote: message.quoted.map { QuoteContent($0) }, isShownInChannel: message.isShownInChannel,
      extras: message.extras, transactionId: message.transactionId,
      alsoMentioning: answered.map { [$0] } ?? [])
  }
}

extension [MessageElement] {
  /// The mentioned Matrix users, each once, in text order.
  var matrixUsers: [UserID] { mentionedUsers.filter { UserID(matrix: $0.rawValue) != nil } }
}

extension MessageContent {
  /// Reads the content of a message event; nil if nothing of it can be shown.
  ///
  /// - Parameter kind: the kind of event.
  init?(_ content: JSONNode, by sender: UserID, of kind: Kind = .message) {
    let poll = kind == .poll ? PollContent(content) : nil
    let type =
      switch kind {
      case .message: content["msgtype"]?.shortString ?? ""
      case .sticker: "m.sticker"
      case .poll: "m.poll"
      }
    guard let body = poll?.question ?? content["body"]?.string else { return nil }
    // Verification messages are not for users.
    guard !type.isEmpty, !type.hasPrefix("m.key.") else { return nil }
    let file = Self.fileTypes.contains(type) ? FileAttachment(content, body: body, type: type) : nil
    let relation = content["m.relates_to"]
    let parent = relation?["rel_type"]?.isString("m.thread") == true ? relation?["event_id"].messageID : nil
    let quote = QuoteContent(content)
    // A message in a thread has this field too, as a fallback for clients without threads.
    let isReply = relation?["m.in_reply_to"]?.kind == .object
    let elements =
      poll?.elements() ?? Self.elements(content, body: body, type: type, file: file, isReply: isReply)
    let mentions = content["m.mentions"]
    var seen: Set<UserID> = []
    self.init(
      form: file != nil ? .file : Form(type), elements: elements, file: file, poll: poll,
      // Without a list of mentions, links to users count as mentions.
      mentions: mentions?.kind == .object
        ? mentions?["user_ids"].elements.compactMap { ($0 as JSONNode?).userID }
          .filter { seen.insert($0).inserted } ?? [] : elements.matrixUsers,
      mentionsRoom: mentions?["room"]?.bool == true, parentId: parent, quote: quote,
      isShownInChannel: parent == nil || content[InkwellKey.shown]?.bool == true,
      extras: MessageExtras(content),
      transactionId: TransactionID(content))
  }

  private static func elements(
    _ content: JSONNode, body: String, type: String, file: FileAttachment?, isReply: Bool
  ) -> [MessageElement] {
    let elements = said(content, body: body, type: type, file: file, isReply: isReply)
    return type == "m.emote" && !elements.isAction ? elements.asAction : elements
  }

  private static func said(
    _ content: JSONNode, body: String, type: String, file: FileAttachment?, isReply: Bool
  ) -> [MessageElement] {
    if let elements = content[InkwellKey.markup].markupElements { return elements }
    let fileName = file == nil ? nil : content["filename"]?.string ?? body
    var elements = Self.elements(ofBody: body, fileName: fileName, isReply: isReply)
    if content["format"]?.isString(FormattedBody.format) == true,
      let html = content["formatted_body"]?.string,
      // A formatted file name is no caption.
      !elements.isEmpty
    {
      let formatted = FormattedBody.elements(html)
      if !formatted.isEmpty { elements = formatted }
    }
    if type == "m.location" { return PlaceContent(content, body: body).elements }
    return elements
  }

  private static let fileTypes = ["m.file", "m.image", "m.video", "m.audio", "m.sticker"]

  /// Elements for a plain body. It is shown literally, because formatted messages have HTML.
  ///
  /// - Parameters:
  ///   - fileName: the attached file's name. A body equal to it is no caption.
  ///   - isReply: whether the body may begin with a quote for clients without replies.
  static func elements(ofBody body: String, fileName: String?, isReply: Bool) -> [MessageElement] {
    if let fileName, fileName.utf8.elementsEqual(body.utf8) { return [] }
    var text = body.sanitized()
    if isReply { text = text.withoutReplyFallback }
    return FormattedBody.elements(showing: text)
  }
}

extension MessageContent.Form {
  fileprivate init(_ type: String) {
    switch type {
    case "m.text": self = .text
    case "m.notice": self = .notice
    case "m.emote": self = .action
    default: self = .other
    }
  }
}

extension TransactionID {
  /// The transaction id in a content. The sender is not checked; see `MatrixEvent.transaction(for:)`.
  init?(_ content: JSONNode) {
    guard let text = content[InkwellKey.transaction]?.shortString?.unescapingNUL, !text.isEmpty,
      text.utf8.count <= MatrixGrammar.longest
    else { return nil }
    self.init(text)
  }
}

extension String {
  /// The text without a leading reply fallback.
  fileprivate var withoutReplyFallback: String {
    guard utf8.starts(with: "> <".utf8) || utf8.starts(with: "> * <".utf8) else { return self }
    var rest = utf8[...]
    while rest.starts(with: "> ".utf8) || rest.starts(with: ">\n".utf8) {
      guard let end = rest.firstIndex(of: 0x0A) else { return self }
      rest = rest[rest.index(after: end)...]
    }
    // A fallback ends with an empty line. Without one, this is a quote in the text itself.
    guard rest.first == 0x0A else { return self }
    return String(decoding: rest.dropFirst(), as: UTF8.self)
  }
}

extension MessageContent {
  /// The content of the event. The markup is left out if the body or its HTML gives the same elements.
  var bytes: [UInt8] { JSONWriter.bytes { json in json.object { write(to: &$0) } } }

  /// The plain text for other clients.
  var body: String {
    let text = FormattedBody.words(said).withoutNUL
    guard let file, elements.isEmpty else { return text }
    return file.wireName
  }

  /// The elements to write. An action is written without its prefix, because the message type marks it as an action.
  private var said: [MessageElement] { form == .action ? elements.action ?? elements : elements }

  func write(to json: inout JSONWriter, isEdit: Bool = false) {
    writeShown(to: &json)
    if !isEdit {
      if let parentId {
        json.object("m.relates_to") { json in
          json.member("rel_type", "m.thread")
          json.member("event_id", parentId.rawValue)
          json.member("is_falling_back", quote == nil)
          json.object("m.in_reply_to") { $0.member("event_id", (quote?.id ?? parentId).rawValue) }
        }
        if isShownInChannel { json.member(InkwellKey.shown, true) }
      } else if let quote {
        json.object("m.relates_to") { json in
          json.object("m.in_reply_to") { $0.member("event_id", quote.id.rawValue) }
        }
      }
      quote?.write(to: &json)
      if let transactionId { json.member(InkwellKey.transaction, transactionId.rawValue.escapingNUL) }
    }
    extras.write(to: &json)
  }

  private func writeShown(to json: inout JSONWriter) {
    let body = body
    json.member("msgtype", file?.messageType ?? form.messageType)
    json.member("body", body)
    let said = said
    let html = FormattedBody.html(said)
    if let html {
      json.member("format", FormattedBody.format)
      json.member("formatted_body", html)
    }
    if let file {
      json.member("filename", file.wireName)
      if let address = MediaAddress(file.id), let key = address.key {
        key.write(for: address, to: &json)
      } else {
        json.member("url", file.id.rawValue)
      }
      json.object("info") { json in
        if let type = file.exactWireType { json.member("mimetype", type) }
        json.member("size", max(0, file.size).exactEverywhere)
        if let duration = file.duration {
          json.member(
            "duration", Int(clamping: Int128((duration / .milliseconds(1)).rounded())).exactEverywhere)
        }
      }
      // Edits have this mark too: a new caption does not change the recording.
      if file.form == .voice { json.object("org.matrix.msc3245.voice") { _ in } }
    }
    json.object("m.mentions") { json in
      if !mentions.isEmpty { json.member("user_ids", mentions.map(\.rawValue)) }
      if mentionsRoom { json.member("room", true) }
    }
    if !isEnough(said, body, html) { json.member(InkwellKey.markup, MessageMarkup.render(said).escapingNUL) }
  }

  /// Whether the elements have no targets, and the HTML (or the body, if there is no HTML) gives the same elements.
  private func isEnough(_ elements: [MessageElement], _ body: String, _ html: String?) -> Bool {
    guard elements.allSatisfy({ $0.target == nil }) else { return false }
    let read =
      html.map { FormattedBody.elements($0) }
      ?? Self.elements(ofBody: body, fileName: file?.wireName, isReply: quote != nil)
    return read.count == elements.count
      && zip(read, elements).allSatisfy { $0.text.utf8.elementsEqual($1.text.utf8) }
  }
}

extension MessageContent.Form {
  fileprivate var messageType: String {
    switch self {
    case .notice: "m.notice"
    case .action: "m.emote"
    case .text, .file, .other: "m.text"
    }
  }
}

/// A shared location.
struct PlaceContent {
  /// A geo URI such as `geo:51.5,0.1`; nil if it is missing or invalid.
  private let address: String?
  private let words: String

  init(_ content: JSONNode, body: String) {
    let place = content["m.location"] ?? content["org.matrix.msc3488.location"]
    address = (content["geo_uri"] ?? place?["uri"])?.shortString.flatMap { MatrixLink.isPlace($0) ? $0 : nil }
    words = place?["description"]?.string?.line(maxBytes: 1_024) ?? body.sanitized(maxBytes: 1_024)
  }

  /// A label, the description, and the address.
  var elements: [MessageElement] {
    let sign = MessageElement.plainText(text: "Place: ")
    guard let address else { return ([sign] + FormattedBody.elements(showing: words)).normalised }
    // Many clients repeat the address in the text.
    let parts = words.split(separator: address, maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let before = parts.count == 2 || words.isEmpty ? parts[0] : words + " "
    let behind = parts.count == 2 ? parts[1] : ""
    return
      ([sign] + FormattedBody.elements(showing: before) + [.link(text: address, target: .url(url: address))]
      + FormattedBody.elements(showing: behind)).normalised
  }
}

import ChatDomain
import DraftEngine
import JSON

extension MessageContent {
  /// What the content of a message's event says; nil if it is nothing that is shown.
  ///
  /// - Parameter kind: what kind of event it is the content of.
  init?(_ content: JSONNode, by sender: UserID, of kind: Kind = .message) {
    let poll = kind == .poll ? PollContent(content) : nil
    let type =
      switch kind {
      case .message: content["msgtype"]?.shortString ?? ""
      case .sticker: "m.sticker"
      case .poll: "m.poll"
      }
    guard let body = poll?.question ?? content["body"]?.string else { return nil }
    // Steps of a verification are between programs.
    guard !type.isEmpty, !type.hasPrefix("m.key.") else { return nil }
    let file = Self.fileTypes.contains(type) ? FileAttachment(content, body: body, type: type) : nil
    let relation = content["m.relates_to"]
    let parent = relation?["rel_type"]?.isString("m.thread") == true ? relation?["event_id"].messageID : nil
    let quote = QuoteContent(content)
    // A thread's replies seem to answer something to clients that know no threads.
    let isReply = relation?["m.in_reply_to"]?.kind == .object
    let elements =
      poll?.elements() ?? Self.elements(content, body: body, type: type, file: file, isReply: isReply)
    let mentions = content["m.mentions"]
    var seen: Set<UserID> = []
    self.init(
      form: file != nil ? .file : Form(type), elements: elements, file: file, poll: poll,
      // Before there was a list, whoever was named was told.
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
    if let elements = content[InkwellKey.markup].markupElements { return elements }
    let fileName = file == nil ? nil : content["filename"]?.string ?? body
    var elements = Self.elements(ofBody: body, fileName: fileName, isReply: isReply)
    if content["format"]?.isString(FormattedBody.format) == true,
      let html = content["formatted_body"]?.string,
      // The name of a file is no caption, however it is formatted.
      !elements.isEmpty
    {
      let formatted = FormattedBody.elements(html)
      if !formatted.isEmpty { elements = formatted }
    }
    if type == "m.location" { return PlaceContent(content, body: body).elements }
    // The blank is one that makes no list of it.
    if type == "m.emote" { elements = ([.plainText(text: "*\u{A0}")] + elements).normalised }
    return elements
  }

  private static let fileTypes = ["m.file", "m.image", "m.video", "m.audio", "m.sticker"]

  /// What a body alone says: words, because who marks some sends HTML as well.
  ///
  /// - Parameters:
  ///   - fileName: the name of the file that comes with it: a body that is only that is no caption.
  ///   - isReply: whether it answers a message, and so may begin with that one's words for clients that know no answers.
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
  /// The transaction that a content names, whoever sent it.
  init?(_ content: JSONNode) {
    guard let text = content[InkwellKey.transaction]?.shortString?.unescapingNUL, !text.isEmpty,
      text.utf8.count <= MatrixGrammar.longest
    else { return nil }
    self.init(text)
  }
}

extension String {
  /// The text without the lines in front that quote another message, and the empty one behind them.
  fileprivate var withoutReplyFallback: String {
    guard utf8.starts(with: "> <".utf8) || utf8.starts(with: "> * <".utf8) else { return self }
    var rest = utf8[...]
    while rest.starts(with: "> ".utf8) || rest.starts(with: ">\n".utf8) {
      guard let end = rest.firstIndex(of: 0x0A) else { return self }
      rest = rest[rest.index(after: end)...]
    }
    // Without the empty line it is no fallback, but somebody's quote.
    guard rest.first == 0x0A else { return self }
    return String(decoding: rest.dropFirst(), as: UTF8.self)
  }
}

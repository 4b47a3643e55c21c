import ChatDomain
import DraftEngine
import JSON

extension MessageContent {
  /// The content of the event, without what only this client knows where the body says the same.
  public var bytes: [UInt8] { JSONWriter.bytes { json in json.object { write(to: &$0) } } }

  /// What clients show that know nothing of us.
  var body: String {
    let text = FormattedBody.words(elements).withoutNUL
    guard let file, elements.isEmpty else { return text }
    return file.wireName
  }

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
    let html = FormattedBody.html(elements)
    if let html {
      json.member("format", FormattedBody.format)
      json.member("formatted_body", html)
    }
    if let file {
      json.member("filename", file.wireName)
      json.member("url", file.id.rawValue)
      json.object("info") { json in
        json.member("mimetype", file.wireType)
        json.member("size", max(0, file.size).exactEverywhere)
        if let duration = file.duration {
          json.member(
            "duration", Int(clamping: Int128((duration / .milliseconds(1)).rounded())).exactEverywhere)
        }
      }
      // Its words are edited; what was said stays what it is.
      if file.form == .voice { json.object("org.matrix.msc3245.voice") { _ in } }
    }
    json.object("m.mentions") { json in
      if !mentions.isEmpty { json.member("user_ids", mentions.map(\.rawValue)) }
    }
    if !isEnough(body, html) { json.member(InkwellKey.markup, MessageMarkup.render(elements).escapingNUL) }
  }

  /// Whether who reads only the body, or the HTML if there is some, finds these elements.
  private func isEnough(_ body: String, _ html: String?) -> Bool {
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

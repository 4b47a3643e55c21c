import ChatDomain
import DraftEngine
import JSON

/// Messages as text or JSON, one after the other. Nothing in them affects a terminal.
struct MessageWriter {
  let form: MessageExport.Form
  private var isFirst = true

  init(form: MessageExport.Form) { self.form = form }

  func beginning(of channel: ChannelSummary, for user: User, at time: Timestamp) -> String {
    let name = channel.partner?.displayName ?? channel.channel.displayName
    switch form {
    case .text:
      return "== \(name.printable) · \(channel.channel.id.rawValue.printable) · times in UTC\n"
    case .json:
      let head = JSONWriter.bytes(isPlain: \.isPlain) { json in
        json.object { json in
          json.member("program", Version.name)
          json.member("account", user.id.rawValue)
          json.member("exportedAt", time.utc)
          json.object("channel") { json in
            json.member("id", channel.channel.id.rawValue)
            json.member("name", name)
          }
        }
      }
      // The object stays open for the messages.
      return String(decoding: head.dropLast(), as: UTF8.self) + ",\"messages\":["
    }
  }

  mutating func text(of message: Message) -> String {
    switch form {
    case .text: return Self.lines(of: message).map { "\($0)\n" }.joined()
    case .json:
      defer { isFirst = false }
      let bytes = JSONWriter.bytes(isPlain: \.isPlain) { message.write(to: &$0) }
      return (isFirst ? "\n" : ",\n") + String(decoding: bytes, as: UTF8.self)
    }
  }

  func end(isWhole: Bool) -> String {
    switch form {
    case .text: isWhole ? "" : "== not whole: there are more messages\n"
    case .json: "\n],\"isWhole\":\(isWhole)}\n"
    }
  }

  /// The first line says when and who; no line of somebody's words looks like one.
  private static func lines(of message: Message) -> [String] {
    let time = message.createdAt.utc.prefix(16).replacing("T", with: " ")
    let author = message.kind == .system ? "--" : "\(message.author.displayName.printable):"
    let edited = message.editedAt == nil ? "" : " (edited)"
    let words = (message.placeholder ?? message.elements.marked).prefixedLines().map(\.printableLines)
    var lines = ["\(time) \(author)\(words.isEmpty ? "" : " \(words[0])")\(edited)"]
    if let quoted = message.quoted {
      let quote = quoted.placeholder ?? quoted.elements.text
      lines += quote.prefixedLines("    > \(quoted.author.displayName): ", "    >   ").map(\.printableLines)
    }
    lines += words.dropFirst().map { "    \($0)" }
    lines += message.files.map {
      "    [file] \($0.title.printable) · \($0.size) bytes · \($0.id.rawValue.printable)"
    }
    if !message.reactions.isEmpty {
      lines.append(
        "    [\(message.reactions.map { "\($0.name.printable) \($0.users.count)" }.joined(separator: ", "))]")
    }
    return message.parentId == nil ? lines : lines.map { "  | \($0)" }
  }
}

extension Message {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id.rawValue)
      if let parentId { json.member("thread", parentId.rawValue) } else { json.null("thread") }
      json.member("at", createdAt.utc)
      if let editedAt { json.member("editedAt", editedAt.utc) } else { json.null("editedAt") }
      json.member("kind", kind == .system ? "system" : "message")
      json.object("author") { json in
        json.member("id", author.id.rawValue)
        json.member("name", author.displayName)
      }
      json.member("text", text)
      json.elements(elements)
      json.files(files)
      json.key("quote")
      if let quoted { quoted.write(to: &json) } else { json.null() }
      json.list("reactions", reactions) { reaction, json in
        json.object { json in
          json.member("name", reaction.name)
          json.member("users", reaction.users.map(\.rawValue))
        }
      }
      json.member("isShownInChannel", isShownInChannel)
      json.member("isPinned", pin != nil)
      json.member("isDeleted", isDeleted)
      json.member("isUnreadable", isUnreadable)
    }
  }
}

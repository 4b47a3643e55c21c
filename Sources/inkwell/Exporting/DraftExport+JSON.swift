import ChatDomain
import CursesTerminal
import DraftEngine

extension DraftExport {
  /// The complete export: a reader gets exactly the same elements, files and times.
  var json: String {
    var members: [(String, JSONText)] = [
      ("program", .text(Version.name)), ("profile", .text(profile)),
      ("drafts", .list(drafts.map(\.json))),
    ]
    if let history { members.append(("history", .list(history.map(\.json)))) }
    return JSONText.object(members).text() + "\n"
  }
}

extension StoredDraft {
  fileprivate var json: JSONText {
    .object(
      key.members + [
        ("createdAt", createdAt.json), ("updatedAt", updatedAt.json),
        ("text", .text(content.text)), ("elements", .list(content.elements.map(\.json))),
        ("caret", .number(caret)),
        ("files", .list(content.files.map(\.json))), ("inputFiles", .list(inputFiles.map(\.json))),
        ("quote", content.quoted?.json ?? .null), ("isShownInChannel", .bool(content.isShownInChannel)),
        ("edit", edit?.json ?? .null),
      ])
  }
}

extension StoredEdit {
  fileprivate var json: JSONText {
    .object([
      ("message", .text(messageId.rawValue)), ("text", .text(elements.text)),
      ("elements", .list(elements.map(\.json))), ("caret", .number(caret)),
      ("files", files.map { .list($0.map(\.json)) } ?? .null),
      ("inputFiles", .list(inputFiles.map(\.json))),
    ])
  }
}

extension DraftHistoryEntry {
  fileprivate var json: JSONText {
    .object(
      key.members + [
        ("at", at.json), ("reason", .text(reason.rawValue)), ("text", .text(elements.text)),
        ("elements", .list(elements.map(\.json))),
      ])
  }
}

extension DraftKey {
  fileprivate var members: [(String, JSONText)] {
    [("channel", .text(channelId.rawValue)), ("thread", parentId.map { .text($0.rawValue) } ?? .null)]
  }
}

extension Timestamp {
  fileprivate var json: JSONText { .text(utc) }
}

extension MessageElement {
  fileprivate var json: JSONText {
    switch self {
    case .plainText(let text): .object([("text", .text(text))])
    case .link(let text, let target): .object([("text", .text(text)), target.member])
    }
  }
}

extension MentionTarget {
  fileprivate var member: (String, JSONText) {
    switch self {
    case .user(let id): ("user", .text(id))
    case .channel(let id): ("channel", .text(id))
    case .url(let address): ("url", .text(address))
    }
  }
}

extension FileAttachment {
  fileprivate var json: JSONText {
    .object([
      ("id", .text(id.rawValue)), ("name", .text(name)), ("type", .text(mimeType)), ("size", .number(size)),
    ])
  }
}

extension InputFile {
  fileprivate var json: JSONText { .object([("name", .text(name)), ("type", .text(type)), source.member]) }
}

extension InputFile.Source {
  fileprivate var member: (String, JSONText) {
    switch self {
    case .path(let path): ("path", .text(path))
    case .bytes(let bytes): ("base64", .text(Base64.text(bytes)))
    }
  }
}

extension QuotedMessage {
  fileprivate var json: JSONText {
    .object([
      ("message", .text(id.rawValue)), ("channel", .text(channelId.rawValue)),
      ("author", .object([("id", .text(author.id.rawValue)), ("name", .text(author.displayName))])),
      ("text", .text(elements.text)), ("elements", .list(elements.map(\.json))),
    ])
  }
}

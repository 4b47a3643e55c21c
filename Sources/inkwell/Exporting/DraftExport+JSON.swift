import ChatDomain
import CursesTerminal
import DraftEngine
import JSON

extension DraftExport {
  /// The complete export: a reader gets exactly the same elements, files and times. Nothing in it affects a terminal.
  var json: String {
    let bytes = JSONWriter.bytes(.lines, isPlain: \.isPlain) { json in
      json.object { json in
        json.member("program", Version.name)
        json.member("profile", profile)
        json.list("drafts", drafts) { $0.write(to: &$1) }
        if let history { json.list("history", history) { $0.write(to: &$1) } }
      }
    }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }
}

extension JSONWriter {
  mutating func list<Item>(
    _ key: String, _ items: [Item], _ write: (Item, inout JSONWriter) -> Void
  ) {
    array(key) { json in for item in items { write(item, &json) } }
  }

  mutating func elements(_ elements: [MessageElement]) {
    list("elements", elements) { $0.write(to: &$1) }
  }

  mutating func files(_ files: [FileAttachment]) {
    list("files", files) { $0.write(to: &$1) }
  }

  fileprivate mutating func inputFiles(_ files: [InputFile]) {
    list("inputFiles", files) { $0.write(to: &$1) }
  }

  fileprivate mutating func place(_ key: DraftKey) {
    member("channel", key.channelId.rawValue)
    if let parentId = key.parentId { member("thread", parentId.rawValue) } else { null("thread") }
  }

  mutating func null(_ key: String) {
    self.key(key)
    null()
  }
}

extension StoredDraft {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.place(key)
      json.member("createdAt", createdAt.utc)
      json.member("updatedAt", updatedAt.utc)
      json.member("text", content.text)
      json.elements(content.elements)
      json.member("caret", caret)
      json.files(content.files)
      json.inputFiles(inputFiles)
      json.key("quote")
      if let quote = content.quoted { quote.write(to: &json) } else { json.null() }
      json.member("isShownInChannel", content.isShownInChannel)
      json.key("edit")
      if let edit { edit.write(to: &json) } else { json.null() }
    }
  }
}

extension StoredEdit {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("message", messageId.rawValue)
      json.member("text", elements.text)
      json.elements(elements)
      json.member("caret", caret)
      if let files { json.files(files) } else { json.null("files") }
      json.inputFiles(inputFiles)
    }
  }
}

extension DraftHistoryEntry {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.place(key)
      json.member("at", at.utc)
      json.member("reason", reason.rawValue)
      json.member("text", elements.text)
      json.elements(elements)
    }
  }
}

extension MessageElement {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("text", text)
      switch target {
      case .user(let id): json.member("user", id)
      case .channel(let id): json.member("channel", id)
      case .url(let address): json.member("url", address)
      case nil: break
      }
    }
  }
}

extension FileAttachment {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id.rawValue)
      json.member("name", name)
      json.member("type", mimeType)
      json.member("size", size)
    }
  }
}

extension InputFile {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", type)
      switch source {
      case .path(let path): json.member("path", path)
      case .bytes(let bytes): json.member("base64", Base64.text(bytes))
      }
    }
  }
}

extension QuotedMessage {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("message", id.rawValue)
      json.member("channel", channelId.rawValue)
      json.object("author") { json in
        json.member("id", author.id.rawValue)
        json.member("name", author.displayName)
      }
      json.member("text", elements.text)
      json.elements(elements)
    }
  }
}

import ChatDomain
import CursesTerminal
import DraftEngine
import Glibc
import JSON
import LocalStorage

/// The form of an export.
enum ExportForm: String, Hashable, Sendable, CaseIterable { case json, text }

/// All drafts of a profile, as JSON or text.
struct DraftExport: Equatable {
  let profile: String
  /// The drafts, most recently edited first.
  let drafts: [StoredDraft]
  /// The history, latest first; nil if it was not requested.
  let history: [DraftHistoryEntry]?

  init(profile: String, drafts: [StoredDraft], history: [DraftHistoryEntry]?) {
    self.profile = profile
    self.drafts = drafts.filter { !$0.isEmpty }.sorted { left, right in
      left.updatedAt == right.updatedAt ? left.key < right.key : left.updatedAt > right.updatedAt
    }
    self.history = history
  }

  init(_ profile: Profile, from store: some LocalStore, includesHistory: Bool) async throws(StoreError) {
    // In this order, a draft sent meanwhile appears in both rather than in neither.
    let drafts = try await store.drafts()
    let history = includesHistory ? try await store.draftHistory(for: nil, limit: .max) : nil
    self.init(profile: profile.name, drafts: drafts, history: history)
  }

  func text(_ form: ExportForm, isForTerminal: Bool) -> String {
    switch form {
    case .json: json
    case .text: text(isForTerminal: isForTerminal)
    }
  }

  /// Prints the drafts of a profile.
  ///
  /// - Returns: the exit status.
  static func run(_ form: ExportForm, of profile: Profile, includesHistory: Bool, clock: any ChatClock) async
    -> Int32
  {
    guard let folder = profile.folder(ProcessEnvironment.variable) else {
      complain("neither XDG_STATE_HOME nor HOME is set")
      return ExitStatus.noInput
    }
    let export: DraftExport
    do throws(StoreError) {
      let store = try SQLiteStore.read(profile: folder, clock: clock)
      let damage = try SQLiteStore.damage(ofProfile: folder)
      guard let store else {
        let words = "the profile \(profile.name) has no data: there is no \(folder.printable)/store.db"
        complain(damage.map { "\($0). The next start of inkwell recovers what it can" } ?? words)
        return ExitStatus.noInput
      }
      if let damage {
        complain(
          "\(damage). This is what can be read of it; the next start of inkwell recovers what it can"
        )
      }
      export = try await DraftExport(profile, from: store, includesHistory: includesHistory)
    } catch {
      complain("the data of the profile \(profile.name) cannot be read: \(error)".printable)
      return ExitStatus.notSaved
    }
    return printOut(export.text(form, isForTerminal: isatty(STDOUT_FILENO) == 1))
  }
}

extension DraftExport {
  /// The complete export, without loss. Nothing in it affects a terminal.
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

extension DraftExport {
  /// The export as text for a person.
  ///
  /// - Parameter isForTerminal: whether characters that affect a terminal are shown as numbers; otherwise the words are
  ///   unchanged.
  func text(isForTerminal: Bool) -> String {
    let shown = { (text: String) in isForTerminal ? text.printableLines : text }
    var lines: [String] = []
    for draft in drafts {
      lines.append("== \(draft.key.title.printable) · \(draft.updatedAt.utc)")
      if let quote = draft.content.quoted {
        let words = quote.placeholder ?? quote.elements.text
        lines += words.prefixedLines("> \(quote.author.displayName): ", ">   ").map(shown)
      }
      lines += draft.content.elements.marked.prefixedLines().map(shown)
      lines += (draft.content.files.map(\.name) + draft.inputFiles.map(\.shownName)).map {
        "[file] \($0.printable)"
      }
      if let edit = draft.edit {
        lines.append("-- edit of message \(edit.messageId.rawValue.printable)")
        lines += edit.elements.marked.prefixedLines().map(shown)
        lines += ((edit.files ?? []).map(\.name) + edit.inputFiles.map(\.shownName)).map {
          "[file] \($0.printable)"
        }
      }
      lines.append("")
    }
    for entry in history ?? [] {
      lines.append("== \(entry.key.title.printable) · \(entry.at.utc) · \(entry.reason.rawValue)")
      lines += entry.elements.marked.prefixedLines().map(shown)
      lines.append("")
    }
    return lines.map { "\($0)\n" }.joined()
  }
}

extension DraftKey {
  fileprivate var title: String {
    parentId.map { "\(channelId), thread of message \($0)" } ?? channelId.rawValue
  }
}

extension [MessageElement] {
  /// The text, with the target after each element.
  var marked: String {
    map { element in
      switch element.target {
      case nil: element.text
      case .user(let id): "\(element.text) <@\(id)>"
      case .channel(let id): "\(element.text) <#\(id)>"
      case .url(let address): "\(element.text) <\(address)>"
      }
    }.joined()
  }
}

extension InputFile {
  fileprivate var shownName: String {
    switch source {
    case .path(let path): path
    case .bytes: name
    }
  }
}

extension String {
  /// Its lines with a prefix for the first and another for the rest. An empty text has no lines.
  func prefixedLines(_ first: String = "", _ others: String = "") -> [String] {
    guard !isEmpty || !first.isEmpty else { return [] }
    return split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      (index == 0 ? first : others) + line
    }
  }

  /// The printable text, with its tabs unchanged.
  var printableLines: String {
    split(separator: "\t", omittingEmptySubsequences: false).map { String($0).printable }.joined(
      separator: "\t")
  }
}

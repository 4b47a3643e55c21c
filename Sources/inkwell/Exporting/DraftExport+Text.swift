import ChatDomain
import DraftEngine

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
  /// The words, with the target after the words of each element.
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

  /// Tabs stay unchanged.
  var printableLines: String {
    split(separator: "\t", omittingEmptySubsequences: false).map { String($0).printable }.joined(
      separator: "\t")
  }
}

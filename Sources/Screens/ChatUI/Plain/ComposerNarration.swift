import ChatScreens
import DraftEngine

/// Sentences about changes of a draft beyond the letters, which its line echoes: elements that are inserted or removed
/// as one piece, the selection, the quote, the edit, and the attachments.
struct ComposerNarration {
  private(set) var sentences: [String] = []

  init(from old: ComposerState, to new: ComposerState) {
    guard old.editing == new.editing else {
      say(new.editing.map { "editing: \($0)" } ?? "no longer editing" + Self.draft(new.text))
      return
    }
    describeElements(old, new)
    describeSelection(old, new)
    if old.quote != new.quote {
      say(new.quote.map { "quoting \($0.author): \($0.text)" } ?? "quoting nothing")
    }
    if old.leftEdit != new.leftEdit, let words = new.leftEdit {
      say(
        ["an edit was left: \(words)", new.leftEditHint ?? ""].filter { !$0.isEmpty }.joined(separator: "; "))
    }
    describeFiles(old, new)
    if let isShown = new.isShownInChannel, let before = old.isShownInChannel, isShown != before {
      say(isShown ? "goes to the channel too" : "stays in the thread")
    }
    if old.preview != new.preview { say(new.preview ?? "preview closed") }
  }

  private mutating func say(_ sentence: String) { sentences.append(sentence) }

  private static func draft(_ text: String) -> String { text.isEmpty ? "" : "; draft: \(text)" }

  private mutating func describeElements(_ old: ComposerState, _ new: ComposerState) {
    // A sent draft, or one put aside, takes its elements along.
    guard old.mentions != new.mentions, !new.text.isEmpty else { return }
    var gone = old.mentions.map { Element($0, in: old.text) }
    for element in new.mentions.map({ Element($0, in: new.text) }) {
      if let place = gone.firstIndex(of: element) {
        gone.remove(at: place)
      } else {
        say("inserted \(element.sentence)")
      }
    }
    for element in gone { say("removed \(element.sentence)") }
  }

  private mutating func describeSelection(_ old: ComposerState, _ new: ComposerState) {
    guard let range = new.selection, range != old.selection, range.upperBound <= new.text.utf8.count else {
      return
    }
    let words = String(new.text.slice(utf8: range))
    let isElement = new.mentions.contains { $0.range == range }
    say(isElement ? "selected \(words), as one piece" : "marked: \(Excerpt.beginning(of: words))")
  }

  private mutating func describeFiles(_ old: ComposerState, _ new: ComposerState) {
    let before = Set(old.files.map(\.name))
    for file in new.files where !before.contains(file.name) {
      say("file \(file.name)\(file.size.map { ", \(ByteCount($0))" } ?? "") goes along")
    }
  }

  private struct Element: Hashable {
    let words: String
    let target: MentionTarget

    init(_ span: MentionSpan, in text: String) {
      words = String(text.slice(utf8: span.range))
      target = span.target
    }

    var sentence: String {
      switch target {
      case .user: "\(words), a mention"
      case .channel: "\(words), a channel"
      case .url(let address): "\(words), a link to \(address)"
      }
    }
  }
}

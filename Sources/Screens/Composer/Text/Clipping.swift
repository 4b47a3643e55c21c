package import DraftEngine

/// A piece of text with its mentions, cut from a draft or to be inserted into one.
package nonisolated struct Clipping: Hashable, Sendable {
  package private(set) var text: String
  /// The mentions, with offsets from the start of the text.
  private(set) var mentions: [MentionSpan]
  /// Whether the text is whole lines with their newlines, which vi's `p` and `P` insert between lines.
  var isLines = false

  package init(_ text: String, mentions: [MentionSpan] = []) {
    self.text = text
    self.mentions = mentions
  }

  /// A text that is a mention.
  init(_ text: String, standingFor target: MentionTarget) {
    let length = text.utf8.count
    self.init(text, mentions: length > 0 ? [MentionSpan(0..<length, target)] : [])
  }

  /// A part of a text. Partly covered mentions become plain text.
  package init(_ range: Range<Int>, of text: String, mentions: [MentionSpan]) {
    self.text = String(text.slice(utf8: range))
    self.mentions = mentions.compactMap { span in
      guard span.range.lowerBound >= range.lowerBound, span.range.upperBound <= range.upperBound else {
        return nil
      }
      return span.moved(by: -range.lowerBound)
    }
  }

  init(_ elements: [MessageElement]) {
    let document = DraftDocument(elements: elements)
    self.init(document.text, mentions: document.mentionSpans)
  }

  package var isEmpty: Bool { text.isEmpty }

  static func + (left: Clipping, right: Clipping) -> Clipping {
    let shift = left.text.utf8.count
    return Clipping(
      left.text + right.text, mentions: left.mentions + right.mentions.map { $0.moved(by: shift) })
  }

  /// The clipping without its last Character, which must not be part of a mention.
  func dropLast() -> Clipping { Clipping(String(text.dropLast()), mentions: mentions) }

  /// The edit that replaces a range with this text. Typed text is inserted word by word: keys that arrived together are undone as
  /// if they had come one by one.
  package func replacing(_ range: Range<Int>, origin: EditOrigin) -> DraftTransaction {
    // A longer text cannot be typed between two frames: it was pasted in a terminal without bracketed paste.
    let isTyped = origin == .typing && range.isEmpty && text.utf8.count <= 256
    return DraftTransaction(
      changes: isTyped ? text.typedWords.map { TextChange(range, String($0)) } : [TextChange(range, text)],
      adding: mentions.map { $0.moved(by: range.lowerBound) },
      origin: origin)
  }
}

nonisolated extension String {
  /// The words, each with the blanks after it, and any blanks before the first one.
  fileprivate var typedWords: [Substring] {
    // One key.
    if utf8.count == 1 { return [self[...]] }
    var words: [Substring] = []
    var start = startIndex
    var isBlank = false
    for index in indices {
      let wasBlank = isBlank
      isBlank = self[index].isWhitespace
      guard wasBlank, !isBlank else { continue }
      words.append(self[start..<index])
      start = index
    }
    return words + [self[start...]]
  }
}

/// Killed text, the latest first. All composers and lists share one kill ring, so that text can be moved between them.
package nonisolated final class KillRing {
  private let limit = 60
  private var entries: [Clipping] = []

  package init() {}

  var count: Int { entries.count }

  /// The entry at an index, counted from the latest one and wrapping around after the oldest.
  package func entry(_ index: Int) -> Clipping? {
    entries.isEmpty ? nil : entries[index % entries.count]
  }

  /// Removes all entries.
  package func forget() { entries = [] }

  /// Adds killed or copied text.
  package func add(_ clipping: Clipping) {
    guard !clipping.isEmpty else { return }
    entries.insert(clipping, at: 0)
    if entries.count > limit { entries.removeLast() }
  }

  /// Joins a kill with the one right before it, so that one yank brings back both.
  package func join(_ clipping: Clipping, before: Bool) {
    guard let last = entries.first else { return add(clipping) }
    entries[0] = before ? clipping + last : last + clipping
  }
}

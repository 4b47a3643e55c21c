import DraftEngine
import TestSupport

/// Random drafts and random edits of them, over an alphabet of difficult scalars.
///
/// Text typed by an edit contains a unique mark, so that it can be found again.
struct RandomDraft {
  private static let pieces = [
    "a", "b", "ann", "bob lee", " ", " ", " ", ". ", ", ", "\n", "\r\n", "\r", "\u{E9}", "e\u{301}",
    "\u{301}",
    "\u{200D}", "👩\u{200D}👩\u{200D}👧", "👍", "🏽", "🇩🇪", "🇩", "漢", "字", "하", "かな", "@ann", "x_1",
  ]
  private static let targets: [MentionTarget] = [
    .user(userId: "a"), .user(userId: "b"), .channel(channelId: "a"), .url(url: "a"),
  ]

  private(set) var document: DraftDocument
  /// The marks typed so far.
  private(set) var marks: [String] = []

  init(_ document: DraftDocument) {
    self.document = document
  }

  /// A draft of up to `length` pieces, some of them mentions.
  init(upTo length: Int, using generator: inout SeededGenerator) {
    let elements = (0..<Int.random(in: 0...length, using: &generator)).map { _ -> MessageElement in
      let text = Self.text(using: &generator)
      guard Int.random(in: 0..<5, using: &generator) == 0 else { return .plainText(text: text) }
      return .link(text: text, target: Self.target(using: &generator))
    }
    document = DraftDocument(elements: elements)
  }

  static func text(using generator: inout SeededGenerator) -> String {
    pieces[Int.random(in: 0..<pieces.count, using: &generator)]
  }

  static func target(using generator: inout SeededGenerator) -> MentionTarget {
    targets[Int.random(in: 0..<targets.count, using: &generator)]
  }

  /// Performs a random edit: replaces text in up to three places, or adds and removes mentions.
  mutating func edit(mark: String?, using generator: inout SeededGenerator) throws {
    try document.apply(transaction(mark: mark, using: &generator))
  }

  /// The edit that `edit` makes.
  mutating func transaction(mark: String?, using generator: inout SeededGenerator) -> DraftTransaction {
    var transaction = DraftTransaction(origin: .paste)
    if Int.random(in: 0..<4, using: &generator) > 0 {
      var end = 0
      for place in 0..<Int.random(in: 1...3, using: &generator) where end < document.count || place == 0 {
        let range = range(from: end, using: &generator)
        var text = Bool.random(using: &generator) ? Self.text(using: &generator) : ""
        if let mark, Bool.random(using: &generator) {
          marks.append("<\(mark)\(marks.count)>")
          text += marks[marks.count - 1]
        }
        transaction.changes.append(TextChange(utf8(range), text))
        end = range.upperBound
      }
      return transaction
    }
    let spans = document.mentionSpans
    if let span = spans.randomElement(using: &generator), Bool.random(using: &generator) {
      transaction.removing.append(span)
      if Bool.random(using: &generator) {
        transaction.adding.append(MentionSpan(span.range, Self.target(using: &generator)))
      }
    } else {
      let range = utf8(range(from: 0, using: &generator))
      guard !range.isEmpty, !spans.contains(where: { $0.range.overlaps(range) }) else { return transaction }
      transaction.adding.append(MentionSpan(range, Self.target(using: &generator)))
    }
    return transaction
  }

  private func range(from start: Int, using generator: inout SeededGenerator) -> Range<Int> {
    let count = document.count
    let lower = Int.random(in: start...max(start, count), using: &generator)
    return lower..<min(count, lower + Int.random(in: 0...4, using: &generator))
  }

  private func utf8(_ range: Range<Int>) -> Range<Int> {
    let text = document.text
    let start = text.prefix(range.lowerBound).utf8.count
    return start..<(start + text.dropFirst(range.lowerBound).prefix(range.count).utf8.count)
  }
}

extension DraftDocument {
  /// Whether its mentions are valid: in order, disjoint, and between Characters.
  var isSound: Bool {
    let fresh = DraftDocument(elements: elements)
    return fresh == self && elements.text.utf8.elementsEqual(text.utf8)
      && mentions.allSatisfy { $0.length > 0 }
  }
}

/// Random text of pieces that join, break lines and end sentences.
enum RandomText {
  static let fragments = [
    "a", "Zo", "7", "é", "e", "\u{301}", "\u{200D}", "\u{200C}", "👨‍👩‍👧‍👦", "👨", "🇩🇪", "\u{1F1EB}", "❤️",
    "1️⃣", "\r\n", "\r", "\n", "\n", "\u{2028}", " ", " ", "\u{3000}", "\t", "漢", "か", "\u{1112}",
    "\u{1161}", "\u{11AB}", "क", "\u{94D}", "षि", "'", "’", "_", ".", ".", "?", "!", "…", "。", "！", "\"",
    ")", "」", "“", "”", "(", ",", "-", "\u{600}", "@",
  ]

  static func make(
    of fragments: [String] = fragments, upTo longest: Int, using generator: inout some RandomNumberGenerator
  ) -> String {
    let length = Int.random(in: 0...longest, using: &generator)
    return (0..<length).map { _ in fragments.randomElement(using: &generator) ?? "" }.joined()
  }
}

/// Difficult pieces of text, and random text made of them.
enum NastyText {
  /// Letters and blanks, marks that join the text before, and scalars that join the text after.
  static let pieces: [String] = [
    "a", "b", "a", "b", " ", " ", "\u{E9}", "e\u{301}", "\u{301}", "\u{323}", "\u{200D}",
    "👩\u{200D}👩\u{200D}👧", "👧", "👍🏽", "🏽", "🇩🇪", "🇫🇷", "🇦", "🇿", "\r", "\n", "\r\n", "漢", "字",
    "하", "\u{1112}", "\u{1161}", "\u{11AB}", "क\u{94D}ष", "क", "\u{94D}", "ि", "\u{600}", "\u{FE0F}",
    "❤\u{FE0F}",
    "1", "\u{20E3}", "@", "ß", "\u{AD}",
  ]

  /// The scalars that the pieces are made of.
  static let scalars: [Unicode.Scalar] = Array(Set(pieces.joined().unicodeScalars)).sorted {
    $0.value < $1.value
  }

  /// This many pieces; half of the texts use only a few distinct ones, so that words repeat.
  static func random(_ count: Int, using generator: inout SeededGenerator) -> String {
    let choice = Bool.random(using: &generator) ? pieces.count : 5
    return (0..<count).reduce(into: "") { text, _ in
      text += pieces[Int.random(in: 0..<choice, using: &generator)]
    }
  }
}

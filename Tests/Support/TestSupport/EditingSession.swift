public import DraftEngine

/// A simulated person editing a text, mostly near the previous edit.
struct EditingSession {
  private(set) var text: TaggedText
  private(set) var log: [String] = []
  var random: SeededGenerator
  let cast: Cast
  /// The words of each mention that no edit has touched yet.
  private var whole: [Int: String] = [:]
  /// The position of the last edit.
  private var focus = 0

  init(_ composition: Composition, _ random: SeededGenerator) {
    text = composition.text
    cast = composition.cast
    self.random = random
    for (mention, range) in text.mentions { whole[mention] = text.string(in: range) }
  }

  /// Edits outside the mentions, weighted by how often people make them.
  private static let mix: [(@Sendable (inout EditingSession, inout TaggedText) -> String?, weight: Int)] = [
    ({ $0.typeWords(into: &$1) }, weight: 24),
    ({ $0.deleteWords(from: &$1) }, weight: 15),
    ({ $0.replaceWords(in: &$1) }, weight: 18),
    ({ $0.mendTypo(in: &$1) }, weight: 18),
    ({ $0.changePunctuation(in: &$1) }, weight: 9),
    ({ $0.typePlainName(into: &$1) }, weight: 4),
    ({ $0.addSentence(to: &$1) }, weight: 4),
    ({ $0.removeSentence(from: &$1) }, weight: 2),
    ({ $0.changeParagraphs(in: &$1) }, weight: 2),
    ({ $0.moveSentence(in: &$1) }, weight: 2),
    ({ $0.swapSentences(in: &$1) }, weight: 1),
  ]

  /// Makes one edit that touches no mention.
  mutating func edit() {
    for _ in 0..<50 {
      let action = random.weighted(Self.mix)
      var next = text
      guard let what = action(&self, &next), isWhole(next) else { continue }
      text = next
      log.append(what)
      return
    }
  }

  /// Makes one edit that touches a mention; the rest of the mention becomes plain text.
  mutating func touch() {
    let mentions = text.mentions
    guard !mentions.isEmpty else { return }
    let (mention, range) = random.one(of: mentions)
    let what = touchMention(at: range)
    text.release(mention)
    whole[mention] = nil
    // Neighbouring mentions may be deleted with it.
    for (other, words) in whole
    where !text.mentions.contains(where: { $0.mention == other && text.string(in: $0.range) == words }) {
      text.release(other)
      whole[other] = nil
    }
    log.append(what)
  }

  /// Applies an edit that touches a mention.
  mutating func change(_ edit: (inout TaggedText, inout SeededGenerator) -> Void) {
    edit(&text, &random)
  }

  /// A random range, mostly one near the last edit.
  mutating func place(among places: [Range<Int>]) -> Range<Int>? {
    guard !places.isEmpty else { return nil }
    let near = random.percent(35) ? places.filter { abs($0.lowerBound - focus) < 80 } : []
    let place = random.one(of: near.isEmpty ? places : near)
    focus = place.lowerBound
    return place
  }

  /// Whether every untouched mention still has its text and no letter is attached to it.
  private func isWhole(_ text: TaggedText) -> Bool {
    let mentions = text.mentions
    guard mentions.count == whole.count else { return false }
    return mentions.allSatisfy { mention, range in
      text.string(in: range) == whole[mention]
        && !(text.scalar(at: range.lowerBound - 1)?.isWord ?? false)
        && !(text.scalar(at: range.upperBound)?.isLetterOrDigit ?? false)
    }
  }
}

/// A text with mentions, the same text after many small edits, and the ranges of the mentions that survive.
public struct EditingHistory: Sendable {
  /// The seed of the history.
  public let seed: UInt64
  /// The text before, and its mentions, each with a unique target.
  public let before: String
  public let mentions: [MentionSpan]
  /// The text after, and the mentions that no edit touched.
  public let after: String
  public let survivors: [MentionSpan]
  /// Descriptions of the edits, in order.
  public let edits: [String]

  public init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let composition = Composition(&random)
    before = composition.text.string
    mentions = Self.spans(in: composition.text)

    var session = EditingSession(composition, random)
    // Two dozen edits in two lines would be unrealistic.
    let most = min(24, max(8, composition.text.units.count / 3))
    let count = session.random.within(8...most)
    let touching = session.random.percent(33) ? session.random.below(count) : -1
    for edit in 0..<count {
      if edit == touching { session.touch() } else { session.edit() }
    }
    after = session.text.string
    survivors = Self.spans(in: session.text)
    edits = session.log
  }

  /// The draft with the text before.
  public var draft: DraftDocument {
    get throws(DraftError) {
      var draft = DraftDocument(elements: [.plainText(text: before)])
      try draft.apply(DraftTransaction(adding: mentions, origin: .typing))
      return draft
    }
  }

  private static func spans(in text: TaggedText) -> [MentionSpan] {
    text.mentions.map { MentionSpan(text.utf8($0.range), .user(userId: "mention-\($0.mention)")) }
  }
}

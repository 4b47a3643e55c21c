public import DraftEngine

/// A text with mentions, what somebody made of it in many small edits, and where each mention is then.
public struct EditingHistory: Sendable {
  /// What it was made from; the same seed gives the same history.
  public let seed: UInt64
  /// The text before, and the mentions in it, each with a target of its own.
  public let before: String
  public let mentions: [MentionSpan]
  /// The text after, and the mentions in it that no edit has touched.
  public let after: String
  public let survivors: [MentionSpan]
  /// The edits in order, in words.
  public let edits: [String]

  public init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let composition = Composition(&random)
    before = composition.text.string
    mentions = Self.spans(in: composition.text)

    var session = EditingSession(composition, random)
    // Nobody makes two dozen edits in two lines.
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

  /// The draft that holds the text before.
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

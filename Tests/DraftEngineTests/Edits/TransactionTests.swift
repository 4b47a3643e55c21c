import DraftEngine
import Testing

@Suite("Transactions")
struct TransactionTests {
  private static let ann = MentionTarget.user(userId: "ann")
  private static let bob = MentionTarget.user(userId: "bob")

  @Test(
    "Changes outside the text, out of order or inside a scalar are refused",
    arguments: [
      ([TextChange(-1..<0, "")], DraftError.utf8OffsetOutOfRange(utf8Offset: -1, count: 8)),
      ([TextChange(-2..<20, "")], .utf8OffsetOutOfRange(utf8Offset: -2, count: 8)),
      ([TextChange(0..<9, "")], .utf8OffsetOutOfRange(utf8Offset: 9, count: 8)),
      ([TextChange(9..<9, "x")], .utf8OffsetOutOfRange(utf8Offset: 9, count: 8)),
      ([TextChange(.min ..< .max, "")], .utf8OffsetOutOfRange(utf8Offset: .min, count: 8)),
      ([TextChange(8..<(.max), "")], .utf8OffsetOutOfRange(utf8Offset: .max, count: 8)),
      ([TextChange(3..<4, ""), TextChange(0..<1, "")], .unorderedChanges(utf8Offset: 0)),
      ([TextChange(0..<3, ""), TextChange(1..<4, "")], .unorderedChanges(utf8Offset: 1)),
      ([TextChange(0..<3, ""), TextChange(1..<1, "x")], .unorderedChanges(utf8Offset: 1)),
      ([TextChange(3..<3, ""), TextChange(1..<1, "")], .unorderedChanges(utf8Offset: 1)),
      (
        [TextChange(1..<1, "x"), TextChange(1..<3, ""), TextChange(1..<1, "")],
        .unorderedChanges(utf8Offset: 1)
      ),
      // é is at 1..<3, 漢 at 4..<7.
      ([TextChange(2..<2, "x")], .splitsCharacter(utf8Offset: 2)),
      ([TextChange(2..<3, "")], .splitsCharacter(utf8Offset: 2)),
      ([TextChange(0..<2, "")], .splitsCharacter(utf8Offset: 2)),
      ([TextChange(5..<6, "")], .splitsCharacter(utf8Offset: 5)),
      ([TextChange(4..<6, "")], .splitsCharacter(utf8Offset: 6)),
      ([TextChange(2..<2, "")], .splitsCharacter(utf8Offset: 2)),
      // The first invalid change is reported.
      ([TextChange(0..<2, ""), TextChange(9..<9, "")], .splitsCharacter(utf8Offset: 2)),
      ([TextChange(0..<1, ""), TextChange(9..<9, "")], .utf8OffsetOutOfRange(utf8Offset: 9, count: 8)),
    ])
  func refusedChanges(changes: [TextChange], error: DraftError) throws {
    try expectRefusal("aé[b](user:ann)漢c", error) { draft throws(DraftError) in
      try draft.apply(DraftTransaction(changes: changes, origin: .paste))
    }
  }

  @Test(
    "Missing mentions cannot be removed",
    arguments: [
      [MentionSpan(0..<2, ann)], [MentionSpan(1..<3, ann)], [MentionSpan(2..<3, bob)],
      [MentionSpan(2..<4, ann)],
      [MentionSpan(7..<8, ann)], [MentionSpan(3..<5, ann)], [MentionSpan(-1..<3, ann)],
      [MentionSpan(2..<2, ann)], [MentionSpan(2..<3, ann), MentionSpan(2..<3, bob)],
    ])
  func refusedRemovals(spans: [MentionSpan]) throws {
    let wrong = try #require(spans.last).range.lowerBound
    try expectRefusal("a [b](user:ann) [c](user:bob)", .noSuchMention(utf8Offset: wrong)) {
      draft throws(DraftError) in
      try draft.apply(
        DraftTransaction(changes: [TextChange(0..<1, "x")], removing: spans, origin: .suggestion))
    }
  }

  @Test("A mention can be removed only once")
  func removedTwice() throws {
    let span = MentionSpan(2..<3, Self.ann)
    try expectRefusal("a [b](user:ann)", .noSuchMention(utf8Offset: 2)) { draft throws(DraftError) in
      try draft.apply(DraftTransaction(removing: [span, span], origin: .suggestion))
    }
  }

  @Test(
    "Mentions that do not fit the new text are refused",
    arguments: [
      ([MentionSpan(0..<8, bob)], DraftError.utf8OffsetOutOfRange(utf8Offset: 8, count: 7)),
      ([MentionSpan(8..<9, bob)], .utf8OffsetOutOfRange(utf8Offset: 9, count: 7)),
      ([MentionSpan(-1..<2, bob)], .utf8OffsetOutOfRange(utf8Offset: -1, count: 7)),
      ([MentionSpan(2..<2, bob)], .emptyMention(offset: 2)),
      ([MentionSpan(7..<7, bob)], .emptyMention(offset: 5)),
      ([MentionSpan(0..<3, bob)], .splitsCharacter(utf8Offset: 3)),
      ([MentionSpan(3..<5, bob)], .splitsCharacter(utf8Offset: 3)),
      ([MentionSpan(2..<4, bob)], .splitsCharacter(utf8Offset: 4)),
      (
        [MentionSpan(0..<5, bob)],
        .overlappingMention(offset: 0, length: 3, existing: Mention(offset: 1, length: 1, target: ann))
      ),
      (
        [MentionSpan(5..<7, bob), MentionSpan(6..<7, ann)],
        .overlappingMention(offset: 4, length: 1, existing: Mention(offset: 3, length: 2, target: bob))
      ),
    ])
  func refusedAdditions(spans: [MentionSpan], error: DraftError) throws {
    // The change results in "xye\u{301}?!" with a mention over y, so its count is 5, its bytes 7.
    try expectRefusal("[y](user:ann)e\u{301}?!", error) { draft throws(DraftError) in
      try draft.apply(
        DraftTransaction(changes: [TextChange(0..<0, "x")], adding: spans, origin: .suggestion))
    }
  }

  @Test("Removing, changing and adding at once, and the inverse")
  func everything() throws {
    let before = try DraftNotation("[aa](user:ann) [bb](user:bob) cc").document
    var draft = before
    let edit = try draft.apply(
      DraftTransaction(
        changes: [TextChange(0..<2, "x"), TextChange(6..<8, "ccc")],
        removing: [MentionSpan(3..<5, Self.bob)],
        adding: [MentionSpan(5..<8, Self.ann), MentionSpan(0..<4, Self.bob)], origin: .merge))
    #expect(try draft == DraftNotation("[x bb](user:bob) [ccc](user:ann)").document)
    #expect(draft.revision == before.revision + 1)
    #expect(edit.lostMentions == [MentionSpan(0..<2, Self.ann)])
    #expect(edit.origin == .merge)
    #expect(edit.changedAnything)
    #expect(edit.caret == 8)
    #expect(edit.inverse.origin == .undo)
    let back = try draft.apply(edit.inverse)
    #expect(draft == before)
    #expect(draft.revision == before.revision + 2)
    try draft.apply(back.inverse)
    #expect(try draft == DraftNotation("[x bb](user:bob) [ccc](user:ann)").document)
  }

  @Test("A mention can be removed and set again in one edit, also in another range")
  func removedAndAdded() throws {
    var draft = try DraftNotation("[aa](user:ann) bb").document
    let before = draft
    let edit = try draft.apply(
      DraftTransaction(
        removing: [MentionSpan(0..<2, Self.ann)], adding: [MentionSpan(0..<5, Self.ann)], origin: .suggestion)
    )
    #expect(try draft == DraftNotation("[aa bb](user:ann)").document)
    #expect(edit.mapping == PositionMapping([]))
    #expect(edit.lostMentions.isEmpty)
    #expect(edit.caret == nil)
    try draft.apply(edit.inverse)
    #expect(draft == before)
  }

  @Test("Several changes at one position are applied in order")
  func samePlace() throws {
    var draft = try DraftNotation("[a](user:ann)xy[b](user:bob)").document
    let before = draft
    let edit = try draft.apply(
      DraftTransaction(
        changes: [
          TextChange(1..<1, "1"), TextChange(1..<1, "2"), TextChange(1..<2, "3"), TextChange(2..<2, "4"),
          TextChange(2..<3, ""), TextChange(3..<3, "5"),
        ], origin: .paste))
    #expect(try draft == DraftNotation("[a](user:ann)12345[b](user:bob)").document)
    try draft.apply(edit.inverse)
    #expect(draft == before)
  }

  @Test("Two insertions and two removals at one position, with a mention on either side")
  func pairs() throws {
    let before = try DraftNotation("[a](user:ann)xy[b](user:bob)").document
    var draft = before
    let insertion = try draft.apply(
      DraftTransaction(changes: [TextChange(3..<3, "1"), TextChange(3..<3, "2")], origin: .paste))
    #expect(try draft == DraftNotation("[a](user:ann)xy12[b](user:bob)").document)
    try draft.apply(insertion.inverse)
    #expect(draft == before)
    let removal = try draft.apply(
      DraftTransaction(changes: [TextChange(1..<2, ""), TextChange(2..<3, "")], origin: .paste))
    #expect(try draft == DraftNotation("[a](user:ann)[b](user:bob)").document)
    try draft.apply(removal.inverse)
    #expect(draft == before)
  }

  @Test("Text that was joined by several changes is restored")
  func fusedBehindSeveralChanges() throws {
    let before = try DraftNotation("\r12[\n](user:ann)3[b](user:bob)").document
    var draft = before
    let edit = try draft.apply(
      DraftTransaction(changes: [TextChange(1..<2, ""), TextChange(2..<3, "")], origin: .paste))
    #expect(try draft == DraftNotation("\r\n3[b](user:bob)").document)
    #expect(edit.lostMentions == [MentionSpan(3..<4, Self.ann)])
    try draft.apply(edit.inverse)
    #expect(draft == before)
  }

  @Test("Lost mentions are reported in text order, with their old ranges")
  func lostMentions() throws {
    var draft = try DraftNotation("x[a](user:ann)[🇩🇪](user:bob)y[cc](user:ann)").document
    let edit = try draft.apply(
      DraftTransaction(changes: [TextChange(2..<2, "🇦"), TextChange(12..<13, "c")], origin: .paste))
    #expect(
      edit.lostMentions == [MentionSpan(2..<10, Self.bob), MentionSpan(11..<13, Self.ann)])
    #expect(try draft == DraftNotation("x[a](user:ann)🇦🇩🇪ycc").document)
  }

  @Test("An empty edit says so and is not a revision")
  func nothing() throws {
    let before = try DraftNotation("a[b](user:ann)").document
    var draft = before
    let edit = try draft.apply(DraftTransaction(origin: .typing))
    #expect(!edit.changedAnything)
    #expect(edit.caret == nil)
    #expect(edit.inverse == DraftTransaction(origin: .undo))
    #expect(draft.revision == before.revision)
  }
}

import DraftEngine
import Testing

@Suite("Position mapping")
struct MappingTests {
  /// The mapping of every offset of a text under one edit, for both sides.
  struct Table: Sendable, CustomTestStringConvertible {
    let name: String
    let changes: [ChangedRange]
    let before: [Int]
    let after: [Int]

    var testDescription: String { name }
    var mapping: PositionMapping { PositionMapping(changes) }
  }

  private static func changed(_ old: Range<Int>, _ new: Range<Int>) -> ChangedRange {
    ChangedRange(old: old, new: new)
  }

  @Test(
    "Every offset, for both sides",
    arguments: [
      Table(name: "nothing", changes: [], before: [0, 1, 2], after: [0, 1, 2]),
      Table(
        name: "insertion of 2 at 1", changes: [changed(1..<1, 1..<3)],
        before: [0, 1, 4, 5], after: [0, 3, 4, 5]),
      Table(
        name: "insertion at the start", changes: [changed(0..<0, 0..<1)],
        before: [0, 2, 3], after: [1, 2, 3]),
      Table(
        name: "removal of 1..<3", changes: [changed(1..<3, 1..<1)],
        before: [0, 1, 1, 1, 2], after: [0, 1, 1, 1, 2]),
      Table(
        name: "replacement of 1..<4 by 2", changes: [changed(1..<4, 1..<3)],
        before: [0, 1, 1, 1, 3, 4], after: [0, 1, 3, 3, 3, 4]),
      Table(
        name: "replacement of 1..<2 by 3", changes: [changed(1..<2, 1..<4)],
        before: [0, 1, 4, 5], after: [0, 1, 4, 5]),
      Table(
        name: "insertion at 1, removal of 2..<3", changes: [changed(1..<1, 1..<2), changed(2..<3, 3..<3)],
        before: [0, 1, 3, 3, 4], after: [0, 2, 3, 3, 4]),
      Table(
        name: "removal of 0..<1, insertion at 1", changes: [changed(0..<1, 0..<0), changed(1..<1, 0..<1)],
        before: [0, 0, 2], after: [0, 1, 2]),
      Table(
        name: "insertion at 1, removal of 1..<2", changes: [changed(1..<1, 1..<2), changed(1..<2, 2..<2)],
        before: [0, 1, 2, 3], after: [0, 2, 2, 3]),
      Table(
        name: "two insertions at 1", changes: [changed(1..<1, 1..<2), changed(1..<1, 2..<4)],
        before: [0, 1, 5], after: [0, 4, 5]),
      Table(
        name: "two insertions at 1, removal of 1..<2",
        changes: [changed(1..<1, 1..<2), changed(1..<1, 2..<4), changed(1..<2, 4..<4)],
        before: [0, 1, 4, 5], after: [0, 4, 4, 5]),
      Table(
        name: "two removals side by side", changes: [changed(1..<2, 1..<1), changed(2..<3, 1..<1)],
        before: [0, 1, 1, 1, 2], after: [0, 1, 1, 1, 2]),
      Table(
        name: "two replacements side by side", changes: [changed(0..<2, 0..<1), changed(2..<4, 1..<4)],
        before: [0, 0, 1, 1, 4, 5], after: [0, 1, 1, 4, 4, 5]),
    ])
  func offsets(table: Table) {
    let mapping = table.mapping
    #expect(table.before.indices.map { mapping.map($0, side: .before) } == table.before)
    #expect(table.after.indices.map { mapping.map($0, side: .after) } == table.after)
    #expect(table.after.indices.map { mapping.map($0) } == table.after, "the side that is taken unasked")
  }

  @Test("The inverse mapping")
  func inverted() {
    let mapping = PositionMapping([Self.changed(1..<1, 1..<3), Self.changed(2..<4, 4..<5)])
    #expect(mapping.inverted.steps == [[Self.changed(1..<3, 1..<1), Self.changed(4..<5, 2..<4)]])
    #expect(mapping.inverted.inverted == mapping)
    let back = mapping.inverted
    #expect((0...6).map { back.map($0, side: .before) } == [0, 1, 1, 1, 2, 4, 5])
    #expect((0...6).map { back.map($0, side: .after) } == [0, 1, 1, 1, 2, 4, 5])
    let identity = PositionMapping([])
    #expect(identity.inverted == identity)
  }

  @Test("Composed edits")
  func appending() {
    let first = PositionMapping([Self.changed(0..<0, 0..<2)])
    let second = PositionMapping([Self.changed(1..<3, 1..<1)])
    let both = first.appending(second)
    #expect(both.steps.count == 2)
    for offset in 0...5 {
      for side in [PositionMapping.Side.before, .after] {
        #expect(
          both.map(offset, side: side) == second.map(first.map(offset, side: side), side: side))
      }
    }
    #expect((0...5).map { both.map($0, side: .before) } == [0, 1, 2, 3, 4, 5])
    #expect((0...5).map { both.map($0, side: .after) } == [1, 1, 2, 3, 4, 5])
    #expect(both.inverted.steps == [[Self.changed(1..<1, 1..<3)], [Self.changed(0..<2, 0..<0)]])
    let identity = PositionMapping([])
    #expect(first.appending(identity) == first)
    #expect(identity.appending(first) == first)
  }

  @Test("A mapping gives the new place of untouched text")
  func ofAnEdit() throws {
    var draft = DraftDocument(elements: [.plainText(text: "aé漢b👩\u{200D}👧c")])
    let before = Array(draft.text.utf8)
    let edit = try draft.apply(
      DraftTransaction(
        changes: [TextChange(0..<1, "xyz"), TextChange(3..<6, ""), TextChange(7..<7, "\u{301}")],
        origin: .paste))
    let after = Array(draft.text.utf8)
    for offset in before.indices where !(0..<1).contains(offset) && !(3..<6).contains(offset) {
      #expect(after[edit.mapping.map(offset, side: .after)] == before[offset])
      #expect(edit.mapping.inverted.map(edit.mapping.map(offset, side: .after), side: .after) == offset)
    }
    #expect(edit.mapping.map(before.count) == after.count)
  }
}

import Testing

@testable import Composer

@Suite("The selection in a draft")
struct TextSelectionTests {
  @Test("The region is between mark and caret in either order, and empty where they meet")
  func spansRegion() async {
    var selection = TextSelection()
    #expect(selection.range(toCaret: 3) == nil)
    selection.setMark(at: 3, in: "one two")
    #expect(selection.range(toCaret: 7) == 3..<7)
    #expect(selection.range(toCaret: 0) == 0..<3)
    #expect(selection.range(toCaret: 3) == nil && !selection.isEmpty)
  }

  @Test("A selected mention replaces the region, wherever the caret is")
  func selectsMention() async {
    var selection = TextSelection()
    selection.setMark(at: 0, in: "hi Ann")
    selection.select(mention: 3..<6, in: "hi Ann")
    #expect(selection.mark == nil && selection.range(toCaret: 1) == 3..<6)
    selection.deselectMention()
    #expect(selection.isEmpty)
  }

  @Test("A click ends a dragged selection, and not a region begun with a key")
  func removesDraggedMark() async {
    var selection = TextSelection()
    selection.setMark(at: 2, in: "text", isDragged: true)
    selection.removeDraggedMark()
    #expect(selection.mark == nil)
    selection.setMark(at: 2, in: "text")
    selection.removeDraggedMark()
    #expect(selection.mark == 2)
  }

  @Test("Edits made elsewhere move the mark, and deselect a mention that they remove")
  func follows() async {
    var selection = TextSelection()
    selection.setMark(at: 4, in: "one two")
    selection.follow("zero one two")
    #expect(selection.mark == 9)
    selection.select(mention: 9..<12, in: "zero one two")
    selection.follow("one two")
    #expect(selection.mention == 4..<7)
    selection.follow("one ")
    #expect(selection.isEmpty)
  }
}

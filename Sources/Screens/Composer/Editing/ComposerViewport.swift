import ChatControllers
import ChatScreens
import TerminalScreen

/// The rows of a draft as the composer shows them, and which of them are visible.
package final class ComposerViewport {
  /// The columns and rows available for the text.
  package var width = 80
  package var height = 10
  /// Whether mentions are shown with their signs, as in the theme.
  package var showsSigns = false {
    didSet { if showsSigns != oldValue { isLayoutCurrent = false } }
  }
  /// The column that Up and Down try to stay in.
  private var goalColumn: Int?
  /// The first visible row as last computed.
  private var topRow = 0
  private var lastLayout = ComposerLayout(text: "", width: 1)
  /// Whether neither the text nor `showsSigns` has changed since the last layout.
  private var isLayoutCurrent = false
  private let draft: MessageDraft

  init(_ draft: MessageDraft) { self.draft = draft }

  /// Call after every change of the draft.
  func textDidChange() { isLayoutCurrent = false }

  /// Call before every action but Up and Down.
  func forgetGoalColumn() { goalColumn = nil }

  /// Whether there are more rows than are visible.
  package var canScroll: Bool { layout().rowCount > height }

  /// The first visible row. The text scrolls only as far as the caret requires.
  func firstRow() -> Int {
    let layout = layout()
    let row = layout.row(of: draft.utf8Caret)
    topRow = min(max(topRow, row - height + 1), row, max(0, layout.rowCount - height))
    return topRow
  }

  /// Shows rows further up, or further down if negative.
  ///
  /// - Returns: where the caret has to go to stay visible; nil if it can stay.
  func scroll(by rows: Int) -> Int? {
    let layout = layout()
    let last = max(0, layout.rowCount - height)
    // The top row may be from before the height was known.
    topRow = min(max(0, min(topRow, last) - rows), last)
    let position = layout.position(of: draft.utf8Caret)
    let row = min(max(position.row, topRow), topRow + height - 1)
    return row == position.row ? nil : layout.offset(at: Position(column: position.column, row: row))
  }

  /// Moves the caret up or down a row.
  ///
  /// - Returns: whether there is such a row.
  func moveCaret(byRow step: Int) -> Bool {
    let layout = layout()
    let position = layout.position(of: draft.utf8Caret)
    let row = position.row + step
    guard (0..<layout.rowCount).contains(row) else { return false }
    let column = goalColumn ?? position.column
    draft.utf8Caret = layout.offset(at: Position(column: column, row: row))
    goalColumn = column
    return true
  }

  /// The layout of the present text. Unchanged rows are reused from the last layout.
  func layout() -> ComposerLayout {
    if !isLayoutCurrent || lastLayout.width != width {
      lastLayout = ComposerLayout(
        text: draft.text, signing: showsSigns ? draft.mentionSpans : [], width: width, reusing: lastLayout)
      isLayoutCurrent = true
    }
    return lastLayout
  }
}

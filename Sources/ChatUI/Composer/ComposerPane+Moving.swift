import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

extension ComposerPane {
  func move(_ motion: TextMotion) -> ComposerOutcome {
    if let element {
      // The arrows leave a selected element at its edges.
      self.element = nil
      if motion == .characterBackward || motion == .characterForward {
        return move(to: motion.isBackward ? element.lowerBound : element.upperBound)
      }
    }
    return move(to: motion.target(in: draft.text, from: caret))
  }

  /// Somebody pointed there: what the keys before were about is over, as after any motion.
  func place(caretAt offset: Int) {
    chain = .none
    column = nil
    element = nil
    // What was dragged is done with; a region that a key began goes on to where somebody points.
    if isMarkDragged { mark = nil }
    draft.utf8Caret = offset
    refreshPopup(mayOpen: false)
    services?.setNeedsFrame()
  }

  /// Somebody dragged the mouse over the words between.
  func mark(from start: Int, to end: Int) {
    let length = draft.text.utf8.count
    place(caretAt: min(end, length))
    mark = min(start, length)
    isMarkDragged = true
    selectionText = draft.text
  }

  /// Whether there are more rows than are shown.
  var canScroll: Bool { laidOut().rowCount > height }

  /// Shows other rows, up if positive. The caret stays in sight, so it goes along where it has to.
  func scroll(by lines: Int) {
    let rows = laidOut()
    let lowest = max(0, rows.rowCount - height)
    // What was remembered may be from before it was known how many rows there are.
    firstRow = min(max(0, min(firstRow, lowest) - lines), lowest)
    let position = rows.position(of: caret)
    let row = min(max(position.row, firstRow), firstRow + height - 1)
    guard row != position.row else { return }
    place(caretAt: rows.offset(at: Position(column: position.column, row: row)))
  }

  private func move(to offset: Int) -> ComposerOutcome {
    let before = caret
    draft.utf8Caret = offset
    return caret == before ? .nothing : .done
  }

  /// A row up; in the first one what was sent before; in an empty composer the last own message.
  func moveUp() -> ComposerOutcome {
    if draft.text.isEmpty, !history.isWalking {
      if draft.editedMessage != nil { return .nothing }
      return draft.leftEdit.map { .takeUpEdit($0.messageId) } ?? .editLastMessage
    }
    return moveByRow(-1) ? .done : previousInHistory()
  }

  /// A row down; in the last one what was sent after.
  func moveDown() -> ComposerOutcome { moveByRow(1) ? .done : nextInHistory() }

  private func moveByRow(_ step: Int) -> Bool {
    let rows = laidOut()
    let position = rows.position(of: caret)
    let row = position.row + step
    guard (0..<rows.rowCount).contains(row) else { return false }
    let wanted = column ?? position.column
    draft.utf8Caret = rows.offset(at: Position(column: wanted, row: row))
    column = wanted
    return true
  }

  /// The text in rows as it is shown; what a key did not touch is not laid out again.
  func laidOut() -> ComposerLayout {
    if !isLaidOut || layout.width != width {
      layout = ComposerLayout(
        text: draft.text, signing: showsSigns ? draft.mentionSpans : [], width: width, reusing: layout)
      isLaidOut = true
    }
    return layout
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

extension ComposerPane {
  /// The composer as it is to be drawn.
  var state: ComposerState {
    var state = ComposerState()
    state.destination = destination
    state.text = draft.text
    state.mentions = draft.mentionSpans
    state.showsSigns = showsSigns
    state.caret = caret
    state.selection = selection
    state.firstRow = scrolledRow()
    state.files = fileLines
    if draft.editedMessage == nil {
      state.quote = draft.quotedMessage.map {
        .init(
          author: $0.author.shownName(to: client.currentUser.id), text: Excerpt.beginning(of: $0.shownText()))
      }
      if draft.key.parentId != nil { state.isShownInChannel = draft.isShownInChannel }
    }
    state.editing = draft.editedMessage.map { Excerpt.beginning(of: $0.text) }
    state.leftEdit = draft.leftEdit.map { Excerpt.beginning(of: $0.elements.text) }
    if draft.text.isEmpty { state.leftEditHint = services?.keymap.hint((.composer(.up), "goes on")) }
    state.telling = names.line()
    state.typing = typing
    state.placeholder = destination.isEmpty ? "" : "write to \(destination)"
    state.preview = isPreviewShown ? preview : nil
    return state
  }

  /// Scrolls no further than the caret asks for.
  private func scrolledRow() -> Int {
    let rows = laidOut()
    let row = rows.row(of: caret)
    let lowest = max(0, rows.rowCount - height)
    firstRow = min(max(firstRow, row - height + 1), row, lowest)
    return firstRow
  }

  /// What will be sent, and who will be told of it.
  private var preview: String {
    let elements = names.elementsToSend
    let markup = MessageMarkup.render(elements)
    let people = elements.peopleTold(besides: names.reader)
    // First who is told: the end of a long message has no room.
    let told = people.isEmpty ? "tells nobody" : "tells " + people.joined(separator: ", ")
    if !markup.isEmpty { return "\(told) · \(markup)" }
    return fileLines.isEmpty ? "nothing to send" : told
  }
}

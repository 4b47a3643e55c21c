import ChatControllers
import DraftEngine

/// The selection of vi's visual mode.
final class ViSelection {
  private let editor: ComposerTextEditor
  private var draft: MessageDraft { editor.draft }
  private var text: ViText { ViText(draft.text) }

  init(_ editor: ComposerTextEditor) { self.editor = editor }

  var object: ViObject {
    let caret = draft.utf8Caret
    return ViObject(range: editor.selectedRange ?? caret..<caret, isLines: editor.selection.extent == .lines)
  }

  /// The caret's place after an operator: the start of the selection, except in lines selected upward.
  var start: Int {
    let first = object.range.lowerBound
    guard let mark = editor.selection.mark, editor.selection.extent == .lines else { return first }
    // A caret that was moved up from the line of the mark stays where it is.
    return draft.utf8Caret < text.lineStart(mark) ? draft.utf8Caret : first
  }

  /// Begins the selection, switches it between Characters and lines, or ends it.
  func toggle(_ extent: TextSelection.Extent) {
    if editor.selection.extent == extent {
      editor.deselect()
    } else {
      editor.setMark(
        at: editor.selection.extent == .region ? draft.utf8Caret : editor.selection.mark ?? 0, extent)
    }
  }

  /// Selects a text object.
  func select(_ command: ViCommand, count: Int) -> Bool {
    let objects = ViObjects(
      text: text, caret: draft.utf8Caret, count: count, elements: draft.mentionSpans.map(\.range))
    guard let object = objects.object(of: command) else { return false }
    editor.setMark(at: object.range.lowerBound, object.isLines ? .lines : .characters)
    draft.utf8Caret = text.lastPlace(of: object)
    return true
  }
}

nonisolated extension ViText {
  /// The text that an operator covers from the caret to the target of a motion.
  func object(from caret: Int, to target: ViTarget) -> ViObject {
    let low = min(caret, target.place)
    let high = max(caret, target.place)
    switch target.extent {
    case .lines: return ViObject(range: lines(low..<high), isLines: true)
    case .inclusive: return ViObject(range: low..<(isLineEnd(high) ? high : after(high) ?? high))
    case .exclusive:
      // As in Vim, an exclusive motion to the start of a line ends with the previous line, and covers whole lines if only blanks
      // precede it in its first line.
      guard lineStart(high) == high, low < high, let end = before(high) else {
        return ViObject(range: low..<high)
      }
      return low <= firstNonblank(low)
        ? ViObject(range: lines(low..<end), isLines: true) : ViObject(range: low..<end)
    }
  }

  /// The text that `d` deletes. As in Vim, text of several lines that would leave only blanks in its first and last line is deleted
  /// as whole lines.
  func deleted(_ object: ViObject) -> ViObject {
    guard !object.isLines, lineEnd(object.range.lowerBound) < object.range.upperBound,
      object.range.lowerBound <= firstNonblank(object.range.lowerBound)
    else { return object }
    var end = object.range.upperBound
    while let character = character(at: end), character.isWhitespace, let next = after(end) { end = next }
    return isLineEnd(end) ? ViObject(range: lines(object.range.lowerBound..<end), isLines: true) : object
  }

  /// The lines that an object is in, as a whole.
  func wholeLines(_ object: ViObject) -> ViObject {
    ViObject(range: lines(object.range.lowerBound..<lastPlace(of: object)), isLines: true)
  }

  func lineCount(of object: ViObject) -> Int {
    text.slice(utf8: object.range.lowerBound..<lastPlace(of: object)).count(where: \.isNewline) + 1
  }

  /// The place of an object's last Character.
  func lastPlace(of object: ViObject) -> Int {
    let range = object.range
    guard !object.isLines, !range.isEmpty else { return range.upperBound }
    return max(range.lowerBound, before(range.upperBound) ?? 0)
  }

  /// The size of an object, for a repetition by `.` elsewhere.
  func extent(of object: ViObject) -> ViCompleteCommand.Object {
    let lines = lineCount(of: object)
    guard !object.isLines else { return .selection(lines: lines, characters: nil) }
    let start = lines > 1 ? lineStart(lastPlace(of: object)) : object.range.lowerBound
    return .selection(lines: lines, characters: text.slice(utf8: start..<object.range.upperBound).count)
  }
}

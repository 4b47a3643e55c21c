import ChatControllers
import DraftEngine

/// Applies vi commands to a draft.
///
/// Mentions are atomic: a command that covers a part of one takes all of it, and no command changes single letters of it.
final class ViEditing {
  /// The column in which the caret stays when it moves up and down; `Int.max` is the end of each line.
  var goalColumn: Int?
  private let editor: ComposerTextEditor
  private let session: ViSession
  private let selection: ViSelection
  private let context: any ComposerContext
  private static let indentation = "  "
  /// Limits the effect of a mistyped count.
  private static let longestInsertion = 1 << 20

  private var draft: MessageDraft { editor.draft }
  private var text: ViText { ViText(draft.text) }

  init(_ editor: ComposerTextEditor, session: ViSession, context: any ComposerContext) {
    self.editor = editor
    self.session = session
    selection = ViSelection(editor)
    self.context = context
  }

  // MARK: Commands

  /// - Returns: whether it had an effect.
  func perform(_ command: ViCompleteCommand) -> Bool {
    let text = text
    let caret = draft.utf8Caret
    let times = command.count ?? 1
    if let object = command.object {
      guard let (found, place) = self.object(object, for: command) else { return false }
      return operate(command.command, on: found, times: 1, register: command.register, caret: place)
    }
    switch command.command {
    case .put, .putBefore: return put(command)
    case .join: return join(times, from: caret)
    case .replace:
      guard let character = command.replacement else { return false }
      var end = caret
      for _ in 0..<times {
        guard !text.isLineEnd(end), let next = text.after(end) else { return false }
        end = next
      }
      return replace(ViObject(range: caret..<end), with: character)
    case .toggleCaseHere:
      let end = text.advance(caret, by: times)
      guard end > caret else { return false }
      draft.utf8Caret = caret + changeCase(.toggled, in: caret..<end)
      return true
    case .insert: return true
    case .insertAtLineStart: return moveCaret(to: text.firstNonblank(caret))
    case .append: return moveCaret(to: text.advance(caret, by: 1))
    case .appendAtLineEnd: return moveCaret(to: text.lineEnd(caret))
    case .openBelow: return open(at: text.lineEnd(caret), caretAfter: true)
    case .openAbove: return open(at: text.lineStart(caret), caretAfter: false)
    default: return false
    }
  }

  private func moveCaret(to place: Int) -> Bool {
    draft.utf8Caret = place
    return true
  }

  private func open(at place: Int, caretAfter: Bool) -> Bool {
    guard replace(place..<place, with: Clipping("\n")) else { return false }
    draft.utf8Caret = caretAfter ? place + 1 : place
    return true
  }

  /// Inserts text typed earlier, as often as the count says.
  func insert(_ clipping: Clipping, times: Int, opening command: ViCommand) {
    guard times > 0, !clipping.isEmpty || command == .openAbove || command == .openBelow else { return }
    guard fits(clipping, times) else { return }
    // `o` with a count opens a line for each repetition.
    let isOpening = command == .openBelow || command == .openAbove
    let caret = draft.utf8Caret
    let isRepeated = isOpening && caret != text.lineStart(caret)
    var pieces = Clipping("")
    for round in 0..<times {
      if isOpening, isRepeated || round > 0 { pieces = pieces + Clipping("\n") }
      pieces = pieces + clipping
    }
    if replace(caret..<caret, with: pieces) { draft.utf8Caret = caret + pieces.text.utf8.count }
  }

  private func fits(_ clipping: Clipping, _ times: Int) -> Bool {
    guard clipping.text.utf8.count * times <= Self.longestInsertion else {
      context.say(.insertsTooMuch)
      return false
    }
    return true
  }

  // MARK: Where commands reach

  /// The target of a motion from the caret.
  func target(of command: ViCommand, _ find: ViFind?, count: Int?, for operation: ViCommand?) -> ViTarget? {
    let motions = ViMotions(
      text: text, caret: draft.utf8Caret, count: count, operation: operation, goalColumn: goalColumn,
      isSelecting: editor.selection.extent != .region)
    return motions.target(of: command, find: find, lastFind: session.find)
  }

  /// The text an operator is applied to, and the caret's place after a yank or a change of case.
  private func object(
    _ object: ViCompleteCommand.Object, for command: ViCompleteCommand
  ) -> (object: ViObject, caret: Int)? {
    let text = text
    let caret = draft.utf8Caret
    switch object {
    case .motion(let motion, let find):
      let target = target(of: motion, find, count: command.count, for: command.command)
      guard let target else {
        // There is nothing to remove, but `c` still inserts text.
        let isEmpty = command.command == .change && [.left, .right].contains(motion)
        return isEmpty ? (ViObject(range: caret..<caret), caret) : nil
      }
      let found = text.object(from: caret, to: target)
      let isDelete = command.command == .delete
      return (isDelete ? text.deleted(found) : found, min(caret, target.place))
    case .textObject(let object):
      return textObject(object, count: command.count ?? 1).map { ($0, $0.range.lowerBound) }
    case .lines:
      var last = caret
      for round in 1..<max(1, command.count ?? 1) {
        guard let next = text.nextLine(last) else {
          guard round > 1 else { return nil }
          break
        }
        last = next
      }
      let start = command.command == .yank ? caret : min(caret, text.firstNonblank(caret))
      return (ViObject(range: text.lines(caret..<last), isLines: true), start)
    case .selection(let lines, let characters):
      var last = caret
      for _ in 1..<max(1, lines) {
        guard let next = text.nextLine(last) else { break }
        last = next
      }
      guard let characters else { return (ViObject(range: text.lines(caret..<last), isLines: true), caret) }
      return (ViObject(range: caret..<text.advance(last, by: characters)), caret)
    }
  }

  private func textObject(_ command: ViCommand, count: Int) -> ViObject? {
    ViObjects(text: text, caret: draft.utf8Caret, count: count, elements: draft.mentionSpans.map(\.range))
      .object(of: command)
  }

  // MARK: Operators

  func operate(
    _ operation: ViCommand, on object: ViObject, times: Int, register: Character?, caret: Int
  ) -> Bool {
    var object = object
    if !object.isLines { object.range = editor.withWholeMentions(object.range) }
    switch operation {
    case .yank:
      take(object, into: register)
      draft.utf8Caret = min(caret, object.isLines ? caret : object.range.lowerBound)
      return true
    case .delete:
      guard !object.range.isEmpty || object.isLines && text.count > 0 else { return false }
      take(object, into: register)
      return delete(object)
    case .change:
      if !object.range.isEmpty || object.isLines && text.count > 0 { take(object, into: register) }
      guard object.range.isEmpty || editor.remove(object.range) else { return false }
      draft.utf8Caret = object.range.lowerBound
      return true
    case .indent, .outdent:
      indent(text.wholeLines(object).range, by: operation == .indent ? times : -times)
      return true
    case .lowercase, .uppercase, .toggleCase:
      changeCase(
        operation == .lowercase ? .lower : operation == .uppercase ? .upper : .toggled, in: object.range)
      draft.utf8Caret = caret
      return true
    default: return false
    }
  }

  private func take(_ object: ViObject, into register: Character?) {
    var clipping = editor.clipping(object.range)
    if object.isLines {
      clipping = clipping + Clipping("\n")
      clipping.isLines = true
    }
    if let text = session.registers.take(clipping, into: register) { session.copy(text) }
  }

  private func delete(_ object: ViObject) -> Bool {
    var range = object.range
    let text = text
    if object.isLines {
      if let next = text.after(range.upperBound) {
        range = range.lowerBound..<next
      } else if let previous = text.before(range.lowerBound) {
        range = previous..<range.upperBound
      }
      guard range.isEmpty || editor.remove(range) else { return false }
      let shorter = self.text
      draft.utf8Caret = shorter.firstNonblank(min(object.range.lowerBound, shorter.count))
      return true
    }
    guard editor.remove(range) else { return false }
    draft.utf8Caret = range.lowerBound
    return true
  }

  private func indent(_ range: Range<Int>, by steps: Int) {
    let text = text
    var changes: [TextChange] = []
    var line: Int? = range.lowerBound
    while let start = line, start <= range.upperBound {
      if steps > 0 {
        if !text.isLineEnd(start) {
          changes.append(TextChange(start..<start, String(repeating: Self.indentation, count: steps)))
        }
      } else {
        let blanks = text.firstNonblank(start)
        let end =
          text.character(at: start) == "\t"
          ? start + 1 : min(blanks, start - steps * Self.indentation.utf8.count)
        if end > start { changes.append(TextChange(start..<end, "")) }
      }
      line = text.nextLine(start)
    }
    if !changes.isEmpty { editor.apply(DraftTransaction(changes: changes, origin: .paste)) }
    draft.utf8Caret = self.text.firstNonblank(range.lowerBound)
  }

  /// - Returns: the length of the range after the change.
  @discardableResult
  private func changeCase(_ letterCase: LetterCase, in range: Range<Int>) -> Int {
    let mentions = draft.mentionSpans.map(\.range)
    let changes = letterCase.changes(in: range, of: draft.text).changes.filter { change in
      !mentions.contains { $0.overlaps(change.range) }
    }
    if !changes.isEmpty { editor.apply(DraftTransaction(changes: changes, origin: .paste)) }
    return changes.reduce(range.count) { $0 + $1.replacement.utf8.count - $1.range.count }
  }

  /// Replaces each Character.
  @discardableResult
  func replace(_ object: ViObject, with character: Character) -> Bool {
    let text = text
    let mentions = draft.mentionSpans.map(\.range)
    var changes: [TextChange] = []
    var place = object.range.lowerBound
    while place < object.range.upperBound, let next = text.after(place) {
      if !text.isLineEnd(place), !mentions.contains(where: { $0.contains(place) }) {
        // A newline replaces all of the Characters at once, as in vi.
        let isFirst = changes.isEmpty || character != "\n"
        changes.append(TextChange(place..<next, isFirst ? String(character) : ""))
      }
      place = next
    }
    guard !changes.isEmpty else { return false }
    guard editor.apply(DraftTransaction(changes: changes, origin: .paste)) != nil else { return false }
    let added = changes.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count }
    let end = object.range.upperBound + added
    draft.utf8Caret =
      character == "\n"
      ? object.range.lowerBound + 1 : max(object.range.lowerBound, self.text.before(end) ?? 0)
    return true
  }

  func join(_ lines: Int, from start: Int) -> Bool {
    let text = text
    var changes: [TextChange] = []
    var end = text.lineEnd(start)
    var isEmpty = text.lineStart(start) == end
    var lastIsBlank = text.before(end).flatMap(text.character(at:))?.isWhitespace ?? false
    for _ in 1..<max(2, lines) {
      guard let next = text.after(end) else { break }
      let words = text.firstNonblank(next)
      let first = text.character(at: words)
      let needsBlank = first != nil && first != ")" && !isEmpty && !lastIsBlank
      changes.append(TextChange(end..<words, needsBlank ? " " : ""))
      end = text.lineEnd(words)
      if first != nil {
        isEmpty = false
        lastIsBlank = text.before(end).flatMap(text.character(at:))?.isWhitespace ?? false
      } else {
        lastIsBlank = lastIsBlank || needsBlank
      }
    }
    guard let last = changes.last,
      editor.apply(DraftTransaction(changes: changes, origin: .paste)) != nil
    else { return false }
    let removed = changes.dropLast().reduce(0) { $0 + $1.range.count - $1.replacement.utf8.count }
    draft.utf8Caret = last.range.lowerBound - removed
    return true
  }

  // MARK: Putting

  private func put(_ command: ViCompleteCommand) -> Bool {
    guard let clipping = session.registers.text(in: command.register) else {
      context.say(.registerIsEmpty)
      return false
    }
    let times = command.count ?? 1
    guard fits(clipping, times) else { return false }
    let text = text
    let caret = draft.utf8Caret
    let isBefore = command.command == .putBefore
    let pieces = Array(repeating: clipping, count: times).reduce(Clipping(""), +)
    if clipping.isLines {
      let lines = pieces.dropLast()
      let place = isBefore ? text.lineStart(caret) : text.lineEnd(caret)
      let new = isBefore ? lines + Clipping("\n") : Clipping("\n") + lines
      guard replace(place..<place, with: new) else { return false }
      draft.utf8Caret = self.text.firstNonblank(isBefore ? place : place + 1)
      return true
    }
    let place = isBefore ? caret : text.advance(caret, by: 1)
    guard replace(place..<place, with: pieces) else { return false }
    moveCaret(behind: pieces, at: place)
    return true
  }

  /// Moves the caret to the last Character of the inserted text, or to its start if it has several lines.
  private func moveCaret(behind pieces: Clipping, at place: Int) {
    let isOneLine = !pieces.text.contains(where: \.isNewline)
    draft.utf8Caret = isOneLine ? max(place, text.before(place + pieces.text.utf8.count) ?? 0) : place
  }

  func putOverSelection(_ command: ViCompleteCommand) -> Bool {
    guard let clipping = session.registers.text(in: command.register) else {
      context.say(.registerIsEmpty)
      return false
    }
    let times = command.count ?? 1
    guard fits(clipping, times) else { return false }
    var object = selection.object
    if !object.isLines { object.range = editor.withWholeMentions(object.range) }
    take(object, into: nil)
    var pieces = Array(repeating: clipping, count: times).reduce(Clipping(""), +)
    if clipping.isLines { pieces = object.isLines ? pieces.dropLast() : Clipping("\n") + pieces }
    let start = object.range.lowerBound
    guard replace(object.range, with: pieces) else { return false }
    if clipping.isLines || object.isLines {
      draft.utf8Caret = text.firstNonblank(clipping.isLines && !object.isLines ? start + 1 : start)
    } else {
      moveCaret(behind: pieces, at: start)
    }
    return true
  }

  private func replace(_ range: Range<Int>, with clipping: Clipping) -> Bool {
    editor.apply(clipping.replacing(range, origin: .paste)) != nil
  }
}

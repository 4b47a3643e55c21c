import ChatControllers
import DraftEngine

extension ComposerPane {
  /// The Character before the caret; a mention that ends there is selected first and then goes as a unit.
  func deleteLeft() -> ComposerOutcome {
    delete(.characterBackward) { $0.upperBound == self.caret }
  }

  /// The Character behind the caret; a mention that begins there likewise.
  func deleteRight() -> ComposerOutcome {
    delete(.characterForward) { $0.lowerBound == self.caret }
  }

  private func delete(_ motion: TextMotion, orElement isHere: (Range<Int>) -> Bool) -> ComposerOutcome {
    if let element { return remove(element) ? .done : .nothing }
    if let span = draft.mentionSpans.first(where: { isHere($0.range) }) {
      mark = nil
      element = span.range
      selectionText = draft.text
      return .done
    }
    let target = motion.target(in: draft.text, from: caret)
    guard target != caret else { return .nothing }
    let range = min(caret, target)..<max(caret, target)
    return replace(range, with: Clipping(""), origin: .typing) ? .done : .nothing
  }

  /// Swaps the Characters around the caret; at the end of a line the two before it.
  func transpose() -> ComposerOutcome {
    let text = draft.text
    let lineStart = TextMotion.lineStart.target(in: text, from: caret)
    var middle = caret
    if middle == TextMotion.lineEnd.target(in: text, from: caret), middle > lineStart {
      middle = TextMotion.characterBackward.target(in: text, from: middle)
    }
    let right = withWholeMentions(middle..<TextMotion.characterForward.target(in: text, from: middle))
    guard right.lowerBound > lineStart else { return .nothing }
    let start = TextMotion.characterBackward.target(in: text, from: right.lowerBound)
    return swap(withWholeMentions(start..<right.lowerBound), right)
  }

  /// Swaps the word at the caret with the one before it.
  func transposeWords() -> ComposerOutcome {
    let text = draft.text
    let reach = TextMotion.wordForward.target(in: text, from: caret)
    let start = TextMotion.wordBackward.target(in: text, from: reach)
    let right = withWholeMentions(start..<max(start, TextMotion.wordForward.target(in: text, from: start)))
    let otherStart = TextMotion.wordBackward.target(in: text, from: right.lowerBound)
    let otherEnd = TextMotion.wordForward.target(in: text, from: otherStart)
    let left = withWholeMentions(otherStart..<max(otherStart, otherEnd))
    guard !left.isEmpty, left.upperBound <= right.lowerBound, !right.isEmpty else { return .nothing }
    return swap(left, right)
  }

  /// A range with all of the mentions of which it has a part: half a name is nobody.
  private func withWholeMentions(_ range: Range<Int>) -> Range<Int> {
    draft.mentionSpans.lazy.map(\.range).filter { $0.overlaps(range) }.reduce(range) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
  }

  private func swap(_ left: Range<Int>, _ right: Range<Int>) -> ComposerOutcome {
    let spans = draft.mentionSpans
    func part(_ range: Range<Int>) -> Clipping { Clipping(range, of: draft.text, mentions: spans) }
    let swapped = part(right) + part(left.upperBound..<right.lowerBound) + part(left)
    return replace(left.lowerBound..<right.upperBound, with: swapped, origin: .paste) ? .done : .nothing
  }

  func undo(after before: EditChain) -> ComposerOutcome {
    if takeBackDiscard(after: before) { return .done }
    if takeBackLeftOut(after: before) { return .done }
    let text = draft.text
    let isDone = step { (draft) throws(DraftError) in try draft.undo() }
    if isDone { takeBackDrop(from: text) } else { say("Nothing to undo") }
    return isDone ? .done : .nothing
  }

  func redo() -> ComposerOutcome {
    let text = draft.text
    let isDone = step { (draft) throws(DraftError) in try draft.redo() }
    if isDone { repeatDrop(from: text) } else { say("Nothing to do again") }
    return isDone ? .done : .nothing
  }

  private func step(_ take: (MessageDraft) throws(DraftError) -> Bool) -> Bool {
    deselect()
    do throws(DraftError) {
      return try performing { () throws(DraftError) in try take(draft) }
    } catch {
      services?.say("That cannot be undone", because: error)
      return false
    }
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// Edits the text of a composer's draft, and remembers what is selected in it.
///
/// The `MessageDraft` owns the text and the caret. All parts of the composer change the text through the editor, so that it can
/// distinguish the composer's own edits from those of other devices.
package final class ComposerTextEditor {
  let draft: MessageDraft
  /// Killed text, shared by all composers and lists.
  let killRing: KillRing
  private(set) var selection = TextSelection()
  /// State that the previous action left for the next one. Set it at the end of an action: changes of the draft may reset it.
  var previousAction = PreviousAction.other
  /// Whether the draft is being changed through this editor.
  private(set) var isChanging = false
  /// Whether the last edit has deleted all of the text.
  private(set) var hasErasedText = false
  private let context: any ComposerContext

  init(_ draft: MessageDraft, context: any ComposerContext, killRing: KillRing) {
    self.draft = draft
    self.context = context
    self.killRing = killRing
  }

  /// Begins an action.
  ///
  /// - Returns: the state that the previous action left.
  @discardableResult
  func beginAction() -> PreviousAction {
    let previous = previousAction
    previousAction = .other
    return previous
  }

  // MARK: Changing the text

  /// Applies an edit and deselects everything. Reports a failure, which leaves the draft as it was.
  @discardableResult
  func apply(_ transaction: DraftTransaction) -> AppliedEdit? {
    let wasChanging = isChanging
    isChanging = true
    defer { isChanging = wasChanging }
    do throws(DraftError) {
      let edit = try draft.apply(transaction)
      hasErasedText = draft.text.isEmpty
      selection.clear()
      return edit
    } catch .splitsCharacter where !transaction.adding.isEmpty {
      // An inserted mention would share a Character with the text beside it: it is inserted as plain text instead.
      var plain = transaction
      plain.adding = []
      return apply(plain)
    } catch {
      context.say(.notChanged, because: error)
      return nil
    }
  }

  /// Changes the draft by other means than a transaction.
  package func change<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
  {
    let wasChanging = isChanging
    isChanging = true
    defer { isChanging = wasChanging }
    hasErasedText = false
    return try body()
  }

  /// Replaces a range and moves the caret behind the new text.
  @discardableResult
  func replace(_ range: Range<Int>, with clipping: Clipping, origin: EditOrigin) -> Bool {
    guard apply(clipping.replacing(range, origin: origin)) != nil else { return false }
    let end = range.lowerBound + clipping.text.utf8.count
    let caret = draft.utf8Caret
    // If the new text has merged with the Character after it, the caret goes behind both. After a removal it stays
    // before a merged Character: otherwise the next Backspace would delete text that was never before the caret.
    if caret < end, !clipping.isEmpty {
      draft.utf8Caret = TextMotion.characterForward.target(in: draft.text, from: caret)
    }
    return true
  }

  /// Inserts text at the caret. It replaces a selected mention, but never a region: as in Readline, typing only ends
  /// it.
  @discardableResult
  func insert(_ clipping: Clipping, origin: EditOrigin) -> Bool {
    let caret = draft.utf8Caret
    return replace(selection.mention ?? caret..<caret, with: clipping, origin: origin)
  }

  /// Removes text as an undo step of its own, unlike typing, which is undone word by word.
  func remove(_ range: Range<Int>) -> Bool {
    replace(range, with: Clipping(""), origin: .paste)
  }

  /// Undoes the last step.
  ///
  /// - Returns: whether there was one.
  func undo() -> Bool { step { () throws(DraftError) in try draft.undo() } }

  /// Redoes the step undone last.
  ///
  /// - Returns: whether there was one.
  func redo() -> Bool { step { () throws(DraftError) in try draft.redo() } }

  private func step(_ body: () throws(DraftError) -> Bool) -> Bool {
    selection.clear()
    do throws(DraftError) {
      let isDone = try change(body)
      hasErasedText = draft.text.isEmpty
      return isDone
    } catch {
      context.say(.notChanged, because: error)
      return false
    }
  }

  /// A copy of a part of the draft, with the mentions in it.
  func clipping(_ range: Range<Int>) -> Clipping {
    Clipping(range, of: draft.text, mentions: draft.mentionSpans)
  }

  /// Extends a range to all of the mentions that it overlaps: part of a mention would be plain text.
  func withWholeMentions(_ range: Range<Int>) -> Range<Int> {
    draft.mentionSpans.lazy.map(\.range).filter { $0.overlaps(range) }.reduce(range) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
  }

  /// Whether text still stands where it was typed, and no mention covers any of it.
  func hasPlain(_ text: String, at range: Range<Int>) -> Bool {
    draft.text.utf8.dropFirst(range.lowerBound).prefix(range.count).elementsEqual(text.utf8)
      && !draft.mentionSpans.contains { $0.range.overlaps(range) }
  }

  // MARK: Selecting

  /// The selected mention, or the region between the mark and the caret.
  var selectedRange: Range<Int>? {
    let caret = draft.utf8Caret
    guard let mark = selection.mark, selection.extent != .region else {
      return selection.range(toCaret: caret)
    }
    let text = ViText(draft.text)
    let ends = min(mark, caret)..<max(mark, caret)
    guard selection.extent == .characters else { return text.lines(ends) }
    return ends.lowerBound..<(text.after(ends.upperBound) ?? ends.upperBound)
  }

  func deselect() { selection.clear() }
  func deselectMention() { selection.deselectMention() }
  func select(mention: Range<Int>) { selection.select(mention: mention, in: draft.text) }

  /// Begins a region at the caret, or ends the one that was begun there.
  func toggleMark() {
    let caret = draft.utf8Caret
    if selection.mark == caret {
      selection.removeMark()
    } else {
      selection.setMark(at: caret, in: draft.text)
    }
  }

  /// Begins a selection of vi's visual mode, or changes its extent.
  func setMark(at offset: Int, _ extent: TextSelection.Extent) {
    selection.setMark(at: offset, in: draft.text, extent: extent)
  }

  /// Exchanges the caret and the mark.
  ///
  /// - Returns: whether there is a mark.
  func exchangeMark() -> Bool {
    guard let mark = selection.mark else { return false }
    let caret = draft.utf8Caret
    draft.utf8Caret = min(mark, draft.text.utf8.count)
    selection.setMark(at: caret, in: draft.text, extent: selection.extent)
    return true
  }

  /// Turns a selected mention into a region from its start to its end.
  func markSelectedMention() {
    guard let mention = selection.mention else { return }
    selection.setMark(at: mention.lowerBound, in: draft.text)
    selection.deselectMention()
    draft.utf8Caret = mention.upperBound
  }

  /// Moves the caret to where the user has pointed.
  func point(at offset: Int) {
    selection.deselectMention()
    selection.removeDraggedMark()
    draft.utf8Caret = offset
  }

  /// Sets the mark where a drag has begun.
  func dragMark(to offset: Int) { selection.setMark(at: offset, in: draft.text, isDragged: true) }

  /// Keeps the selection on the same text after an edit of another device.
  func followForeignEdit() {
    previousAction = .other
    hasErasedText = false
    selection.follow(draft.text)
  }

  /// Makes the selected text a link.
  @discardableResult
  package func link(to address: String) -> Bool {
    let address = PastedText.line(address)
    guard let range = selectedRange else {
      // Another place, without a selection, may have opened while the user typed the address.
      context.say(.selectTextFirst(startedBy: context.key(of: .composer(.setMark))))
      return false
    }
    guard !address.isEmpty else { return false }
    guard !WebAddress.linkSchemes.contains(address.filter { $0 != " " }.lowercased()) else {
      context.say(.addressIncomplete)
      return false
    }
    let inside = draft.mentionSpans.filter { $0.range.overlaps(range) }
    guard
      inside.allSatisfy({ range.contains($0.range.lowerBound) && $0.range.upperBound <= range.upperBound })
    else {
      context.say(.linkInsideMention)
      return false
    }
    let link = MentionSpan(range, .url(url: address))
    return apply(DraftTransaction(removing: inside, adding: [link], origin: .suggestion)) != nil
  }
}

package import DraftEngine

/// A text being written, with its undo history and its caret.
package struct Composition {
  package private(set) var document: DraftDocument
  private var history: DraftHistory
  /// In UTF-8 bytes, always between Characters.
  package private(set) var caret = 0
  /// The elements of this version of the document; replaced with each edit, so that a copy of this value keeps its own.
  private var rendered = RenderedElements()
  private var erasedText = ErasedTextTracker()

  init(_ document: DraftDocument = DraftDocument(), caret: Int = 0) {
    self.document = document
    history = DraftHistory(of: document)
    place(caret)
  }

  /// The text with typed mentions, channel references and links; rendered once for each edit.
  @inline(__always)
  package var elements: [MessageElement] { rendered.elements(of: document) }

  package var canUndo: Bool { history.canUndo }
  package var canRedo: Bool { history.canRedo }

  /// Applies an edit of the user as a whole.
  ///
  /// - Returns: the edit, and the text that it has erased completely.
  package mutating func perform(
    _ transaction: DraftTransaction
  ) throws(DraftError) -> (edit: AppliedEdit, erased: DraftDocument?) {
    let removesText = transaction.removesText
    let wasBlank = document.isBlank
    erasedText.begin(document, removesText: removesText)
    let edit = try apply(transaction)
    guard edit.changedAnything else { return (edit, nil) }
    return (edit, erasedText.end(document, removesText: removesText, wasBlank: wasBlank))
  }

  /// Applies edits that were made for this very document: what another device wrote, or a text that is restored. They are undone
  /// together.
  mutating func applyAll(_ transactions: [DraftTransaction]) {
    if transactions.count > 1 { history.beginGroup() }
    defer { if transactions.count > 1 { history.endGroup() } }
    do {
      for transaction in transactions { _ = try apply(transaction) }
    } catch {
      preconditionFailure("an edit made for this draft does not fit it: \(error)")
    }
  }

  /// The user's own edit moves the caret. Any other edit keeps it after the same text, and undo does not revert the changes of
  /// another device.
  private mutating func apply(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    let wasEmpty = document.isEmpty
    let edit =
      transaction.origin == .merge
      ? try history.perform(foreign: transaction, on: &document)
      : try history.perform(transaction, on: &document)
    if edit.changedAnything {
      rendered = RenderedElements()
      let isForeign = transaction.origin == .merge || transaction.origin == .restore
      let target = isForeign ? nil : edit.caret
      // In a text that was empty, the caret moves to the end, to continue writing there.
      let kept = wasEmpty ? document.text.utf8.count : edit.mapping.map(caret, side: .before)
      place(target ?? kept)
    }
    return edit
  }

  /// A step that was undone or redone.
  package struct Step {
    /// The text that it has erased completely.
    let erased: DraftDocument?
  }

  /// - Returns: nil if there was no step to undo.
  package mutating func undo() throws(DraftError) -> Step? {
    try step { (history, document) throws(DraftError) in try history.undo(&document) }
  }

  /// - Returns: nil if there was no step to redo.
  package mutating func redo() throws(DraftError) -> Step? {
    try step { (history, document) throws(DraftError) in try history.redo(&document) }
  }

  private mutating func step(
    _ perform: (inout DraftHistory, inout DraftDocument) throws(DraftError) -> PositionMapping?
  ) throws(DraftError) -> Step? {
    var next = self
    guard let mapping = try perform(&next.history, &next.document) else { return nil }
    let after = next.document
    let removesText = after.utf8Count < document.utf8Count || after.isBlank
    next.rendered = RenderedElements()
    next.place(mapping.caret ?? mapping.map(caret))
    next.erasedText.begin(document, removesText: removesText)
    let erased = next.erasedText.end(after, removesText: removesText, wasBlank: document.isBlank)
    self = next
    return Step(erased: erased)
  }

  /// Forgets earlier texts, so that neither undo nor the history brings them back.
  mutating func forgetSteps() {
    history = DraftHistory(of: document)
    forgetErasedText()
  }

  /// Call when the text was sent or replaced: text erased before does not belong to the new one.
  mutating func forgetErasedText() {
    erasedText = ErasedTextTracker()
    history.endGroup()
  }

  /// Moves the caret for the user, and begins a new undo step.
  ///
  /// - Returns: whether the caret moved.
  package mutating func moveCaret(toUTF8 offset: Int) -> Bool {
    let before = caret
    place(offset)
    guard caret != before else { return false }
    history.endTyping()
    return true
  }

  /// Everything up to the end of the group is undone as one step.
  package mutating func beginUndoGroup() { history.beginGroup() }
  package mutating func endUndoGroup() { history.endGroup() }

  private mutating func place(_ offset: Int) {
    let text = document.text
    caret = text.utf8.distance(from: text.startIndex, to: text.characterBoundary(atOrBefore: offset))
  }
}

/// The elements of a document, rendered on first use and then kept: listeners, store and service all need them after each
/// key.
nonisolated final class RenderedElements {
  private var elements: [MessageElement]?

  func elements(of document: DraftDocument) -> [MessageElement] {
    if let elements { return elements }
    let made = document.elements
    elements = made
    return made
  }
}

extension DraftDocument {
  /// The edits that turn this document into another one, to be applied in order: the text first, then the mentions that
  /// the new text did not bring along.
  nonisolated func transactions(to target: DraftDocument, origin: EditOrigin) -> [DraftTransaction] {
    var result: [DraftTransaction] = []
    var next = self
    let text = transaction(updatingTo: target.text, origin: origin)
    do {
      if try next.apply(text).changedAnything { result.append(text) }
    } catch {
      preconditionFailure("the edit between two texts does not fit: \(error)")
    }
    let old = Set(next.mentionSpans)
    let new = Set(target.mentionSpans)
    if old != new {
      result.append(
        DraftTransaction(
          removing: next.mentionSpans.filter { !new.contains($0) },
          adding: target.mentionSpans.filter { !old.contains($0) }, origin: origin))
    }
    return result
  }

  /// Whether it has no visible text.
  @inline(__always)
  package nonisolated var isBlank: Bool { text.isBlank }
}

/// Remembers a text that is erased step by step, so that it can be restored as a whole.
///
/// It is copied once for a run of removals: a copy for each key would cost the whole text.
nonisolated struct ErasedTextTracker {
  private var peak: DraftDocument?

  /// Call before applying an edit.
  ///
  /// - Parameter removesText: whether the edit may leave less text than there is.
  mutating func begin(_ document: DraftDocument, removesText: Bool) {
    if removesText, peak == nil { peak = document }
  }

  /// Call after applying the edit.
  ///
  /// - Returns: the text that this edit has erased completely; nil if some is left, or if there was none before.
  mutating func end(_ document: DraftDocument, removesText: Bool, wasBlank: Bool) -> DraftDocument? {
    let isGone = !wasBlank && document.isBlank
    let words = isGone ? peak : nil
    if isGone || !removesText { peak = nil }
    return words
  }
}

extension DraftTransaction {
  /// Whether it makes a text shorter, or replaces words by blanks.
  nonisolated var removesText: Bool {
    changes.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count } < 0
      || changes.contains { !$0.range.isEmpty && $0.replacement.allSatisfy(\.isWhitespace) }
  }
}

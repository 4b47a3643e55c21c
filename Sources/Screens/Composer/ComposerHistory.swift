import ChatControllers
import ChatDomain
import DraftEngine

/// Text that has left the composer, and how to restore it: messages sent from here, and text that was set aside or discarded.
final class ComposerHistory {
  /// The messages and commands entered here.
  private(set) var sent = SentHistory()
  /// Whether text from here had been put aside when the history was loaded.
  private var hasPutAside = false
  private let editor: ComposerTextEditor
  private let context: any ComposerContext
  private var draft: MessageDraft { editor.draft }

  init(_ editor: ComposerTextEditor, context: any ComposerContext) {
    self.editor = editor
    self.context = context
  }

  // MARK: What was sent

  /// Preloads messages sent earlier, so that no key has to wait for them.
  func load() {
    Task { [weak self, client = context.client, key = draft.key] in
      do {
        var limit = SentHistory.limit
        var (kept, sent): ([DraftHistoryEntry], [DraftHistoryEntry])
        // Any number of unsent texts may precede a sent one.
        repeat {
          kept = try await client.draftHistory(for: key, limit: limit)
          sent = kept.filter { [.sent, .edited, .command].contains($0.reason) }
          limit *= 2
        } while sent.count < SentHistory.limit && kept.count == limit / 2 && self != nil
        self?.sent.load(sent.map(\.elements))
        self?.hasPutAside = kept.contains { $0.reason == .parked }
      } catch {
        self?.context.say(.sentNotLoaded, because: error)
      }
    }
  }

  func add(_ elements: [MessageElement]) { sent.add(elements) }

  /// Adds a command.
  ///
  /// - Parameter isNext: whether Up in an empty composer restores it, instead of editing the last message.
  func addCommand(_ elements: [MessageElement], isNext: Bool) {
    sent.add(elements, as: isNext ? .command : .bareCommand)
  }

  /// Shows the message sent before the one that is shown.
  ///
  /// - Returns: whether there is one.
  func showPrevious() -> Bool {
    let leaving = sent.shown
    guard let elements = sent.back(from: draft.elements) else {
      if sent.entries.isEmpty { context.say(.nothingSentYet) }
      return false
    }
    show(elements, leaving: leaving)
    return true
  }

  /// Shows the message sent after the one that is shown; after the newest, the text that was being written.
  ///
  /// - Returns: whether there is one.
  func showNext() -> Bool {
    let leaving = sent.shown
    guard let elements = sent.forward() else { return false }
    show(elements, leaving: leaving)
    return true
  }

  /// Replaces the text. Text that the user has written or changed goes to the history of drafts first; an unchanged sent
  /// message is there already.
  private func show(_ elements: [MessageElement], leaving looked: [MessageElement]?) {
    let present = draft.elements
    if present != looked, !draft.text.isBlank {
      editor.change {
        draft.restore(
          DraftHistoryEntry(
            key: draft.key, elements: elements, reason: .sent, at: context.client.clock.now))
      }
    } else {
      editor.apply(Clipping(elements).replacing(0..<draft.text.utf8.count, origin: .restore))
    }
    editor.deselect()
    draft.utf8Caret = draft.text.utf8.count
  }

  func endWalk() { sent.endWalk() }

  /// Clears the messages sent from here, or one of them: no key may restore them.
  func forget(only text: [MessageElement]?) {
    if let text { return sent.forget(text) }
    sent = SentHistory()
    hasPutAside = false
  }

  /// Says that there is nothing to undo. In an empty composer, the notice also names the key to undo a delayed action, to delete
  /// the sent message, or to restore text that was put aside.
  func sayNothingToUndo() {
    guard draft.text.isEmpty, draft.editedMessage == nil else { return context.say(.nothingToUndo) }
    guard context.client.delayedWork.isEmpty else {
      return context.say(.nothingToUndoHere(insteadBy: context.key(of: .global(.takeBack))))
    }
    if sent.endsWithMessage {
      context.say(
        .nothingToUndo(
          selectedBy: context.key(of: .global(.messageMode)), deletedBy: context.key(of: .message(.delete))))
    } else if hasPutAside {
      context.say(.nothingToUndo(restoredBy: context.key(of: .global(.draftHistory))))
    } else {
      context.say(.nothingToUndo)
    }
  }

  // MARK: What was put away

  /// Moves the text to the history of drafts, and says how to restore it. Files and quote stay.
  func setAside() {
    context.didPutAway(DiscardedDraft(draft, hasOnlyWords: true))
    editor.change { draft.setAside() }
    editor.deselect()
    editor.beginAction()
    endWalk()
    let files = draft.files.map(\.name) + draft.attachments.map(\.name)
    context.say(
      .putAside(
        restoredBy: undoKey + orHistory, staying: files, quit: context.key(of: .global(.quit))))
  }

  /// Discards the draft with its files and its quote. Undo right after it restores them too.
  ///
  /// - Returns: whether there was anything to discard.
  func discard() -> Bool {
    let discarded = DiscardedDraft(draft)
    guard !discarded.isEmpty else { return false }
    context.didPutAway(discarded)
    editor.change { draft.discard() }
    editor.deselect()
    endWalk()
    editor.previousAction = .discard(discarded)
    context.say(.discarded(restoredBy: undoKey + (discarded.hasWords ? orHistory : "")))
    return true
  }

  /// Restores the files and the quote of a draft that was just discarded. Its text comes back with an undo step.
  func restoreParts(of discarded: DiscardedDraft) {
    do throws(ChatError) {
      try discarded.restoreParts(to: draft, at: context.client.clock.now)
    } catch {
      context.say(.notRestored, because: error)
    }
  }

  private var undoKey: String { context.key(of: .composer(.undo)) }

  /// A phrase that mentions the history of drafts, if there is one.
  private var orHistory: String {
    guard context.client.configuration.isDraftMessagesEnabled else { return "" }
    return " or \(context.key(of: .global(.draftHistory)))"
  }
}

/// The latest messages and commands entered in a channel or thread, and a position in them. Stepping forward from the newest entry
/// returns to the text being written. Older entries are in the history of drafts.
nonisolated struct SentHistory {
  /// The most messages and commands kept.
  static let limit = 200
  /// What was entered.
  enum Kind {
    case message, command
    /// A command without an argument, which is typed again as quickly.
    case bareCommand
  }

  /// Newest first.
  private(set) var entries: [[MessageElement]] = []
  /// The last thing entered in this run.
  private var last: Kind?
  /// Whether the last thing entered in this run was a command with an argument.
  var endsWithCommand: Bool { last == .command }
  /// Whether the last thing entered in this run was a message.
  var endsWithMessage: Bool { last == .message }
  /// The position of the entry that is shown; nil if none is.
  private var position: Int?
  /// The text that was being written before the first step back.
  private var written: [MessageElement] = []

  var isWalking: Bool { position != nil }
  /// The message that is shown.
  var shown: [MessageElement]? { position.map { entries[$0] } }

  /// Adds messages and commands entered earlier, the newest first.
  mutating func load(_ kept: [[MessageElement]]) {
    for elements in kept where entries.count < Self.limit && !entries.contains(elements) {
      entries.append(elements)
    }
  }

  mutating func add(_ elements: [MessageElement], as kind: Kind = .message) {
    endWalk()
    guard !elements.isEmpty else { return }
    last = kind
    entries.removeAll { $0 == elements }
    entries.insert(elements, at: 0)
    if entries.count > Self.limit { entries.removeLast() }
  }

  /// The message before the one that is shown; nil at the oldest.
  ///
  /// - Parameter text: the text being written, which the last step forward restores.
  mutating func back(from text: [MessageElement]) -> [MessageElement]? {
    let next = position.map { $0 + 1 } ?? 0
    guard next < entries.count else { return nil }
    if position == nil { written = text }
    position = next
    return entries[next]
  }

  /// The message after the one that is shown, and then the text being written; nil after that.
  mutating func forward() -> [MessageElement]? {
    guard let position else { return nil }
    guard position > 0 else {
      endWalk()
      return written
    }
    self.position = position - 1
    return entries[position - 1]
  }

  mutating func endWalk() { position = nil }

  mutating func forget(_ elements: [MessageElement]) {
    endWalk()
    written = []
    entries.removeAll { $0 == elements }
  }
}

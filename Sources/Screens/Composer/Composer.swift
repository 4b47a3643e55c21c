package import ChatControllers
package import ChatDomain
import ChatScreens
import DraftEngine
package import TerminalScreen

/// The editor of messages: performs keys, typed text and pastes on the draft of one channel or thread.
///
/// The draft owns the text. The composer's parts hold all other state; the composer passes each key to the part that handles
/// it, and notifies the parts when the draft has changed.
package final class Composer {
  package let editor: ComposerTextEditor
  package let viewport: ComposerViewport
  package let attachments: Attachments
  package let answer: AwaitedAnswer
  /// Nil where spelling is not checked.
  let spelling: DraftSpelling?
  package let completion: Completion
  package let names: TypedNames
  package let related: RelatedMessages
  let history: ComposerHistory
  package let sender: EnterKey
  /// Nil with Emacs keys.
  package private(set) var vi: ViKeys?
  private let pastedFiles: PastedFiles
  let context: any ComposerContext
  private(set) var isPreviewShown = false
  private var subscription: Subscription?

  package var draft: MessageDraft { editor.draft }

  package init(
    draft: MessageDraft, context: any ComposerContext, killRing: KillRing, vi session: ViSession? = nil,
    speller: Speller? = nil
  ) {
    self.context = context
    editor = ComposerTextEditor(draft, context: context, killRing: killRing)
    vi = session.map { [editor] in ViKeys(editor, session: $0, context: context) }
    viewport = ComposerViewport(draft)
    attachments = Attachments(editor, context: context)
    pastedFiles = PastedFiles(editor, attachments: attachments, context: context)
    answer = AwaitedAnswer(context: context)
    spelling = speller.map { [editor, answer] in
      DraftSpelling(editor, speller: $0, answer: answer, context: context)
    }
    completion = Completion(
      editor, pastedFiles: pastedFiles, spelling: spelling, answer: answer, context: context)
    names = TypedNames(draft: draft, context: context)
    related = RelatedMessages(draft, context: context)
    completion.lookup.preferredPeople = { [related] in related.threadPeople() }
    history = ComposerHistory(editor, context: context)
    sender = EnterKey(
      editor, names: names, related: related, history: history, pastedFiles: pastedFiles,
      answer: answer, context: context)
    draft.isCommand = SlashCommand.mayBegin
    draft.onEdit = { [weak self] in self?.draftDidChange() }
    subscription = context.client.subscribeWithoutEdits { [weak self] notice in self?.handle(notice) }
    history.load()
    attachments.measure()
    if !draft.text.isEmpty { spelling?.textDidChange() }
  }

  /// Switches to vi keys, or back to Emacs keys.
  ///
  /// - Parameter session: nil for Emacs keys.
  package func useVi(_ session: ViSession?) {
    guard (vi == nil) != (session == nil) else { return }
    vi?.endInsertion()
    session?.isInserting = true
    vi = session.map { ViKeys(editor, session: $0, context: context) }
  }

  // MARK: Keys

  /// Performs a command of the composer.
  @discardableResult
  package func perform(_ command: ComposerCommand) -> ComposerOutcome {
    let previous = editor.beginAction()
    vi?.forgetUnfinished()
    if !command.continuesTyping { vi?.endInsertion() }
    if command != .up, command != .down { viewport.forgetGoalColumn() }
    if !command.keepsMentionSelected { editor.deselectMention() }
    let outcome: ComposerOutcome
    if let hadEffect = EditingCommands(editor, after: previous, context: context).perform(command) {
      outcome = .effect(hadEffect)
    } else {
      outcome = performOther(command, after: previous)
    }
    if command.movesCaret { vi?.caretDidJump() }
    completion.refresh(mayOpen: command.mayOpenPopup)
    context.setNeedsFrame()
    return outcome
  }

  /// Performs a vi command.
  package func perform(vi command: ViCommand) -> ComposerOutcome {
    guard let vi else { return .nothing }
    let previous = editor.beginAction()
    viewport.forgetGoalColumn()
    editor.deselectMention()
    completion.close()
    defer { context.setNeedsFrame() }
    if let outcome = perform(spelling: command) { return outcome }
    guard command == .undo || command == .redo else { return vi.perform(command) }
    return .effect(vi.step { command == .undo ? undo(after: previous) : redo() })
  }

  /// Passes a key to the vi command that is in progress.
  ///
  /// - Returns: nil if the key does not belong to one.
  package func take(_ key: KeyEvent) -> ComposerOutcome? {
    guard let outcome = vi?.take(key) else { return nil }
    context.setNeedsFrame()
    return outcome
  }

  /// Performs a command that does more than edit text.
  private func performOther(_ command: ComposerCommand, after previous: PreviousAction) -> ComposerOutcome {
    switch command {
    case .up: moveUp()
    case .down: .effect(viewport.moveCaret(byRow: 1) || history.showNext())
    case .undo: .effect(undo(after: previous))
    case .redo: .effect(redo())
    case .linkRegion: askForLink()
    case .send: send()
    case .externalEditor: openExternalEditor()
    case .previousInHistory: .effect(history.showPrevious())
    case .nextInHistory: .effect(history.showNext())
    case .searchHistory: .searchHistory
    case .complete: .effect(completion.open() || completion.openForBareName())
    case .spellWord: spellWord()
    case .removeQuote: .effect(related.removeQuote())
    case .removeLastFile: .effect(attachments.leaveOutLast(after: previous))
    case .showInChannel: .effect(related.toggleShownInChannel())
    case .togglePreview: togglePreview()
    case .attachFile: askForFile()
    case .lineStart, .lineEnd, .left, .right, .wordLeft, .wordRight, .textStart, .textEnd, .deleteLeft,
      .deleteRight, .newline, .transpose, .transposeWords, .upcaseWord, .downcaseWord, .capitalizeWord,
      .killLine, .killToLineStart, .killBlankWord, .killWordLeft, .killWordRight, .yank, .yankPop, .setMark,
      .exchangeMark, .copyRegion:
      .nothing
    }
  }

  /// Performs a command of the popup. If there is no choice, or none was selected, the composer handles it.
  @discardableResult
  package func perform(_ command: PopupCommand) -> ComposerOutcome {
    guard let hadEffect = completion.perform(command) else { return perform(command.withoutChoices) }
    if command.accepts { vi?.caretDidJump() }
    context.setNeedsFrame()
    return .effect(hadEffect)
  }

  /// Moves up a row, or from the first row to the previous entry of the history. In an empty composer it resumes an unfinished
  /// edit; otherwise it restores the last entry: a command with an argument to run again, or the user's last message to edit.
  private func moveUp() -> ComposerOutcome {
    if draft.text.isEmpty, !history.sent.isWalking, !history.sent.endsWithCommand || draft.leftEdit != nil {
      if draft.editedMessage != nil { return .nothing }
      if let left = draft.leftEdit { return .resumeEdit(left.messageId) }
      return context.client.isHandingOver ? waitForMessage() : .editLastMessage
    }
    return .effect(viewport.moveCaret(byRow: -1) || history.showPrevious())
  }

  /// Waits until the message that was just sent is in the timeline: before that, Up would edit an older one. The program then
  /// handles Up again.
  private func waitForMessage() -> ComposerOutcome {
    answer.begin(
      .meaning, for: "Not edited",
      request: { [weak self] in
        await self?.context.client.handedOver()
        guard !Task.isCancelled, let self else { return }
        answer.end()
        context.setNeedsFrame()
      })
    return .nothing
  }

  /// Undoes the previous action if it changed more than the text, or else the last step of the text.
  private func undo(after previous: PreviousAction) -> Bool {
    if case .discard(let discarded) = previous {
      history.restoreParts(of: discarded)
      if !discarded.hasWords { return true }
    }
    if case .leaveOut(let files) = previous {
      attachments.restoreLast(of: files)
      return true
    }
    let text = draft.text
    guard editor.undo() else {
      history.sayNothingToUndo()
      return false
    }
    pastedFiles.didUndo(from: text)
    return true
  }

  private func redo() -> Bool {
    let text = draft.text
    guard editor.redo() else {
      context.say(.nothingToRedo)
      return false
    }
    pastedFiles.didRedo(from: text)
    return true
  }

  private func askForLink() -> ComposerOutcome {
    guard editor.selectedRange != nil else {
      context.say(.selectTextFirst(startedBy: context.key(of: .composer(.setMark))))
      return .nothing
    }
    return .askForAddress
  }

  private func askForFile() -> ComposerOutcome {
    guard draft.editedMessage == nil else {
      context.say(.filesNotInEdit)
      return .nothing
    }
    return .askForFile
  }

  private func send() -> ComposerOutcome {
    completion.close()
    if vi != nil, draft.editedMessage == nil, draft.text.first == ":",
      ViQuitting.quits(String(draft.text.dropFirst()))
    {
      // `:q` typed in insert mode quits too, instead of being sent as a message.
      editor.replace(0..<draft.text.utf8.count, with: Clipping("/\(SlashCommand.quit.name)"), origin: .typing)
    }
    return sender.send()
  }

  private func openExternalEditor() -> ComposerOutcome {
    completion.close()
    ExternalEdit(editor, completion: completion, context: context).begin()
    return .done
  }

  private func togglePreview() -> ComposerOutcome {
    isPreviewShown.toggle()
    return .done
  }

  // MARK: Text

  /// Inserts text that the user has typed.
  package func type(_ text: String) {
    var text = PastedText.clean(text)
    vi?.willType()
    completion.replaceBlank(before: &text)
    insert(Clipping(text), origin: .typing)
    completion.refresh(mayOpen: true)
  }

  /// Inserts text from the clipboard. An address pasted over a selection turns the selection into a link. If the pasted text
  /// consists of paths, their files are offered as attachments.
  @discardableResult
  package func paste(_ text: String) -> ComposerOutcome {
    let pasted = PastedText.clean(text)
    if editor.selectedRange != nil, let address = PastedText.address(in: pasted) {
      editor.markSelectedMention()
      editor.beginAction()
      if editor.link(to: address) {
        completion.refresh(mayOpen: false)
        return .done
      }
    }
    let start = editor.selection.mention?.lowerBound ?? draft.utf8Caret
    let isCommand = draft.text.hasPrefix("/")
    insert(Clipping(pasted), origin: .paste)
    completion.refresh(mayOpen: true)
    let end = start + pasted.utf8.count
    let paths = isCommand || draft.editedMessage != nil ? [] : DroppedPaths.candidates(in: pasted)
    if !paths.isEmpty, end <= draft.text.utf8.count {
      completion.offerFiles(paths, pastedAt: start..<end)
    }
    let long = LongPaste(
      pasted, at: start, maxLines: context.composerSettings.longPaste,
      maxBytes: context.client.limits.messageBytes)
    if let long { return .askAboutPaste(long) }
    return pasted.isEmpty ? .nothing : .done
  }

  /// Turns pasted text into an attached file. Undo makes it text again.
  package func attach(_ paste: LongPaste) { changePasted { $0.attach(paste) } }

  /// Moves pasted text from the draft to the kill ring.
  package func takeOut(_ paste: LongPaste) { changePasted { $0.takeOut(paste) } }

  private func changePasted(_ change: (PastedFiles) -> Bool) {
    // With vi keys, this change would otherwise belong to the undo step of the insertion.
    vi?.endInsertion()
    completion.close()
    editor.beginAction()
    if change(pastedFiles) { context.setNeedsFrame() }
  }

  /// Inserts a text from the history, with its mentions.
  package func insert(_ entry: DraftHistoryEntry) { insert(entry.elements) }

  /// Inserts text with its mentions.
  func insert(_ elements: [MessageElement]) { insert(Clipping(elements)) }

  /// Inserts text copied from elsewhere.
  package func insert(_ words: Clipping) {
    vi?.endInsertion()
    insert(words, origin: .paste)
    completion.refresh(mayOpen: false)
  }

  /// Adds text on a line of its own at the end.
  package func append(_ text: String) {
    point(at: draft.text.utf8.count)
    insert(Clipping((draft.text.isEmpty ? "" : "\n") + PastedText.clean(text)), origin: .typing)
  }

  private func insert(_ clipping: Clipping, origin: EditOrigin) {
    editor.beginAction()
    viewport.forgetGoalColumn()
    guard !clipping.isEmpty else { return }
    editor.insert(clipping, origin: origin)
    context.setNeedsFrame()
  }

  // MARK: The mouse

  /// Moves the caret to where the user has pointed.
  package func point(at offset: Int) {
    vi?.endInsertion()
    editor.beginAction()
    viewport.forgetGoalColumn()
    editor.point(at: offset)
    vi?.caretDidJump()
    completion.refresh(mayOpen: false)
    context.setNeedsFrame()
  }

  /// Selects the text that the user has dragged the mouse over.
  package func select(from start: Int, to end: Int) {
    let length = draft.text.utf8.count
    point(at: min(end, length))
    editor.dragMark(to: min(start, length))
  }

  /// Scrolls up, or down if negative. The caret stays visible.
  package func scroll(by rows: Int) {
    if let caret = viewport.scroll(by: rows) { point(at: caret) }
  }

  // MARK: Changes from outside

  private func draftDidChange() {
    viewport.textDidChange()
    names.textDidChange()
    spelling?.textDidChange()
    sender.encryption.textDidChange()
    if related.updateEditedMessage() {
      showOtherText()
    } else if !editor.isChanging {
      editor.followForeignEdit()
      vi?.textDidChangeElsewhere()
      completion.refresh(mayOpen: false)
    }
    attachments.measure()
    context.setNeedsFrame()
  }

  /// Resets state about the previous text: the composer now shows another message, or the draft again.
  private func showOtherText() {
    editor.deselect()
    editor.beginAction()
    vi?.textDidChangeElsewhere()
    pastedFiles.forget()
    answer.failBecauseTextChanged()
    history.endWalk()
    completion.close()
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .upload(let progress): attachments.handle(progress)
    case .outbox(let change): attachments.handle(change)
    case .historyForgotten(let key, let text) where key == nil || key == draft.key: forgetHistory(only: text)
    case .event(.messageDeleted(let deletion)): related.handle(deletion)
    case .connection(.online), .eventsMissed: names.refresh()
    case .draft(let change) where change.cause == .editLost && change.key == draft.key:
      related.editedMessageWasDeleted()
    default: break
    }
  }

  /// Clears all history, or one text of it, so that no key restores text that has left this composer.
  private func forgetHistory(only text: [MessageElement]?) {
    editor.beginAction()
    pastedFiles.takeReplacements()
    history.forget(only: text)
  }
}

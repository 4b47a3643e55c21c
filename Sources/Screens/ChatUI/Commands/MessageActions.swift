import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// Selects messages, and performs the message actions of message mode and the composer.
final class MessageActions {
  let changes: MessageChanges
  let files: FileActions
  private let context: AppContext
  private let navigator: Navigator

  init(
    context: AppContext, navigator: Navigator, files: FileActions
  ) {
    self.context = context
    self.navigator = navigator
    self.files = files
    changes = MessageChanges(context: context)
  }

  private var focused: Conversation? { navigator.focused }
  private var reader: UserID { context.client.currentUser.id }

  // MARK: Message mode

  /// Enters message mode at the message that was found, or at the newest visible one.
  func beginSelecting() {
    guard let focused else { return }
    navigator.panels.close()
    if !focused.beginSelecting() { context.say(.noMessagesYet) }
  }

  func perform(_ command: MessageCommand) {
    guard let focused else { return }
    switch command {
    case .leave: if !files.cancelDownloads() { focused.selection = nil }
    case .next: focused.moveSelection(by: 1)
    case .previous: focused.moveSelection(by: -1)
    case .first: focused.moveSelection(by: -focused.messages.count)
    case .last: focused.moveSelection(by: focused.messages.count)
    case .wrapCode: focused.toggleCutCode()
    case .codeLeft: focused.moveCode(by: -Self.codeStep)
    case .codeRight: focused.moveCode(by: Self.codeStep)
    case .reply, .thread, .edit, .delete, .pin, .react, .copy, .copyPlace, .view, .open, .save, .retry,
      .discard:
      guard let message = focused.selected else {
        focused.selection = nil
        return context.say(.messageGone)
      }
      perform(command, on: message)
    }
    context.setNeedsFrame()
  }

  /// The number of columns by which a key scrolls code.
  private static let codeStep = 8

  func perform(_ command: MessageCommand, on message: Message) {
    switch command {
    case .reply: compose { try $0.quote(message) }
    case .edit: edit(message)
    case .thread: openThread(of: message)
    case .delete: confirmDeletion(of: message)
    case .pin: confirmPin(of: message)
    case .react: chooseReaction(to: message)
    case .copy: if copy(message) { endSelecting() }
    case .copyPlace: if files.copyPaths(of: message) { endSelecting() }
    case .view: if files.view(message) { endSelecting() }
    case .open: if files.open(message) { endSelecting() }
    case .save: if files.save(filesOf: message) { endSelecting() }
    case .retry: confirmSendingAgain(message)
    case .discard: confirmGivingUp(message)
    case .next, .previous, .first, .last, .wrapCode, .codeLeft, .codeRight, .leave: break
    }
  }

  /// Ends message mode after an action, so that letters are text again.
  private func endSelecting() { focused?.selection = nil }

  /// - Returns: whether there is anything to copy.
  private func copy(_ message: Message) -> Bool {
    if message.isUnreadable {
      context.say(.notCopied, because: ChatError.refused(.messageUnreadable))
      return false
    }
    guard !message.text.isEmpty else {
      context.say(.nothingToCopy)
      return false
    }
    let words = message.elements.typed.text
    let blocks = message.elements.codeBlocks
    guard !blocks.isEmpty, !message.elements.isOnlyCode else {
      files.copy(blocks.first ?? words)
      return true
    }
    var choices = blocks.map { code in
      (value: code, row: PanelRow(Excerpt.beginning(of: code), trailing: "code"), names: [code])
    }
    choices.append((value: words, row: PanelRow("the whole message"), names: ["the whole message", words]))
    context.showList(ChoiceSource(title: "Copy", choices: choices) { [files] in files.copy($0) })
    return true
  }

  private func openThread(of message: Message) {
    // A reply that the channel also shows already belongs to a thread.
    if let parent = message.parentId, focused?.isThread == false {
      focused?.selection = nil
      return navigator.go(
        to: .thread(DraftKey(channelId: message.channelId, parentId: parent), reply: message.id))
    }
    if let refusal = ThreadRules.refusal(ofReplyTo: message) {
      return sayRefusal(ChatError.refused(refusal))
    }
    focused?.selection = nil
    navigator.openThread(under: message.id, in: message.channelId)
  }

  private func chooseReaction(to message: Message) {
    let mine = message.reactions.filter { $0.users.contains(reader) }.map(\.name)
    let choices = Emoji.all.map { emoji in
      // A narrow emoji is followed by one more space, so that the names are aligned.
      let gap = String(repeating: " ", count: 4 - min(2, ScreenText(emoji.text).width))
      return (
        value: emoji.text, row: PanelRow(emoji.text + gap + (emoji.names.first ?? "")), names: emoji.names
      )
    }
    let words = Excerpt.beginning(of: message.shown(to: reader), limit: 40)
    context.showList(
      ChoiceSource(title: "React to “\(words)”", choices: choices, note: "no emoji by that name") {
        [weak self, changes] chosen in
        self?.endSelecting()
        if mine.contains(chosen) {
          changes.removeReaction(chosen, from: message)
        } else {
          changes.addReaction(chosen, to: message)
        }
      })
  }

  // MARK: Questions before a change for everyone

  private func confirmDeletion(of message: Message) {
    let isOwn = message.author.id == context.client.currentUser.id
    guard message.kind == .regular else { return context.say(.serviceMessageStays) }
    let client = context.client
    guard isOwn || client.refusal(of: .deleteOthers, in: message.channelId) == nil else {
      return context.say(.onlyOwnDeleted)
    }
    let isUnsent = message.timetoken == nil
    ask(
      isOwn ? "Delete this message?" : "Delete this message from \(message.author.displayName)?",
      about: message, yes: isUnsent ? "delete it" : "delete it for everyone",
      no: "keep it"
    ) { [self] in
      changes.delete(message)
      endSelecting()
    }
  }

  private func confirmPin(of message: Message) {
    guard context.checkRole(for: .pin, in: message.channelId) else { return }
    // The same key undoes a pin that is still delayed.
    if changes.isPinDelayed(of: message) {
      _ = changes.takeBack(selected: message)
      return endSelecting()
    }
    let isPinned = changes.isPinned(message)
    ask(
      isPinned ? "Unpin this message?" : "Pin this message?", about: message,
      yes: isPinned ? "unpin it for everyone here" : "pin it for everyone here",
      no: isPinned ? "keep it pinned" : "do not pin it"
    ) { [self] in
      changes.togglePin(of: message)
      endSelecting()
    }
  }

  private func confirmSendingAgain(_ message: Message) {
    guard let state = message.localState, state.isFailed else { return context.say(.onlyFailedSentAgain) }
    let (title, yes) =
      switch state {
      case .deletingFailed: ("Try to delete it again?", "delete it for everyone")
      case .syncingFailed: ("Try to edit it again?", "send the edit")
      default: ("Send this message again?", "send it")
      }
    ask(title, about: message, yes: yes, no: "not now") { [self] in
      changes.sendAgain(message)
      endSelecting()
    }
  }

  private func confirmGivingUp(_ message: Message) {
    guard let state = message.localState, state.isFailed else { return context.say(.onlyFailedDiscarded) }
    let discard = "discard it; the history keeps the text"
    let (title, yes) =
      switch state {
      case .deletingFailed: ("Stop trying to delete it?", "keep the message")
      case .syncingFailed: ("Discard this edit?", discard)
      default: ("Discard this message?", discard)
      }
    ask(title, about: message, yes: yes, no: "not now") { [self] in
      changes.giveUp(message)
      endSelecting()
    }
  }

  private func ask(
    _ title: String, about message: Message, yes: String, no: String, act: @escaping () -> Void
  ) {
    let words = message.elements.words(by: message.author.displayName)
    context.ask(title, message.placeholder ?? (words.isEmpty ? "" : "“\(words)”"), yes: yes, no: no, act: act)
  }

  // MARK: Editing

  private func edit(_ message: Message) {
    guard message.author.id == reader else { return context.refuse(.onlyOwnEdited) }
    guard message.localState != .deleting else {
      return context.refuse(.beingDeleted(undoneBy: context.key(of: .global(.takeBack))))
    }
    compose { try $0.beginEdit(message) }
  }

  /// Returns to the composer and performs an action on it.
  private func compose(_ body: (RelatedMessages) throws -> Void) {
    guard let focused else { return }
    do {
      try body(focused.composer.related)
      focused.selection = nil
    } catch {
      sayRefusal(error)
    }
  }

  private func sayRefusal(_ error: any Error) {
    if let reason = ErrorSentence.reason(error) { context.refuse(.refusal(reason)) }
  }

  /// Edits the user's last message; bound to Up in an empty composer.
  func editLastMessage() {
    atNewest { [self] messages in
      guard
        let last = messages.last(where: {
          $0.author.id == reader && !$0.isDeleted && $0.localState != .deleting && $0.kind == .regular
            && $0.isEditable
        })
      else { return context.say(.nothingSentHere) }
      edit(last)
    }
  }

  /// Resumes an unfinished edit; the edited message may have to be requested.
  func resumeEdit(of id: MessageID) {
    guard let focused else { return }
    let known = focused.source.timeline[id]
    if let known, !known.isDeleted { return edit(known) }
    context.attempt { [context, client = context.client] in
      do throws(ChatError) {
        let message: Message
        if let known {
          message = known
        } else {
          message = try await client.message(id, in: focused.key.channelId)
        }
        try focused.composer.related.beginEdit(message)
      } catch {
        switch error {
        case .refused(.messageDeleted), .refused(.notFound):
          focused.composer.related.abandonEdit()
          if context.isDemo {
            context.say(.messageGoneWithDemo(restoredBy: context.key(of: .global(.draftHistory))))
          }
        default: throw error
        }
      }
    }
  }

  // MARK: The newest messages

  /// Performs an action on the newest messages, which are not loaded while the user reads far back.
  func atNewest(_ body: @escaping ([Message]) -> Void) {
    guard let here = focused else { return }
    guard here.source.hasNewer else { return body(here.messages) }
    let keyCount = context.input.keyCount
    context.attempt { [self] in
      try await here.source.loadNewest()
      guard focused === here, !here.source.hasNewer else { return }
      here.toNewest()
      // A panel or thread that opens now would take the input of a user who kept typing.
      guard context.input.keyCount == keyCount else { return context.refuse(.newestAreLoaded) }
      body(here.messages)
    }
  }

  /// Performs an action on the last message that matches. In line mode a message that was found comes first.
  ///
  /// - Parameter nothing: the notice if none matches.
  func onLast(
    where fits: @escaping (Message) -> Bool, orSay nothing: Notice, _ act: @escaping (Message) -> Void
  ) {
    if context.isLineMode, let here = focused, let marked = here.marked, !marked.isDeleted, fits(marked) {
      here.found = nil
      return act(marked)
    }
    atNewest { [context] messages in
      guard let last = messages.last(where: { !$0.isDeleted && fits($0) }) else {
        return context.say(nothing)
      }
      act(last)
    }
  }
}

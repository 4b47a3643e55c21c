import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

extension App {
  /// Enters message mode at the message that was found, or at the newest visible one.
  func chooseMessage() {
    guard let focused else { return }
    closePanel()
    guard !focused.messages.isEmpty else {
      focused.selection = focused.parent?.id
      if focused.selection == nil { say(Notice("There is no message yet")) }
      return
    }
    focused.chooseFound()
  }

  func perform(_ command: MessageCommand) {
    guard let focused else { return }
    switch command {
    case .leave: if !cancelFetching() { focused.selection = nil }
    case .next: choose(1)
    case .previous: choose(-1)
    case .first: choose(-focused.messages.count)
    case .last: choose(focused.messages.count)
    case .reply, .thread, .edit, .delete, .pin, .react, .copy, .copyPlace, .open, .save, .retry, .discard:
      guard let message = focused.selected else {
        focused.selection = nil
        return say(Notice("The message is gone"))
      }
      perform(command, on: message)
    }
    inbox.wake()
  }

  private func choose(_ step: Int) {
    guard let focused, let id = focused.selection, let last = focused.messages.indices.last else { return }
    let timeline = focused.source.timeline
    // The parent of a thread comes before its first reply.
    let index = timeline.index(of: timeline[id]?.id ?? id) ?? (id == focused.parent?.id ? -1 : last)
    let wanted = index + step
    if wanted == -1, let parent = focused.parent {
      focused.selection = parent.id
    } else {
      focused.selection = focused.messages[min(max(0, wanted), last)].id
    }
    focused.reveal()
    if wanted < 0 { focused.loadOlder() }
    if wanted > last { focused.loadNewer() }
  }

  func perform(_ command: MessageCommand, on message: Message) {
    switch command {
    case .reply: compose { try $0.quote(message) }
    case .edit: edit(message)
    case .thread: openThread(of: message)
    case .delete: confirmDeletion(of: message)
    case .pin: confirmPin(of: message)
    case .react: react(to: message)
    case .copy:
      if message.isUnreadable { return say("Not copied", because: ChatError.refused(.messageUnreadable)) }
      guard !message.text.isEmpty else { return say(Notice("There are no words in it to copy")) }
      copy(message.text)
    case .copyPlace: copyPlaces(of: message)
    case .open: open(message)
    case .save: fileSaving.save(filesOf: message)
    case .retry: confirmRetry(of: message)
    case .discard: confirmGivingUp(message)
    case .next, .previous, .first, .last, .leave: break
    }
  }

  /// Returns to the composer and performs an action on it.
  private func compose(_ body: (ComposerPane) throws -> Void) {
    guard let focused else { return }
    do {
      try body(focused.composer)
      focused.selection = nil
    } catch {
      if let reason = ErrorSentence.reason(error) { say(Notice(reason, .warning)) }
    }
  }

  func edit(_ message: Message) {
    guard message.author.id == client.currentUser.id else {
      return say(Notice("Only your own messages can be edited", .warning))
    }
    compose { try $0.edit(message) }
  }

  /// Edits the user's last message, which is what Up does in an empty composer.
  func editLastMessage() {
    let me = client.currentUser.id
    atNewest { [self] messages in
      guard let last = messages.last(where: { $0.author.id == me && !$0.isDeleted && $0.kind == .regular })
      else { return say(Notice("You have said nothing here yet")) }
      edit(last)
    }
  }

  /// Performs an action on the newest messages, which are not loaded while the user reads far back.
  func atNewest(_ body: @escaping ([Message]) -> Void) {
    guard let here = focused else { return }
    guard here.source.timeline.hasNewer else { return body(here.messages) }
    let keys = keyCount
    attempt { [weak self] in
      try await here.source.loadNewest()
      guard let self, focused === here, !here.source.timeline.hasNewer else { return }
      here.toNewest()
      // A panel or a thread that opens now would take the words of somebody who types on.
      guard keyCount == keys else { return say(Notice("The newest messages are here now; do that again")) }
      body(here.messages)
    }
  }

  /// Resumes an edit that was left; the edited message may have to be requested.
  func takeUpEdit(of id: MessageID) {
    guard let focused else { return }
    let known = focused.source.timeline[id]
    if let known, !known.isDeleted { return edit(known) }
    attempt { [client] in
      do throws(ChatError) {
        let message: Message
        if let known {
          message = known
        } else {
          message = try await client.service.message(id, in: focused.composer.key.channelId)
        }
        try focused.composer.edit(message)
      } catch {
        switch error {
        case .refused(.messageDeleted), .refused(.notFound): focused.composer.letGoOfEdit()
        default: throw error
        }
      }
    }
  }

  private func openThread(of message: Message) {
    // A reply that the channel also shows already belongs to a thread.
    if let parent = message.parentId, focused?.isThread == false {
      focused?.selection = nil
      return go(to: .thread(DraftKey(channelId: message.channelId, parentId: parent), reply: message.id))
    }
    if let refusal = ThreadRules.refusal(ofReplyTo: message) {
      return say(Notice(refusal.description, .warning))
    }
    focused?.selection = nil
    openThread(under: message.id, in: message.channelId)
  }

  private func react(to message: Message) {
    let mine = message.reactions.filter { $0.users.contains(client.currentUser.id) }.map(\.name)
    let choices = Emoji.all.map { emoji in
      (value: emoji.text, row: PanelRow(emoji.text + "  " + (emoji.names.first ?? "")), names: emoji.names)
    }
    show(
      ChoicePanel(title: "React", keymap: keymap, choices: choices, note: "no emoji of that name") { chosen in
        self.mark(message) {
          mine.contains(chosen) ? try await $0.removeReaction(chosen) : try await $0.addReaction(chosen)
        }
      })
  }

  /// Adds or changes a pin or a reaction. It is saved at once; a refusal by the service is reported when it comes.
  func mark(
    _ message: Message, _ body: @escaping @MainActor (MessageController) async throws -> TransactionID
  ) {
    act(on: message) { [client] controller in
      do {
        _ = try await client.result(of: try await body(controller))
      } catch OutboxError.withdrawn {
        // The message was withdrawn, and with it everything pending on it.
      }
    }
  }

  func act(on message: Message, _ body: @escaping @MainActor (MessageController) async throws -> Void) {
    let controller = client.messageController(for: message)
    attempt { try await body(controller) }
  }
}

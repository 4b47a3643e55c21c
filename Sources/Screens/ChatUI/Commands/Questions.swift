import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Asks before messages are changed for everyone. `done` runs after the change, and not if the user cancels the question.
final class MessageQuestions {
  private let context: AppContext
  private let changes: MessageChanges

  init(context: AppContext, changes: MessageChanges) {
    self.context = context
    self.changes = changes
  }

  func confirmDeletion(of message: Message, then done: @escaping () -> Void) {
    let isOwn = message.author.id == context.client.currentUser.id
    guard message.kind == .regular else {
      return context.say(.serviceMessageStays)
    }
    let client = context.client
    guard isOwn || client.refusal(of: .deleteOthers, in: message.channelId) == nil else {
      return context.say(.onlyOwnDeleted)
    }
    let isUnsent = message.timetoken == nil
    ask(
      isOwn ? "Delete this message?" : "Delete this message from \(message.author.displayName)?",
      about: message, yes: isUnsent ? "delete it" : "delete it for everyone",
      no: "keep it"
    ) { [changes] in
      changes.delete(message)
      done()
    }
  }

  func confirmPin(of message: Message, then done: @escaping () -> Void) {
    guard context.checkRole(for: .pin, in: message.channelId) else { return }
    // The same key takes back what is counted down.
    if changes.isPinDelayed(of: message) {
      _ = changes.takeBack(selected: message)
      return done()
    }
    let isPinned = changes.isPinned(message)
    ask(
      isPinned ? "Unpin this message?" : "Pin this message?", about: message,
      yes: isPinned ? "unpin it for everyone here" : "pin it for everyone here",
      no: isPinned ? "keep it pinned" : "do not pin it"
    ) { [changes] in
      changes.togglePin(of: message)
      done()
    }
  }

  func confirmSendingAgain(_ message: Message, then done: @escaping () -> Void) {
    guard let state = message.localState, state.isFailed else {
      return context.say(.onlyFailedSentAgain)
    }
    let (title, yes) =
      switch state {
      case .deletingFailed: ("Try to delete it again?", "delete it for everyone")
      case .syncingFailed: ("Try to edit it again?", "send the edit")
      default: ("Send this message again?", "send it")
      }
    ask(title, about: message, yes: yes, no: "not now") { [changes] in
      changes.sendAgain(message)
      done()
    }
  }

  func confirmGivingUp(_ message: Message, then done: @escaping () -> Void) {
    guard let state = message.localState, state.isFailed else {
      return context.say(.onlyFailedDiscarded)
    }
    let discard = "discard it; the history keeps the text"
    let (title, yes) =
      switch state {
      case .deletingFailed: ("Stop trying to delete it?", "keep the message")
      case .syncingFailed: ("Discard this edit?", discard)
      default: ("Discard this message?", discard)
      }
    ask(title, about: message, yes: yes, no: "not now") { [changes] in
      changes.giveUp(message)
      done()
    }
  }

  private func ask(
    _ title: String, about message: Message, yes: String, no: String, act: @escaping () -> Void
  ) {
    let words = message.elements.words(by: message.author.displayName)
    context.ask(
      title, message.placeholder ?? (words.isEmpty ? "" : "“\(words)”"), yes: yes, no: no, act: act)
  }
}

/// Asks the questions that a composer cannot decide. The text of the composer does not change until there is an answer.
final class ComposerQuestions {
  private let context: AppContext

  init(context: AppContext) { self.context = context }

  /// Asks whether typed names become mentions.
  ///
  /// - Parameter onAnswer: called with the answer, if there is one.
  func askWhomToTell(_ names: NameAnnouncement, onAnswer: @escaping (_ isTelling: Bool) -> Void) {
    context.ask(
      "Notify \(names.people)?", names.question,
      [
        .init(.toggle, "notify \(names.people) and send") { onAnswer(true) },
        .init(.accept, "send as text, notify no one") { onAnswer(false) },
        .init(.dismiss, "keep writing"),
      ])
  }

  /// Asks whether to send a text that is too long as a file.
  func askWhetherAsFile(_ text: LongText, onYes: @escaping () -> Void) {
    context.ask(
      "Too long for a message",
      "It is \(ByteCount(text.excess)) too long. It can be sent as the file \(text.fileName), with its first words as the message.",
      [.init(.accept, "send it as a file", act: onYes), .init(.dismiss, "keep writing")])
  }

  /// Asks what to do with a long pasted text, which is already in the draft.
  func askAboutPaste(_ paste: LongPaste, into composer: Composer) {
    var answers = [QuestionPanel.Answer(.accept, "keep it in the draft")]
    if composer.draft.editedMessage == nil {
      answers.append(.init(.toggle, "attach it as a file") { composer.attach(paste) })
    }
    answers.append(.init(.remove, "remove it") { composer.takeOut(paste) })
    context.ask(
      "A long paste",
      "\(counted(paste.lines, "line", "lines")), \(ByteCount(paste.text.utf8.count)), pasted into the draft. Keep typing to leave it there.",
      answers, letsEdit: true)
  }
}

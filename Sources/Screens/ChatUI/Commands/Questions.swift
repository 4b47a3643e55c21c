import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Asks before messages are changed for everyone. `done` runs after the change, and not if the user cancels the question.
final class MessageQuestions {
  private let services: AppContext
  private let changes: MessageChanges

  init(services: AppContext, changes: MessageChanges) {
    self.services = services
    self.changes = changes
  }

  func confirmDeletion(of message: Message, then done: @escaping () -> Void) {
    let isOwn = message.author.id == services.client.currentUser.id
    guard message.kind == .regular else {
      return services.say(Notice("Messages of the service cannot be deleted", .warning))
    }
    let client = services.client
    guard isOwn || client.refusal(of: .deleteOthers, in: message.channelId) == nil else {
      return services.say(Notice("Only your own messages can be deleted", .warning))
    }
    let isUnsent = message.timetoken == nil
    ask(
      isOwn ? "Delete this message?" : "Delete this message of \(message.author.displayName)?",
      about: message, yes: isUnsent ? "take it back" : "delete it for everybody",
      no: "keep it"
    ) { [changes] in
      changes.delete(message)
      done()
    }
  }

  func confirmPin(of message: Message, then done: @escaping () -> Void) {
    guard services.checkRole(for: .pin, in: message.channelId) else { return }
    let isPinned = changes.isPinned(message)
    ask(
      isPinned ? "Take the pin off?" : "Pin this message?", about: message,
      yes: isPinned ? "take it off for everybody here" : "pin it for everybody here", no: "leave it"
    ) { [changes] in
      changes.togglePin(of: message)
      done()
    }
  }

  func confirmSendingAgain(_ message: Message, then done: @escaping () -> Void) {
    guard let state = message.localState, state.isFailed else {
      return services.say(Notice("Only what failed can be sent again", .warning))
    }
    let (title, yes) =
      switch state {
      case .deletingFailed: ("Try to delete it again?", "delete it for everybody")
      case .syncingFailed: ("Try to change it again?", "send the changed words")
      default: ("Send this message again?", "send it")
      }
    ask(title, about: message, yes: yes, no: "leave it") { [changes] in
      changes.sendAgain(message)
      done()
    }
  }

  func confirmGivingUp(_ message: Message, then done: @escaping () -> Void) {
    guard let state = message.localState, state.isFailed else {
      return services.say(Notice("Only what failed can be given up", .warning))
    }
    let yes = state == .deletingFailed ? "let it stand" : "give it up; its words go to the history"
    ask("Give this up?", about: message, yes: yes, no: "leave it") { [changes] in
      changes.giveUp(message)
      done()
    }
  }

  private func ask(
    _ title: String, about message: Message, yes: String, no: String, act: @escaping () -> Void
  ) {
    services.ask(title, message.placeholder ?? message.elements.words(), yes: yes, no: no, act: act)
  }
}

/// Asks the questions that a composer cannot decide. The text of the composer does not change until there is an answer.
final class ComposerQuestions {
  private let services: AppContext

  init(services: AppContext) { self.services = services }

  /// Asks whether typed names become mentions.
  ///
  /// - Parameter onAnswer: called with the answer, if there is one.
  func askWhomToTell(_ names: NameAnnouncement, onAnswer: @escaping (_ isTelling: Bool) -> Void) {
    services.ask(
      "Tell \(names.people)?", names.question,
      [
        .init(.toggle, "tell \(names.people), and send") { onAnswer(true) },
        .init(.accept, "send it as text, and tell nobody") { onAnswer(false) },
        .init(.dismiss, "go on writing"),
      ])
  }

  /// Asks whether to send a text that is too long as a file.
  func askWhetherAsFile(_ text: LongText, onYes: @escaping () -> Void) {
    services.ask(
      "Too long for a message",
      "It has \(ByteCount(text.excess)) more than a message takes. As a file all of it goes: \(text.fileName), under its first words.",
      [.init(.accept, "send it as a file", act: onYes), .init(.dismiss, "go on writing")])
  }

  /// Asks what to do with a long pasted text, which is already in the draft.
  func askAboutPaste(_ paste: LongPaste, into composer: Composer) {
    var answers = [QuestionPanel.Answer(.accept, "leave it in the draft")]
    if composer.draft.editedMessage == nil {
      answers.append(.init(.toggle, "make it a file") { composer.attach(paste) })
    }
    answers.append(.init(.remove, "take it out again") { composer.takeOut(paste) })
    services.ask(
      "A long paste",
      "\(counted(paste.lines, "line", "lines")), \(ByteCount(paste.text.utf8.count)), went into the draft. Whoever goes on leaves it there.",
      answers, letsEdit: true)
  }
}

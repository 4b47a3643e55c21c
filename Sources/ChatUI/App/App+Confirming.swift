import ChatControllers
import ChatDomain

/// What removes words or is seen by everybody: it is asked about, and a deletion or a pin can be taken back for a while.
extension App {
  func confirmDeletion(of message: Message) {
    guard message.author.id == client.currentUser.id else {
      return say(Notice("Only your own messages can be deleted", .warning))
    }
    let isUnsent = message.timetoken == nil
    ask(
      "Delete this message?", about: message, yes: isUnsent ? "take it back" : "delete it for everybody",
      no: "keep it"
    ) { [self] in
      act(on: message) { [weak self] controller in
        let id = try await controller.deleteMessage()
        self?.sayItCanBeTakenBack("It is deleted", id)
      }
    }
  }

  func confirmPin(of message: Message) {
    let isPinned = isPinned(message)
    ask(
      isPinned ? "Take the pin off?" : "Pin this message?", about: message,
      yes: isPinned ? "take it off for everybody here" : "pin it for everybody here", no: "leave it"
    ) { [self] in setPin(of: message) }
  }

  /// Pins a message, or takes its pin off.
  func setPin(of message: Message) {
    let isPinned = isPinned(message)
    mark(message) { [weak self] controller in
      let id = isPinned ? try await controller.unpin() : try await controller.pin()
      self?.sayItCanBeTakenBack(isPinned ? "The pin is taken off" : "It is pinned", id)
      return id
    }
  }

  func confirmRetry(of message: Message) {
    guard let state = message.localState, state.isFailed else {
      return say(Notice("Only what failed can be sent again", .warning))
    }
    let (title, yes) =
      switch state {
      case .deletingFailed: ("Try to delete it again?", "delete it for everybody")
      case .syncingFailed: ("Try to change it again?", "send the changed words")
      default: ("Send this message again?", "send it")
      }
    ask(title, about: message, yes: yes, no: "leave it") { [self] in
      act(on: message) { try await $0.resendMessage() }
    }
  }

  func confirmGivingUp(_ message: Message) {
    guard let state = message.localState, state.isFailed else {
      return say(Notice("Only what failed can be given up", .warning))
    }
    let yes = state == .deletingFailed ? "let it stand" : "give it up; its words go to the history"
    ask("Give this up?", about: message, yes: yes, no: "leave it") { [self] in
      act(on: message) { try await $0.discardFailure() }
    }
  }

  /// Takes back the deletion or the pin of the chosen message, or else the latest one.
  func takeBack() {
    let waiting = client.delayedWork
    let chosen = focused?.selected.flatMap { message in waiting.last { $0.message.id == message.id } }
    guard let entry = chosen ?? waiting.last else { return say(Notice("There is nothing to take back")) }
    act(on: entry.message) { [weak self] controller in
      try await controller.takeBack()
      guard let self else { return }
      say(Notice("Taken back: \(whatStays(without: entry))", .good))
    }
  }

  /// What remains of an entry that was taken back: a pin that waited behind its removal waits again.
  private func whatStays(without entry: OutboxEntry) -> String {
    let works = client.pendingWork(in: entry.channelId).filter { $0.message.id == entry.message.id }.map(
      \.work)
    let pinning = entry.work.isPinning ? works.last(where: \.isPinning) : nil
    return switch pinning ?? entry.work.reversed {
    case .pin: "it stays pinned"
    case .unpin: "it is not pinned"
    case .send, .edit, .delete, .react: "the message stays"
    }
  }

  private func sayItCanBeTakenBack(_ what: String, _ id: TransactionID) {
    guard client.delayedWork.contains(where: { $0.transactionId == id }) else { return }
    let period = client.configuration.takeBackPeriod
    let notice = Notice(
      "\(what) in \(period.components.seconds) s; \(keys(of: .global(.takeBack))) takes it back")
    takeBackNotice = notice
    say(notice)
  }

  private func ask(
    _ title: String, about message: Message, yes: String, no: String, act: @escaping () -> Void
  ) {
    show(
      QuestionPanel(
        title: title, text: message.placeholder ?? message.text, yes: yes, no: no, keymap: keymap,
        clock: client.clock, act: act))
  }
}

nonisolated extension OutboxEntry.Work {
  fileprivate var isPinning: Bool {
    switch self {
    case .pin, .unpin: true
    case .send, .edit, .delete, .react: false
    }
  }

  /// What was the case before a pin or its removal, if nothing else waits.
  fileprivate var reversed: Self {
    switch self {
    case .pin: .unpin
    case .unpin: .pin(.noExpiration)
    case .send, .edit, .delete, .react: self
    }
  }
}

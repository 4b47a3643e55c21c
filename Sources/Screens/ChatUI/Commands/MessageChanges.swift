import ChatControllers
import ChatDomain
import Composer

/// Changes messages through the client: deletes, pins, reacts, resends. Undoes changes that are still delayed.
final class MessageChanges {
  private let context: AppContext

  init(context: AppContext) {
    self.context = context
  }

  private var client: ChatClient { context.client }

  func isPinned(_ message: Message) -> Bool { message.pin?.holds(at: client.clock.now) ?? false }

  func delete(_ message: Message) {
    change(message) { [self] controller in
      let id = try await controller.deleteMessage()
      sayItCanBeTakenBack("Deleting", id)
    }
  }

  /// Pins or unpins a message.
  func togglePin(of message: Message) {
    let isPinned = isPinned(message)
    mark(message) { [self] controller in
      let id = isPinned ? try await controller.unpin() : try await controller.pin()
      sayItCanBeTakenBack(isPinned ? "Unpinning" : "Pinning", id)
      return id
    }
  }

  func addReaction(_ name: String, to message: Message) {
    mark(message) { try await $0.addReaction(name) }
  }

  func removeReaction(_ name: String, from message: Message) {
    mark(message) { try await $0.removeReaction(name) }
  }

  func sendAgain(_ message: Message) { change(message) { try await $0.resendMessage() } }

  func giveUp(_ message: Message) { change(message) { try await $0.discardFailure() } }

  // MARK: What failed in a place

  /// Resends everything that failed.
  func sendFailuresAgain(in key: DraftKey) {
    let failed = failures(in: key)
    guard !failed.isEmpty else { return context.say(Notice("Nothing failed here", .good)) }
    for entry in failed { sendAgain(entry.message) }
  }

  /// Discards the last message that failed.
  func giveUpLastFailure(in key: DraftKey) {
    guard let last = failures(in: key).last else {
      return context.say(Notice("Nothing to discard"))
    }
    change(last.message) { [self] controller in
      try await controller.discardFailure()
      let hasWords =
        last.message.localState != .deletingFailed && !last.message.text.allSatisfy(\.isWhitespace)
      let isFound = hasWords && client.configuration.isDraftMessagesEnabled
      let key = context.key(of: .global(.draftHistory))
      context.say(Notice(isFound ? "Discarded; \(key) keeps the text" : "Discarded"))
    }
  }

  private func failures(in key: DraftKey) -> [OutboxEntry] {
    client.pendingWork(in: key.channelId).filter { $0.failure != nil && $0.message.isShown(in: key) }
  }

  // MARK: Taking back

  /// Undoes the pending deletion or pin of the selected message, or else the latest one.
  func takeBack(selected: Message?) {
    let waiting = client.delayedWork
    let chosen = selected.flatMap { message in waiting.last { $0.message.id == message.id } }
    guard let entry = chosen ?? waiting.last else {
      return context.say(Notice("Nothing to undo"))
    }
    change(entry.message) { [self] controller in
      try await controller.takeBack()
      context.say(Notice("Undone: \(whatStays(without: entry))", .good))
    }
  }

  /// Describes what remains after an entry is undone: a pin that was pending before its removal is pending again.
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
    guard let end = client.delayedWork.first(where: { $0.transactionId == id })?.notBefore else { return }
    let key = context.key(of: .global(.takeBack))
    let notice = { [client] in
      Notice("\(what) in \(end.secondsLeft(at: client.clock.now)) s · \(key) undoes it")
    }
    let first = notice()
    context.notices.expectTakeBack(first, now: notice)
    context.say(first)
  }

  // MARK: Through the controller

  /// Adds or changes a pin or a reaction. It is saved at once; if the service refuses it, that is reported later.
  private func mark(
    _ message: Message, _ body: @escaping @MainActor (MessageController) async throws -> TransactionID
  ) {
    change(message) { [client] controller in
      do {
        _ = try await client.result(of: try await body(controller))
      } catch OutboxError.withdrawn {
        // The message was withdrawn, with everything pending on it.
      }
    }
  }

  private func change(
    _ message: Message, _ body: @escaping @MainActor (MessageController) async throws -> Void
  ) {
    let controller = client.messageController(for: message)
    context.attempt { try await body(controller) }
  }
}

nonisolated extension OutboxEntry.Work {
  fileprivate var isPinning: Bool {
    switch self {
    case .pin, .unpin: true
    case .send, .edit, .delete, .react: false
    }
  }

  /// The state before a pin or its removal, if nothing else is pending.
  fileprivate var reversed: Self {
    switch self {
    case .pin: .unpin
    case .unpin: .pin(.noExpiration)
    case .send, .edit, .delete, .react: self
    }
  }
}

nonisolated extension Message {
  /// Whether the message is shown in a place.
  fileprivate func isShown(in key: DraftKey) -> Bool {
    parentId == key.parentId || key.parentId == nil && isShownInChannel
  }
}

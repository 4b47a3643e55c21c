import ChatControllers
import ChatDomain
import Composer

/// Changes messages through the client: deletes, pins, reacts, resends. Undoes changes that are still delayed.
struct MessageChanges {
  let context: AppContext

  private var client: ChatClient { context.client }

  func isPinned(_ message: Message) -> Bool { message.pin?.holds(at: client.clock.now) ?? false }

  func delete(_ message: Message) {
    change(message) { [self] controller in
      try await controller.deleteMessage()
      sayItCanBeTakenBack()
    }
  }

  /// Pins or unpins a message.
  func togglePin(of message: Message) {
    let isPinned = isPinned(message)
    mark(message) { [self] controller in
      let id = isPinned ? try await controller.unpin() : try await controller.pin()
      sayItCanBeTakenBack()
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
    guard !failed.isEmpty else { return context.say(.nothingFailed) }
    for entry in failed { sendAgain(entry.message) }
  }

  /// Discards the last message that failed.
  func giveUpLastFailure(in key: DraftKey) {
    guard let last = failures(in: key).last else { return context.say(.nothingToDiscard) }
    change(last.message) { [self] controller in
      try await controller.discardFailure()
      let hasWords =
        last.message.localState != .deletingFailed && !last.message.text.allSatisfy(\.isWhitespace)
      let isFound = hasWords && client.configuration.isDraftMessagesEnabled
      let key = context.key(of: .global(.draftHistory))
      context.say(isFound ? .discardedMessage(restoredBy: key) : .discarded)
    }
  }

  private func failures(in key: DraftKey) -> [OutboxEntry] {
    client.pendingWork(in: key.channelId).filter { $0.failure != nil && $0.message.isShown(in: key) }
  }

  // MARK: Taking back

  /// Whether a pin of a message, or its removal, is still delayed.
  func isPinDelayed(of message: Message) -> Bool {
    client.delayedWork.last { $0.message.id == message.id }?.work.isPinning ?? false
  }

  /// Undoes the pending deletion or pin of the selected message, or else the latest one.
  ///
  /// - Returns: whether there is one.
  func takeBack(selected: Message?) -> Bool {
    let waiting = client.delayedWork
    let chosen = selected.flatMap { message in waiting.last { $0.message.id == message.id } }
    guard let entry = chosen ?? waiting.last else { return false }
    change(entry.message) { [self] controller in
      try await controller.takeBack()
      context.say(.undone(whatStays(without: entry)))
    }
    return true
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

  /// Says how the latest delayed change can be undone, with a countdown; says nothing if no change is delayed.
  func sayItCanBeTakenBack() {
    guard let latest = client.delayedWork.last?.transactionId else { return }
    let key = context.key(of: .global(.takeBack))
    let notice = { [client] () -> Notice? in
      guard let entry = client.delayedWork.first(where: { $0.transactionId == latest }),
        let end = entry.notBefore
      else { return nil }
      return .delayed(entry.work.deed, seconds: end.secondsLeft(at: client.clock.now), undoneBy: key)
    }
    guard let first = notice() else { return }
    context.notices.expectTakeBack(first) { notice() ?? first }
    context.say(first)
  }

  // MARK: Through the controller

  /// Adds or changes a pin or a reaction. The change is saved at once; a refusal by the service is reported later.
  private func mark(
    _ message: Message, _ body: @escaping @MainActor (MessageController) async throws -> TransactionID
  ) {
    change(message) { [context, client] controller in
      let id = try await body(controller)
      let wait: @MainActor () async throws -> Void = {
        do {
          _ = try await client.result(of: id)
        } catch OutboxError.withdrawn {
          // The change was undone, or the message was withdrawn with everything pending on it.
        }
      }
      guard client.delayedWork.contains(where: { $0.transactionId == id }) else { return try await wait() }
      // A change that is counted down is no request yet: nothing waits for it, and there is nothing to cancel.
      Task {
        do { try await wait() } catch {
          if let reason = ErrorSentence.reason(error) { context.say(.failure(reason)) }
        }
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

  /// The name of the change while it is counted down.
  fileprivate var deed: String {
    switch self {
    case .pin: "Pinning"
    case .unpin: "Unpinning"
    case .delete, .send, .edit, .react: "Deleting"
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

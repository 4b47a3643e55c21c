import ChatDomain
import DraftEngine

/// Moves a draft from the composer into the outbox.
final class DraftSender {
  let currentUser: User
  private let outbox: Outbox
  private let drafts: DraftKeeper

  init(outbox: Outbox, drafts: DraftKeeper, currentUser: User) {
    self.outbox = outbox
    self.drafts = drafts
    self.currentUser = currentUser
  }

  /// Empties the composer immediately, so that what is typed from now on is the next message, and brings everything back
  /// if the outbox refuses it.
  func send(_ state: DraftState, params: SendTextParams) async throws -> Timetoken {
    // In a task of its own, so that its memory is released before the wait for the service: without a connection
    // thousands of messages may wait here.
    let id = try await Task.immediate { try await self.handOver(state, params) }.value
    return try Self.timetoken(in: await outbox.answer(to: id))
  }

  /// - Returns: the transaction under which the outbox has the message.
  private func handOver(_ state: DraftState, _ params: SendTextParams) async throws -> TransactionID {
    state.typing.stop()
    let draft = state.editor.emptyForSending()
    let parts = draft.composed.parts
    let message = OutgoingMessage(
      key: state.key, elements: draft.composed.composition.elements, files: parts.attachments,
      inputFiles: parts.files, quoted: parts.quoted, isShownInChannel: parts.isShownInChannel,
      delivery: params.delivery, extras: params.extras)
    let (outbox, drafts) = (outbox, drafts)
    let entry: OutboxEntry
    do throws(OutboxError) {
      try await drafts.saver.loadFirst()
      entry = try await outbox.enqueueSend(message) { drafts.saver.handOver(draft, of: state.latest) }
    } catch {
      state.latest.editor.putBack(draft)
      throw error.reason
    }
    drafts.publisher.publishNow(state.latest)
    return entry.transactionId
  }

  private static func timetoken(in answer: OutboxAnswer) throws -> Timetoken {
    switch answer.outcome {
    case .success(let message?):
      guard let timetoken = message.timetoken else { throw ChatError.connection(.interrupted) }
      return timetoken
    case .success(nil): throw OutboxError.withdrawn
    case .failure(let error): throw error.reason
    }
  }

  /// Moves the edit of a message into the outbox, brings the draft back, and waits for the service.
  func sendEdit(_ edit: EditedMessage, of state: DraftState) async throws -> Message? {
    guard !edit.isHandedOver else { throw MessageDraftError.sendUnderWay }
    edit.isHandedOver = true
    let (message, sent) = (edit.message, edit.stored)
    let (outbox, drafts) = (outbox, drafts)
    let id: TransactionID
    do throws(OutboxError) {
      try await drafts.saver.loadFirst()
      // The edit leaves the store in the batch that puts it into the outbox: it is not offered again after a crash.
      id = try await outbox.edit(
        message, elements: sent.elements, files: sent.files, inputFiles: sent.inputFiles
      ) {
        state.latest.editor.didHandOver(sent, of: outbox.presentId(of: message.id))
        return drafts.saver.changes(of: state.latest)
      }
    } catch {
      state.latest.editor.releaseEdit(of: outbox.presentId(of: message.id))
      throw error.reason
    }
    do throws(OutboxError) {
      return try await outbox.outcome(of: id)
    } catch {
      throw error.reason
    }
  }
}

extension Outbox {
  /// The id of a message that may have arrived since it was looked at.
  fileprivate func presentId(of id: MessageID) -> MessageID {
    arrival(of: id)?.id ?? id
  }
}

extension OutboxError {
  /// What `send` throws: the reason the service refused it, or that the waiting task was cancelled.
  nonisolated var reason: any Error {
    switch self {
    case .failed(let error): error
    case .store(let error): error
    case .cancelled: CancellationError()
    case .withdrawn, .isBeingDeleted, .notFailed, .tooLate, .unknown: self
    }
  }
}

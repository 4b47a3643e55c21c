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
  ///
  /// What the outbox refuses without waiting for anything is thrown.
  func beginSend(_ state: DraftState, params: SendTextParams) throws(OutboxError) -> OngoingSend {
    let send = OngoingSend(outbox: outbox)
    send.begin { () async throws(OutboxError) in try await self.handOver(state, params) }
    if case .failure(let error) = send.acceptance { throw error }
    return send
  }

  /// - Returns: the transaction under which the outbox has the message.
  private func handOver(
    _ state: DraftState, _ params: SendTextParams
  ) async throws(OutboxError) -> TransactionID {
    state.typing.stop()
    let taken = state.emptyForSending()
    let message = OutgoingMessage(
      key: state.key, elements: taken.composition.document.elements, files: taken.parts.attachments,
      inputFiles: taken.parts.files, quoted: taken.parts.quoted,
      isShownInChannel: taken.parts.isShownInChannel, delivery: params.delivery, extras: params.extras)
    let (outbox, drafts) = (outbox, drafts)
    let entry: OutboxEntry
    do throws(OutboxError) {
      try await drafts.loadFirst()
      entry = try await outbox.enqueueSend(message) { drafts.handOver(taken, of: state.latest) }
    } catch {
      state.latest.putBack(taken)
      throw error
    }
    drafts.publish(state.latest, after: .zero)
    return entry.transactionId
  }

  /// Moves the edit of a message into the outbox, brings the draft back, and waits for the service.
  func sendEdit(_ edit: EditedMessage, of state: DraftState) async throws(OutboxError) -> Message? {
    guard !edit.isHandedOver else { throw .sendUnderWay }
    state.edit?.isHandedOver = true
    let (outbox, drafts) = (outbox, drafts)
    let id: TransactionID
    do throws(OutboxError) {
      try await drafts.loadFirst()
      // The edit leaves the store in the batch that puts it into the outbox: it is not offered again after a crash.
      id = try await outbox.edit(
        edit.message, elements: edit.composition.document.elements, files: edit.changedAttachments,
        inputFiles: edit.inputFiles
      ) {
        state.latest.didHandOver(edit, of: outbox.presentId(of: edit.message.id))
        return drafts.changes(of: state.latest)
      }
    } catch {
      state.latest.release(outbox.presentId(of: edit.message.id))
      throw error
    }
    return try await outbox.outcome(of: id)
  }
}

extension Outbox {
  /// The id of a message that may have arrived since it was looked at.
  fileprivate func presentId(of id: MessageID) -> MessageID {
    arrival(of: id)?.id ?? id
  }
}

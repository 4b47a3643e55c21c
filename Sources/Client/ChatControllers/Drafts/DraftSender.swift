public import ChatDomain
import ChatSync
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

  /// Empties the composer immediately, so that text typed from now on belongs to the next message. Restores everything if the
  /// outbox refuses the message.
  ///
  /// A refusal that is known without waiting is thrown.
  func beginSend(_ draft: Draft, params: SendTextParams) throws(OutboxError) -> OngoingSend {
    let send = OngoingSend(outbox: outbox)
    drafts.saver.beginHandover()
    send.begin { [drafts] () async throws(OutboxError) in
      defer { drafts.saver.endHandover() }
      return try await self.handOver(draft, params)
    }
    if case .failure(let error) = send.acceptance { throw error }
    return send
  }

  /// - Returns: the transaction under which the outbox has the message.
  private func handOver(
    _ draft: Draft, _ params: SendTextParams
  ) async throws(OutboxError) -> TransactionID {
    draft.typing.stop()
    let outgoing = draft.emptyForSending()
    let parts = outgoing.composed.parts
    let message = OutgoingMessage(
      key: draft.key, elements: params.words ?? outgoing.composed.composition.elements,
      files: parts.attachments, inputFiles: parts.files + params.files, quoted: parts.quoted,
      isShownInChannel: parts.isShownInChannel, delivery: params.delivery, extras: params.extras,
      isEncrypted: parts.isEncrypted)
    let (outbox, drafts) = (outbox, drafts)
    let entry: OutboxEntry
    do throws(OutboxError) {
      try await drafts.saver.loadFirst()
      entry = try await outbox.enqueueSend(message) { drafts.saver.handOver(outgoing, of: draft.latest) }
    } catch {
      draft.latest.putBack(outgoing)
      throw error
    }
    drafts.publisher.publishNow(draft.latest)
    return entry.transactionId
  }

  /// Moves the edit of a message into the outbox, brings the draft back, and waits for the service.
  ///
  /// - Parameter words: as in ``SendTextParams``.
  func sendEdit(
    _ edit: EditedMessage, words: [MessageElement]?, of draft: Draft
  ) async throws(OutboxError) -> Message? {
    guard !edit.isHandedOver else { throw .sendUnderWay }
    edit.isHandedOver = true
    let (message, sent) = (edit.message, edit.stored)
    let (outbox, drafts) = (outbox, drafts)
    let id: TransactionID
    do throws(OutboxError) {
      try await drafts.saver.loadFirst()
      // The edit leaves the store in the batch that puts it into the outbox, so it is not offered again after a crash.
      id = try await outbox.edit(
        message, elements: words ?? sent.elements, files: sent.files, inputFiles: sent.inputFiles,
        isEncrypted: edit.isEncrypted
      ) {
        draft.latest.didHandOver(sent, with: message.files, of: outbox.presentId(of: message.id))
        return drafts.saver.changes(of: draft.latest)
      }
    } catch {
      draft.latest.releaseEdit(of: outbox.presentId(of: message.id))
      throw error
    }
    return try await outbox.outcome(of: id)
  }
}

extension Outbox {
  /// The current id of a message that may have arrived since it was read.
  fileprivate func presentId(of id: MessageID) -> MessageID {
    arrival(of: id)?.id ?? id
  }
}

/// A message that has left the composer, on its way into the outbox and to the service.
///
/// It continues whether or not a caller waits for it.
public final class OngoingSend {
  private let outbox: Outbox
  private var handover: Task<Result<TransactionID, OutboxError>, Never>?
  /// The outbox's answer; nil until it arrives.
  private(set) var acceptance: Result<TransactionID, OutboxError>?

  /// Whether the outbox refused the message, which is then back in the composer.
  package var isReturned: Bool { if case .failure? = acceptance { true } else { false } }

  init(outbox: Outbox) { self.outbox = outbox }

  /// Runs until the first suspension before it returns.
  func begin(_ handOver: @escaping () async throws(OutboxError) -> TransactionID) {
    // In an unstructured task, so that its memory is released before the wait for the service: without a connection thousands
    // of messages may wait here.
    handover = Task.immediate {
      let result: Result<TransactionID, OutboxError>
      do throws(OutboxError) { result = .success(try await handOver()) } catch { result = .failure(error) }
      acceptance = result
      return result
    }
  }

  /// Waits until the service has the message.
  ///
  /// A message that the outbox refuses is back in the composer. One that the service refuses stays in the timeline with its
  /// text.
  ///
  /// - Returns: its timetoken.
  public func timetoken() async throws(OutboxError) -> Timetoken {
    guard let handover else { throw .unknown }
    let id = try await handover.value.get()
    switch await outbox.answer(to: id) {
    case .success(let message?):
      guard let timetoken = message.timetoken else { throw .failed(.connection(.interrupted)) }
      return timetoken
    case .success(nil): throw .withdrawn
    case .failure(let error): throw error
    }
  }
}

import ChatDomain
import DraftEngine

extension Outbox {
  /// Changes the text and files of a message.
  ///
  /// A message that is waiting or was refused is changed in place and then sent. While it is being sent, the edit waits
  /// behind it: the user wants the text changed, not an error for being a second too early. The same applies to an edit
  /// behind an edit; of the waiting ones only the last is sent.
  ///
  /// - Parameter changes: called at the moment when the edit is saved; its result is saved in the same batch.
  /// - Returns: the transaction whose result is the message with this text.
  func edit(
    _ message: Message, elements: [MessageElement], files: [FileAttachment]? = nil,
    inputFiles: [InputFile] = [], with changes: () -> [StoreChange] = { [] }
  ) async throws(OutboxError) -> TransactionID {
    try await loadFirst()
    let message = resolved(message)
    let known = queue.entries(about: message.id, in: message.channelId).filter { !$0.isAccepted }
    var wanted = message
    wanted.elements = elements
    wanted.files = files ?? known.last { $0.isSend || $0.isEdit }?.message.files ?? message.files
    try check(wanted, with: inputFiles)
    if known.contains(where: \.isDeleting) {
      throw .isBeingDeleted
    }
    let superseded = known.filter { ($0.isEdit && !isUnderWay($0)) || $0.isDelete }
    // Files that are not uploaded yet stay: no caller can name them as attachments.
    let entry = edit(
      of: wanted, inputFiles: superseded.flatMap(\.inputFiles) + inputFiles,
      at: superseded.first(where: \.isEdit)?.sequence)
    guard let send = known.first(where: \.isSend), !isUnderWay(send) else {
      for old in superseded { results.move(from: old.transactionId, to: entry.transactionId) }
      await admit(entry, inPlaceOf: superseded, with: changes())
      return entry.transactionId
    }
    for old in superseded { results.move(from: old.transactionId, to: send.transactionId) }
    var changed = send.waiting()
    changed.take(entry)
    await change(changed, with: drop(superseded) + changes())
    wake(message.channelId)
    return changed.transactionId
  }

  /// Deletes a message.
  ///
  /// A message that is waiting or was refused is withdrawn and never sent; while it is being sent, it is deleted as
  /// soon as it has arrived. Any other message is deleted at the service. All of that waits for the end of
  /// `takeBackPeriod`.
  ///
  /// - Returns: the transaction of the deletion, or that of the message if it is withdrawn.
  @discardableResult
  func delete(_ message: Message, hard: Bool) async throws(OutboxError) -> TransactionID {
    try await loadFirst()
    let message = resolved(message)
    let known = queue.entries(about: message.id, in: message.channelId).filter { !$0.isAccepted }
    if let send = known.first(where: \.isSend) {
      await delete(sending: send, hard: hard)
      return send.transactionId
    }
    if let deletion = known.first(where: \.isDelete) {
      if deletion.failure != nil { try await resend(deletion.transactionId) }
      return deletion.transactionId
    }
    if message.isDeleted, !hard { throw .failed(.refused(.messageDeleted)) }
    var entry = deletion(of: message, hard: hard)
    entry.notBefore = endOfTakingBack
    // What is still waiting is dropped only if the deletion cannot be taken back any more.
    await admit(entry, inPlaceOf: entry.notBefore == nil ? known.filter { !isUnderWay($0) } : [])
    return entry.transactionId
  }

  private func delete(sending send: OutboxEntry, hard: Bool) async {
    var marked = send
    marked.deletesHard = send.deletesHard || hard
    marked.notBefore = send.notBefore ?? endOfTakingBack
    guard isUnderWay(send) || marked.notBefore != nil else {
      // After an attempt without an answer, it is unknown whether the service has the message.
      return await withdraw(marked, mayHaveArrived: send.attempts > 0 && send.failure == nil)
    }
    marked.deletesOnArrival = true
    marked.message.localState = .deleting
    await change(marked)
    scheduleRelease()
  }

  private func check(_ wanted: Message, with inputFiles: [InputFile]) throws(OutboxError) {
    if wanted.isDeleted { throw .failed(.refused(.messageDeleted)) }
    if wanted.author.id != service.currentUser.id || wanted.kind == .system {
      throw .failed(.refused(.notAllowed))
    }
    if wanted.isUnreadable { throw .failed(.refused(.messageUnreadable)) }
    if let refusal = service.sendingRefusal(in: wanted.channelId) { throw .failed(.refused(refusal)) }
    let count = wanted.files.count + inputFiles.count
    if let refusal = service.limits.refusal(of: wanted.elements, fileCount: count) {
      throw .failed(.refused(refusal))
    }
  }
}

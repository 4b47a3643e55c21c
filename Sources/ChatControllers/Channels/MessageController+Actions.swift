public import ChatDomain
public import DraftEngine

extension MessageController {
  /// Gives the message other words; returns as soon as that is kept on this device.
  ///
  /// - Parameter files: those of its files that it is to have; nil: all it has.
  /// - Returns: the transaction whose result `ChatClient.result(of:)` waits for.
  @discardableResult
  public func editMessage(
    elements: [MessageElement], files: [FileAttachment]? = nil, inputFiles: [InputFile] = []
  ) async throws(OutboxError) -> TransactionID {
    try await client.outbox.edit(await known(), elements: elements, files: files, inputFiles: inputFiles)
  }

  /// The same for plain words.
  @discardableResult
  public func editMessage(text: String) async throws(OutboxError) -> TransactionID {
    try await editMessage(elements: [.plainText(text: text)])
  }

  /// The same for those who do not wait.
  public func editMessage(text: String, completion: ((OutboxError?) -> Void)? = nil) {
    complete({ completion?($0.failure) }) { () async throws(OutboxError) in
      try await self.editMessage(text: text)
    }
  }

  /// Takes the message back; returns as soon as that is kept on this device.
  ///
  /// - Parameter hard: nothing is left of it, not even its place.
  @discardableResult
  public func deleteMessage(hard: Bool = false) async throws(OutboxError) -> TransactionID {
    try await client.outbox.delete(await known(), hard: hard)
  }

  /// The same for those who do not wait.
  public func deleteMessage(hard: Bool = false, completion: ((OutboxError?) -> Void)? = nil) {
    complete({ completion?($0.failure) }) { () async throws(OutboxError) in
      try await self.deleteMessage(hard: hard)
    }
  }

  /// Tries again what failed: the sending, the edit or the deletion. It keeps its place.
  public func resendMessage() async throws(OutboxError) {
    try await client.outbox.resend(messageId, in: channelId)
  }

  /// The same for those who do not wait.
  public func resendMessage(completion: ((OutboxError?) -> Void)? = nil) {
    complete({ completion?($0.failure) }) { () async throws(OutboxError) in try await self.resendMessage() }
  }

  /// Lets go of what failed: a message that was not sent goes, and of an edit or a deletion nothing more is shown.
  public func discardFailure() async throws(OutboxError) {
    try await client.outbox.discard(messageId, in: channelId)
  }

  /// Keeps the message at hand.
  @discardableResult
  public func pin(_ pinning: Pinning = .noExpiration) async throws(OutboxError) -> TransactionID {
    try await client.outbox.pin(await known(), pinning)
  }

  /// Takes the pin off.
  @discardableResult
  public func unpin() async throws(OutboxError) -> TransactionID {
    try await client.outbox.unpin(await known())
  }

  /// Reacts to the message; returns as soon as that is kept on this device. A refusal takes it off again.
  @discardableResult
  public func addReaction(_ name: String) async throws(OutboxError) -> TransactionID {
    try await client.outbox.setReaction(name, true, on: await known())
  }

  /// Takes one's own reaction back.
  @discardableResult
  public func removeReaction(_ name: String) async throws(OutboxError) -> TransactionID {
    try await client.outbox.setReaction(name, false, on: await known())
  }

  func known() async throws(OutboxError) -> Message {
    try await client.message(messageId, in: channelId, known: own)
  }
}

public import ChatDomain
public import DraftEngine

extension ChannelController {
  /// The variant with a completion handler, called when the message is saved on this device.
  public func createNewMessage(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras(), completion: ((Result<MessageID, OutboxError>) -> Void)?
  ) {
    createNewMessage(
      elements: [.plainText(text: text)], pinning: pinning, files: files, quotedMessageId: quotedMessageId,
      extras: extras, completion: completion)
  }

  /// The same for text with mentions, channel references and links.
  public func createNewMessage(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras(),
    completion: ((Result<MessageID, OutboxError>) -> Void)?
  ) {
    complete({ completion?($0) }) { () async throws(OutboxError) in
      try await self.createNewMessage(
        elements: elements, pinning: pinning, files: files, quotedMessageId: quotedMessageId, extras: extras)
    }
  }
}

extension MessageController {
  /// The variant with a completion handler, called when the edit is saved on this device.
  public func editMessage(text: String, completion: ((OutboxError?) -> Void)?) {
    complete({ completion?($0.failure) }) { () async throws(OutboxError) in
      try await self.editMessage(text: text)
    }
  }

  /// The variant with a completion handler, called when the deletion is saved on this device.
  public func deleteMessage(hard: Bool = false, completion: ((OutboxError?) -> Void)?) {
    complete({ completion?($0.failure) }) { () async throws(OutboxError) in
      try await self.deleteMessage(hard: hard)
    }
  }

  /// The variant with a completion handler, called when the message waits to be sent again.
  public func resendMessage(completion: ((OutboxError?) -> Void)?) {
    complete({ completion?($0.failure) }) { () async throws(OutboxError) in try await self.resendMessage() }
  }

  /// The variant with a completion handler, called when the reply is saved on this device.
  public func createNewReply(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], showReplyInChannel: Bool = false,
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras(),
    completion: ((Result<MessageID, OutboxError>) -> Void)?
  ) {
    complete({ completion?($0) }) { () async throws(OutboxError) in
      try await self.createNewReply(
        text: text, pinning: pinning, files: files, showReplyInChannel: showReplyInChannel,
        quotedMessageId: quotedMessageId, extras: extras)
    }
  }

  /// The variant with a completion handler, called when the message and its newest replies are loaded.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }
}

extension MessageDraft {
  /// The variant with a completion handler, called with the timetoken once the service has the message. With nil, the result is
  /// not reported.
  ///
  /// `completion` has no default value: at the top level of a `main.swift`, `try await draft.send()` would then call this
  /// variant, and await nothing. The same holds for the other variants with a completion handler.
  public func send(
    meta: [String: JSONCodable]? = nil, shouldStore: Bool = true, usePost: Bool = false, ttl: Int? = nil,
    completion: ((Swift.Result<Timetoken, OutboxError>) -> Void)?
  ) {
    let params = SendTextParams(meta: meta, shouldStore: shouldStore, usePost: usePost, ttl: ttl)
    complete({ completion?($0) }) { () async throws(OutboxError) in try await self.send(params: params) }
  }
}

extension CurrentUserController {
  /// The variant with a completion handler, called with the first page.
  public func loadDraftMessages(
    query: DraftListQuery = DraftListQuery(),
    completion: ((Result<[DraftMessage], ChatError>) -> Void)?
  ) {
    complete({ completion?($0) }) { () async throws(ChatError) in
      try await self.loadDraftMessages(query: query)
    }
  }

  /// The variant with a completion handler, called with the next page.
  public func loadMoreDraftMessages(
    limit: Int? = nil, completion: ((Result<[DraftMessage], ChatError>) -> Void)?
  ) {
    complete({ completion?($0) }) { () async throws(ChatError) in
      try await self.loadMoreDraftMessages(limit: limit)
    }
  }
}

/// Runs an async operation for a variant with a completion handler and passes on its result.
func complete<Success, Failure: Error>(
  _ handler: @escaping (Result<Success, Failure>) -> Void,
  after work: @escaping () async throws(Failure) -> Success
) {
  Task {
    do throws(Failure) {
      handler(.success(try await work()))
    } catch {
      handler(.failure(error))
    }
  }
}

nonisolated extension Result {
  /// The value; nil if the operation failed.
  var value: Success? { if case .success(let value) = self { value } else { nil } }
  /// The error; nil if the operation succeeded.
  var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

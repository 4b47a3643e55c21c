public import ChatDomain

extension MessageDraft {
  /// Sends the draft and returns its timetoken once the service has it.
  ///
  /// The composer is empty and usable again as soon as the outbox has the message. A refused message stays in the
  /// timeline with its text, and this throws the reason.
  @discardableResult
  public func send(params: SendTextParams = SendTextParams()) async throws -> Timetoken {
    if let edit = editor.editing.current { throw MessageDraftError.editUnderWay(edit.message.id) }
    guard editor.composed.isSendable else {
      if !editor.outgoing.isEmpty { throw MessageDraftError.sendUnderWay }
      throw ChatError.refused(.emptyMessage)
    }
    if state.hasLostParent { throw ChatError.refused(.replyToDeletedMessage) }
    if let quoted = editor.composed.parts.quoted, quoted.channelId != key.channelId {
      throw ChatError.refused(.quoteFromOtherChannel)
    }
    return try await sender.send(state, params: params)
  }

  /// The variant with a completion handler, called with the timetoken.
  public func send(
    meta: [String: JSONCodable]? = nil, shouldStore: Bool = true, usePost: Bool = false, ttl: Int? = nil,
    completion: ((Swift.Result<Timetoken, any Error>) -> Void)? = nil
  ) {
    let params = SendTextParams(meta: meta, shouldStore: shouldStore, usePost: usePost, ttl: ttl)
    complete({ completion?($0) }) { () async throws in try await self.send(params: params) }
  }
}

public import ChatDomain

extension ChatClient {
  /// The draft of a channel or a thread, with listeners and limits of its own.
  ///
  /// - Parameter channelType: in public channels typing is not signalled; nil: whatever the client knows by then.
  public func messageDraft(
    for key: DraftKey, channelType: ChannelType? = nil, userSuggestionSource: UserSuggestionSource = .channel,
    isTypingIndicatorTriggered: Bool = true, userLimit: Int = 10, channelLimit: Int = 10
  ) throws(MessageDraftError) -> MessageDraft {
    let options = try MessageDraftOptions(
      userSuggestionSource: userSuggestionSource, isTypingIndicatorTriggered: isTypingIndicatorTriggered,
      userLimit: userLimit, channelLimit: channelLimit)
    return messageDraft(for: key, channelType: channelType, options, isParentSent: false)
  }

  private func messageDraft(
    for key: DraftKey, channelType: ChannelType?, _ options: MessageDraftOptions, isParentSent: Bool
  ) -> MessageDraft {
    let suggestionCache = suggestionCache
    let key = outbox.resolved(key)
    // A parent with a timetoken has the service's id.
    if !isParentSent { followLater(key) }
    return MessageDraft(
      state: drafts.state(for: key), channelType: { channelType ?? suggestionCache.type(of: key.channelId) },
      options: options,
      sender: DraftSender(outbox: outbox, drafts: drafts, currentUser: currentUser),
      lookup: SuggestionLookup(service: service, suggestionCache: suggestionCache, roster: roster))
  }

  /// The draft for a reply in the thread under a message; refused where no thread may be. Under a message that is on its
  /// way it waits with it, and gets its later id together with it.
  public func threadMessageDraft(
    for parent: Message, channelType: ChannelType? = nil,
    userSuggestionSource: UserSuggestionSource = .channel,
    isTypingIndicatorTriggered: Bool = true, userLimit: Int = 10, channelLimit: Int = 10
  ) throws -> MessageDraft {
    let parent = outbox.resolved(parent)
    if let refusal = ThreadRules.refusal(ofReplyTo: parent) { throw ChatError.refused(refusal) }
    if parent.timetoken == nil, parent.localState == .deleting {
      throw ChatError.refused(.replyToDeletedMessage)
    }
    let options = try MessageDraftOptions(
      userSuggestionSource: userSuggestionSource, isTypingIndicatorTriggered: isTypingIndicatorTriggered,
      userLimit: userLimit, channelLimit: channelLimit)
    return messageDraft(
      for: DraftKey(channelId: parent.channelId, parentId: parent.id), channelType: channelType, options,
      isParentSent: parent.timetoken != nil)
  }

  /// The message whose thread it is may be named by an id that it had while it was being sent, by somebody who kept that
  /// for long: then the draft follows it as soon as that is known.
  private func followLater(_ key: DraftKey) {
    guard let local = key.parentId, outbox.pending(local) == nil, drafts.draftMessage(for: key) == nil else {
      return
    }
    Task { [weak self] in
      // try?: it is looked for again when the draft is sent.
      guard let present = try? await self?.identities.present(key), present != key else { return }
      self?.drafts.move(key, to: present)
    }
  }

  /// A composer leaves this place: typing ends, an edit of a message is put aside, and the other devices are told of
  /// the draft at once.
  ///
  /// - Returns: the telling, for whoever wants to wait for it; nil when there is nothing to tell.
  @discardableResult
  public func leave(_ key: DraftKey) -> Task<Void, Never>? { drafts.leave(outbox.resolved(key)) }

  /// Tells the other devices of all drafts: what a program does before it is suspended. It waits for an answer, but not
  /// for long.
  public func publishDrafts() async { await drafts.publishAll() }

  /// The draft of a place as a list shows it; nil when there is none.
  public func draftMessage(for key: DraftKey) -> DraftMessage? {
    drafts.draftMessage(for: outbox.resolved(key))
  }

  /// The files of a draft that only this device has: they are not in what others are told.
  public func inputFiles(ofDraft key: DraftKey) -> [InputFile] { drafts.inputFiles(of: key) }

  /// All drafts of this device, with those not yet told to the service.
  public func draftMessages(
    sortedBy sorting: [DraftSorting] = DraftListQuery().sorting
  ) -> [DraftMessage] { drafts.draftMessages(sortedBy: sorting) }

  /// Deletes a draft here and on the other devices; its words can be brought back.
  public func deleteDraft(for key: DraftKey) { drafts.delete(outbox.resolved(key)) }

  /// Forgets for good what left the composer of a place, or of all; what stands in the composers stays. When the store
  /// refuses, nothing is forgotten, also not later.
  public func forgetDraftHistory(for key: DraftKey? = nil) async throws(StoreError) {
    try await drafts.forgetHistory(of: key.map { outbox.resolved($0) })
  }

  /// What left the composer of a place, or of all, the latest first; nothing while drafts are switched off.
  public func draftHistory(
    for key: DraftKey? = nil, limit: Int = 100
  ) async throws(StoreError) -> [DraftHistoryEntry] {
    guard configuration.isDraftMessagesEnabled else { return [] }
    do throws(StoreError) {
      try await drafts.flush()
    } catch {
      // Everybody was told. What cannot be kept now is no reason to hide what was kept before.
    }
    return try await store.draftHistory(for: key.map { outbox.resolved($0) }, limit: limit)
  }
}

public import ChatDomain
import ChatSync
public import DraftEngine

extension ChatClient {
  /// The draft of a channel or a thread, with separate listeners and limits.
  ///
  /// - Parameters:
  ///   - key: the channel, or the thread under one of its messages.
  ///   - channelType: in public channels typing is not signalled; nil uses the type that the client knows.
  ///   - userSuggestionSource: where users are looked up for mentions.
  ///   - isTypingIndicatorTriggered: whether other users are notified that the user is typing here.
  ///   - userLimit: the maximum number of suggested users, from 1 to 100.
  ///   - channelLimit: the maximum number of suggested channels, from 1 to 100.
  public func messageDraft(
    for key: DraftKey, channelType: ChannelType? = nil, userSuggestionSource: UserSuggestionSource = .channel,
    isTypingIndicatorTriggered: Bool = true, userLimit: Int = 10, channelLimit: Int = 10
  ) throws(ChatError) -> MessageDraft {
    let options = try MessageDraftOptions(
      userSuggestionSource: userSuggestionSource, isTypingIndicatorTriggered: isTypingIndicatorTriggered,
      userLimit: userLimit, channelLimit: channelLimit)
    return messageDraft(for: key, channelType: channelType, options, isParentSent: false)
  }

  /// The unfinished edits of messages, by the place where they were begun.
  package var unfinishedEdits: [DraftKey: StoredEdit] { engine.drafts.registry.unfinishedEdits }

  private func messageDraft(
    for key: DraftKey, channelType: ChannelType?, _ options: MessageDraftOptions, isParentSent: Bool
  ) -> MessageDraft {
    let key = engine.outbox.resolved(key)
    // A parent with a timetoken has the service's id.
    if !isParentSent { followLater(key) }
    return MessageDraft(
      draft: engine.drafts.registry.draft(for: key),
      channelType: { [suggestions = engine.suggestions] in
        channelType ?? suggestions.cache.type(of: key.channelId)
      },
      options: options,
      sender: DraftSender(outbox: engine.outbox, drafts: engine.drafts, currentUser: currentUser),
      lookup: engine.suggestions)
  }

  /// The draft of a reply in the thread under a message; refused where threads are not allowed. The draft under a pending
  /// message moves to the message's final id once the service has the message.
  public func threadMessageDraft(
    for parent: Message, channelType: ChannelType? = nil,
    userSuggestionSource: UserSuggestionSource = .channel,
    isTypingIndicatorTriggered: Bool = true, userLimit: Int = 10, channelLimit: Int = 10
  ) throws(ChatError) -> MessageDraft {
    let parent = engine.outbox.resolved(parent)
    if let refusal = ThreadRules.refusal(ofReplyTo: parent) { throw .refused(refusal) }
    if parent.timetoken == nil, parent.localState == .deleting {
      throw .refused(.replyToDeletedMessage)
    }
    let options = try MessageDraftOptions(
      userSuggestionSource: userSuggestionSource, isTypingIndicatorTriggered: isTypingIndicatorTriggered,
      userLimit: userLimit, channelLimit: channelLimit)
    return messageDraft(
      for: DraftKey(channelId: parent.channelId, parentId: parent.id), channelType: channelType, options,
      isParentSent: parent.timetoken != nil)
  }

  /// Moves the draft if the caller used the id that the parent message had while it was being sent.
  private func followLater(_ key: DraftKey) {
    guard let local = key.parentId, engine.outbox.pending(local) == nil,
      engine.drafts.registry.message(for: key) == nil
    else {
      return
    }
    Task { [weak self] in
      // try?: it is looked up again when the draft is sent.
      guard let present = try? await self?.engine.outbox.currentKey(of: key), present != key else {
        return
      }
      self?.engine.drafts.references.move(key, to: present)
    }
  }

  /// Call when a composer is closed ("leave channel" and "leave thread" in PubNub's documents): typing ends, an open edit of
  /// a message is left to be continued, and the draft is published to the other devices immediately. The membership continues.
  ///
  /// - Returns: the publication, to wait for; nil if there is nothing to publish.
  @discardableResult
  public func closeComposer(for key: DraftKey) -> Task<Void, Never>? {
    engine.drafts.leave(engine.outbox.resolved(key))
  }

  /// Publishes all drafts to the other devices, for example before the program is suspended. It waits only a short time for
  /// answers.
  public func publishDrafts() async { await engine.drafts.publisher.publishAll() }

  /// Requests one draft when the user is about to write, because loading all drafts may take a while.
  package func loadDraft(for key: DraftKey) async throws(ChatError) {
    let key = engine.outbox.resolved(key)
    guard configuration.isDraftMessagesEnabled, abilities.contains(.keepsDrafts), !key.channelId.isOnDevice,
      let draft = try await service.draft(for: key)
    else { return }
    engine.drafts.publisher.receive(RemoteDraft(draft), for: key)
  }

  /// A draft as lists show it; nil if there is none.
  public func draftMessage(for key: DraftKey) -> DraftMessage? {
    engine.drafts.registry.message(for: engine.outbox.resolved(key))
  }

  /// Whether the draft exists, without creating its state.
  package func hasDraftMessage(for key: DraftKey) -> Bool {
    engine.drafts.registry.hasMessage(for: engine.outbox.resolved(key))
  }

  /// The text of a draft, without creating its state; nil if there is none.
  package func draftText(for key: DraftKey) -> String? {
    engine.drafts.registry.text(for: engine.outbox.resolved(key))
  }

  /// The files of a draft that exist only on this device; they are not published.
  public func inputFiles(ofDraft key: DraftKey) -> [InputFile] { engine.drafts.registry.inputFiles(of: key) }

  /// All drafts of this device, including those not published yet.
  public func draftMessages(
    sortedBy sorting: [DraftSorting] = DraftListQuery().sorting
  ) -> [DraftMessage] { engine.drafts.registry.messages(sortedBy: sorting) }

  /// Deletes a draft here and on the other devices; its text can be restored.
  public func deleteDraft(for key: DraftKey) { engine.drafts.delete(engine.outbox.resolved(key)) }

  /// Ends the draft of a thread whose message does not exist. Its text and its history move to the history of the channel.
  package func giveUpThread(_ key: DraftKey) { engine.drafts.references.giveUpThread(key) }

  /// Deletes the history of one draft, or of all, for good; the drafts themselves stay. If the store fails, nothing is
  /// deleted, not even later.
  ///
  /// - Parameters:
  ///   - key: the channel or thread; nil for all.
  ///   - elements: the text to delete, however often it left the composer; nil for all texts.
  public func forgetDraftHistory(
    for key: DraftKey? = nil, only elements: [MessageElement]? = nil
  ) async throws(StoreError) {
    try await engine.drafts.forgetHistory(of: key.map { engine.outbox.resolved($0) }, only: elements)
  }

  /// The texts that left the composer of one draft, or of all, the latest first; none while drafts are disabled.
  public func draftHistory(
    for key: DraftKey? = nil, limit: Int = 100
  ) async throws(StoreError) -> [DraftHistoryEntry] {
    guard configuration.isDraftMessagesEnabled else { return [] }
    do throws(StoreError) {
      try await engine.drafts.saver.save()
    } catch {
      // The failure was posted. Older entries are shown even if the latest cannot be saved.
    }
    return try await store.draftHistory(for: key.map { engine.outbox.resolved($0) }, limit: limit)
  }

  /// Whether a word is part of the name of a user or channel that the client has seen.
  package func hasName(with word: String) -> Bool { engine.suggestions.cache.hasName(with: word) }

  /// Loads one page of the members of a channel, so that their names are recognized.
  package func learnNames(in channel: ChannelID) async {
    guard !channel.isOnDevice else { return }
    do throws(ChatError) {
      _ = try await engine.suggestions.people("", in: .members(of: channel), limit: 99)
    } catch {
      // If the request fails, the names of message authors are still known.
    }
  }
}

/// Direct conversations that do not exist yet. Text written in them is saved like every draft and every message; the channel is
/// created when the first message is sent.
extension ChatClient {
  /// The conversation with a user: its channel, if one is known, otherwise a placeholder. For a placeholder, the client asks
  /// the service for an existing channel. If there is one, it posts `ClientNotice.prospect(_:)`, and everything written moves
  /// there.
  ///
  /// - Parameters:
  ///   - user: the other user.
  ///   - known: the channel, if the caller knows it from a list.
  public func place(with user: UserID, known: ChannelID? = nil) -> ChannelID {
    if let known { return known }
    let prospect = ChannelID(prospectWith: user)
    var id = engine.outbox.prospects.resolved(prospect)
    if service.sendingRefusal(in: id) == .encryptedChannel {
      // The channel has become encrypted, and this device cannot encrypt. A message in a new conversation can be sent.
      engine.outbox.prospects.forget(id)
      id = prospect
    }
    if id.isProspect { engine.prospectFollower.watch(id) }
    return id
  }

  /// The current id of a place: its conversation may have got a channel since.
  public func resolved(_ id: ChannelID) -> ChannelID { engine.outbox.prospects.resolved(id) }

  /// The other user of a conversation that is created with its first message. Known until the service reports the new channel;
  /// nil for other channels.
  public func partner(inProspect id: ChannelID) -> User? { engine.outbox.prospects.partner(in: id) }
}

import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// Where the user is: the open channel, the thread beside it, and which of them has the keyboard focus.
final class Navigator {
  private(set) var channel: Conversation?
  private(set) var thread: Conversation?
  private(set) var focus = ScreenState.Focus.channel
  /// The previously open channel.
  private(set) var lastChannel: ChannelID?
  let panels: PanelHost
  /// Keys that wait for suggestions in one of the composers.
  let heldKeys: HeldKeys
  let context: AppContext
  private let sidebar: ChannelSidebar
  private let shelf: ConversationShelf
  private let pending: PendingMessageStatus
  /// Whether the program itself, rather than the user, is opening a place.
  private var opensByItself = false
  /// Input received before the first place is known.
  private(set) lazy var earlyInput = EarlyInput(navigator: self, context: context, sidebar: sidebar)

  init(
    context: AppContext, sidebar: ChannelSidebar, shelf: ConversationShelf,
    pending: PendingMessageStatus
  ) {
    self.context = context
    self.sidebar = sidebar
    self.shelf = shelf
    self.pending = pending
    panels = PanelHost(context: context)
    heldKeys = HeldKeys(context: context)
    sidebar.onThreadsChange = { [weak self] in self?.channel?.refresh() }
  }

  // MARK: What is open

  /// The conversation that has the keyboard focus.
  var focused: Conversation? { focus == .thread ? thread ?? channel : channel }

  /// The open conversations, the channel first.
  var open: [Conversation] {
    guard let channel else { return [] }
    return thread.map { [channel, $0] } ?? [channel]
  }

  func conversation(in pane: ScreenState.Focus) -> Conversation? { pane == .thread ? thread : channel }

  /// The composer in which a key waits for suggestions.
  var waitingComposer: Composer? {
    if let thread, thread.composer.answer.isAwaited { return thread.composer }
    if let channel, channel.composer.answer.isAwaited { return channel.composer }
    return nil
  }

  /// The key areas that are active now, the topmost first.
  var keyAreas: [KeyArea] {
    if panels.panel != nil { return panels.keyAreas }
    guard let focused else { return .whileNothingIsOpen }
    if focused.selection != nil { return .whileMessageIsSelected }
    let composer = focused.composer
    let areas: [KeyArea] = composer.completion.popup == nil ? .whileWriting : .whileSuggesting
    guard let vi = composer.vi else { return areas }
    return vi.areas + areas
  }

  // MARK: Going somewhere

  func go(to destination: Destination) {
    switch destination {
    case .channel(let id, let message):
      openChannel(id)
      focus = .channel
      if let message { channel?.show(message) }
    case .thread(let key, let reply):
      guard let parent = key.parentId else { return go(to: .channel(key.channelId)) }
      openChannel(key.channelId)
      openThread(under: parent, in: key.channelId)
      if let reply { thread?.show(reply) }
    case .person(let user): openConversation(with: user)
    }
    earlyInput.deliverQueue()
    context.setNeedsFrame()
  }

  /// The number of keys received, to detect input during asynchronous work.
  var keyCount: Int { context.input.keyCount }

  /// Goes to a channel after the service has answered, unless the user has typed meanwhile: the text would be split between two
  /// drafts, and Enter would send the rest to the wrong one.
  ///
  /// - Parameter keyCount: the key count when this began.
  /// - Returns: whether it went there.
  @discardableResult
  func go(to id: ChannelID, unlessTypedSince keyCount: Int) -> Bool {
    guard self.keyCount != keyCount else {
      go(to: .channel(id))
      return true
    }
    TypedCommand.current?.didStay()
    let name = sidebar.names.name(of: id)
    context.say(.arrived(in: name))
    return false
  }

  /// Leaves a channel that the user is no longer a member of, if it is open. If the user is typing there, no channel is opened,
  /// so Enter sends nothing to a place that the user has not chosen.
  ///
  /// - Parameter keyCount: the key count when this began.
  func goAway(from id: ChannelID, since keyCount: Int) {
    guard channel?.key.channelId == id else { return }
    let place = self.keyCount == keyCount ? sidebar.liveliest : nil
    go(to: .channel(place ?? .nowhere))
  }

  /// Shows a channel. The draft in the previous channel is saved and sent to the service.
  func openChannel(_ id: ChannelID) {
    let id = context.client.resolved(id)
    guard channel?.key.channelId != id else { return }
    // If the program itself opens the place outside of any channel, the first place is still awaited.
    if id != .nowhere || !opensByItself { earlyInput.stopAwaitingPlace() }
    giveUpWaiting()
    closePanel()
    closeThread()
    if let left = channel {
      left.wasLeft()
      lastChannel = left.key.channelId
      context.client.closeComposer(for: left.key)
    }
    channel = conversation(at: id)
    channel?.refresh()
    if sidebar.news(in: id).isMarked { channel?.readTracker.beginAnew() }
    channel?.readTracker.mark =
      sidebar.channelList.row(for: id)?.unreadCount ?? 0 > 0 ? lastRead(in: id) : nil
    if !opensByItself { context.input.pendingKeys = [] }
  }

  /// Closes the panel, whose keys would otherwise keep acting on the previous place.
  private func closePanel() {
    if !opensByItself { panels.close() }
  }

  private func lastRead(in id: ChannelID) -> Timetoken? {
    sidebar.channelList.summary(of: id)?.reading.lastRead ?? Timetoken(0)
  }

  /// The conversation in a channel, open or not. If it cannot be opened, a notice says why.
  func conversation(at id: ChannelID) -> Conversation? {
    if let channel, channel.key.channelId == id { return channel }
    return shelf.recent(DraftKey(channelId: id)) ?? makeConversation(id)
  }

  /// - Parameter composer: the composer that already has the text typed here.
  private func makeConversation(_ id: ChannelID, keeping composer: Composer? = nil) -> Conversation? {
    let controller = context.client.channelController(for: id)
    controller.delegate = self
    do {
      let draft = try context.client.messageDraft(for: DraftKey(channelId: id))
      pending.load(context.client.pendingWork(in: id), in: id)
      return shelf.open(controller, draft, in: composer)
    } catch {
      if let reason = ErrorSentence.reason(error) { context.say(.failure(reason)) }
      return nil
    }
  }

  /// Opens the thread under a message beside its channel.
  func openThread(under parent: MessageID, in id: ChannelID) {
    giveUpWaiting()
    if thread?.source.parentId == parent {
      focus = .thread
      return
    }
    closeThread()
    closePanel()
    let key = DraftKey(channelId: id, parentId: parent)
    let recent = shelf.recent(key)
    guard let conversation = recent ?? makeThread(under: parent, key) else { return }
    conversation.readTracker.mark = nil
    conversation.readTracker.unreadAtOpening =
      sidebar.threadList.row(for: parent, in: id)?.unreadReplies ?? 0
    conversation.refresh()
    // What failed to load earlier may be available now.
    if recent != nil, !conversation.source.timeline.isLoaded { conversation.loader.synchronize() }
    thread = conversation
    focus = .thread
  }

  private func makeThread(under parent: MessageID, _ key: DraftKey) -> Conversation? {
    let client = context.client
    let controller = client.messageController(for: parent, in: key.channelId)
    controller.delegate = self
    do {
      // An existing draft is shown even if its parent cannot be requested.
      let draft =
        try channel?.source.timeline[parent].map { try client.threadMessageDraft(for: $0) }
        ?? client.messageDraft(for: key)
      let made = shelf.open(controller, draft)
      if context.isDemo {
        made.loader.onParentGone = { [weak self, weak made, keyCount] in
          guard let self, let made else { return true }
          return giveUpThread(made, since: keyCount)
        }
      }
      return made
    } catch {
      if let reason = ErrorSentence.reason(error) { context.say(.refusal(reason)) }
      return nil
    }
  }

  /// Leaves a thread of an earlier run: the demo does not have its message any more, so no reply can be sent. The texts move to
  /// the history of the channel. If the user is typing there, no channel is opened, so Enter sends nothing to all of the channel.
  ///
  /// - Parameter keyCount: the key count when the thread was opened.
  /// - Returns: false if the thread stays, because replies in it are still to be sent again or discarded.
  private func giveUpThread(_ gone: Conversation, since keyCount: Int) -> Bool {
    let key = gone.key
    let unsent = context.client.pendingWork(in: key.channelId).map(\.message)
    guard !unsent.contains(where: { $0.parentId == key.parentId }) else { return false }
    let hasText = !gone.composer.draft.text.isBlank || context.client.unfinishedEdits[key] != nil
    if thread === gone {
      closeThread()
      if self.keyCount != keyCount { go(to: .channel(.nowhere)) }
    }
    shelf.forget(thread: key)
    context.client.giveUpThread(key)
    context.say(.messageGoneWithDemo(restoredBy: hasText ? context.key(of: .global(.draftHistory)) : nil))
    return true
  }

  func closeThread() {
    guard let thread else { return }
    giveUpWaiting()
    panels.close()
    thread.wasLeft()
    context.client.closeComposer(for: thread.key)
    self.thread = nil
    focus = .channel
    context.setNeedsFrame()
  }

  /// Moves the keyboard focus between the channel and the thread.
  func goToOtherPane() {
    guard thread != nil else { return }
    panels.close()
    focus = focus == .thread ? .channel : .thread
  }

  func focus(on pane: ScreenState.Focus) {
    if pane == .channel || thread != nil { focus = pane }
  }

  /// Forgets the previous channel after the user has left it, so that nothing goes back to it.
  func forgetLastChannel(_ id: ChannelID) {
    if lastChannel == id { lastChannel = nil }
  }

  /// Drops all cached state of a channel.
  func forget(_ id: ChannelID) {
    shelf.forget(id)
    forgetLastChannel(id)
  }

  /// Stops waiting for suggestions, because the user goes elsewhere or ends the program.
  func giveUpWaiting() { heldKeys.giveUp(in: waitingComposer) }

  /// Gives the composers vi's keys, or takes them away.
  func useVi(_ session: ViSession?) {
    shelf.vi = session
    for composer in open.map(\.composer) + shelf.composers { composer.useVi(session) }
  }

  // MARK: Direct conversations

  /// Opens the conversation at once, even if it has no channel yet: text typed there moves to the channel once it exists.
  private func openConversation(with user: UserID) {
    openChannel(place(with: user))
    focus = .channel
  }

  /// The channel of the conversation with a user, or a placeholder if it has none yet.
  func place(with user: UserID) -> ChannelID {
    let known = sidebar.channelList.rows.first { row in
      // If the other user has left, the service is asked for the conversation, and invites that user again when a message is
      // sent. An encrypted conversation is passed over if this device cannot encrypt: another one can be started.
      row.summary.partner?.id == user && row.summary.memberCount > 1
        && context.client.sendingRefusal(in: row.id) != .encryptedChannel
    }
    return context.client.place(with: user, known: known?.id)
  }

  /// Whether messages in a channel are encrypted, as far as that is known.
  func isEncrypted(_ id: ChannelID) -> Bool { encryption(of: id) == true }

  /// The same; nil if it is not known. A new conversation is encrypted if this device can.
  func encryption(of id: ChannelID) -> Bool? {
    if id.isProspect { return context.client.abilities.contains(.encrypts) }
    return sidebar.channelList.summary(of: id)?.channel.isEncrypted
  }

  func handle(_ notice: ClientNotice) {
    guard case .prospect(let change) = notice, case .made(let id) = change.outcome else { return }
    if lastChannel == change.prospect { lastChannel = id }
    shelf.forget(change.prospect)
    guard let left = channel, left.source.channelId == change.prospect else { return }
    // The composer is kept, with its caret and selection.
    giveUpWaiting()
    let isInThread = focus == .thread
    let parent = thread?.source.parentId
    if thread != nil { closeThread() }
    channel = shelf.recent(DraftKey(channelId: id)) ?? makeConversation(id, keeping: left.composer)
    channel?.refresh()
    if let parent {
      openThread(under: parent, in: id)
      if !isInThread { focus = .channel }
    }
    context.setNeedsFrame()
  }

  // MARK: Without an open channel

  /// Whether no channel is open; there may still be a composer.
  var isNowhere: Bool {
    guard let channel else { return true }
    return channel.key.channelId == .nowhere
  }

  /// Opens a place without interrupting a panel or an unfinished key sequence: the next keys are meant for the panel or the
  /// sequence, and Enter after them must not send text to the new place.
  func openByItself(_ open: () -> Void) {
    opensByItself = true
    defer { opensByItself = false }
    open()
  }
}

extension Navigator: ChannelControllerDelegate, MessageControllerDelegate {
  func channelController(_ controller: ChannelController, didUpdateMessages changes: [TimelineChange]) {
    if channel?.source === controller { channel?.refresh(after: changes) }
    context.setNeedsFrame()
  }

  func channelController(_ controller: ChannelController, didChangeTyping users: [User]) {
    context.setNeedsFrame()
  }

  func channelController(_ controller: ChannelController, didChangeChannel channel: ChannelSummary) {
    context.setNeedsFrame()
  }

  func messageController(_ controller: MessageController, didUpdateReplies changes: [TimelineChange]) {
    if thread?.source === controller { thread?.refresh(after: changes) }
    context.setNeedsFrame()
  }

  func messageController(_ controller: MessageController, didChangeTyping users: [User]) {
    context.setNeedsFrame()
  }

  /// Refreshes the thread: if its message is deleted, or cannot have replies, nothing can be sent there.
  func messageController(_ controller: MessageController, didChangeMessage message: Message?) {
    thread?.refresh()
    context.setNeedsFrame()
  }
}

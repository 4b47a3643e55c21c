public import ChatControllers
public import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// Shows a channel. The draft in the previous channel is saved and sent to the service.
  func open(_ id: ChannelID) {
    // What was typed for the conversation with somebody stays where the user was.
    _ = cancelOpening()
    guard channel?.composer.key.channelId != id else { return }
    giveUpWaiting()
    // The panel's keys would otherwise keep acting on the previous channel.
    closePanel()
    closeThread()
    if let left = channel {
      left.forgetMarks()
      lastChannel = left.composer.key.channelId
      client.leave(left.composer.key)
    }
    let place = DraftKey(channelId: id)
    channel = shelf[place] ?? makeConversation(id)
    channel?.refresh()
    if let channel { shelf.put(channel, for: place) }
    channel?.readMark = sidebar.channelList.row(for: id)?.unreadCount ?? 0 > 0 ? lastRead(in: id) : nil
    pendingKeys = []
  }

  private func lastRead(in id: ChannelID) -> Timetoken? {
    sidebar.channelList.row(for: id)?.summary.reading.lastRead ?? Timetoken(0)
  }

  private func makeConversation(_ id: ChannelID) -> Conversation? {
    let controller = client.channelController(for: id)
    controller.delegate = self
    do {
      let draft = try client.messageDraft(for: DraftKey(channelId: id))
      let composer = ComposerPane(draft: draft, stage: self, killRing: killRing)
      let conversation = Conversation(source: controller, composer: composer, isThread: false, stage: self)
      work.take(client.pendingWork(in: id), in: id)
      conversation.synchronize()
      return conversation
    } catch {
      say(Notice(error.description, .error))
      return nil
    }
  }

  /// Opens the thread under a message beside its channel.
  func openThread(under parent: MessageID, in id: ChannelID) {
    _ = cancelOpening()
    giveUpWaiting()
    if let thread, (thread.source as? MessageController)?.messageId == parent {
      focus = .thread
      return
    }
    closeThread()
    closePanel()
    let place = DraftKey(channelId: id, parentId: parent)
    if let known = shelf[place] {
      thread = known
      known.readMark = nil
      known.unreadAtOpening = unreadReplies(in: place)
      known.refresh()
      // What failed to load earlier may be available now.
      if !known.source.timeline.isLoaded { known.synchronize() }
      shelf.put(known, for: place)
      focus = .thread
      return
    }
    let controller = client.messageController(for: parent, in: id)
    controller.delegate = self
    let known = channel?.source.timeline[parent]
    do {
      // An existing draft is shown even if its parent cannot be requested.
      let draft =
        try known.map { try client.threadMessageDraft(for: $0) }
        ?? client.messageDraft(for: place)
      let composer = ComposerPane(draft: draft, stage: self, killRing: killRing)
      let conversation = Conversation(source: controller, composer: composer, isThread: true, stage: self)
      conversation.unreadAtOpening = unreadReplies(in: place)
      thread = conversation
      shelf.put(conversation, for: place)
      focus = .thread
      conversation.synchronize()
    } catch {
      if let reason = ErrorSentence.reason(error) { say(Notice(reason, .warning)) }
    }
  }

  private func unreadReplies(in place: DraftKey) -> Int {
    place.parentId.flatMap { sidebar.threadList.row(for: $0, in: place.channelId)?.unreadReplies } ?? 0
  }

  func closeThread() {
    guard let thread else { return }
    giveUpWaiting()
    closePanel()
    thread.forgetMarks()
    client.leave(thread.composer.key)
    self.thread = nil
    focus = .channel
    inbox.wake()
  }
}

extension App: ChannelControllerDelegate, MessageControllerDelegate {
  public func channelController(_ controller: ChannelController, didUpdateMessages changes: [TimelineChange])
  {
    if channel?.source === controller { channel?.refresh(after: changes) }
    inbox.wake()
  }

  public func channelController(_ controller: ChannelController, didChangeTyping users: [User]) {
    inbox.wake()
  }

  public func channelController(_ controller: ChannelController, didChangeChannel channel: ChannelSummary) {
    inbox.wake()
  }

  public func messageController(_ controller: MessageController, didUpdateReplies changes: [TimelineChange]) {
    if thread?.source === controller { thread?.refresh(after: changes) }
    inbox.wake()
  }

  public func messageController(_ controller: MessageController, didChangeTyping users: [User]) {
    inbox.wake()
  }

  /// Refreshes the thread: if its message is gone, or cannot have replies, nothing can be sent there.
  public func messageController(_ controller: MessageController, didChangeMessage message: Message?) {
    thread?.refresh()
    inbox.wake()
  }
}

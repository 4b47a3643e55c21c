import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App: ConversationHost {
  func setNeedsFrame() { inbox.wake() }

  /// Shows a notice in the last line, until the next key.
  public func say(_ notice: Notice) {
    self.notice = notice
    narrator?.say(notice)
    inbox.wake()
  }

  /// Clears the notice; the next key does that.
  func forgetNotice() {
    notice = nil
    narrator?.events.forgetReasons()
  }

  /// Reports a failure the user did not cause; for connection failures, the connection state says enough.
  func note(_ error: ChatError) {
    if error == .cancelled || error.isWorthRetrying { return }
    say(Notice(error.description, .error))
  }

  func show(_ panel: any Panel) {
    self.panel?.close()
    self.panel = panel
    pendingKeys = []
    inbox.wake()
  }

  func closePanel() {
    panel?.close()
    panel = nil
    inbox.wake()
  }

  func uploads(of message: Message) -> [UploadLine] { work.lines(of: message) }

  func failure(of message: Message) -> ChatError? { work.failure(of: message) }

  func delay(of message: Message) -> MessageRow.Delay? {
    let now = client.clock.now
    guard let entry = client.delayedWork.last(where: { $0.message.id == message.id }),
      let end = entry.notBefore
    else { return nil }
    let work: MessageRow.Delay.Work =
      switch entry.work {
      case .pin: .pinning
      case .unpin: .unpinning
      case .send, .edit, .delete, .react: .deleting
      }
    let seconds = max(0, (end.microseconds - now.microseconds + 999_999) / 1_000_000)
    return MessageRow.Delay(
      work: work, seconds: Int(seconds), key: keymap.keys(of: .global(.takeBack)).first?.description)
  }

  func threadsDidChange() {
    channel?.refresh()
    inbox.wake()
  }

  func lastReply(under parent: MessageID, in channel: ChannelID) -> Message? {
    sidebar.threadList.row(for: parent, in: channel)?.lastReply
  }

  func go(to place: Place) {
    switch place {
    case .channel(let id, let message):
      open(id)
      focus = .channel
      if let message { channel?.show(message) }
    case .thread(let key, let reply):
      guard let parent = key.parentId else { return go(to: .channel(key.channelId)) }
      open(key.channelId)
      openThread(under: parent, in: key.channelId)
      if let reply { thread?.show(reply) }
    case .person(let user):
      attempt { [client] in
        let summary = try await client.service.directChannel(with: user)
        self.go(to: .channel(summary.id))
      }
    }
    inbox.wake()
  }

  /// Runs an operation that can fail, and reports the reason if it does.
  func attempt(_ body: @escaping @MainActor () async throws -> Void) {
    Task {
      do {
        try await body()
      } catch {
        if let reason = ErrorSentence.reason(error) { say(Notice(reason, .error)) }
      }
      inbox.wake()
    }
  }
}

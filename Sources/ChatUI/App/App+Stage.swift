import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App: ConversationHost {
  func setNeedsFrame() { inbox.wake() }

  var tellsInLines: Bool { narrator != nil }

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
    if error == .cancelled || error.canSucceedLater { return }
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

  func dismiss(_ panel: any Panel) {
    if self.panel === panel { closePanel() }
  }

  func uploads(of message: Message) -> [UploadLine] { work.lines(of: message) }

  func place(of file: FileID) -> String? { downloads.knownPath(of: file).map(files.shortened) }

  /// Shows under the messages where their files are now.
  func filesDidMove() {
    channel?.refresh()
    thread?.refresh()
    inbox.wake()
  }

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
    case .person(let user): openConversation(with: user)
    }
    if openingConversation == nil { takeEarly() }
    inbox.wake()
  }

  /// What is typed until the service has found the conversation is for that person, and not for the place that is still
  /// to be seen.
  private func openConversation(with user: UserID) {
    _ = cancelOpening()
    openingConversation = Task { [client] in
      let found: Result<ChannelSummary, ChatError>
      do throws(ChatError) {
        found = .success(try await client.service.directChannel(with: user))
      } catch {
        found = .failure(error)
      }
      guard !Task.isCancelled else { return }
      openingConversation = nil
      switch found {
      case .success(let summary): go(to: .channel(summary.id))
      case .failure(let error): say("The conversation cannot be opened", because: error)
      }
      takeEarly()
      inbox.wake()
    }
  }

  /// Stays where the user is; what was typed meanwhile stands there.
  ///
  /// - Returns: whether a conversation was on its way.
  func cancelOpening() -> Bool {
    guard let openingConversation else { return false }
    openingConversation.cancel()
    self.openingConversation = nil
    takeEarly()
    say(Notice("The conversation is not opened"))
    return true
  }

  /// That a conversation is on its way, until another notice replaces it.
  var opening: Notice? {
    openingConversation.map { _ in
      Notice("Opening the conversation… · " + keymap.hint((.global(.ladder), "cancels")))
    }
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

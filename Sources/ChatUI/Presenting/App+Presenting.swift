import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// The state to show now.
  func presented() -> ScreenState {
    var state = ScreenState(size: terminal.size, theme: settings.theme.theme(on: settings.background))
    state.focus = thread == nil ? .channel : focus
    state.sidebar = sidebar.presented(for: self, rows: terminal.size.rows)
    state.status = status
    state.panel = panel?.state
    guard let channel else {
      state.timeline.placeholder = placeholder
      state.composer.placeholder = ""
      return state
    }
    state.header = header(of: channel)
    let showsSigns = state.theme.showsSigns
    state.composer = presentedComposer(of: channel, showsSigns: showsSigns)
    if let thread { state.thread = presented(thread, showsSigns: showsSigns) }
    if state.panel == nil { state.popup = focused?.composer.popup }
    // The space left for messages is known only now.
    let layout = ScreenLayout(of: state, reusing: &memory)
    if let pane = layout.channel {
      channel.fit(messages: pane.timeline.size, composer: pane.text.size)
      state.timeline = channel.presented()
    }
    if let thread, let pane = layout.thread, let replies = layout.replies {
      thread.fit(messages: replies.size, composer: pane.text.size)
      state.thread?.timeline = thread.presented()
    }
    return state
  }

  /// What stands where messages would.
  private var placeholder: String {
    if !sidebar.order.isEmpty { return "No channel is open" }
    guard sidebar.channelList.hasLoadedAllChannels else { return "Looking for your channels…" }
    return "You are in no channel yet; \(keys(of: .global(.switcher))) finds some"
  }

  private func header(of conversation: Conversation) -> HeaderState {
    var header = HeaderState()
    let id = conversation.composer.key.channelId
    let row = sidebar.channelList.row(for: id)
    let summary = (conversation.source as? ChannelController)?.summary ?? row?.summary
    guard let summary else {
      header.title = id.rawValue
      return header
    }
    header.title = summary.title(reader: client.currentUser.id)
    header.topic = summary.channel.topic
    header.memberCount = summary.memberCount
    if let partner = summary.partner { header.presence = sentence(for: presences.presence(of: partner.id)) }
    let now = client.clock.now
    header.pinnedCount =
      conversation.pinnedCount(at: now) + pins.count(beyond: conversation.source.timeline, at: now)
    return header
  }

  private func sentence(for presence: Presence?) -> String? {
    switch presence {
    case .online: "online"
    case .offline(let since?): "last seen \(calendar.time(since))"
    case .offline(nil): "offline"
    case nil: nil
    }
  }

  private func presentedComposer(of conversation: Conversation, showsSigns: Bool) -> ComposerState {
    conversation.composer.showsSigns = showsSigns
    conversation.composer.destination = destination(of: conversation)
    conversation.composer.typing = typingLine(conversation.source.typingUsers)
    return conversation.composer.state
  }

  private func destination(of conversation: Conversation) -> String {
    let id = conversation.composer.key.channelId
    let summary =
      (conversation.source as? ChannelController)?.summary ?? sidebar.channelList.row(for: id)?.summary
    let channel = summary?.title(reader: client.currentUser.id) ?? id.rawValue
    return conversation.isThread ? "thread in \(channel)" : channel
  }

  private func presented(_ thread: Conversation, showsSigns: Bool) -> ThreadPaneState {
    var state = ThreadPaneState()
    state.timeline.timeWidth = calendar.timeWidth
    let key = thread.composer.key
    let channel = sidebar.channelList.row(for: key.channelId)?.summary.title(reader: client.currentUser.id)
    state.title = "Thread · \(channel ?? key.channelId.rawValue)"
    if let parent = (thread.source as? MessageController)?.message {
      var row = MessageRow(message: parent, time: calendar.time(parent.createdAt))
      row.isOwn = parent.author.id == client.currentUser.id
      row.quotesReader = parent.quoted?.author.id == client.currentUser.id
      state.parent = row
    }
    state.composer = presentedComposer(of: thread, showsSigns: showsSigns)
    return state
  }

  private func typingLine(_ users: [User]) -> String? {
    let names = users.map(\.displayName)
    return switch names.count {
    case 0: nil
    case 1: "\(names[0]) is typing…"
    case 2, 3: "\(names.joined(separator: ", ")) are typing…"
    default: "\(names[0]), \(names[1]) and \(names.count - 2) others are typing…"
    }
  }
}

nonisolated extension ChannelSummary {
  /// The name with its symbol: "#general", "@ Alex Dunn".
  func title(reader: UserID) -> String {
    if channel.type == .direct { return "@ \(partner?.displayName ?? channel.displayName)" }
    return channel.displayName.hasPrefix("#") ? channel.displayName : "#\(channel.displayName)"
  }
}

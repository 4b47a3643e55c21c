import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// Builds the state of the screen from the open places and the known data, and draws it.
final class ScreenPresenter {
  let status: StatusPresenter
  /// Data cached from the last frame, which makes the next one cheaper.
  var memory = ScreenMemory()
  /// The state shown by the last frame.
  private(set) var shown: ScreenState?
  /// When a time shown in the last frame changes; nil if none will.
  private(set) var nextTimeChange: Timestamp?
  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let presences: PresenceCache
  private let pins: PinCache
  private let pictures: Pictures

  init(
    context: AppContext, navigator: Navigator, sidebar: ChannelSidebar,
    presences: PresenceCache, pins: PinCache, pictures: Pictures, status: StatusPresenter
  ) {
    self.pictures = pictures
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
    self.presences = presences
    self.pins = pins
    self.status = status
  }

  /// Draws the current state.
  func frame() -> Frame {
    var frame = drawnFrame()
    if !frame.pictures.isEmpty, !context.settings.showsPixels { frame.pictures = [] }
    return frame
  }

  private func drawnFrame() -> Frame {
    var (state, layout) = state()
    if let rows = Screen.shownRows(of: state, in: layout) {
      navigator.panels.panel?.wereShown(rows: rows)
    }
    if let shown { state.share(with: shown) }
    shown = state
    return Screen.frame(of: state, in: layout, reusing: &memory)
  }

  /// The visible part of a conversation's messages, now that the height for them is known.
  private func messages(
    of conversation: Conversation, in rect: Rect, over pane: PaneLayout, _ layout: MessageLayout,
    showsSigns: Bool
  ) -> Shared<TimelineState> {
    conversation.fit(
      messages: rect.size, composer: pane.text.size, layout: layout, showsSigns: showsSigns,
      reusing: memory.messageBlocks)
    let messages = conversation.presented()
    if let change = conversation.nextTimeChange {
      nextTimeChange = nextTimeChange.map { min($0, change) } ?? change
    }
    return messages
  }

  private var presentedSidebar: Shared<SidebarState> {
    sidebar.presented(
      channel: navigator.channel?.key.channelId, thread: navigator.thread?.key, size: context.terminal.size)
  }

  // MARK: Everything

  /// The current state, laid out once: how many messages are shown depends on the room for them.
  private func state() -> (ScreenState, ScreenLayout) {
    var state = ScreenState(size: context.terminal.size, sharing: context.theme)
    state.focus = navigator.thread == nil ? .channel : navigator.focus
    state.$sidebar = presentedSidebar
    state.status = status.state
    state.panel = navigator.panels.state
    nextTimeChange = nil
    pictures.forgetPlaces(except: [navigator.channel?.key, navigator.thread?.key].compactMap(\.self))
    guard let channel = navigator.channel else {
      state.timeline.placeholder = placeholder
      state.composer.placeholder = ""
      return (state, ScreenLayout(of: state, reusing: &memory))
    }
    for open in navigator.open { open.isEncrypted = summary(of: open)?.channel.isEncrypted == true }
    state.header = header(of: channel)
    let showsSigns = state.theme.showsSigns
    let messageLayout = context.messageLayout
    state.composer = composer(of: channel, showsSigns: showsSigns)
    if let thread = navigator.thread {
      state.thread = pane(of: thread, messageLayout, showsSigns: showsSigns)
    }
    if state.panel == nil { state.popup = navigator.focused?.composer.completion.popup?.state }
    let layout = ScreenLayout(of: state, reusing: &memory)
    if let pane = layout.channel {
      state.$timeline = messages(
        of: channel, in: pane.timeline, over: pane, messageLayout, showsSigns: showsSigns)
      if navigator.isNowhere { state.timeline.placeholder = placeholder }
      if channel.key.isProspect {
        state.timeline.placeholder = "Created when you send; the draft is only on this device"
      }
    }
    if let thread = navigator.thread, let pane = layout.thread, let replies = layout.replies {
      state.thread?.timeline =
        messages(of: thread, in: replies, over: pane, messageLayout, showsSigns: showsSigns).wrappedValue
    }
    return (state, layout)
  }

  /// The text shown in place of messages.
  private var placeholder: String {
    if !sidebar.order.isEmpty { return "No channel is open" }
    guard sidebar.channelList.hasLoadedAll else { return status.findingChannels }
    return "You are in no channel yet; \(context.key(of: .global(.switcher))) finds some"
  }

  // MARK: The channel

  private func header(of conversation: Conversation) -> HeaderState {
    var header = HeaderState()
    if conversation.key.channelId == .nowhere {
      header.title = "No channel"
      return header
    }
    guard let summary = summary(of: conversation) else {
      header.title = title(of: conversation)
      return header
    }
    header.title = summary.title(reader: reader)
    header.topic = summary.channel.topic
    header.isEncrypted = summary.channel.isEncrypted
    header.memberCount = summary.memberCount
    if summary.id.isProspect {
      header.topic = "a new conversation"
      header.memberCount = 0
    }
    if let partner = summary.partner { header.presence = sentence(for: presences.presence(of: partner.id)) }
    let now = context.client.clock.now
    header.pinnedCount =
      conversation.pinnedCount(at: now) + pins.count(beyond: conversation.source.timeline, at: now)
    return header
  }

  private var reader: UserID { context.client.currentUser.id }

  private func summary(of conversation: Conversation) -> ChannelSummary? {
    conversation.source.summary ?? sidebar.channelList.row(for: conversation.key.channelId)?.summary
  }

  private func title(of conversation: Conversation) -> String {
    summary(of: conversation)?.title(reader: reader)
      ?? sidebar.names.title(of: conversation.key.channelId)
  }

  private func sentence(for presence: Presence?) -> String? {
    switch presence {
    case .online: "online"
    case .offline(let since?): "last seen \(context.calendar.time(since))"
    case .offline(nil): "offline"
    case nil: nil
    }
  }

  // MARK: Composers and threads

  private func composer(of conversation: Conversation, showsSigns: Bool) -> ComposerState {
    conversation.composer.viewport.showsSigns = showsSigns
    if conversation.key.channelId == .nowhere {
      var state = conversation.composer.state()
      state.placeholder = SlashCommand.waysIn
      return state
    }
    var state = conversation.composer.state(
      destination: destination(of: conversation), typing: typingLine(conversation.source.typingUsers))
    obstacle(in: conversation)?.show(in: &state)
    if conversation.selection != nil, conversation === navigator.focused {
      let back = context.keymap.hint((.message(.leave), "back to writing"))
      (state.destination, state.placeholder) = ("keys act on the message · \(back)", "")
    }
    return state
  }

  /// Why nothing can be sent from here, apart from problems with the text itself.
  private func obstacle(in conversation: Conversation) -> Obstacle? {
    switch context.client.sendingRefusal(in: conversation.key.channelId) {
    case .channelReplaced(let successor):
      let isKnown = sidebar.channelList.row(for: successor) != nil
      let place = isKnown ? sidebar.names.name(of: successor) : "another channel"
      return Obstacle("replaced by \(place): \(context.key(of: .composer(.send))) goes there")
    case .readOnlyChannel:
      return Obstacle(
        summary(of: conversation)?.channel.isServiceNotice == true
          ? "only the service can post here" : "you can only read here")
    case .encryptedChannel:
      return Obstacle("encrypted: \(EncryptedChannel.obstacle)", way: EncryptedChannel.way)
    default: return nil
    }
  }

  private func destination(of conversation: Conversation) -> String {
    let channel = title(of: conversation)
    return conversation.isThread ? "thread in \(channel)" : channel
  }

  private func pane(of thread: Conversation, _ layout: MessageLayout, showsSigns: Bool) -> ThreadPaneState {
    var state = ThreadPaneState()
    state.timeline.layout = layout
    state.title = "Thread · \(title(of: thread))"
    if let parent = thread.parent {
      var row = MessageRow(message: parent, time: context.messageClock.time(parent.createdAt))
      row.isOwn = parent.author.id == reader
      row.quotesReader = parent.quoted?.author.id == reader
      row.isInClear = thread.isEncrypted && parent.isInClear
      state.parent = row
    }
    state.composer = composer(of: thread, showsSigns: showsSigns)
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

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
  /// What each state is made from, so that all states share the parts that stay empty.
  private let empty = ScreenState(size: Size(columns: 0, rows: 0))
  /// Looked up once and not for each frame.
  private lazy var closeHint = context.keymap.hint((.global(.closeThread), "close"))
  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let presences: PresenceCache
  private let pins: PinCache
  private let encryption: EncryptionCache
  private let pictures: Pictures

  init(
    context: AppContext, navigator: Navigator, sidebar: ChannelSidebar,
    presences: PresenceCache, pins: PinCache, encryption: EncryptionCache, pictures: Pictures,
    status: StatusPresenter
  ) {
    self.encryption = encryption
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
    let (state, layout) = state()
    if let rows = Screen.shownRows(of: state, in: layout) {
      navigator.panels.panel?.wereShown(rows: rows)
    }
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
    for open in navigator.open {
      let known = open.key.isProspect ? nil : summary(of: open)?.channel.isEncrypted
      // A new conversation is not in the list at once, and stays what it was.
      if let isEncrypted = known ?? navigator.encryption(of: open.key.channelId) {
        open.isEncrypted = isEncrypted
      }
    }
    var state = empty
    state.size = context.terminal.size
    state.$theme = context.theme
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
    state.header = header(of: channel)
    let showsSigns = state.theme.showsSigns
    let messageLayout = context.messageLayout
    state.composer = composer(of: channel, in: state.header.title, showsSigns: showsSigns)
    if let thread = navigator.thread {
      state.thread = pane(of: thread, messageLayout, showsSigns: showsSigns)
    }
    moveMessageKeys(in: &state)
    if state.panel == nil { state.popup = navigator.focused?.composer.completion.shown }
    let layout = ScreenLayout(of: state, reusing: &memory)
    if let pane = layout.channel {
      state.$timeline = messages(
        of: channel, in: pane.timeline, over: pane, messageLayout, showsSigns: showsSigns)
      if let time = timeOfFirst(in: state.timeline, of: channel) { state.header.topic = time }
      if navigator.isNowhere { state.timeline.placeholder = placeholder }
      if channel.key.isProspect {
        state.timeline.placeholder = "Created when you send; the draft is only on this device"
      }
    }
    if let thread = navigator.thread, let pane = layout.thread, let replies = layout.replies {
      let timeline = messages(of: thread, in: replies, over: pane, messageLayout, showsSigns: showsSigns)
      state.thread?.timeline = timeline.wrappedValue
      if let time = timeOfFirst(in: timeline.wrappedValue, of: thread) {
        let whole = "\(state.thread?.title ?? "") · \(time)"
        let fits = ScreenText(whole).width <= pane.header.columns
        state.thread?.title = fits ? whole : "Thread · \(time)"
      }
    }
    return (state, layout)
  }

  /// The day and the time of the first message shown, while the user reads further up.
  private func timeOfFirst(in timeline: TimelineState, of conversation: Conversation) -> String? {
    guard !conversation.showsNewest else { return nil }
    for case .message(let row) in timeline.items {
      let time = row.wrappedValue.message.createdAt
      return "\(context.messageClock.day(time)) \(context.calendar.time(time))"
    }
    return nil
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
    header.title = summary.title
    header.topic = summary.channel.topic
    header.isEncrypted = summary.channel.isEncrypted
    header.memberCount = summary.memberCount
    if summary.id.isProspect {
      header.isEncrypted = navigator.isEncrypted(summary.id)
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
    conversation.source.summary ?? sidebar.channelList.summary(of: conversation.key.channelId)
  }

  private func title(of conversation: Conversation) -> String {
    summary(of: conversation)?.title ?? sidebar.names.title(of: conversation.key.channelId)
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

  /// - Parameter title: the channel's title.
  private func composer(
    of conversation: Conversation, in title: String, showsSigns: Bool
  ) -> ComposerState {
    conversation.composer.viewport.showsSigns = showsSigns
    if conversation.key.channelId == .nowhere {
      var state = conversation.composer.state()
      state.placeholder = SlashCommand.waysIn
      return state
    }
    var state = conversation.composer.state(
      destination: conversation.isThread ? "thread in \(title)" : title,
      typing: typingLine(conversation.source.typingUsers))
    if conversation.isThread { state.shortDestination = "thread" }
    state.editingTime = conversation.composer.draft.editedMessage.map {
      context.messageClock.time($0.createdAt)
    }
    if let (words, way) = obstacle(in: conversation) {
      state.placeholder = state.text.isEmpty ? way : ""
      state.telling = .init(text: words, tone: .warning)
    } else if conversation.isEncrypted {
      showRecipients(in: conversation.key.channelId, &state)
    }
    if conversation !== navigator.focused {
      state.mode = nil
    } else if conversation.selection != nil {
      let back = context.keymap.hint((.message(.leave), "back"))
      let ways = [back, context.keymap.messageKeys.map { "\($0) choose a message" }]
      state.keys = ways.compactMap(\.self).joined(separator: " · ")
      state.placeholder = ""
    } else if conversation.composer.draft.editedMessage != nil {
      state.destination = "edit in \(state.destination)"
      state.shortDestination = "edit"
    }
    return state
  }

  /// In message mode, an empty composer has room for the keys of the message.
  private func moveMessageKeys(in state: inout ScreenState) {
    guard navigator.focused?.selection != nil else { return }
    let keys = state.status.hint
    if state.focus == .channel, state.composer.text.isEmpty {
      state.composer.placeholder = keys
    } else if state.focus == .thread, state.thread?.composer.text.isEmpty == true {
      state.thread?.composer.placeholder = keys
    } else {
      return
    }
    (state.status.hint, state.status.keepsHint) = ("", false)
  }

  /// Says that the text will be encrypted, and who cannot read it. A warning about names comes before one about devices.
  private func showRecipients(in channel: ChannelID, _ state: inout ComposerState) {
    state.isEncrypted = true
    guard let (words, isBlocked) = encryption.warning(in: channel) else { return }
    if state.telling == nil || isBlocked {
      state.telling = .init(text: words, tone: isBlocked ? .warning : .quiet)
    }
  }

  /// Why nothing can be sent from here, apart from problems with the text itself, and what to do instead.
  private func obstacle(in conversation: Conversation) -> (words: String, way: String)? {
    let refusal = context.client.sendingRefusal(in: conversation.key.channelId)
    switch refusal {
    case .channelReplaced(let successor):
      let isKnown = sidebar.channelList.summary(of: successor) != nil
      let place = isKnown ? sidebar.names.name(of: successor) : "another channel"
      return ("replaced by \(place): \(context.key(of: .composer(.send))) goes there", "")
    case .readOnlyChannel:
      let isServiceNotice = summary(of: conversation)?.channel.isServiceNotice == true
      return (isServiceNotice ? "only the service can post here" : "you can only read here", "")
    default: return EncryptedChannel.obstacle(refusal).map { ("encrypted: \($0.words)", $0.way) }
    }
  }

  private func pane(of thread: Conversation, _ layout: MessageLayout, showsSigns: Bool) -> ThreadPaneState {
    var state = ThreadPaneState()
    state.timeline.layout = layout
    state.timeline.selection = thread.selected?.id
    let title = title(of: thread)
    state.title = "Thread · \(title)"
    state.hint = closeHint
    if let parent = thread.parent {
      var row = MessageRow(
        message: parent.shown(to: reader), time: context.messageClock.time(parent.createdAt))
      row.isOwn = parent.author.id == reader
      row.quotesReader = parent.quoted?.author.id == reader
      row.isInClear = thread.isEncrypted && parent.isInClear
      state.parent = row
    }
    state.composer = composer(of: thread, in: title, showsSigns: showsSigns)
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

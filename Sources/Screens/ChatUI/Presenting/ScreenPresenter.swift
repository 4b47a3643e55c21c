import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// Builds the state of the screen from the open places and the known data, and draws it.
///
/// Every event except typing into a draft rebuilds everything. After typing, only the composers, the sidebar and the
/// suggestions can differ. They are rebuilt for each frame, and each checks itself whether its last state is still valid.
final class ScreenPresenter {
  let status: StatusPresenter
  /// Data cached from the last frame, which makes the next one cheaper.
  var memory = ScreenMemory()
  /// The state shown by the last frame.
  private(set) var shown: ScreenState?
  /// Whether the last frame was rebuilt completely rather than only its drafts.
  private(set) var wasMadeAnew = true
  /// When a time shown in the last frame changes; nil if none will.
  private(set) var nextTimeChange: Timestamp?
  /// The inputs of the last frame; nil if anything but a draft may have changed since.
  private var ground: Ground?
  /// The layout of the last frame.
  private var layout: Shared<ScreenLayout>?
  private let services: any AppServices
  private let terminal: any Terminal
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let presences: PresenceCache
  private let pins: PinCache
  private let pictures: Pictures

  /// The inputs of the last frame, to decide whether only drafts have to be rebuilt.
  private struct Ground {
    let size: Size
    let channel: ShownConversation
    let thread: ShownConversation?
    let focus: ScreenState.Focus
    let messageLayout: MessageLayout
    let showsSigns: Bool
    let unsaved: StatusState.Part?
    /// When one of the shown texts expires.
    let end: Timestamp?
  }

  /// An open channel or thread, and what the last frame showed of it.
  private final class ShownConversation {
    let conversation: Conversation
    /// The line above the draft: the destination, and who else is typing there.
    let destination: String
    let typing: String?
    /// Why nothing can be sent from it.
    let obstacle: Obstacle?
    let focus: ScreenState.Focus
    private var height: ComposerHeight
    private var messageRevision: Int

    init(
      _ conversation: Conversation, in focus: ScreenState.Focus, shownAs state: ComposerState,
      behind obstacle: Obstacle?
    ) {
      self.conversation = conversation
      self.obstacle = obstacle
      (destination, typing) = (state.destination, state.typing)
      self.focus = focus
      height = ComposerHeight(state, conversation.composer.viewport.layout())
      messageRevision = conversation.revision
    }

    /// Sets the height of its next frame.
    ///
    /// - Returns: whether the height is unchanged.
    func setHeight(_ height: ComposerHeight) -> Bool {
      defer { self.height = height }
      return height == self.height
    }

    /// Whether the messages may look different from the last frame.
    var hasOtherMessages: Bool { conversation.revision != messageRevision }

    func messagesWereShown() { messageRevision = conversation.revision }
  }

  init(
    services: any AppServices, terminal: any Terminal, navigator: Navigator, sidebar: ChannelSidebar,
    presences: PresenceCache, pins: PinCache, pictures: Pictures, status: StatusPresenter
  ) {
    self.pictures = pictures
    self.services = services
    self.terminal = terminal
    self.navigator = navigator
    self.sidebar = sidebar
    self.presences = presences
    self.pins = pins
    self.status = status
  }

  /// Whether only drafts can differ from the last frame.
  var onlyDraftsChanged: Bool { ground != nil }

  /// Invalidates the last frame: the next one is rebuilt completely.
  func forgetShown() { ground = nil }

  /// Draws the current state.
  func frame() -> Frame {
    var frame = drawnFrame()
    if !frame.pictures.isEmpty, !services.settings.showsPixels { frame.pictures = [] }
    return frame
  }

  private func drawnFrame() -> Frame {
    if let (state, layout) = takeShownWithNewDrafts() {
      wasMadeAnew = false
      let frame = Screen.frame(of: state, in: layout, reusing: &memory)
      shown = state
      return frame
    }
    wasMadeAnew = true
    var (state, layout) = state()
    if let rows = Screen.shownRows(of: state, in: layout.wrappedValue) {
      navigator.panels.panel?.wereShown(rows: rows)
    }
    if let shown { state.share(with: shown) }
    shown = state
    return Screen.frame(of: state, in: layout, reusing: &memory)
  }

  // MARK: What is typed

  /// Takes the last state and rebuilds what depends on drafts; nil if everything has to be rebuilt.
  private func takeShownWithNewDrafts() -> (ScreenState, Shared<ScreenLayout>)? {
    // Taking the state out makes it uniquely referenced, so that it is changed in place.
    guard let ground, isValid(ground), var state = shown.take() else { return nil }
    var isAsHigh = show(ground.channel, &state.composer)
    if let thread = ground.thread, var composer = state.thread?.composer {
      if !show(thread, &composer) { isAsHigh = false }
      if state.thread?.composer != composer { state.thread?.composer = composer }
    }
    showPopup(in: &state)
    state.$sidebar = presentedSidebar
    let known = isAsHigh ? layout : nil
    let layout = known ?? Shared(wrappedValue: ScreenLayout(of: state, reusing: &memory))
    self.layout = layout
    if known == nil || ground.channel.hasOtherMessages || ground.thread?.hasOtherMessages == true {
      showMessages(of: ground, in: layout.wrappedValue, &state)
    }
    return (state, layout)
  }

  /// - Returns: whether the height is unchanged.
  private func show(_ shown: ShownConversation, _ state: inout ComposerState) -> Bool {
    let composer = shown.conversation.composer
    composer.update(&state, destination: shown.destination, typing: shown.typing)
    shown.obstacle?.show(in: &state)
    let layout = composer.viewport.layout()
    memory.keep(layout, in: shown.focus)
    return shown.setHeight(ComposerHeight(state, layout))
  }

  private func showMessages(of ground: Ground, in layout: ScreenLayout, _ state: inout ScreenState) {
    nextTimeChange = nil
    if let pane = layout.channel {
      state.$timeline = messages(
        of: ground.channel.conversation, in: pane.timeline, over: pane, ground.messageLayout,
        showsSigns: ground.showsSigns)
      ground.channel.messagesWereShown()
    }
    if let thread = ground.thread, let pane = layout.thread, let replies = layout.replies {
      let timeline = messages(
        of: thread.conversation, in: replies, over: pane, ground.messageLayout, showsSigns: ground.showsSigns
      ).wrappedValue
      if state.thread?.timeline != timeline { state.thread?.timeline = timeline }
      thread.messagesWereShown()
    }
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

  private func isValid(_ ground: Ground) -> Bool {
    ground.size == terminal.size && ground.channel.conversation === navigator.channel
      && ground.thread?.conversation === navigator.thread && ground.focus == navigator.focus
      && navigator.panels.panel == nil
      && ground.unsaved == status.unsavedPart() && ground.end.map { services.client.clock.now < $0 } ?? true
  }

  private func showPopup(in state: inout ScreenState) {
    if let popup = navigator.focused?.composer.completion.popup {
      state.popup = popup.state
    } else if state.popup != nil {
      state.popup = nil
    }
  }

  private var presentedSidebar: Shared<SidebarState> {
    sidebar.presented(
      channel: navigator.channel?.key.channelId, thread: navigator.thread?.key, size: terminal.size)
  }

  // MARK: Everything

  /// The current state, laid out once: how many messages are shown depends on the room for them.
  private func state() -> (ScreenState, Shared<ScreenLayout>) {
    let settings = services.settings
    var state = ScreenState(size: terminal.size, theme: settings.theme.theme(on: settings.background))
    state.focus = navigator.thread == nil ? .channel : navigator.focus
    state.$sidebar = presentedSidebar
    state.status = status.state
    state.panel = navigator.panels.state
    ground = nil
    nextTimeChange = nil
    pictures.forgetPlaces(except: [navigator.channel?.key, navigator.thread?.key].compactMap(\.self))
    guard let channel = navigator.channel else {
      state.timeline.placeholder = placeholder
      state.composer.placeholder = ""
      return (state, Shared(wrappedValue: ScreenLayout(of: state, reusing: &memory)))
    }
    for open in navigator.open { open.isEncrypted = summary(of: open)?.channel.isEncrypted == true }
    state.header = header(of: channel)
    let showsSigns = state.theme.showsSigns
    let messageLayout = services.messageLayout
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
        state.timeline.placeholder = "It is made when you send; the draft is only here"
      }
    }
    if let thread = navigator.thread, let pane = layout.thread, let replies = layout.replies {
      state.thread?.timeline =
        messages(of: thread, in: replies, over: pane, messageLayout, showsSigns: showsSigns).wrappedValue
    }
    ground = navigator.focused?.selection == nil ? makeGround(of: state, channel, messageLayout) : nil
    let shared = Shared(wrappedValue: layout)
    self.layout = shared
    return (state, shared)
  }

  /// Nil where typing changes more than drafts. In message mode there is none: the composer shows other text.
  private func makeGround(of state: ScreenState, _ channel: Conversation, _ layout: MessageLayout)
    -> Ground?
  {
    guard navigator.panels.panel == nil, !channel.key.channelId.isOnDevice else { return nil }
    let now = services.client.clock.now
    let ends = [
      channel.nextPinEnd(after: now), pins.nextEnd(in: channel.key.channelId, after: now),
      status.connectionWords.changesIn.map { now + $0 }, nextTimeChange,
    ]
    var thread: ShownConversation?
    if let open = navigator.thread, let composer = state.thread?.composer {
      thread = ShownConversation(open, in: .thread, shownAs: composer, behind: obstacle(in: open))
    }
    return Ground(
      size: terminal.size,
      channel: ShownConversation(
        channel, in: .channel, shownAs: state.composer, behind: obstacle(in: channel)),
      thread: thread, focus: navigator.focus, messageLayout: layout, showsSigns: state.theme.showsSigns,
      unsaved: status.unsavedPart(),
      end: ends.compactMap(\.self).min())
  }

  /// The text shown in place of messages.
  private var placeholder: String {
    if !sidebar.order.isEmpty { return "No channel is open" }
    guard sidebar.channelList.hasLoadedAllChannels else { return status.findingChannels }
    return "You are in no channel yet; \(services.key(of: .global(.switcher))) finds some"
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
    let now = services.client.clock.now
    header.pinnedCount =
      conversation.pinnedCount(at: now) + pins.count(beyond: conversation.source.timeline, at: now)
    return header
  }

  private var reader: UserID { services.client.currentUser.id }

  private func summary(of conversation: Conversation) -> ChannelSummary? {
    conversation.source.channelSummary ?? sidebar.channelList.row(for: conversation.key.channelId)?.summary
  }

  private func title(of conversation: Conversation) -> String {
    summary(of: conversation)?.title(reader: reader)
      ?? sidebar.names.title(of: conversation.key.channelId)
  }

  private func sentence(for presence: Presence?) -> String? {
    switch presence {
    case .online: "online"
    case .offline(let since?): "last seen \(services.calendar.time(since))"
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
      let back = services.keymap.hint((.message(.leave), "back to writing"))
      (state.destination, state.placeholder) = ("keys act on the message · \(back)", "")
    }
    return state
  }

  /// Why nothing can be sent from here, apart from problems with the text itself.
  private func obstacle(in conversation: Conversation) -> Obstacle? {
    switch services.client.sendingRefusal(in: conversation.key.channelId) {
    case .channelReplaced(let successor):
      let isKnown = sidebar.channelList.row(for: successor) != nil
      let place = isKnown ? sidebar.names.name(of: successor) : "another channel"
      return Obstacle("goes on in \(place): \(services.key(of: .composer(.send))) goes there")
    case .readOnlyChannel:
      return Obstacle(
        summary(of: conversation)?.channel.isServiceNotice == true
          ? "only the service writes here" : "you may only read here")
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
      var row = MessageRow(message: parent, time: services.messageClock.time(parent.createdAt))
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

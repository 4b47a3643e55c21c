import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// Makes the state of the screen from what is open and known.
final class ScreenPresenter {
  let status: StatusPresenter
  /// Data cached from the last frame, which makes the next one cheaper.
  var memory = ScreenMemory()
  /// The state shown by the last frame.
  private(set) var shown: ScreenState?
  private let services: any AppServices
  private let terminal: any Terminal
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let presences: PresenceCache
  private let pins: PinCache

  init(
    services: any AppServices, terminal: any Terminal, navigator: Navigator, sidebar: ChannelSidebar,
    presences: PresenceCache, pins: PinCache, status: StatusPresenter
  ) {
    self.services = services
    self.terminal = terminal
    self.navigator = navigator
    self.sidebar = sidebar
    self.presences = presences
    self.pins = pins
    self.status = status
  }

  /// Draws what there is to show now.
  func frame() -> Frame {
    let (state, layout) = state()
    shown = state
    return Screen.frame(of: state, in: layout, reusing: &memory)
  }

  /// What there is to show now, laid out once: how many messages are shown depends on the room for them.
  private func state() -> (ScreenState, ScreenLayout) {
    let settings = services.settings
    var state = ScreenState(size: terminal.size, theme: settings.theme.theme(on: settings.background))
    state.focus = navigator.thread == nil ? .channel : navigator.focus
    state.sidebar = sidebar.presented(
      channel: navigator.channel?.key.channelId, thread: navigator.thread?.key, height: terminal.size.rows)
    state.status = status.state
    state.panel = navigator.panels.panel?.state
    guard let channel = navigator.channel else {
      state.timeline.placeholder = placeholder
      state.composer.placeholder = ""
      return (state, ScreenLayout(of: state, reusing: &memory))
    }
    state.header = header(of: channel)
    let showsSigns = state.theme.showsSigns
    state.composer = composer(of: channel, showsSigns: showsSigns)
    if let thread = navigator.thread { state.thread = pane(of: thread, showsSigns: showsSigns) }
    if state.panel == nil { state.popup = navigator.focused?.composer.completion.popup?.state }
    let layout = ScreenLayout(of: state, reusing: &memory)
    if let pane = layout.channel {
      channel.fit(messages: pane.timeline.size, composer: pane.text.size)
      state.timeline = channel.presented()
      if navigator.isNowhere { state.timeline.placeholder = placeholder }
      if channel.key.isProspect {
        state.timeline.placeholder = "It is made when you send; the draft is only here"
      }
    }
    if let thread = navigator.thread, let pane = layout.thread, let replies = layout.replies {
      thread.fit(messages: replies.size, composer: pane.text.size)
      state.thread?.timeline = thread.presented()
    }
    return (state, layout)
  }

  /// What stands where messages would.
  private var placeholder: String {
    if !sidebar.order.isEmpty { return "No channel is open" }
    guard sidebar.channelList.hasLoadedAllChannels else { return "Looking for your channels…" }
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
      header.title = conversation.key.channelId.rawValue
      return header
    }
    header.title = summary.title(reader: reader)
    header.topic = summary.channel.topic
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
    if let obstacle = obstacle(in: conversation) {
      state.placeholder = ""
      state.telling = .init(text: obstacle, isWarning: true)
    }
    return state
  }

  /// Why nothing can be sent from here, where that is not the way the words are.
  private func obstacle(in conversation: Conversation) -> String? {
    switch services.client.service.sendingRefusal(in: conversation.key.channelId) {
    case .channelReplaced(let successor):
      let isKnown = sidebar.channelList.row(for: successor) != nil
      let place = isKnown ? sidebar.names.name(of: successor) : "another channel"
      return "goes on in \(place): \(services.key(of: .composer(.send))) goes there"
    case .readOnlyChannel:
      return summary(of: conversation)?.channel.isServiceNotice == true
        ? "only the service writes here" : "you may only read here"
    default: return nil
    }
  }

  private func destination(of conversation: Conversation) -> String {
    let channel =
      summary(of: conversation)?.title(reader: reader) ?? conversation.key.channelId.rawValue
    return conversation.isThread ? "thread in \(channel)" : channel
  }

  private func pane(of thread: Conversation, showsSigns: Bool) -> ThreadPaneState {
    var state = ThreadPaneState()
    state.timeline.timeWidth = services.calendar.timeWidth
    let channel = summary(of: thread)?.title(reader: reader)
    state.title = "Thread · \(channel ?? thread.key.channelId.rawValue)"
    if let parent = thread.parent {
      var row = MessageRow(message: parent, time: services.calendar.time(parent.createdAt))
      row.isOwn = parent.author.id == reader
      row.quotesReader = parent.quoted?.author.id == reader
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

import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// The channels, conversations and threads the user can go to, in display order.
// Explicit, as in `TimelineController`.
@MainActor
final class ChannelSidebar {
  let channelList: ChannelListController
  let threadList: ThreadListController
  let user: CurrentUserController
  /// The number of rows in the list of drafts: an unfinished edit has one too.
  var draftCount: Int { user.draftCount + user.unfinishedEditCount }
  let spaceList: SpaceListController
  /// The space to which the list is filtered. All channels are listed until the space is known, as at the start.
  var chosenSpace: ChannelID? { didSet { changes += 1 } }
  var isHidden = false { didSet { changes += 1 } }
  /// The folded sections.
  var folded: Set<SidebarSection> = [] { didSet { changes += 1 } }
  /// Revision of state outside the channel list.
  private var changes = 0
  private let context: AppContext
  private var listed: ListedChannels
  private let walk: ChannelWalk
  /// Loads the channels after the first page.
  private var loading: Task<Void, Never>?
  let presenter: SidebarPresenter
  /// Called when threads have changed: part of their state is shown under messages.
  var onThreadsChange: () -> Void = {}
  /// Called when the number of channels may have changed.
  var onChannelsChange: () -> Void = {}

  init(context: AppContext, presences: PresenceCache, pending: PendingMessageStatus) {
    self.context = context
    channelList = ChannelListController(client: context.client)
    threadList = ThreadListController(client: context.client)
    user = context.client.currentUserController()
    spaceList = SpaceListController(client: context.client)
    listed = ListedChannels(
      channelList, context.settings.channelOrder, putsDraftsFirst: context.settings.putsDraftsFirst)
    walk = ChannelWalk(clock: context.client.clock)
    presenter = SidebarPresenter(
      context: context, presences: presences, pending: pending, channels: channelList, threads: threadList)
    channelList.delegate = self
    threadList.delegate = self
    spaceList.delegate = self
  }

  /// The names of channels and threads.
  var names: ConversationNames { ConversationNames(channels: channelList, threads: threadList) }

  /// Channels and groups in no space, or those of the chosen space.
  var channels: [ChannelID] {
    listed.sort()
    return alone.map { listed.channels(in: $0.id) } ?? listed.groups
  }

  /// The spaces with their channels; none while one of them is chosen.
  var spaces: [(space: Space, ids: [ChannelID])] {
    listed.sort()
    return alone == nil ? listed.spaces : []
  }

  /// Revision of the listed channels and their order.
  var listing: Int {
    listed.sort()
    return listed.revision &+ changes
  }

  /// Direct conversations; none while a space is chosen.
  var conversations: [ChannelID] {
    listed.sort()
    return alone == nil ? listed.directs : []
  }

  /// All channels and conversations, from top to bottom.
  var order: [ChannelID] {
    listed.sort()
    return listed.groups + listed.spaces.flatMap(\.ids) + listed.directs
  }

  /// The name of the chosen space.
  var heading: String? { alone?.name }

  /// The chosen space, once it is known.
  private var alone: Space? { chosenSpace.flatMap { id in spaceList.spaces.first { $0.id == id } } }

  /// Filters the list to one space, or lists all channels again.
  func choose(_ space: ChannelID?) {
    chosenSpace = space
    // The channels of the chosen space are listed in this section, so it must not be folded.
    if space != nil { folded.remove(.channels) }
    endWalk()
  }

  /// The unread state of a channel.
  func news(in channel: ChannelID) -> ChannelNews { listed.news[channel] ?? ChannelNews() }

  /// Increases when the unread state of a channel changes, except by sorting, which increases `listing`.
  var newsRevision: Int { listed.newsRevision }

  /// The unread state of all channels except one.
  func news(besides channel: ChannelID?) -> ChannelNews {
    listed.sort()
    var sum = ChannelNews()
    for (id, news) in listed.news where id != channel { sum.add(news) }
    return sum
  }

  /// The channels that are not folded; the first nine have numbers.
  var unfolded: [ChannelID] {
    (folded.contains(.channels) ? [] : channels)
      + spaces.flatMap { folded.contains(.space($0.space.id)) ? [] : $0.ids }
      + (folded.contains(.directs) ? [] : conversations)
  }

  /// The channel to open first: the one with the latest activity. A direct conversation is chosen only if there is no other
  /// channel.
  var liveliest: ChannelID? {
    let rows = (0..<channelList.count).lazy.compactMap { self.channelList[$0] }
    return (rows.first { $0.channel.type != .direct } ?? rows.first)?.id
  }

  /// The next channel with unread messages after this one, wrapping around; mentions take precedence. Muted channels are
  /// skipped.
  func nextUnread(after channel: ChannelID?) -> ChannelID? {
    let order = order
    let start = channel.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
    let around = order[start...] + order[..<start]
    let unread = around.filter { $0 != channel && channelList.row(for: $0)?.isCalling == true }
    return unread.first { news(in: $0).mentions > 0 } ?? unread.first
  }

  /// The next or previous channel in the list, wrapping around. Folded channels are skipped.
  func neighbour(of channel: ChannelID?, _ direction: Int) -> ChannelID? {
    let (order, visible) = (order, Set(unfolded))
    listed.isHeld = true
    return walk.step(
      direction, from: channel, beginning: order.filter { visible.contains($0) || $0 == channel },
      among: Set(order)
    ) { [weak self] in self?.endWalk() }
  }

  /// Ends a walk, and sorts the list again.
  func endWalk() {
    walk.end()
    listed.isHeld = false
    context.setNeedsFrame()
  }

  /// The current state for drawing.
  func presented(channel: ChannelID?, thread: DraftKey?, size: Size) -> Shared<SidebarState> {
    presenter.state(of: self, channel: channel, thread: thread, size: size)
  }

  func fold(_ section: SidebarSection) {
    if folded.remove(section) == nil { folded.insert(section) }
    context.setNeedsFrame()
  }

  /// Loads all lists; after a failure they are requested again when the connection is back.
  ///
  /// - Parameter beforeOthers: called once the requests for channels and drafts have ended, successfully or not; other lists
  ///   may still be loading.
  func synchronize(beforeOthers: () async -> Void = {}) async {
    async let channels: Void = load { [channelList] () async throws(ChatError) in
      try await channelList.synchronize()
    }
    async let threads: Void = load { [threadList] () async throws(ChatError) in
      try await threadList.synchronize()
    }
    async let drafts: Void = load { [user] () async throws(ChatError) in
      _ = try await user.loadDraftMessages()
    }
    async let spaces: Void = load { [spaceList] () async throws(ChatError) in
      try await spaceList.synchronize()
    }
    _ = await (channels, drafts)
    await beforeOthers()
    _ = await (threads, spaces)
    context.setNeedsFrame()
  }

  private func load(_ body: () async throws(ChatError) -> Void) async {
    do throws(ChatError) { try await body() } catch { context.reportUnlessTemporary(error) }
  }

  /// Whether a channel is in the user's list of channels. Loads the rest of the list if necessary.
  func lists(_ id: ChannelID) async -> Bool {
    if channelList.row(for: id) == nil, !channelList.hasLoadedAll {
      await load { [channelList] () async throws(ChatError) in try await channelList.loadAll() }
    }
    return channelList.row(for: id) != nil
  }

  /// Loads the channels after the first page: a list sorted by name is correct only when it is complete.
  private func loadRest() {
    guard loading == nil, !channelList.hasLoadedAll else { return }
    loading = Task { [weak self, channelList] in
      // A failure ends loading until the list is reloaded, which the controller does after reconnecting.
      do throws(ChatError) { try await channelList.loadAll() } catch {}
      self?.loading = nil
    }
  }

  isolated deinit { loading?.cancel() }
}

extension ChannelSidebar: ThreadListControllerDelegate {
  func threadListController(
    _ controller: ThreadListController, didChangeThreads changes: [ListChange<DraftKey>]
  ) {
    presenter.forgetThreadRows()
    onThreadsChange()
    context.setNeedsFrame()
  }

  /// Updates only the row in the sidebar: messages show that a thread has a draft, but not its text.
  func threadListController(_ controller: ThreadListController, didChangeDraftIn thread: DraftKey) {
    presenter.forgetRow(of: thread)
    context.setNeedsFrame()
  }
}

extension ChannelSidebar: ChannelListControllerDelegate {
  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>]
  ) {
    for change in changes {
      listed.apply(change)
      switch change {
      case .updated(let id, _), .inserted(let id, _), .moved(let id, _, _), .removed(let id, _):
        presenter.forgetRow(of: id)
      case .reloaded:
        presenter.forgetRows()
        loadRest()
      }
      if change.isAboutNumber { onChannelsChange() }
    }
    context.setNeedsFrame()
  }

  /// A changed draft does not move the row.
  func channelListController(_ controller: ChannelListController, didChangeDraftIn channel: ChannelID) {
    presenter.draftDidChange(in: channel)
    context.setNeedsFrame()
  }
}

nonisolated extension ListChange<ChannelID> {
  /// Whether the number of channels may have changed.
  fileprivate var isAboutNumber: Bool {
    switch self {
    case .inserted, .removed, .reloaded: true
    case .updated, .moved: false
    }
  }
}

extension ChannelSidebar: SpaceListControllerDelegate {
  func spaceListControllerDidChange(_ controller: SpaceListController) {
    listed.set(controller.spaces)
    changes += 1
    if let chosenSpace, !controller.spaces.contains(where: { $0.id == chosenSpace }) {
      self.chosenSpace = nil
    }
    context.setNeedsFrame()
  }
}

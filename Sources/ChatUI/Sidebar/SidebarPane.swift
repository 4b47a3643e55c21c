import ChatControllers
import ChatDomain
import ChatScreens

/// The channels, conversations and threads the user can go to, in display order.
// Written out, as in `ChannelController`.
@MainActor
final class SidebarPane {
  let channelList: ChannelListController
  let threadList: ThreadListController
  let user: CurrentUserController
  var isHidden = false
  /// The sections whose rows are folded away.
  var folded: Set<SidebarSection> = []
  private unowned let stage: any ConversationHost
  private lazy var listed = ListedChannels(
    channelList, stage.settings.channelOrder, putsDraftsFirst: stage.settings.putsDraftsFirst)
  private let walk: ChannelWalk
  /// Loads the channels after the first page.
  private var loading: Task<Void, Never>?
  /// Cached rows; a key in a composer only rebuilds the row of its channel.
  var rows: [ChannelID: ChannelRow] = [:]
  var threadRows: [ThreadRow]?
  /// The threads with unread replies.
  var callingThreads: Set<DraftKey> = []
  var lastView: View?

  init(stage: any ConversationHost) {
    self.stage = stage
    channelList = stage.client.channelListController()
    threadList = stage.client.threadListController()
    user = stage.client.currentUserController()
    walk = ChannelWalk(clock: stage.client.clock)
    channelList.delegate = self
    threadList.delegate = self
  }

  /// Channels and groups.
  var channels: [ChannelID] {
    listed.sort()
    return listed.groups
  }

  /// Direct conversations.
  var conversations: [ChannelID] {
    listed.sort()
    return listed.directs
  }

  /// All channels and conversations, from top to bottom.
  var order: [ChannelID] { channels + conversations }

  /// The channels in which something calls for the user.
  var calling: Set<ChannelID> { listed.calling }

  /// How many messages are unread in channels that are not muted, one of them left out.
  func unreadCount(besides channel: ChannelID?) -> Int {
    listed.sort()
    return listed.calling.reduce(0) { $1 == channel ? $0 : $0 + (channelList.row(for: $1)?.unreadCount ?? 0) }
  }

  /// Those that are not folded away: the first nine have numbers.
  var unfolded: [ChannelID] {
    (folded.contains(.channels) ? [] : channels) + (folded.contains(.directs) ? [] : conversations)
  }

  /// The channel to begin with: the one with the latest message.
  var liveliest: ChannelID? {
    let rows = (0..<channelList.count).lazy.compactMap { self.channelList[$0] }
    return (rows.first { $0.channel.type != .direct } ?? rows.first)?.id
  }

  /// The next one with unread messages after this one, wrapping around; mentions take precedence. Muted channels are
  /// passed over.
  func nextUnread(after channel: ChannelID?) -> ChannelID? {
    let order = order
    let start = channel.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
    let around = order[start...] + order[..<start]
    let unread = around.filter { $0 != channel && channelList.row(for: $0)?.isCalling == true }
    return unread.first { channelList.row(for: $0)?.mentionCount ?? 0 > 0 } ?? unread.first
  }

  /// The next or the previous channel in the list, around its ends. What is folded away is passed over.
  func neighbour(of channel: ChannelID?, _ direction: Int) -> ChannelID? {
    let (order, visible) = (order, Set(unfolded))
    listed.isHeld = true
    return walk.step(
      direction, from: channel, beginning: order.filter { visible.contains($0) || $0 == channel },
      among: Set(order)
    ) { [weak self] in self?.endWalk() }
  }

  /// Sorts the list again, if a walk kept its order.
  func endWalk() {
    walk.end()
    listed.isHeld = false
    stage.setNeedsFrame()
  }

  func fold(_ section: SidebarSection) {
    if folded.remove(section) == nil { folded.insert(section) }
    stage.setNeedsFrame()
  }

  /// Loads all three lists; after a failure they are requested again when the connection is back.
  func synchronize() async {
    async let channels: Void = load { [channelList] () async throws(ChatError) in
      try await channelList.synchronize()
    }
    async let threads: Void = load { [threadList] () async throws(ChatError) in
      try await threadList.synchronize()
    }
    async let drafts: Void = load { [user] () async throws(ChatError) in
      _ = try await user.loadDraftMessages()
    }
    _ = await (channels, threads, drafts)
    stage.setNeedsFrame()
  }

  private func load(_ body: () async throws(ChatError) -> Void) async {
    do throws(ChatError) { try await body() } catch { stage.note(error) }
  }

  /// Whether the channel is in the list of the user's channels, of which only the first page may be loaded yet.
  func lists(_ id: ChannelID) async -> Bool {
    if channelList.row(for: id) == nil, !channelList.hasLoadedAllChannels {
      await load { [channelList] () async throws(ChatError) in try await channelList.loadAllChannels() }
    }
    return channelList.row(for: id) != nil
  }

  /// Loads the channels after the first page: a list that is sorted by name is right only when it is complete.
  private func loadRest() {
    guard loading == nil, !channelList.hasLoadedAllChannels else { return }
    loading = Task { [weak self, channelList] in
      // A failure ends it until the list is loaded anew, which the controller does when the connection is back.
      do throws(ChatError) { try await channelList.loadAllChannels() } catch {}
      self?.loading = nil
    }
  }

  isolated deinit { loading?.cancel() }
}

extension SidebarPane: ThreadListControllerDelegate {
  /// Invalidates the rows after a change that affects many of them: presence, the open place, the date.
  func forgetRows() {
    rows = [:]
    threadRows = nil
  }

  func threadListController(
    _ controller: ThreadListController, didChangeThreads changes: [ListChange<DraftKey>]
  ) {
    threadRows = nil
    stage.threadsDidChange()
  }
}

extension SidebarPane: ChannelListControllerDelegate {
  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>]
  ) {
    for change in changes {
      listed.note(change)
      switch change {
      case .updated(let id, _), .inserted(let id, _), .moved(let id, _, _), .removed(let id, _):
        rows[id] = nil
      case .reloaded:
        forgetRows()
        loadRest()
      }
    }
    stage.setNeedsFrame()
  }
}

import ChatControllers
import ChatDomain
import ChatScreens

/// The channels, conversations and threads the user can go to, in display order.
final class SidebarPane {
  let channelList: ChannelListController
  let threadList: ThreadListController
  let user: CurrentUserController
  var isHidden = false
  private unowned let stage: any ConversationHost
  /// The unread messages of all channels and conversations.
  private(set) var unread = UnreadTotal()
  private var isOutdated = true
  private var groups: [ChannelID] = []
  private var directs: [ChannelID] = []
  /// Cached rows; a key in a composer only rebuilds the row of its channel.
  var rows: [ChannelID: ChannelRow] = [:]
  var threadRows: [ThreadRow]?
  var lastView: View?

  init(stage: any ConversationHost) {
    self.stage = stage
    channelList = stage.client.channelListController()
    threadList = stage.client.threadListController()
    user = stage.client.currentUserController()
    channelList.delegate = self
    threadList.delegate = self
  }

  /// Channels and groups.
  var channels: [ChannelID] {
    sort()
    return groups
  }

  /// Direct conversations.
  var conversations: [ChannelID] {
    sort()
    return directs
  }

  /// Everything `M-Down` steps through, from top to bottom.
  var order: [ChannelID] { channels + conversations }

  /// The next one with unread messages after this one, wrapping around; mentions take precedence.
  func nextUnread(after channel: ChannelID?) -> ChannelID? {
    let order = order
    let start = channel.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
    let around = order[start...] + order[..<start]
    let unread = around.filter { $0 != channel && channelList.row(for: $0)?.unreadCount ?? 0 > 0 }
    return unread.first { channelList.row(for: $0)?.mentionCount ?? 0 > 0 } ?? unread.first
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

  private func sort() {
    guard isOutdated else { return }
    isOutdated = false
    groups = []
    directs = []
    for index in 0..<channelList.count {
      guard let row = channelList[index] else { continue }
      if row.channel.type == .direct { directs.append(row.id) } else { groups.append(row.id) }
    }
    if stage.settings.putsDraftsFirst { (groups, directs) = (draftsFirst(groups), draftsFirst(directs)) }
  }
}

extension SidebarPane {
  private func draftsFirst(_ ids: [ChannelID]) -> [ChannelID] {
    let hasDraft = { [channelList] (id: ChannelID) in channelList.row(for: id)?.draft != nil }
    return ids.filter(hasDraft) + ids.filter { !hasDraft($0) }
  }
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
      count(change)
      switch change {
      case .updated(let id, _):
        rows[id] = nil
        // A draft may have been added or removed.
        if stage.settings.putsDraftsFirst { isOutdated = true }
      case .inserted(let id, _), .moved(let id, _, _), .removed(let id, _):
        rows[id] = nil
        isOutdated = true
      case .reloaded:
        forgetRows()
        isOutdated = true
      }
    }
    stage.setNeedsFrame()
  }

  private func count(_ change: ListChange<ChannelID>) {
    switch change {
    case .inserted(let id, _), .updated(let id, _), .moved(let id, _, _), .removed(let id, _):
      unread.note(channelList.row(for: id)?.unreadCount, in: id)
    case .reloaded:
      unread.forget()
      for row in channelList.rows { unread.note(row.unreadCount, in: row.id) }
    }
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// Makes the rows of the sidebar, and keeps them: a key in a composer only makes the row of its channel again.
final class SidebarPresenter {
  /// Everything that many rows depend on.
  private struct View: Equatable {
    let channel: ChannelID?
    let thread: DraftKey?
    let presences: Int
    let day: Int
    let height: Int
  }

  private let services: any AppServices
  private let presences: PresenceCache
  private let pending: PendingMessageStatus
  private let channels: ChannelListController
  private let threads: ThreadListController
  private var rows: [ChannelID: ChannelRow] = [:]
  private var threadRows: [ThreadRow]?
  /// The threads with unread replies.
  private var callingThreads: Set<DraftKey> = []
  private var view: View?

  init(
    services: any AppServices, presences: PresenceCache, pending: PendingMessageStatus,
    channels: ChannelListController, threads: ThreadListController
  ) {
    self.services = services
    self.presences = presences
    self.pending = pending
    self.channels = channels
    self.threads = threads
  }

  // MARK: Changes

  /// Makes all rows again after a change that affects many of them: presence, the open place, the date.
  func forgetRows() {
    rows = [:]
    threadRows = nil
  }

  func forgetRow(of channel: ChannelID) { rows[channel] = nil }

  func forgetThreadRows() { threadRows = nil }

  // MARK: Sections

  /// Makes only the rows that may fit.
  ///
  /// - Parameters:
  ///   - channel: the open channel.
  ///   - thread: the open thread.
  func state(
    of sidebar: ChannelSidebar, channel: ChannelID?, thread: DraftKey?, height: Int
  ) -> SidebarState {
    let view = View(
      channel: channel, thread: thread, presences: presences.revision,
      day: services.calendar.dayNumber(services.client.clock.now), height: height)
    if view != self.view {
      forgetRows()
      self.view = view
    }
    var state = SidebarState()
    state.isHidden = sidebar.isHidden
    state.folded = sidebar.folded
    var numbers: [ChannelID: Int] = [:]
    for (index, id) in sidebar.unfolded.prefix(Self.numbers).enumerated() { numbers[id] = index + 1 }
    (state.channels, state.beyond[.channels]) = rows(
      for: sidebar.channels, in: .channels, numbers, sidebar, view)
    (state.directs, state.beyond[.directs]) = rows(
      for: sidebar.conversations, in: .directs, numbers, sidebar, view)
    showThreads(in: &state, view)
    state.draftCount = sidebar.user.draftMessages.count
    return state
  }

  /// How many channels have a key of their own.
  private static let numbers = 9

  /// As many channels of a section as may fit, including the open one, and what is left out.
  ///
  /// - Parameter numbers: of the channels that have a key of their own.
  private func rows(
    for ids: [ChannelID], in section: SidebarSection, _ numbers: [ChannelID: Int], _ sidebar: ChannelSidebar,
    _ view: View
  ) -> ([ChannelRow], RowsBeyond?) {
    let open = view.channel.flatMap(ids.firstIndex(of:))
    let shown =
      sidebar.folded.contains(section)
      ? open.map { $0..<$0 + 1 } ?? 0..<0 : Self.window(of: ids.count, around: open, view.height)
    var rows: [ChannelRow] = []
    rows.reserveCapacity(shown.count)
    for id in ids[shown] {
      guard var row = row(for: id, view) else { continue }
      row.number = numbers[id]
      rows.append(row)
    }
    guard shown.count < ids.count else { return (rows, nil) }
    let hidden = sidebar.calling.subtracting(ids[shown]).contains { id in
      (channels.row(for: id)?.channel.type == .direct) == (section == .directs)
    }
    return (rows, RowsBeyond(count: ids.count - shown.count, isCalling: hidden))
  }

  private func showThreads(in state: inout SidebarState, _ view: View) {
    if threadRows == nil {
      let known = threads.rows
      threadRows = known.prefix(view.height).map { row(for: $0, view) }
      callingThreads = Set(known.filter { $0.unreadReplies > 0 }.map(\.key))
    }
    let rows = threadRows ?? []
    state.threads = state.folded.contains(.threads) ? rows.filter(\.isOpen) : rows
    let hidden = threads.count - state.threads.count
    guard hidden > 0 else { return }
    state.beyond[.threads] = RowsBeyond(
      count: hidden, isCalling: !callingThreads.isSubset(of: state.threads.map(\.key)))
  }

  /// A range of so many indices, with some on both sides of one of them.
  private static func window(of count: Int, around index: Int?, _ rows: Int) -> Range<Int> {
    let first = max(0, min(count - rows, (index ?? 0) - rows / 2))
    return first..<min(count, first + rows)
  }

  // MARK: Rows

  private func row(for id: ChannelID, _ view: View) -> ChannelRow? {
    if let row = rows[id] { return row }
    guard let known = channels.row(for: id) else { return nil }
    let name =
      known.channel.type == .direct
      ? known.summary.partner?.displayName ?? known.channel.displayName : known.channel.displayName
    var row = ChannelRow(id: id, name: name, type: known.channel.type)
    row.unreadCount = known.unreadCount
    row.mentionCount = known.mentionCount
    row.isOpen = id == view.channel
    row.isFavourite = known.preferences.isFavourite
    row.isMuted = known.preferences.isMuted
    let hidesTime = known.draft != nil && services.settings.hidesTimeOfDrafts
    if let last = known.lastMessage, !hidesTime { row.time = shortTime(last.createdAt) }
    if let partner = known.summary.partner {
      row.isPresent = presences.presence(of: partner.id) == .online
    }
    row.preview = preview(of: known)
    rows[id] = row
    return row
  }

  private func preview(of row: ChannelListRow) -> ChannelRow.Preview {
    if let failed = row.failedMessage, row.typingUsers.isEmpty, row.draft == nil {
      return .failed(words(failed))
    }
    switch row.preview {
    case .typing(let users): return .typing(users.map(\.displayName))
    case .draft(let draft): return .draft(words(draft))
    case .message(let message):
      return .message(
        // What the channel itself says, such as who came, names whom it is about.
        author: message.kind == .system ? "" : message.author.shownName(to: reader),
        text: words(message))
    case .nothing: return .empty
    }
  }

  private func row(for known: ThreadListRow, _ view: View) -> ThreadRow {
    var row = ThreadRow(key: known.key, title: known.parent.map { words($0) } ?? "…")
    row.channelName = channels.row(for: known.key.channelId)?.channel.displayName ?? ""
    row.replyCount = known.replyCount
    row.unreadReplies = known.unreadReplies
    if let last = known.lastActivity { row.time = shortTime(last) }
    row.isOpen = known.key == view.thread
    if let draft = known.draft {
      row.preview = .draft(words(draft))
    } else if let reply = known.lastReply {
      row.preview = .message(
        author: reply.author.shownName(to: reader), text: words(reply))
    }
    return row
  }

  /// The first words, as far as a line has room for them, even of a very long text.
  private func words(_ message: Message) -> String {
    if message.isDeleted { return "deleted" }
    if let placeholder = message.placeholder { return placeholder }
    let text = message.text
    guard text.isBlank else { return text.beginning(120) }
    let file = message.files.first?.name ?? pending.uploads(of: message).first?.name
    return file.map { "▤ \($0)" } ?? ""
  }

  /// A draft without text is described by its attachments.
  private func words(_ draft: DraftMessage) -> String {
    guard draft.text.isBlank else { return draft.text.beginning(120) }
    let file = services.client.inputFiles(ofDraft: draft.key).first?.name ?? draft.content.files.first?.name
    return file.map { "▤ \($0)" } ?? draft.content.quoted.map {
      "> \($0.author.shownName(to: reader))"
    } ?? ""
  }

  private var reader: UserID { services.client.currentUser.id }

  /// The time of today, the day of anything older.
  private func shortTime(_ time: Timestamp) -> String {
    let (calendar, now) = (services.calendar, services.client.clock.now)
    return calendar.dayNumber(time) == calendar.dayNumber(now)
      ? calendar.time(time) : calendar.shortDay(time, now: now)
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import FormattedText

/// Makes the rows of the sidebar, and keeps them: a key in a composer only makes the row of its channel again.
final class SidebarPresenter {
  /// Everything that many rows depend on.
  private struct RowContext: Equatable {
    let channel: ChannelID?
    let thread: DraftKey?
    let presences: Int
    let day: Int
    let height: Int
  }

  /// What a section lists, and what its rows were made from.
  private struct Section {
    let ids: [ChannelID]
    let isFolded: Bool
    let numbered: [ChannelID]
    /// The range of the channels that have rows.
    let shown: Range<Int>
    var rows: [ChannelRow]
    var beyond: RowsBeyond?

    func lists(_ ids: [ChannelID], isFolded: Bool, numbered: [ChannelID]) -> Bool {
      self.ids == ids && self.isFolded == isFolded && self.numbered == numbered
    }
  }

  private let services: any AppServices
  private let presences: PresenceCache
  private let pending: PendingMessageStatus
  private let channels: ChannelListController
  private let threads: ThreadListController
  private var rows: [ChannelID: ChannelRow] = [:]
  private var sections: [SidebarSection: Section] = [:]
  /// The channels whose rows have to be made again.
  private var outdated: Set<ChannelID> = []
  private var threadRows: [ThreadRow]?
  /// The threads with unread replies, and how many.
  private var unreadReplies: [DraftKey: Int] = [:]
  private var context: RowContext?

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

  /// Discards all rows after a change that affects many of them: presence, the open place, the date.
  func forgetRows() {
    rows = [:]
    sections = [:]
    outdated = []
    threadRows = nil
  }

  func forgetRow(of channel: ChannelID) {
    rows[channel] = nil
    outdated.insert(channel)
  }

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
    let context = RowContext(
      channel: channel, thread: thread, presences: presences.revision,
      day: services.calendar.dayNumber(services.client.clock.now), height: height)
    if context != self.context {
      forgetRows()
      self.context = context
    }
    var state = SidebarState()
    state.isHidden = sidebar.isHidden
    state.folded = sidebar.folded
    let numbered = Array(sidebar.unfolded.prefix(Self.numberedCount))
    updateSection(sidebar.channels, of: sidebar, in: .channels, numbered, context)
    updateSection(sidebar.conversations, of: sidebar, in: .directs, numbered, context)
    // More than there are lines need no rows.
    let spaces = sidebar.spaces.prefix(context.height)
    for listed in spaces {
      updateSection(listed.ids, of: sidebar, in: .space(listed.space.id), numbered, context)
    }
    outdated = []
    state.heading = sidebar.heading
    for listed in spaces {
      let section = SidebarSection.space(listed.space.id)
      state.spaces.append(
        SpaceRows(id: listed.space.id, name: listed.space.name, rows: sections[section]?.rows ?? []))
      state.beyond[section] = sections[section]?.beyond
    }
    state.channels = sections[.channels]?.rows ?? []
    state.beyond[.channels] = sections[.channels]?.beyond
    state.directs = sections[.directs]?.rows ?? []
    state.beyond[.directs] = sections[.directs]?.beyond
    showThreads(in: &state, context)
    state.draftCount = sidebar.user.draftMessages.count
    return state
  }

  /// As many Characters as any sidebar has columns for.
  private static let longestPreview = 120
  /// How many channels have a key of their own.
  private static let numberedCount = 9

  /// Makes a section list as many channels as may fit, including the open one. Of a section that lists the same as
  /// before only the outdated rows are made again.
  ///
  /// - Parameter numbered: the channels that have a key of their own, in the order of the keys.
  private func updateSection(
    _ ids: [ChannelID], of sidebar: ChannelSidebar, in section: SidebarSection, _ numbered: [ChannelID],
    _ context: RowContext
  ) {
    let isFolded = sidebar.folded.contains(section)
    guard var known = sections[section], known.lists(ids, isFolded: isFolded, numbered: numbered) else {
      sections[section] = make(section, of: sidebar, ids, isFolded: isFolded, numbered, context)
      return
    }
    guard !outdated.isEmpty else { return }
    for id in outdated {
      guard let index = known.rows.firstIndex(where: { $0.id == id }), var row = row(for: id, context)
      else { continue }
      row.number = number(of: id, in: numbered)
      known.rows[index] = row
    }
    known.beyond = beyond(known.shown, of: ids, in: sidebar)
    sections[section] = known
  }

  private func make(
    _ section: SidebarSection, of sidebar: ChannelSidebar, _ ids: [ChannelID], isFolded: Bool,
    _ numbered: [ChannelID], _ context: RowContext
  ) -> Section {
    let open = context.channel.flatMap(ids.firstIndex(of:))
    let shown =
      isFolded ? open.map { $0..<$0 + 1 } ?? 0..<0 : Self.window(of: ids.count, around: open, context.height)
    var rows: [ChannelRow] = []
    rows.reserveCapacity(shown.count)
    for id in ids[shown] {
      guard var row = row(for: id, context) else { continue }
      row.number = number(of: id, in: numbered)
      rows.append(row)
    }
    return Section(
      ids: ids, isFolded: isFolded, numbered: numbered, shown: shown, rows: rows,
      beyond: beyond(shown, of: ids, in: sidebar))
  }

  private func number(of id: ChannelID, in numbered: [ChannelID]) -> Int? {
    numbered.firstIndex(of: id).map { $0 + 1 }
  }

  /// What a section leaves out.
  private func beyond(_ shown: Range<Int>, of ids: [ChannelID], in sidebar: ChannelSidebar) -> RowsBeyond? {
    guard shown.count < ids.count else { return nil }
    let hidden = [ids[..<shown.lowerBound], ids[shown.upperBound...]].joined()
    let news = hidden.reduce(into: ChannelNews()) { $0.add(sidebar.news(in: $1)) }
    return RowsBeyond(count: ids.count - shown.count, news: news)
  }

  private func showThreads(in state: inout SidebarState, _ context: RowContext) {
    if threadRows == nil {
      let known = threads.rows
      threadRows = known.prefix(context.height).map { row(for: $0, context) }
      unreadReplies = Dictionary(
        known.filter { $0.unreadReplies > 0 }.map { ($0.key, $0.unreadReplies) },
        uniquingKeysWith: { first, _ in first })
    }
    let rows = threadRows ?? []
    state.threads = state.folded.contains(.threads) ? rows.filter(\.isOpen) : rows
    let hidden = threads.count - state.threads.count
    guard hidden > 0 else { return }
    let shown = Set(state.threads.map(\.key))
    let unread = unreadReplies.reduce(0) { shown.contains($1.key) ? $0 : $0 + $1.value }
    state.beyond[.threads] = RowsBeyond(count: hidden, news: ChannelNews(notifications: unread))
  }

  /// A range of so many indices, with some on both sides of one of them.
  private static func window(of count: Int, around index: Int?, _ rows: Int) -> Range<Int> {
    let first = max(0, min(count - rows, (index ?? 0) - rows / 2))
    return first..<min(count, first + rows)
  }

  // MARK: Rows

  private func row(for id: ChannelID, _ context: RowContext) -> ChannelRow? {
    if let row = rows[id] { return row }
    guard let known = channels.row(for: id) else { return nil }
    let name =
      known.channel.type == .direct
      ? known.summary.partner?.displayName ?? known.channel.displayName : known.channel.displayName
    var row = ChannelRow(id: id, name: name, type: known.channel.type)
    row.unreadCount = known.unreadCount
    row.mentionCount = known.mentionCount
    row.isOpen = id == context.channel
    row.isFavourite = known.preferences.isFavourite
    row.notifications = known.preferences.notifications
    row.isServiceNotice = known.channel.isServiceNotice
    row.isMarkedUnread = known.summary.reading.isMarkedUnread
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

  private func row(for known: ThreadListRow, _ context: RowContext) -> ThreadRow {
    var row = ThreadRow(key: known.key, title: known.parent.map { words($0) } ?? "…")
    row.channelName = channels.row(for: known.key.channelId)?.channel.displayName ?? ""
    row.replyCount = known.replyCount
    row.unreadReplies = known.unreadReplies
    if let last = known.lastActivity { row.time = shortTime(last) }
    row.isOpen = known.key == context.thread
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
    guard text.isBlank else { return Markdown.words(text.beginning(Self.longestPreview)) }
    let file = message.files.first?.name ?? pending.uploads(of: message).first?.name
    return file.map { "▤ \($0)" } ?? ""
  }

  /// A draft without text is described by its attachments.
  private func words(_ draft: DraftMessage) -> String {
    guard draft.text.isBlank else { return draft.text.beginning(Self.longestPreview) }
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

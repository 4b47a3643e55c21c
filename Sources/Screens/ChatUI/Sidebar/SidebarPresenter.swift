import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// Builds and caches the rows of the sidebar. Typing in the visible part of a draft rebuilds only the text of its row, and typing
/// after that part rebuilds nothing.
final class SidebarPresenter {
  /// The state on which many rows depend.
  private struct RowContext: Equatable {
    let channel: ChannelID?
    let thread: DraftKey?
    let presences: Int
    let day: Int
    /// The columns of the sidebar with its frame, and the number of available rows.
    let columns: Int
    let height: Int
    /// Revision of the listed channels and their order.
    let listing: Int

    /// Whether every cached row is still valid, at whatever position.
    func hasSameRows(as other: RowContext) -> Bool {
      channel == other.channel && thread == other.thread && presences == other.presences && day == other.day
        && columns == other.columns
    }
  }

  /// The content of a section.
  private struct Section {
    let ids: [ChannelID]
    /// The range of the channels that have rows.
    let shown: Range<Int>
  }

  private let context: AppContext
  private let presences: PresenceCache
  private let pending: PendingMessageStatus
  private let channels: ChannelListController
  private let threads: ThreadListController
  private let hidesTimeOfDrafts: Bool
  /// The cached rows, without their numbers.
  private var rows: [ChannelID: ChannelRow] = [:]
  /// The sections in which some channels have no row.
  private var sections: [SidebarSection: Section] = [:]
  /// The revision of the unread states from which the sections' last lines were made.
  private var newsRevision = 0
  /// The channels whose rows have to be rebuilt.
  private var outdated: Set<ChannelID> = []
  /// The threads whose rows have to be rebuilt; nil if other threads may have to be shown instead.
  private var outdatedThreads: Set<DraftKey>?
  /// The number of the current day, and the quarter of an hour in which it was determined.
  private var day: (quarter: Int64, number: Int)?
  private var rowContext: RowContext?
  /// The last state, valid except for outdated rows.
  private var made: Shared<SidebarState>?
  /// The last state, valid or not.
  private var shown: Shared<SidebarState>?
  /// The formatted times of messages, by timestamp.
  private var times: [Timestamp: String] = [:]

  init(
    context: AppContext, presences: PresenceCache, pending: PendingMessageStatus,
    channels: ChannelListController, threads: ThreadListController
  ) {
    self.context = context
    self.presences = presences
    self.pending = pending
    self.channels = channels
    self.threads = threads
    hidesTimeOfDrafts = context.settings.hidesTimeOfDrafts
  }

  // MARK: Changes

  /// Discards all rows after a change that affects many of them: presence, the open place, the date.
  func forgetRows() {
    rows = [:]
    made = nil
    outdated = []
    times = [:]
  }

  func forgetRow(of channel: ChannelID) {
    rows[channel] = nil
    outdated.insert(channel)
  }

  /// Call when only the text of a channel's draft has changed. Most keys are typed after the visible part, and change no row.
  func draftDidChange(in channel: ChannelID) {
    let text = context.client.draftText(for: DraftKey(channelId: channel)) ?? ""
    guard !text.isBlank, let place = rows.index(forKey: channel),
      case .draft(let shown) = rows.values[place].preview
    else { return forgetRow(of: channel) }
    let words = firstWords(of: text)
    guard words != shown else { return }
    rows.values[place].preview = .draft(words)
    outdated.insert(channel)
  }

  func forgetThreadRows() { outdatedThreads = nil }

  /// Call when only the draft of a thread has changed.
  func forgetRow(of thread: DraftKey) { outdatedThreads?.insert(thread) }

  // MARK: Sections

  /// Builds only the rows that may fit, and of those only the outdated ones.
  ///
  /// - Parameters:
  ///   - channel: the open channel.
  ///   - thread: the open thread.
  ///   - size: the size of the screen.
  func state(
    of sidebar: ChannelSidebar, channel: ChannelID?, thread: DraftKey?, size: Size
  ) -> Shared<SidebarState> {
    let rowContext = RowContext(
      channel: channel, thread: thread, presences: presences.revision,
      day: today,
      columns: ScreenLayout.sidebarColumns(of: size), height: size.rows, listing: sidebar.listing)
    if let last = self.rowContext, last == rowContext, let made {
      return updated(made, of: sidebar, rowContext)
    }
    if let last = self.rowContext, last.hasSameRows(as: rowContext) {
      made = nil
    } else {
      forgetRows()
    }
    self.rowContext = rowContext
    let state = makeState(of: sidebar, rowContext)
    let shared = shown?.replaced(by: state) ?? Shared(wrappedValue: state)
    (made, shown) = (shared, shared)
    return shared
  }

  /// The last state with its outdated rows rebuilt.
  private func updated(
    _ last: Shared<SidebarState>, of sidebar: ChannelSidebar, _ rowContext: RowContext
  ) -> Shared<SidebarState> {
    let draftCount = sidebar.draftCount
    guard !outdated.isEmpty || outdatedThreads != [] || draftCount != last.wrappedValue.draftCount else {
      return last
    }
    var state = last.wrappedValue
    state.draftCount = draftCount
    if !outdated.isEmpty { updateRows(in: &state, of: sidebar, rowContext) }
    updateThreads(in: &state, rowContext)
    let new = last.replaced(by: state)
    (made, shown) = (new, new)
    return new
  }

  private func makeState(of sidebar: ChannelSidebar, _ rowContext: RowContext) -> SidebarState {
    var state = SidebarState()
    state.isHidden = sidebar.isHidden
    state.folded = sidebar.folded
    let numbered = Array(sidebar.unfolded.prefix(Self.numberedCount))
    sections = [:]
    outdated = []
    state.heading = sidebar.heading
    state.$channels = rows(of: sidebar.channels, in: .channels, of: sidebar, numbered, rowContext)
    state.$directs = rows(of: sidebar.conversations, in: .directs, of: sidebar, numbered, rowContext)
    // Spaces beyond the height of the screen need no rows.
    for listed in sidebar.spaces.prefix(rowContext.height) {
      let id = listed.space.id
      var rows = SpaceRows(id: id, name: listed.space.name)
      rows.$rows = self.rows(of: listed.ids, in: .space(id), of: sidebar, numbered, rowContext)
      state.spaces.append(rows)
    }
    showBeyond(in: &state, of: sidebar)
    showThreads(in: &state, rowContext)
    state.draftCount = sidebar.draftCount
    state.draftsKey = context.keymap.keys(of: .global(.drafts)).first?.description
    return state
  }

  /// The number of columns that no sidebar exceeds.
  private static let longestPreview = 120
  /// The number of channels with a key to go to them.
  private static let numberedCount = 9

  /// As many channels of a section as may fit, including the open one.
  ///
  /// - Parameter numbered: the channels with a key to go to them, in the order of the keys.
  private func rows(
    of ids: [ChannelID], in section: SidebarSection, of sidebar: ChannelSidebar, _ numbered: [ChannelID],
    _ rowContext: RowContext
  ) -> [Shared<ChannelRow>] {
    let open = rowContext.channel.flatMap(ids.firstIndex(of:))
    let isFolded = sidebar.folded.contains(section)
    let shown =
      isFolded
      ? open.map { $0..<$0 + 1 } ?? 0..<0 : Self.window(of: ids.count, around: open, rowContext.height)
    if shown.count < ids.count { sections[section] = Section(ids: ids, shown: shown) }
    return ids[shown].compactMap { id in
      guard var row = row(for: id, rowContext) else { return nil }
      row.number = numbered.firstIndex(of: id).map { $0 + 1 }
      return Shared(wrappedValue: row)
    }
  }

  private func updateRows(in state: inout SidebarState, of sidebar: ChannelSidebar, _ rowContext: RowContext)
  {
    for id in outdated {
      guard let row = row(for: id, rowContext) else { continue }
      if Self.replace(row, in: &state.$channels) || Self.replace(row, in: &state.$directs) { continue }
      for index in state.spaces.indices where Self.replace(row, in: &state.spaces[index].$rows) { break }
    }
    if newsRevision != sidebar.newsRevision { showBeyond(in: &state, of: sidebar) }
    outdated = []
  }

  /// - Returns: whether the channel is among the rows.
  private static func replace(_ row: ChannelRow, in rows: inout [Shared<ChannelRow>]) -> Bool {
    for index in rows.indices where rows[index].wrappedValue.id == row.id {
      var row = row
      row.number = rows[index].wrappedValue.number
      rows[index] = rows[index].replaced(by: row)
      return true
    }
    return false
  }

  private func showBeyond(in state: inout SidebarState, of sidebar: ChannelSidebar) {
    for (section, listed) in sections { state.beyond[section] = beyond(listed, in: sidebar) }
    newsRevision = sidebar.newsRevision
  }

  /// The state of the channels that a section leaves out.
  private func beyond(_ section: Section, in sidebar: ChannelSidebar) -> RowsBeyond {
    let (ids, shown) = (section.ids, section.shown)
    let hidden = [ids[..<shown.lowerBound], ids[shown.upperBound...]].joined()
    let news = hidden.reduce(into: ChannelNews()) { $0.add(sidebar.news(in: $1)) }
    return RowsBeyond(count: ids.count - shown.count, news: news)
  }

  private func updateThreads(in state: inout SidebarState, _ rowContext: RowContext) {
    guard let keys = outdatedThreads else { return showThreads(in: &state, rowContext) }
    for key in keys {
      guard let index = state.$threads.firstIndex(where: { $0.wrappedValue.key == key }),
        let parent = key.parentId, let known = threads.row(for: parent, in: key.channelId)
      else { continue }
      state.$threads[index] = state.$threads[index].replaced(by: row(for: known, rowContext))
    }
    outdatedThreads = []
  }

  private func showThreads(in state: inout SidebarState, _ rowContext: RowContext) {
    outdatedThreads = []
    // There is room for at most this many threads.
    let rows = threads.rows(first: rowContext.height).map { row(for: $0, rowContext) }
    state.threads = state.folded.contains(.threads) ? rows.filter(\.isOpen) : rows
    let hidden = threads.count - state.threads.count
    guard hidden > 0 else { return state.beyond[.threads] = nil }
    let shown = Set(state.threads.map(\.key))
    let unread = threads.unreadReplies.reduce(0) { shown.contains($1.key) ? $0 : $0 + $1.value }
    state.beyond[.threads] = RowsBeyond(count: hidden, news: ChannelNews(notifications: unread))
  }

  /// A window of `rows` of `count` indices, around `index` if possible.
  private static func window(of count: Int, around index: Int?, _ rows: Int) -> Range<Int> {
    let first = max(0, min(count - rows, (index ?? 0) - rows / 2))
    return first..<min(count, first + rows)
  }

  // MARK: Rows

  private func row(for id: ChannelID, _ rowContext: RowContext) -> ChannelRow? {
    if let row = rows[id] { return row }
    guard let known = channels.row(for: id) else { return nil }
    let name =
      known.channel.type == .direct
      ? known.summary.partner?.displayName ?? known.channel.displayName : known.channel.displayName
    var row = ChannelRow(id: id, name: name, type: known.channel.type)
    row.unreadCount = known.unreadCount
    row.mentionCount = known.mentionCount
    row.isOpen = id == rowContext.channel
    row.isFavourite = known.preferences.isFavourite
    row.notifications = known.preferences.notifications
    row.isServiceNotice = known.channel.isServiceNotice
    row.isEncrypted = known.channel.isEncrypted
    row.isMarkedUnread = known.summary.reading.isMarkedUnread
    let hidesTime = known.draft != nil && hidesTimeOfDrafts
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
      // A system message, such as a join, already names the person it is about.
      return preview(of: message, by: message.kind == .system ? "" : message.author.shownName(to: reader))
    case .nothing: return .empty
    }
  }

  private func row(for known: ThreadListRow, _ rowContext: RowContext) -> ThreadRow {
    var row = ThreadRow(key: known.key, title: known.parent.map { words($0) } ?? "…")
    row.unreadReplies = known.unreadReplies
    if let last = known.lastActivity { row.time = shortTime(last) }
    row.isOpen = known.key == rowContext.thread
    if let draft = known.draft {
      row.preview = .draft(words(draft))
    } else if let reply = known.lastReply {
      row.preview = preview(of: reply, by: reply.author.shownName(to: reader))
    }
    return row
  }

  /// The beginning of a message's text, at most as long as a row; without text, the name of its first file.
  private func words(_ message: Message) -> String {
    let message = message.shown(to: reader)
    if message.isDeleted { return "deleted" }
    if let placeholder = message.placeholder { return placeholder }
    guard message.text.isBlank else {
      return message.elements.words(by: message.author.displayName).beginning(Self.longestPreview)
    }
    let file = message.files.first?.title ?? pending.uploads(of: message).first?.name
    return file.map { "▤ \($0)" } ?? ""
  }

  private func preview(of message: Message, by author: String) -> ChannelRow.Preview {
    message.isDeleted || message.placeholder != nil || message.text.isBlank
      ? .message(author: author, text: words(message))
      : .words(
        of: message.shown(to: reader).elements,
        by: message.elements.isAction ? message.author.displayName : author, upTo: Self.longestPreview)
  }

  /// A draft without text is described by its attachments.
  private func words(_ draft: DraftMessage) -> String {
    let text = draft.text
    guard text.isBlank else { return firstWords(of: text) }
    let file = context.client.inputFiles(ofDraft: draft.key).first?.name ?? draft.content.files.first?.name
    return file.map { "▤ \($0)" } ?? draft.content.quoted.map {
      "> \($0.author.shownName(to: reader))"
    } ?? ""
  }

  /// The part of a text that a row can show.
  private func firstWords(of text: String) -> String {
    // One more column, so that the row is visibly cut.
    let columns = SidebarEntry.draftColumns(ofSidebar: rowContext?.columns ?? 0) + 1
    let utf8 = text.utf8
    let bytes = utf8.span
    guard bytes.count > columns else { return text }
    var (offset, column) = (0, 0)
    while column < columns, offset < bytes.count {
      if bytes[offset] == 0x0A {
        // A newline is shown as a space.
        column += 1
        offset += 1
      } else if let plain = PlainScalar(at: offset, in: bytes) {
        column += plain.width
        offset += plain.length
      } else {
        return text.beginning(Self.longestPreview)
      }
    }
    return String(text[..<text.utf8.index(text.startIndex, offsetBy: offset)])
  }

  private var reader: UserID { context.client.currentUser.id }

  /// The number of the current day, cached for a quarter of an hour, because in every time zone a day starts at a quarter of an
  /// hour.
  private var today: Int {
    let now = context.client.clock.now
    let quarter = now.microseconds / 900_000_000
    if let day, day.quarter == quarter { return day.number }
    let number = context.calendar.dayNumber(now)
    day = (quarter, number)
    return number
  }

  /// The time for today, the date for anything older.
  private func shortTime(_ time: Timestamp) -> String {
    if let words = times[time] { return words }
    let calendar = context.calendar
    let isToday = calendar.dayNumber(time) == today
    let words = isToday ? calendar.time(time) : calendar.shortDay(time, now: context.client.clock.now)
    if times.count >= Self.mostTimes { times = [:] }
    times[time] = words
    return words
  }

  private static let mostTimes = 256
}

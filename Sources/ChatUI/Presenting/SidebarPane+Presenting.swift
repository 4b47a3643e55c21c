import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

extension SidebarPane {
  /// Everything that many rows depend on.
  struct View: Equatable {
    let channel: ChannelID?
    let thread: DraftKey?
    let presences: Int
    let day: Int
    let rows: Int
  }

  /// Makes only the rows that may fit.
  func presented(for app: App, rows height: Int) -> SidebarState {
    let open = app.channel?.composer.key.channelId
    let view = View(
      channel: open, thread: app.thread?.composer.key, presences: app.presences.revision,
      day: app.calendar.dayNumber(app.client.clock.now), rows: height)
    if view != lastView {
      forgetRows()
      lastView = view
    }
    var state = SidebarState()
    state.isHidden = isHidden
    state.channels = window(of: channels, around: open, rows: height).compactMap { row(for: $0, in: app) }
    state.directs = window(of: conversations, around: open, rows: height).compactMap { row(for: $0, in: app) }
    state.threads = threadRows ?? threadList.rows.prefix(height).map { row(for: $0, in: app) }
    threadRows = state.threads
    state.draftCount = user.draftMessages.count
    return state
  }

  /// As many as fit, including the open one.
  private func window(of ids: [ChannelID], around open: ChannelID?, rows: Int) -> ArraySlice<ChannelID> {
    let count = max(1, rows / 4)
    guard let open, let index = ids.firstIndex(of: open), index >= count else {
      return ids.prefix(max(count, rows))
    }
    return ids[(index - count + 1)...].prefix(max(count, rows))
  }

  private func row(for id: ChannelID, in app: App) -> ChannelRow? {
    if let row = rows[id] { return row }
    guard let known = channelList.row(for: id) else { return nil }
    let name =
      known.channel.type == .direct
      ? known.summary.partner?.displayName ?? known.channel.displayName : known.channel.displayName
    var row = ChannelRow(id: id, name: name, type: known.channel.type)
    row.unreadCount = known.unreadCount
    row.mentionCount = known.mentionCount
    row.isOpen = id == app.channel?.composer.key.channelId
    let hidesTime = known.draft != nil && app.settings.hidesTimeOfDrafts
    if let last = known.lastMessage, !hidesTime { row.time = app.shortTime(last.createdAt) }
    if let partner = known.summary.partner {
      row.isPresent = app.presences.presence(of: partner.id) == .online
    }
    row.preview = preview(of: known, in: app)
    rows[id] = row
    return row
  }

  private func preview(of row: ChannelListRow, in app: App) -> ChannelRow.Preview {
    let reader = app.client.currentUser.id
    if let failed = row.failedMessage, row.typingUsers.isEmpty, row.draft == nil {
      return .failed(words(failed, in: app))
    }
    switch row.preview {
    case .typing(let users): return .typing(users.map(\.displayName))
    case .draft(let draft): return .draft(words(draft, in: app))
    case .message(let message):
      return .message(
        author: message.author.shownName(to: reader),
        text: words(message, in: app))
    case .nothing: return .empty
    }
  }

  private func row(for known: ThreadListRow, in app: App) -> ThreadRow {
    var row = ThreadRow(key: known.key, title: known.parent.map { words($0, in: app) } ?? "…")
    row.channelName = channelList.row(for: known.key.channelId)?.channel.displayName ?? ""
    row.replyCount = known.replyCount
    row.unreadReplies = known.unreadReplies
    if let last = known.lastActivity { row.time = app.shortTime(last) }
    row.isOpen = known.key == app.thread?.composer.key
    if let draft = known.draft {
      row.preview = .draft(words(draft, in: app))
    } else if let reply = known.lastReply {
      row.preview = .message(
        author: reply.author.shownName(to: app.client.currentUser.id), text: words(reply, in: app))
    }
    return row
  }

  /// The first words, as far as a line has room for them, even of a very long text.
  private func words(_ message: Message, in app: App) -> String {
    if message.isDeleted { return "deleted" }
    let text = message.text
    guard text.isBlank else { return text.beginning(120) }
    let file = message.files.first?.name ?? app.work.lines(of: message).first?.name
    return file.map { "▤ \($0)" } ?? ""
  }

  /// A draft without text is described by its attachments.
  private func words(_ draft: DraftMessage, in app: App) -> String {
    guard draft.text.isBlank else { return draft.text.beginning(120) }
    let file = app.client.inputFiles(ofDraft: draft.key).first?.name ?? draft.content.files.first?.name
    return file.map { "▤ \($0)" } ?? draft.content.quoted.map {
      "> \($0.author.shownName(to: app.client.currentUser.id))"
    } ?? ""
  }
}

nonisolated extension User {
  /// The user's own name is "you".
  func shownName(to reader: UserID) -> String { id == reader ? "you" : displayName }
}

extension App {
  /// The time of today, the day of anything older.
  func shortTime(_ time: Timestamp) -> String {
    let now = client.clock.now
    return calendar.dayNumber(time) == calendar.dayNumber(now)
      ? calendar.time(time) : calendar.shortDay(time, now: now)
  }
}

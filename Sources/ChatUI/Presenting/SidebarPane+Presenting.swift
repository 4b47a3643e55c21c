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
    state.folded = folded
    show(channels, as: .channels, in: \.channels, of: &state, app, height)
    show(conversations, as: .directs, in: \.directs, of: &state, app, height)
    for (index, id) in unfolded.prefix(Self.numbers).enumerated() {
      for list in [\SidebarState.channels, \.directs] {
        guard let row = state[keyPath: list].firstIndex(where: { $0.id == id }) else { continue }
        state[keyPath: list][row].number = index + 1
      }
    }
    showThreads(in: &state, app, height)
    state.draftCount = user.draftMessages.count
    return state
  }

  /// How many channels have a key of their own.
  static let numbers = 9

  /// Shows as many channels of a section as may fit, including the open one, and says what is left out.
  private func show(
    _ ids: [ChannelID], as section: SidebarSection, in list: WritableKeyPath<SidebarState, [ChannelRow]>,
    of state: inout SidebarState, _ app: App, _ height: Int
  ) {
    let open = app.channel.flatMap { ids.firstIndex(of: $0.composer.key.channelId) }
    let shown =
      folded.contains(section)
      ? open.map { $0..<$0 + 1 } ?? 0..<0 : Self.window(of: ids.count, around: open, height)
    state[keyPath: list] = ids[shown].compactMap { row(for: $0, in: app) }
    guard shown.count < ids.count else { return }
    let hidden = calling.subtracting(ids[shown]).contains { id in
      (channelList.row(for: id)?.channel.type == .direct) == (section == .directs)
    }
    state.beyond[section] = RowsBeyond(count: ids.count - shown.count, isCalling: hidden)
  }

  private func showThreads(in state: inout SidebarState, _ app: App, _ height: Int) {
    if threadRows == nil {
      let known = threadList.rows
      threadRows = known.prefix(height).map { row(for: $0, in: app) }
      callingThreads = Set(known.filter { $0.unreadReplies > 0 }.map(\.key))
    }
    let rows = threadRows ?? []
    state.threads = folded.contains(.threads) ? rows.filter(\.isOpen) : rows
    let hidden = threadList.count - state.threads.count
    guard hidden > 0 else { return }
    state.beyond[.threads] = RowsBeyond(
      count: hidden, isCalling: !callingThreads.isSubset(of: state.threads.map(\.key)))
  }

  /// A range of so many indices, with some on both sides of one of them.
  private static func window(of count: Int, around index: Int?, _ rows: Int) -> Range<Int> {
    let first = max(0, min(count - rows, (index ?? 0) - rows / 2))
    return first..<min(count, first + rows)
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
    row.isFavourite = known.preferences.isFavourite
    row.isMuted = known.preferences.isMuted
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
        // What the channel itself says, such as who came, names whom it is about.
        author: message.kind == .system ? "" : message.author.shownName(to: reader),
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
    if let placeholder = message.placeholder { return placeholder }
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

nonisolated extension UserID {
  /// The id as it can be typed: "@alex_d", also where the sign is a part of the id.
  var handle: String { rawValue.hasPrefix("@") ? rawValue : "@\(rawValue)" }
}

extension App {
  /// The time of today, the day of anything older.
  func shortTime(_ time: Timestamp) -> String {
    let now = client.clock.now
    return calendar.dayNumber(time) == calendar.dayNumber(now)
      ? calendar.time(time) : calendar.shortDay(time, now: now)
  }
}

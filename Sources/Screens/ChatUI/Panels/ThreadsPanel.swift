import ChatControllers
import ChatDomain
import ChatScreens

/// All threads the user is involved in, the latest reply first, and those in which they have only started a draft.
final class ThreadsPanel: ListPanel {
  var contents: ListContents<DraftKey>
  private(set) weak var services: (AppContext)?
  private let names: ConversationNames
  private let me: UserID
  private let time: RowClock
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var pages = NextPages { [threads = names.threads] in
    threads.hasLoadedAllThreads
  } load: { [threads = names.threads] () async throws(ChatError) in
    try await threads.loadMoreThreads()
  } onEnd: { [weak self] in
    self?.finish($0)
  }

  init(services: AppContext, names: ConversationNames) {
    self.services = services
    self.names = names
    me = services.client.currentUser.id
    time = RowClock(services)
    contents = ListContents(
      title: "Threads", hint: services.keymap.hint((.panel(.accept), "open"), (.panel(.dismiss), "close")))
    subscriptions.follow(names.threads.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.observe(services.client) { [weak self] in
      if case .connection(.online) = $0 { self?.pages.retry() }
    }
    loadMore()
    refresh()
  }

  func accept(_ id: DraftKey) -> PanelOutcome {
    services?.go(to: .thread(id))
    return .close
  }

  func close() {
    pages.stop()
    subscriptions.stop()
  }

  func loadMore() { pages.loadMore() }

  private func finish(_ error: ChatError?) {
    if !contents.rows.items.isEmpty, let error { services?.say("Not all threads are here", because: error) }
    pageDidCome()
  }

  var emptyNote: String? {
    if let failure = pages.failure { return ErrorSentence.reason(failure) }
    if pages.isLoading { return "loading…" }
    return contents.query.isEmpty ? "no threads yet" : "nothing found"
  }

  func items() -> [PanelItem<DraftKey>] {
    let candidates = names.threads.rows.map { row in
      let name = names.name(of: row.key.channelId)
      let words = row.parent.map { Excerpt.beginning(of: $0) } ?? "a thread"
      var trailing = row.lastActivity.map { time.text($0) } ?? ""
      if row.unreadReplies > 0 { trailing = "\(row.unreadReplies) unread · " + trailing }
      return Candidate(
        PanelItem(
          row.key, PanelRow("↳ \(words)", detail: "\(name) · \(second(of: row))", trailing: trailing)),
        [row.parent?.text ?? "", name, row.draft?.text ?? ""])
    }
    return FuzzyMatch(contents.query).filtered(candidates)
  }

  /// The draft of a reply, or else the last reply.
  private func second(of row: ThreadListRow) -> String {
    if let draft = row.draft { return "✎ " + Excerpt.beginning(of: draft.text, limit: 80) }
    guard let last = row.lastReply else { return "no replies yet" }
    return "\(last.author.shownName(to: me)): " + Excerpt.beginning(of: last, limit: 80)
  }
}

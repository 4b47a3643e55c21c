import ChatControllers
import ChatDomain
import ChatScreens

/// Messages and invitations that concern the user, newest first. Its keys go to a message, answer it, mark it as read, and
/// accept or decline an invitation.
final class InboxPanel: ListPanel {
  var contents: ListContents<InboxItemID>
  private(set) weak var services: (AppContext)?
  private let inbox: InboxController
  private let names: ConversationNames
  private let time: RowClock
  private let act: (InboxItem, Act) -> Void
  /// The kind that is shown; nil for all.
  private var kind: InboxItem.Kind?
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var pages = NextPages { [inbox] in
    inbox.hasLoadedAll
  } load: { [inbox] () async throws(ChatError) in
    try await inbox.loadMore()
  } onEnd: { [weak self] _ in
    self?.pageDidCome()
    self?.loadMoreOfKind()
  }
  /// The number of items to load when one kind is shown, further back if necessary.
  private static let wantedOfKind = 20

  /// An action on an item.
  enum Act { case go, answer, markRead, accept, decline }

  /// - Parameter act: performs an action and reports the result.
  init(
    services: AppContext, inbox: InboxController, names: ConversationNames,
    act: @escaping (InboxItem, Act) -> Void
  ) {
    self.services = services
    self.inbox = inbox
    self.names = names
    self.act = act
    time = RowClock(services)
    contents = ListContents(
      title: "Inbox",
      hint: services.keymap.hint(
        (.panel(.accept), "go"), (.panel(.answer), "answer"), (.panel(.toggle), "kind"),
        (.panel(.markRead), "read"), (.panel(.markAllRead), "all read")))
    subscriptions.follow(inbox.changes()) { [weak self] _ in self?.becomeStale() }
    // The names of channels may arrive later.
    subscriptions.follow(names.channels.changes()) { [weak self] _ in self?.becomeStale() }
    subscriptions.observe(services.client) { [weak self] in
      if case .connection(.online) = $0 { self?.pages.retry() }
    }
    if inbox.items.isEmpty { loadMore() }
    refresh()
  }

  /// Goes to a message. An invitation is accepted after a question: the members see who joins.
  func accept(_ id: InboxItemID) -> PanelOutcome {
    guard let services, let item = item(id) else { return .stay }
    guard case .invitation(let invitation) = item.content else {
      act(item, .go)
      return .close
    }
    services.show(
      QuestionPanel(
        title: "Accept this invitation?", text: invitation.words, yes: "join", no: "leave it for later",
        keymap: services.keymap, clock: services.client.clock
      ) { [act] in
        act(item, .accept)
      })
    return .stay
  }

  func answer(_ id: InboxItemID) -> PanelOutcome {
    guard let item = item(id) else { return .stay }
    guard item.message != nil else {
      return .refuse("\(services?.keymap.hint((.panel(.accept), "accepts")) ?? "") an invitation")
    }
    act(item, .answer)
    return .close
  }

  func remove(_ id: InboxItemID) {
    guard let services, let item = item(id), case .invitation(let invitation) = item.content else { return }
    services.show(
      QuestionPanel(
        title: "Decline this invitation?", text: invitation.words, yes: "decline it",
        no: "leave it for later", keymap: services.keymap, clock: services.client.clock
      ) { [act] in
        act(item, .decline)
      })
  }

  func markRead(_ id: InboxItemID) {
    if let item = item(id) { act(item, .markRead) }
  }

  func markAllRead() {
    services?.attempt { [inbox] in try await inbox.markAllRead() }
  }

  /// Shows the next kind, and after the last one all of them.
  func toggle() {
    let order = [nil] + InboxItem.Kind.allCases.map(Optional.some)
    kind = order[((order.firstIndex(of: kind) ?? 0) + 1) % order.count]
    isStale = false
    contents.rows.showFromStart(items())
    contents.note = emptyNote
    showTitle()
    loadMore()
  }

  func close() {
    pages.stop()
    subscriptions.stop()
  }

  func loadMore() { pages.loadMore() }

  private func loadMoreOfKind() {
    guard let kind, pages.failure == nil, !inbox.hasLoadedAll,
      inbox.items.count(where: { $0.kind == kind }) < Self.wantedOfKind
    else { return }
    loadMore()
  }

  var emptyNote: String? {
    if let failure = pages.failure { return ErrorSentence.reason(failure) }
    if pages.isLoading { return "loading…" }
    return contents.query.isEmpty ? "nothing concerns you here" : "nothing found"
  }

  func items() -> [PanelItem<InboxItemID>] {
    showTitle()
    let shown = inbox.items.filter { kind == nil || $0.kind == kind }
    let candidates = shown.map { item in
      Candidate(PanelItem(item.id, row(of: item)), [words(of: item), item.by.displayName, place(of: item)])
    }
    return FuzzyMatch(contents.query).filtered(candidates)
  }

  private func showTitle() {
    let parts = ["Inbox", "\(inbox.unreadCount) unread", kind?.plural].compactMap(\.self)
    contents.title = parts.joined(separator: " · ")
  }

  private func item(_ id: InboxItemID) -> InboxItem? { inbox.items.first { $0.id == id } }

  private func row(of item: InboxItem) -> PanelRow {
    // The mark is visible without colour.
    let mark = item.isRead ? "  " : "● "
    let done =
      switch item.content {
      case .message: item.kind == .mention ? "mentions you" : "answers you"
      case .reaction(let name, _): "reacts \(name)"
      case .invitation(let invitation): invitation.isSpace ? "invites you to a space" : "invites you"
      }
    return PanelRow(
      mark + words(of: item), detail: "\(item.by.displayName) \(done) · \(place(of: item))",
      trailing: time.text(item.at))
  }

  private func words(of item: InboxItem) -> String {
    switch item.content {
    case .message(let message), .reaction(_, let message): Excerpt.beginning(of: message)
    case .invitation(let invitation): invitation.place
    }
  }

  private func place(of item: InboxItem) -> String {
    switch item.content {
    case .invitation(let invitation):
      invitation.channel.isEncrypted ? EncryptionSign.text + " encrypted" : "invitation"
    case .message(let message), .reaction(_, let message):
      names.name(of: DraftKey(channelId: message.channelId, parentId: message.parentId))
    }
  }
}

nonisolated extension InboxItem.Kind {
  /// "mentions".
  fileprivate var plural: String {
    switch self {
    case .mention: "mentions"
    case .reply: "replies"
    case .reaction: "reactions"
    case .invitation: "invitations"
    }
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Shows the inbox and performs its actions.
final class InboxActions {
  fileprivate let inbox: InboxController
  fileprivate let context: AppContext
  private let navigator: Navigator
  fileprivate let names: ConversationNames
  fileprivate let invitations: InvitationActions

  init(
    context: AppContext, navigator: Navigator, names: ConversationNames, invitations: InvitationActions
  ) {
    self.context = context
    self.navigator = navigator
    self.names = names
    self.invitations = invitations
    inbox = InboxController(client: context.client)
    inbox.onChange = { [weak context] in context?.setNeedsFrame() }
  }

  /// The number of unread entries.
  var unreadCount: Int { inbox.unreadCount }

  /// Loads the inbox, for the unread count.
  func synchronize() async {
    guard context.client.abilities.contains(.keepsInbox) else { return }
    do throws(ChatError) { try await inbox.synchronize() } catch {
      // The inbox is loaded again once there is a connection.
      return
    }
  }

  func showAll() {
    context.showList(InboxSource(self))
  }

  fileprivate func go(to item: InboxItem) {
    guard let message = item.message else { return }
    context.go(to: Destination(of: message))
    markRead(item)
  }

  /// Quotes the message in the composer of its channel or thread, keeping the text of the composer.
  fileprivate func answer(_ item: InboxItem) {
    guard let message = item.message, let composer = navigator.focused?.composer,
      composer.draft.key.channelId == message.channelId
    else { return }
    do { try composer.related.quote(message) } catch {
      context.say(.notQuoted, because: error)
    }
  }

  fileprivate func markRead(_ item: InboxItem) {
    guard !item.isRead else { return }
    context.attempt { [inbox] in try await inbox.markRead([item.id]) }
  }
}

/// Messages and invitations that concern the user, newest first. Its keys go to a message, answer it, mark it as read, and
/// accept or decline an invitation.
final class InboxSource: ListSource {
  let keys: Keys = [
    .accept: "go", .answer: "reply", .toggle: "next kind", .markRead: "mark read",
    .markAllRead: "mark all read",
    .dismiss: "close",
  ]
  private let actions: InboxActions
  private let loader: ControllerPages
  /// The kind to show; nil for all.
  private var kind: InboxItem.Kind?
  private weak var list: ListPanel<InboxSource>?

  init(_ actions: InboxActions) {
    self.actions = actions
    loader = ControllerPages(actions.inbox)
  }

  private var inbox: InboxController { actions.inbox }
  private var context: AppContext { actions.context }

  var pages: [any ListPages] { [loader] }

  var title: String {
    ["Inbox", "\(inbox.unreadCount) unread", kind?.plural].compactMap(\.self).joined(separator: " · ")
  }

  func note(for query: String) -> String { query.isEmpty ? "nothing here yet" : "nothing found" }

  func open(in list: ListPanel<InboxSource>) {
    self.list = list
    list.follow(inbox.subscribe)
    // The names of channels may arrive later.
    list.follow(actions.names.channels.subscribe)
    if inbox.items.isEmpty { loader.loadMore() }
  }

  // MARK: Keys

  func perform(_ command: PanelCommand, on id: InboxItemID) -> PanelOutcome {
    guard let item = inbox.items.first(where: { $0.id == id }) else { return .stay }
    if case .invitation(let invitation) = item.content { return perform(command, on: item, invitation) }
    switch command {
    case .accept:
      actions.go(to: item)
      return .close
    case .answer:
      actions.go(to: item)
      actions.answer(item)
      return .close
    case .markRead: actions.markRead(item)
    default: break
    }
    return .stay
  }

  /// Asks before accepting an invitation, because the members see who joins.
  private func perform(_ command: PanelCommand, on item: InboxItem, _ invitation: Invitation) -> PanelOutcome
  {
    let later = "decide later"
    switch command {
    case .accept:
      context.ask("Accept this invitation?", invitation.words, yes: "join", no: later) {
        [invitations = actions.invitations] in
        invitations.accept(invitation)
      }
    case .remove:
      context.ask("Decline this invitation?", invitation.words, yes: "decline", no: later) {
        [invitations = actions.invitations] in
        invitations.decline(invitation)
      }
    case .answer: return .refuse(.acceptsInvitation(context.key(of: .panel(.accept))))
    case .markRead: actions.markRead(item)
    default: break
    }
    return .stay
  }

  func perform(_ command: PanelCommand) -> PanelOutcome? {
    switch command {
    case .toggle: showNextKind()
    case .markAllRead: context.attempt { [inbox] in try await inbox.markAllRead() }
    default: return nil
    }
    return .stay
  }

  /// Shows the next kind or, after the last one, all kinds.
  private func showNextKind() {
    let order = [nil] + InboxItem.Kind.allCases.map(Optional.some)
    kind = order[((order.firstIndex(of: kind) ?? 0) + 1) % order.count]
    list?.startOver()
  }

  // MARK: Rows

  func candidates() -> [Candidate<InboxItemID>] {
    let time = RowClock(context)
    return inbox.items.filter { kind == nil || $0.kind == kind }.map { item in
      let (words, place) = (words(of: item), place(of: item))
      // The mark is visible without colour.
      let mark = item.isRead ? "  " : "● "
      let row = PanelRow(
        mark + words, detail: "\(item.by.displayName) \(item.deed) · \(place)", trailing: time.text(item.at))
      return Candidate(item.id, row, matching: [words, item.by.displayName, place])
    }
  }

  private func words(of item: InboxItem) -> String {
    switch item.content {
    case .message(let message), .reaction(_, let message):
      Excerpt.beginning(of: message.shown(to: context.client.currentUser.id))
    case .invitation(let invitation): invitation.place
    }
  }

  private func place(of item: InboxItem) -> String {
    switch item.content {
    case .invitation(let invitation):
      invitation.channel.isEncrypted ? EncryptionSign.text + " encrypted" : "invitation"
    case .message(let message), .reaction(_, let message):
      actions.names.name(of: DraftKey(channelId: message.channelId, parentId: message.parentId))
    }
  }
}

nonisolated extension InboxItem {
  /// "mentioned you".
  fileprivate var deed: String {
    switch content {
    case .message: kind == .mention ? "mentioned you" : "replied to you"
    case .reaction(let name, _): "reacted \(name)"
    case .invitation(let invitation): invitation.isSpace ? "invited you to a space" : "invited you"
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

public import ChatDomain
import ChatSync

/// The channels the user is invited to, the latest invitation first. None of them is joined unless the user accepts.
public final class InvitationListController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change, before the listeners of ``changes()``. It is not retained.
  public weak var delegate: (any InvitationListControllerDelegate)?

  private let list: PagedList<Invitation>
  /// The channels with events while a page was requested, which may be older than they are; nil while no page is requested.
  private var eventsSincePage: Set<ChannelID>?
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    list = PagedList(engine: client.engine)
    list.onChange = { [weak self] changes in
      guard let self else { return }
      delegate?.invitationListController(self, didChangeInvitations: changes)
    }
    list.readAgain = { [weak self] () async throws(ChatError) in try await self?.readAgain() }
    subscription = client.engine.board.subscribe { [weak self] in self?.handle($0) }
  }

  /// Whether the service has no further invitations; false until a page was loaded, and after a failure.
  public var hasLoadedAll: Bool { list.hasLoadedAll }
  /// The invitations, in order.
  public var invitations: [Invitation] { list.rows.sorted }
  /// The number of loaded invitations.
  public var count: Int { list.rows.count }

  /// The invitation to a channel; nil if there is none, or if it is not loaded.
  public func invitation(to channel: ChannelID) -> Invitation? { list.rows[channel] }

  /// All updates that the delegate receives, starting now.
  public func changes() -> AsyncStream<[ListChange<ChannelID>]> { list.changes() }

  // MARK: Loading

  /// Loads the first invitations. Without a connection it throws; they are loaded once there is one.
  public func synchronize() async throws(ChatError) {
    list.needsReload = true
    try await list.reload()
  }

  /// Loads further invitations.
  ///
  /// - Returns: the number of new ones; 0 at the end.
  @discardableResult
  public func loadMore(limit: Int? = nil) async throws(ChatError) -> Int {
    list.needsReload = list.needsReload || list.cursor == nil
    return try await list.loadMore(limit: limit, page: page) { [weak self] found in
      guard let self else { return [] }
      defer { eventsSincePage = nil }
      // An event since the request is newer than the answer.
      return found.compactMap { hasEventSincePage($0.id) ? nil : list.rows.upsert($0) }
    }
  }

  private func readAgain() async throws(ChatError) {
    defer { eventsSincePage = nil }
    let found = try await list.readFromStart(count, page: page)
    if list.replaceRows(by: found, unless: hasEventSincePage) { list.emit([.reloaded]) }
  }

  private func page(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    eventsSincePage = eventsSincePage ?? []
    do throws(ChatError) {
      return try await client.service.invitations(query)
    } catch {
      eventsSincePage = nil
      throw error
    }
  }

  private func hasEventSincePage(_ id: ChannelID) -> Bool { eventsSincePage?.contains(id) == true }

  // MARK: Answering

  /// Accepts an invitation: the user joins the channel.
  @discardableResult
  public func accept(_ channel: ChannelID) async throws(ChatError) -> ChannelSummary {
    let joined = try await client.service.join(channel)
    remove(channel)
    return joined
  }

  /// Declines an invitation.
  public func decline(_ channel: ChannelID) async throws(ChatError) {
    try await client.service.declineInvitation(to: channel)
    remove(channel)
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    list.handle(notice)
    switch notice {
    case .event(.invited(let invitation)): add(invitation)
    case .event(.invitationEnded(let channel)): remove(channel)
    case .event(.memberJoined(let member)) where member.user.id == client.currentUser.id:
      remove(member.channelId)
    default: break
    }
  }

  private func add(_ invitation: Invitation) {
    eventsSincePage?.insert(invitation.id)
    // A late event is older than what is shown.
    if let known = list.rows[invitation.id], known.invitedAt > invitation.invitedAt { return }
    if let change = list.rows.upsert(invitation) { list.emit([change]) }
  }

  private func remove(_ channel: ChannelID) {
    eventsSincePage?.insert(channel)
    if let change = list.rows.remove(channel) { list.emit([change]) }
  }
}

nonisolated extension Invitation: SortedRow {
  var sortKey: ListSortKey<ChannelID> { ListSortKey(at: invitedAt, timetoken: Timetoken(0), id: id) }
}

/// Receives the changes of the list of invitations.
public protocol InvitationListControllerDelegate: AnyObject {
  /// The list changed. The changes apply one after the other to the list as it was before.
  func invitationListController(
    _ controller: InvitationListController, didChangeInvitations changes: [ListChange<ChannelID>])
}

extension ChatClient {
  /// Creates a controller for the list of invitations. It requests nothing before ``InvitationListController/synchronize()``,
  /// but shows new invitations as they arrive.
  public func invitationListController() -> InvitationListController {
    InvitationListController(client: self)
  }
}

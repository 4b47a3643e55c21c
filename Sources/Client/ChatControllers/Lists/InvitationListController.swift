public import ChatDomain
import ChatSync

/// The channels the user is invited to, the latest invitation first. None of them is joined unless the user accepts.
public final class InvitationListController {
  /// The client that created this controller.
  public let client: ChatClient

  private let list: PagedList<Invitation>
  private var concurrentEvents = ConcurrentEvents<ChannelID>()
  private var subscription: Subscription?

  /// Requests nothing before ``synchronize()``, except after missed events. New invitations are shown as they arrive.
  public init(client: ChatClient) {
    self.client = client
    list = PagedList(engine: client.engine)
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

  /// Calls a closure with every change, until the subscription ends.
  public func subscribe(_ handler: @escaping @MainActor ([ListChange<ChannelID>]) -> Void) -> Subscription {
    list.board.subscribe(handler)
  }

  // MARK: Loading

  /// Loads the first invitations. Without a connection it throws; they are loaded once there is a connection.
  public func synchronize() async throws(ChatError) {
    list.needsReload = true
    try await list.reload()
  }

  /// Loads further invitations.
  ///
  /// - Returns: the number of new invitations; 0 at the end.
  @discardableResult
  public func loadMore(limit: Int? = nil) async throws(ChatError) -> Int {
    concurrentEvents.beginPage()
    defer { concurrentEvents.endPage() }
    return try await list.loadMore(limit: limit, page: client.service.invitations) { [weak self] found in
      guard let self else { return [] }
      // An event since the request is newer than the answer.
      return found.compactMap { concurrentEvents.hasEventSincePages($0.id) ? nil : list.rows.upsert($0) }
    }
  }

  private func readAgain() async throws(ChatError) {
    concurrentEvents.beginPage()
    defer { concurrentEvents.endPage() }
    let found = try await list.readFromStart(count, page: client.service.invitations)
    if list.replaceRows(by: found, unless: concurrentEvents.hasEventSincePages) { list.emit([.reloaded]) }
  }

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
    concurrentEvents.record(invitation.id)
    // A late event is older than what is shown.
    if let known = list.rows[invitation.id], known.invitedAt > invitation.invitedAt { return }
    if let change = list.rows.upsert(invitation) { list.emit([change]) }
  }

  private func remove(_ channel: ChannelID) {
    concurrentEvents.record(channel)
    if let change = list.rows.remove(channel) { list.emit([change]) }
  }
}

nonisolated extension Invitation: SortedRow {
  var sortKey: ListSortKey<ChannelID> { ListSortKey(at: invitedAt, timetoken: Timetoken(0), id: id) }
}

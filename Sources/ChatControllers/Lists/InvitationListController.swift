public import ChatDomain

/// The channels the user is invited to, the latest invitation first. None of them is joined unless the user accepts.
public final class InvitationListController {
  public let client: ChatClient
  public weak var delegate: (any InvitationListControllerDelegate)?
  /// Whether the service has no further invitations; false until a page was loaded, and after a failure.
  public private(set) var hasLoadedAllInvitations = false

  private var states: [ChannelID: Invitation] = [:]
  private var list = SortedList<ChannelID>()
  /// Where the next page begins.
  private var cursor: Cursor?
  /// Whether something was missed, so that the list must be requested once there is a connection.
  private var needsReload = false
  /// The channels of which something was heard while a page was requested, which may be older; nil while none is.
  private var heard: Set<ChannelID>?
  private let reloading = CoalescingTask()
  private let questions = SerialTaskQueue()
  private let broadcast = Broadcast<[ListChange<ChannelID>]>()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    subscription = client.subscribe { [weak self] in self?.handle($0) }
  }

  /// The invitations, in order.
  public var invitations: [Invitation] { list.ids.compactMap { states[$0] } }
  public var count: Int { list.count }

  /// The invitation to a channel; nil if there is none, or if it is not loaded.
  public func invitation(to channel: ChannelID) -> Invitation? { states[channel] }

  /// Everything the delegate is told, starting now.
  public func changes() -> AsyncStream<[ListChange<ChannelID>]> { broadcast.stream() }

  // MARK: Loading

  /// Loads the first invitations. Without a connection it throws; they are loaded once there is one.
  public func synchronize() async throws(ChatError) {
    needsReload = true
    try await questions.run { [weak self] () async throws(ChatError) in try await self?.reload() }
  }

  /// Loads further invitations.
  ///
  /// - Returns: the number of new ones; 0 at the end.
  @discardableResult
  public func loadMoreInvitations(limit: Int? = nil) async throws(ChatError) -> Int {
    if hasLoadedAllInvitations { return 0 }
    let before = count
    guard let cursor else {
      try await synchronize()
      return max(0, count - before)
    }
    let query = ListQuery(limit: limit ?? client.configuration.pageSize, cursor: cursor)
    try await questions.run { [weak self] () async throws(ChatError) in
      try await self?.load(query)
    }
    return max(0, count - before)
  }

  private func reload() async throws(ChatError) {
    hasLoadedAllInvitations = false
    heard = []
    defer { heard = nil }
    let reading = try await ListReading(of: count, for: client) { query throws(ChatError) in
      try await client.service.invitations(query)
    }
    needsReload = !reading.isLive
    let found = Set(reading.found.map(\.id))
    var isChanged = false
    for id in states.keys where !found.contains(id) && heard?.contains(id) == false && remove(id) != nil {
      isChanged = true
    }
    if !take(reading.found, next: reading.next).isEmpty { isChanged = true }
    if isChanged { emit([.reloaded]) }
  }

  private func load(_ query: ListQuery) async throws(ChatError) {
    // If the list was reloaded in the meantime, it continues from elsewhere.
    guard cursor == query.cursor else { return }
    heard = []
    defer { heard = nil }
    let page = try await client.service.invitations(query)
    emit(take(page.elements, next: page.next))
  }

  /// Applies the service's answer, except where something newer was heard while it was asked.
  private func take(_ found: [Invitation], next: Cursor?) -> [ListChange<ChannelID>] {
    cursor = next
    hasLoadedAllInvitations = next == nil
    return found.compactMap { heard?.contains($0.id) == false ? put($0) : nil }
  }

  private func put(_ invitation: Invitation) -> ListChange<ChannelID>? {
    guard states.updateValue(invitation, forKey: invitation.id) != invitation else { return nil }
    return list.put(ListSortKey(at: invitation.invitedAt, timetoken: Timetoken(0), id: invitation.id))
  }

  private func remove(_ channel: ChannelID) -> ListChange<ChannelID>? {
    states[channel] = nil
    return list.remove(channel)
  }

  private func emit(_ changes: [ListChange<ChannelID>]) {
    guard !changes.isEmpty else { return }
    delegate?.invitationListController(self, didChangeInvitations: changes)
    broadcast.send(changes)
  }

  // MARK: Answering

  /// Accepts an invitation: the user joins the channel.
  @discardableResult
  public func accept(_ channel: ChannelID) async throws(ChatError) -> ChannelSummary {
    let joined = try await client.service.join(channel)
    forget(channel)
    return joined
  }

  /// Declines an invitation.
  public func decline(_ channel: ChannelID) async throws(ChatError) {
    try await client.service.declineInvitation(to: channel)
    forget(channel)
  }

  private func forget(_ channel: ChannelID) {
    heard?.insert(channel)
    if let change = remove(channel) { emit([change]) }
  }

  // MARK: Hearing

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.invited(let invitation)): take(invitation)
    case .event(.invitationEnded(let channel)): forget(channel)
    case .event(.memberJoined(let member)) where member.user.id == client.currentUser.id:
      forget(member.channelId)
    case .eventsMissed: needsReload = true
    case .connection(.online) where needsReload: reloadLater()
    default: break
    }
  }

  private func take(_ invitation: Invitation) {
    heard?.insert(invitation.id)
    // A late event is older than what is shown.
    if let known = states[invitation.id], known.invitedAt > invitation.invitedAt { return }
    if let change = put(invitation) { emit([change]) }
  }

  private func reloadLater() {
    reloading.run { [weak self, client] in
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        try await self?.synchronize()
      }
    }
  }
}

/// Receives the changes of the list of invitations.
public protocol InvitationListControllerDelegate: AnyObject {
  func invitationListController(
    _ controller: InvitationListController, didChangeInvitations changes: [ListChange<ChannelID>])
}

extension ChatClient {
  /// Creates a controller for the list of invitations; nothing is requested before `synchronize()`, but those that come
  /// from now on are shown.
  public func invitationListController() -> InvitationListController {
    InvitationListController(client: self)
  }
}

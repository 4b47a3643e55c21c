public import ChatDomain
import ChatSync

/// The channels that the user asks to join, and the users who ask to join the user's channels. Both are empty on a service
/// without the ability `takesKnocks`.
public final class KnockListController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change. It is not retained.
  public weak var delegate: (any KnockListControllerDelegate)?
  /// The user's unanswered requests to join, latest first.
  public private(set) var knocks: [Knock] = []
  /// The users who ask to join channels in which the current user may accept them, latest first.
  public private(set) var visitors: [Visitor] = []
  /// The channels that changed since the lists were loaded last.
  private var changed: Set<ChannelID> = []
  private var isOutdated = false
  private let board = Board<KnockListChange>()
  private let reloading = CoalescingTask()
  private var subscription: Subscription?

  /// Requests nothing before ``synchronize()`` or the first event about a request to join or about roles.
  public init(client: ChatClient) {
    self.client = client
    subscription = client.engine.board.subscribe { [weak self] in self?.handle($0) }
  }

  /// Calls a closure with every change, after the delegate, until the subscription ends.
  public func subscribe(_ handler: @escaping @MainActor (KnockListChange) -> Void) -> Subscription {
    board.subscribe(handler)
  }

  private func emit(_ change: KnockListChange = KnockListChange()) {
    delegate?.knockListController(self, didChange: change)
    board.post(change)
  }

  private var isOffered: Bool { client.service.abilities.contains(.takesKnocks) }

  /// Loads both lists. Without a connection it may throw; they are loaded once there is a connection.
  public func synchronize() async throws(ChatError) {
    guard isOffered else { return }
    isOutdated = true
    let about = changed
    let own = try await client.service.knocks()
    let others = try await client.service.visitors()
    isOutdated = false
    changed.subtract(about)
    let ended = knocks.filter { knock in about.contains(knock.id) && !own.contains { $0.id == knock.id } }
    let known = Set(visitors.map(\.id))
    let came = others.filter { about.contains($0.channel.id) && !known.contains($0.id) }
    guard own != knocks || others != visitors else { return }
    (knocks, visitors) = (own, others)
    emit(KnockListChange(newVisitors: came, endedKnocks: ended))
  }

  // MARK: Asking

  /// Asks to join a channel. Asking again with another reason replaces the reason.
  @discardableResult
  public func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    let knock = try await client.service.knock(on: address, reason: reason)
    if let index = knocks.firstIndex(where: { $0.id == knock.id }) {
      guard knocks[index] != knock else { return knock }
      knocks[index] = knock
    } else {
      knocks.insert(knock, at: 0)
    }
    emit()
    return knock
  }

  /// Withdraws the user's request to join.
  public func takeBack(_ channel: ChannelID) async throws(ChatError) {
    try await client.service.takeBackKnock(on: channel)
    knocks.removeAll { $0.id == channel }
    emit()
  }

  // MARK: Answering

  /// Accepts a request to join.
  public func admit(_ visitor: Visitor.ID) async throws(ChatError) {
    try await client.service.admit(visitor.user, to: visitor.channel)
    remove(visitor)
  }

  /// Rejects a request to join.
  public func turnAway(_ visitor: Visitor.ID) async throws(ChatError) {
    try await client.service.turnAway(visitor.user, from: visitor.channel)
    remove(visitor)
  }

  private func remove(_ visitor: Visitor.ID) {
    visitors.removeAll { $0.id == visitor }
    emit()
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    switch notice {
    // With a new role, the user may now be able to answer existing requests.
    case .event(.knocksChanged(let channel)), .event(.rolesChanged(let channel)):
      changed.insert(channel)
      reload()
    // The list of ignored users may have changed.
    case .eventsMissed where !knocks.isEmpty || !visitors.isEmpty: reload()
    case .connection(.online) where isOutdated: reload()
    default: break
    }
  }

  private func reload() {
    guard isOffered else { return }
    reloading.run { [weak self] in
      // After a failure, the lists are loaded when the connection is back.
      do throws(ChatError) { try await self?.synchronize() } catch {}
    }
  }
}

/// Receives the changes of the requests to join.
public protocol KnockListControllerDelegate: AnyObject {
  /// One of the lists changed.
  func knockListController(_ controller: KnockListController, didChange change: KnockListChange)
}

/// A change in a ``KnockListController``.
public nonisolated struct KnockListChange: Hashable, Sendable {
  /// The users whose requests to join are new.
  public var newVisitors: [Visitor] = []
  /// The user's requests that ended without being withdrawn here.
  public var endedKnocks: [Knock] = []
}

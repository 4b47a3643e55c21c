public import ChatDomain

/// The channels that the user asks to be let into, and those who ask to be let into the user's. A service without the
/// ability `takesKnocks` has none.
public final class KnockListController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change. It is not retained.
  public weak var delegate: (any KnockListControllerDelegate)?
  /// What the user asked for and nobody answered yet, the latest first.
  public private(set) var knocks: [Knock] = []
  /// Those who ask to be let into channels where the user may let them in, the latest first.
  public private(set) var visitors: [Visitor] = []
  /// The channels that changed since the lists were loaded last.
  private var changed: Set<ChannelID> = []
  private var isOutdated = false
  private let reloading = CoalescingTask()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    subscription = client.board.subscribe(skippingDrafts: true) { [weak self] in self?.handle($0) }
  }

  private var isOffered: Bool { client.service.abilities.contains(.takesKnocks) }

  /// Loads both lists. Without a connection it may throw; they are loaded once there is one.
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
    delegate?.knockListController(self, didChangeWith: came, and: ended)
  }

  // MARK: Asking

  /// Asks to be let into a channel.
  @discardableResult
  public func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    let knock = try await client.service.knock(on: address, reason: reason)
    if !knocks.contains(where: { $0.id == knock.id }) {
      knocks.insert(knock, at: 0)
      delegate?.knockListController(self, didChangeWith: [], and: [])
    }
    return knock
  }

  /// No longer asks to be let in.
  public func takeBack(_ channel: ChannelID) async throws(ChatError) {
    try await client.service.takeBackKnock(on: channel)
    knocks.removeAll { $0.id == channel }
    delegate?.knockListController(self, didChangeWith: [], and: [])
  }

  // MARK: Answering

  /// Lets somebody in.
  public func admit(_ visitor: Visitor.ID) async throws(ChatError) {
    try await client.service.admit(visitor.user, to: visitor.channel)
    remove(visitor)
  }

  /// Does not let somebody in.
  public func turnAway(_ visitor: Visitor.ID) async throws(ChatError) {
    try await client.service.turnAway(visitor.user, from: visitor.channel)
    remove(visitor)
  }

  private func remove(_ visitor: Visitor.ID) {
    visitors.removeAll { $0.id == visitor }
    delegate?.knockListController(self, didChangeWith: [], and: [])
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.knocksChanged(let channel)):
      changed.insert(channel)
      reload()
    // Somebody may be ignored, or no longer.
    case .eventsMissed where !knocks.isEmpty || !visitors.isEmpty: reload()
    case .connection(.online) where isOutdated: reload()
    default: break
    }
  }

  private func reload() {
    guard isOffered else { return }
    reloading.run { [weak self] in
      // A failure leaves them to be loaded when the connection is back.
      do throws(ChatError) { try await self?.synchronize() } catch {}
    }
  }
}

/// Receives the changes of who asks to be let in where.
public protocol KnockListControllerDelegate: AnyObject {
  /// One of the lists is another. Visitors who came, and knocks of the user that ended without them, are named.
  func knockListController(
    _ controller: KnockListController, didChangeWith visitors: [Visitor], and ended: [Knock])
}

extension ChatClient {
  /// Creates a controller for who asks to be let in where; nothing is requested before
  /// ``KnockListController/synchronize()`` or the first event about it.
  public func knockListController() -> KnockListController { KnockListController(client: self) }
}

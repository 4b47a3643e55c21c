public import ChatDomain
import ChatSync

/// The user's spaces; empty on a service without the ability `groupsChannels`.
public final class SpaceListController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change. It is not retained.
  public weak var delegate: (any SpaceListControllerDelegate)?
  /// The spaces as the service lists them.
  public private(set) var spaces: [Space] = []
  /// The number of events received: an answer may be older than an event that arrived after its request.
  private var eventCount = 0
  private var requestCount = 0
  /// The latest request whose answer was taken.
  private var appliedRequest = 0
  private var needsReload = false
  private var subscription: Subscription?

  /// Requests nothing before ``synchronize()``, except after missed events.
  public init(client: ChatClient) {
    self.client = client
    subscription = client.engine.board.subscribe { [weak self] in self?.handle($0) }
  }

  /// Loads the spaces. Without a connection it may throw; they are loaded once there is a connection.
  public func synchronize() async throws(ChatError) {
    guard client.service.abilities.contains(.groupsChannels) else { return }
    requestCount += 1
    let (events, request) = (eventCount, requestCount)
    needsReload = true
    let found = try await client.service.spaces()
    needsReload = false
    // An event, or the answer to a later request, has newer spaces.
    guard events == eventCount, request > appliedRequest else { return }
    appliedRequest = request
    replace(by: found)
  }

  private func replace(by new: [Space]) {
    guard new != spaces else { return }
    spaces = new
    delegate?.spaceListControllerDidChange(self)
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.spacesChanged(let new)):
      eventCount += 1
      replace(by: new)
    case .eventsMissed: reload()
    case .connection(.online) where needsReload: reload()
    default: break
    }
  }

  private func reload() {
    Task { [weak self] in
      // After a failure, the spaces are loaded when the connection is back.
      do throws(ChatError) { try await self?.synchronize() } catch {}
    }
  }
}

/// Receives the changes of the list of spaces.
public protocol SpaceListControllerDelegate: AnyObject {
  /// The spaces, their names or their channels changed.
  func spaceListControllerDidChange(_ controller: SpaceListController)
}

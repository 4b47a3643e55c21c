public import ChatDomain

/// The threads the user is involved in, the latest reply first, and those in which they have only started a draft.
public final class ThreadListController {
  public let client: ChatClient
  public weak var delegate: (any ThreadListControllerDelegate)?
  /// Whether the service has no further threads; false until a page was loaded, and after a failure.
  public internal(set) var hasLoadedAllThreads = false

  var states: [DraftKey: ThreadListRow] = [:]
  private var list = SortedList<DraftKey>()
  var cursor: Cursor?
  /// Whether something was missed, so that the whole list must be requested once there is a connection.
  var needsReload = false
  /// Threads in which the user was not involved when last checked; about a thousand at most.
  private(set) var foreign: Set<DraftKey> = []
  /// The parents being requested, for drafts of first replies.
  var finding: Set<DraftKey> = []
  /// What was heard of messages before they came, or before it was known that their threads concern the user.
  var earlyUpdates = EarlyUpdates(limit: 512)
  /// Whether events arrived while the threads were being requested, which the answer may not include; nil while no
  /// request is running.
  var isDisturbed: Bool?
  let reloading = CoalescingTask()
  let questions = SerialTaskQueue()
  private let broadcast = Broadcast<[ListChange<DraftKey>]>()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    subscription = client.subscribe { [weak self] in self?.handle($0) }
    showDrafts()
  }

  /// The rows to show, in order.
  public var rows: [ThreadListRow] { list.ids.compactMap { states[$0] } }
  public var count: Int { list.count }

  /// The row of the thread under a message; nil if there is none.
  public func row(for parent: MessageID, in channel: ChannelID) -> ThreadListRow? {
    states[DraftKey(channelId: channel, parentId: parent)]
  }

  /// Everything the delegate is told, starting now.
  public func changes() -> AsyncStream<[ListChange<DraftKey>]> { broadcast.stream() }

  // MARK: Changing

  func emit(_ changes: [ListChange<DraftKey>]) {
    guard !changes.isEmpty else { return }
    delegate?.threadListController(self, didChangeThreads: changes)
    broadcast.send(changes)
  }

  /// Changes a row, creating it if needed, and removes it if it is no longer needed.
  ///
  /// - Returns: the change, for `emit`.
  func put(_ key: DraftKey, _ body: (inout ThreadListRow) -> Void) -> ListChange<DraftKey>? {
    let before = states[key]
    var row = before ?? ThreadListRow(key: key)
    body(&row)
    guard row.isNeeded else { return remove(key) }
    guard row != before else { return nil }
    states[key] = row
    return list.put(row.place)
  }

  func change(_ key: DraftKey, _ body: (inout ThreadListRow) -> Void) {
    if let change = put(key, body) { emit([change]) }
  }

  /// Notes that the user is not involved in a thread.
  ///
  /// - Returns: whether that was new.
  func noteForeign(_ key: DraftKey) -> Bool {
    guard foreign.insert(key).inserted else { return false }
    // A forgotten thread only costs one more request when somebody writes in it.
    if foreign.count > 1024 { foreign = [key] }
    return true
  }

  /// Forgets the note for these threads: the service says that the user is involved.
  func forgetForeign(_ keys: Set<DraftKey>) { foreign.subtract(keys) }

  /// Forgets the note for a thread in which a reply was deleted: it may have been the only one when the service was asked,
  /// and a thread without replies concerns nobody.
  ///
  /// - Returns: whether there was one.
  func forgetForeign(_ key: DraftKey) -> Bool { foreign.remove(key) != nil }

  func remove(_ key: DraftKey) -> ListChange<DraftKey>? {
    states[key] = nil
    return list.remove(key)
  }
}

/// Receives the changes of the list of threads.
public protocol ThreadListControllerDelegate: AnyObject {
  func threadListController(
    _ controller: ThreadListController, didChangeThreads changes: [ListChange<DraftKey>])
}

extension ChatClient {
  /// Creates a controller for the list of threads; the drafts are available at once, the rest after `synchronize()`.
  public func threadListController() -> ThreadListController { ThreadListController(client: self) }
}

public import ChatDomain

/// The threads that a person has to do with, the last reply first, and those in which they only began to write.
public final class ThreadListController {
  public let client: ChatClient
  public weak var delegate: (any ThreadListControllerDelegate)?
  /// Whether the service has no further threads; false until a page was loaded, and after one failed.
  public internal(set) var hasLoadedAllThreads = false

  var states: [DraftKey: ThreadListRow] = [:]
  private var list = PlacedList<DraftKey>()
  var cursor: Cursor?
  /// Whether something was missed, so that everything has to be asked for when the connection is there.
  var needsReload = false
  /// Threads of others, in which one was not involved when they were last asked for; not more than a thousand.
  private(set) var foreign: Set<DraftKey> = []
  /// Parents that are being asked for, for drafts of first replies.
  var finding: Set<DraftKey> = []
  /// Whether something was heard while the threads were asked for, which the answer may not know; nil while they are
  /// not.
  var isDisturbed: Bool?
  let reloading = SoleTask()
  let questions = TaskLine()
  private let broadcast = Broadcast<[ListChange<DraftKey>]>()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    subscription = client.subscribe { [weak self] in self?.hear($0) }
    showDrafts()
  }

  /// What is to be shown, in order.
  public var rows: [ThreadListRow] { list.ids.compactMap { states[$0] } }
  public var count: Int { list.count }

  /// The row of the thread under a message; nil when there is none.
  public func row(for parent: MessageID, in channel: ChannelID) -> ThreadListRow? {
    states[DraftKey(channelId: channel, parentId: parent)]
  }

  /// Everything that the delegate is told, from now on.
  public func changes() -> AsyncStream<[ListChange<DraftKey>]> { broadcast.stream() }

  // MARK: Changing

  func tell(_ changes: [ListChange<DraftKey>]) {
    guard !changes.isEmpty else { return }
    delegate?.threadListController(self, didChangeThreads: changes)
    broadcast.send(changes)
  }

  /// Changes a row, made for this if there was none; one that is not needed any more goes.
  ///
  /// - Returns: what became different, for `tell`.
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
    if let change = put(key, body) { tell([change]) }
  }

  /// Notes that a thread is one of others.
  ///
  /// - Returns: whether that was not known.
  func noteForeign(_ key: DraftKey) -> Bool {
    guard foreign.insert(key).inserted else { return false }
    // Whoever is forgotten is asked for once more when something is written there, and that is all it costs.
    if foreign.count > 1024 { foreign = [key] }
    return true
  }

  /// The service says that these are no threads of others.
  func forgetForeign(_ keys: Set<DraftKey>) { foreign.subtract(keys) }

  func remove(_ key: DraftKey) -> ListChange<DraftKey>? {
    states[key] = nil
    return list.remove(key)
  }
}

/// Hears what happens in the list of threads.
public protocol ThreadListControllerDelegate: AnyObject {
  func threadListController(
    _ controller: ThreadListController, didChangeThreads changes: [ListChange<DraftKey>])
}

extension ChatClient {
  /// A controller of the list of threads; the drafts are there at once, the rest after `synchronize()`.
  public func threadListController() -> ThreadListController { ThreadListController(client: self) }
}

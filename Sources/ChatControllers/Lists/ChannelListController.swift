public import ChatDomain

/// The channels the user is a member of, those with the latest activity first, and what a list shows of each.
public final class ChannelListController {
  public let client: ChatClient
  public weak var delegate: (any ChannelListControllerDelegate)?
  /// Whether the service has no further channels; false until a page was loaded, and after a failure.
  public internal(set) var hasLoadedAllChannels = false

  var states: [ChannelID: ChannelListRow] = [:]
  private(set) var list = SortedList<ChannelID>()
  /// Where the next page begins.
  var cursor: Cursor?
  /// The number of channels on this device that were read.
  var keptCount = 0
  /// Whether something was missed, so that the whole list must be requested once there is a connection.
  var needsReload = false
  /// What was heard of messages before they came.
  var earlyUpdates = EarlyUpdates(limit: 512)
  var typing: [ChannelID: TypingRoster] = [:]
  /// The channels with events since the whole list was requested; nil while no request is running.
  var heard: Set<ChannelID>?
  /// The number of requests under way for channels that are not loaded, and what was heard of such channels meanwhile.
  private var pagesUnderWay = 0
  private var heardMeanwhile: Set<ChannelID> = []
  let reloading = CoalescingTask()
  let finding = CoalescingTask()
  var refreshing: [ChannelID: CoalescingTask] = [:]
  let typingTimer: ExpiryTimer
  let cache: ChannelCache
  let questions = SerialTaskQueue()
  private let broadcast = Broadcast<[ListChange<ChannelID>]>()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    typingTimer = ExpiryTimer(clock: client.clock)
    cache = ChannelCache(writer: client.writer)
    subscription = client.subscribe { [weak self] in self?.handle($0) }
  }

  /// The rows to show, in order. For a part of a long list, use `count` and the subscript.
  public var rows: [ChannelListRow] { list.ids.compactMap { states[$0] } }
  public var count: Int { list.count }

  /// The row at an index.
  public subscript(index: Int) -> ChannelListRow? {
    guard list.places.indices.contains(index) else { return nil }
    return states[list.places[index].id]
  }

  /// The row of a channel; nil if it is not loaded.
  public func row(for channel: ChannelID) -> ChannelListRow? { states[channel] }

  /// The index of a channel in the list.
  public func index(of channel: ChannelID) -> Int? { list.index(of: channel) }

  /// Everything the delegate is told, starting now.
  public func changes() -> AsyncStream<[ListChange<ChannelID>]> { broadcast.stream() }

  // MARK: Changing

  func emit(_ changes: [ListChange<ChannelID>]) {
    guard !changes.isEmpty else { return }
    delegate?.channelListController(self, didChangeChannels: changes)
    broadcast.send(changes)
  }

  /// Changes an existing row, and reports the change if there is a difference.
  func change(_ id: ChannelID, _ body: (inout ChannelListRow) -> Void) {
    guard let before = states[id] else { return }
    var row = before
    body(&row)
    guard row != before else { return }
    states[id] = row
    if row.summary != before.summary { cache.save(row.summary) }
    emit([list.put(row.place)])
  }

  /// Updates the draft shown for a channel; called for every keystroke, and changes nothing else in the row.
  func show(_ draft: DraftMessage?, in id: ChannelID) {
    guard let index = states.index(forKey: id), states.values[index].draft != draft else { return }
    states.values[index].draft = draft
    emit([list.put(states.values[index].place)])
  }

  /// Applies the service's answer about a channel. Local state of the row is kept.
  func take(_ summary: ChannelSummary) -> ListChange<ChannelID>? {
    let before = states[summary.id]
    var row = before ?? completed(ChannelListRow(summary))
    row.summary = summary
    // The answer may be older than what was heard meanwhile; a deleted last message is asked for again by its event.
    if let last = summary.lastMessage {
      row.summary.lastMessage = earlyUpdates.upToDateOrDeleted(last)
    }
    guard row != before else { return nil }
    states[summary.id] = row
    return list.put(row.place)
  }

  /// Requests a page with channels that are not loaded yet, and applies it. Those of which something was heard
  /// meanwhile are requested again: the page may be older.
  ///
  /// - Returns: the number of new channels.
  func takePage(_ query: ListQuery, if isWanted: (Page<ChannelSummary>) -> Bool) async throws(ChatError)
    -> Int
  {
    pagesUnderWay += 1
    defer {
      pagesUnderWay -= 1
      if pagesUnderWay == 0 { heardMeanwhile = [] }
    }
    let page = try await client.service.channels(query)
    guard isWanted(page) else { return 0 }
    // Channels already loaded have received events since, so this page is older than they are.
    let new = page.elements.filter { states[$0.id] == nil }
    let changes = new.compactMap(take)
    for summary in page.elements { cache.save(summary) }
    emit(changes)
    for summary in new where heardMeanwhile.contains(summary.id) { refresh(summary.id) }
    return changes.count
  }

  /// Notes an event while pages are requested. Also of a channel that is loaded: it may be removed before the page comes,
  /// and then the page brings it back as it was.
  func noteHeard(_ id: ChannelID) {
    if pagesUnderWay > 0 { heardMeanwhile.insert(id) }
  }

  func remove(_ id: ChannelID) -> ListChange<ChannelID>? {
    states[id] = nil
    typing[id] = nil
    refreshing[id] = nil
    return list.remove(id)
  }

  /// Adds the local state of the channel to a row.
  private func completed(_ row: ChannelListRow) -> ChannelListRow {
    var row = row
    row.draft = client.draftMessage(for: DraftKey(channelId: row.id))
    row.typingUsers = typing[row.id]?.users ?? []
    row.showPending(in: client.outbox.queue)
    return row
  }
}

extension ChatClient {
  /// Creates a controller for the list of channels; nothing is requested before `synchronize()`.
  public func channelListController() -> ChannelListController { ChannelListController(client: self) }
}

public import ChatDomain

/// The channels that a person is in, those with the latest activity first, and what a list shows of each.
public final class ChannelListController {
  public let client: ChatClient
  public weak var delegate: (any ChannelListControllerDelegate)?
  /// Whether the service has no further channels; false until a page was loaded, and after one failed.
  public internal(set) var hasLoadedAllChannels = false

  var states: [ChannelID: ChannelListRow] = [:]
  private(set) var list = PlacedList<ChannelID>()
  /// Where the list goes on.
  var cursor: Cursor?
  /// How many of the channels that are kept on this device were looked at.
  var keptCount = 0
  /// Whether something was missed, so that everything has to be asked for when the connection is there.
  var needsReload = false
  var typing: [ChannelID: TypingRoster] = [:]
  /// The channels of which something was heard while all of them were asked for; nil while they are not.
  var heard: Set<ChannelID>?
  let reloading = SoleTask()
  let finding = SoleTask()
  var refreshing: [ChannelID: SoleTask] = [:]
  let typingTimer: ExpiryTimer
  let cache: ChannelCache
  let questions = TaskLine()
  private let broadcast = Broadcast<[ListChange<ChannelID>]>()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    typingTimer = ExpiryTimer(clock: client.clock)
    cache = ChannelCache(writer: client.writer)
    subscription = client.subscribe { [weak self] in self?.hear($0) }
  }

  /// What is to be shown, in order. For a part of a long list there are `count` and the subscript.
  public var rows: [ChannelListRow] { list.ids.compactMap { states[$0] } }
  public var count: Int { list.count }

  /// The row at a place in the list.
  public subscript(index: Int) -> ChannelListRow? {
    guard list.places.indices.contains(index) else { return nil }
    return states[list.places[index].id]
  }

  /// The row of a channel; nil when it was not loaded.
  public func row(for channel: ChannelID) -> ChannelListRow? { states[channel] }

  /// Where a channel stands in the list.
  public func index(of channel: ChannelID) -> Int? { list.index(of: channel) }

  /// Everything that the delegate is told, from now on.
  public func changes() -> AsyncStream<[ListChange<ChannelID>]> { broadcast.stream() }

  // MARK: Changing

  func tell(_ changes: [ListChange<ChannelID>]) {
    guard !changes.isEmpty else { return }
    delegate?.channelListController(self, didChangeChannels: changes)
    broadcast.send(changes)
  }

  /// Changes a row that is there, and tells if that made a difference.
  func change(_ id: ChannelID, _ body: (inout ChannelListRow) -> Void) {
    guard let before = states[id] else { return }
    var row = before
    body(&row)
    guard row != before else { return }
    states[id] = row
    if row.summary != before.summary { cache.note(row.summary) }
    tell([list.put(row.place)])
  }

  /// What stands in the composer of a channel; it comes with each key, and changes nothing else of the row.
  func show(_ draft: DraftMessage?, in id: ChannelID) {
    guard let index = states.index(forKey: id), states.values[index].draft != draft else { return }
    states.values[index].draft = draft
    tell([list.put(states.values[index].place)])
  }

  /// Takes over what the service says of a channel. What only this device knows stays.
  func take(_ summary: ChannelSummary) -> ListChange<ChannelID>? {
    let before = states[summary.id]
    var row = before ?? completed(ChannelListRow(summary))
    row.summary = summary
    guard row != before else { return nil }
    states[summary.id] = row
    return list.put(row.place)
  }

  func remove(_ id: ChannelID) -> ListChange<ChannelID>? {
    states[id] = nil
    typing[id] = nil
    refreshing[id] = nil
    return list.remove(id)
  }

  /// With what this device knows of the channel.
  private func completed(_ row: ChannelListRow) -> ChannelListRow {
    var row = row
    row.draft = client.draftMessage(for: DraftKey(channelId: row.id))
    row.typingUsers = typing[row.id]?.users ?? []
    row.take(client.outbox.queue)
    return row
  }
}

extension ChatClient {
  /// A controller of the list of channels; nothing is asked for before `synchronize()`.
  public func channelListController() -> ChannelListController { ChannelListController(client: self) }
}

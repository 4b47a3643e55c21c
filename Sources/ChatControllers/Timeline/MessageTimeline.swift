public import ChatDomain
import DraftEngine

/// The messages of a channel or of a thread, oldest first: a window on the service's messages, with the pending ones
/// overlaid.
///
/// Events can be late, duplicated or out of order; the same set of events always results in the same list. A message is
/// found by binary search, so an event is cheap even in a long list.
public nonisolated struct MessageTimeline: Sendable {
  public let channelId: ChannelID
  /// The message whose replies these are; nil for a channel.
  public let parentId: MessageID?
  /// The only message this timeline is about; nil for a whole list.
  let only: MessageID?

  /// The messages to show, oldest first.
  public internal(set) var messages: [Message] = []
  /// The cursor of the page with older messages.
  public internal(set) var previous: Cursor?
  /// The cursor of the page with newer messages; nil if the window reaches the newest one.
  public internal(set) var next: Cursor?
  /// Whether a page of the service was loaded; before that it may show messages saved on this device.
  public internal(set) var isLoaded = false

  /// The place of each message, in the same order.
  var order: [TimelinePosition] = []
  var places: [MessageID: TimelinePosition] = [:]
  /// The messages as the service has them, for those that are shown differently.
  var bases: [MessageID: Message] = [:]
  /// The outgoing work on each message, by the message's current id.
  var work: [MessageID: [OutboxEntry]] = [:]
  var workTargets: [TransactionID: MessageID] = [:]
  /// The transactions of messages that have arrived: a late outbox change does not bring them back.
  var arrived: [TransactionID: MessageID] = [:]
  var deletions: [MessageID: MessageDeletedEvent] = [:]
  /// The latest known version of each message, including those outside the window.
  var versions: [MessageID: Timetoken] = [:]
  var quoters: [MessageID: Set<MessageID>] = [:]
  var pinExpiries: [MessageID: Timestamp] = [:]

  /// Counts received updates, so that a page requested earlier does not undo them.
  var heardCount = 0
  /// The count at which a message was last updated.
  var heardAt: [MessageID: Int] = [:]
  var loadsUnderWay = 0
  /// Messages outside the window that arrived while a page was being loaded.
  var held: [MessageID: Message] = [:]
  /// What was heard of messages outside the window, or of messages that have not come yet.
  var earlyUpdates = EarlyUpdates(limit: 256)
  /// The tokens between which all messages are known: a message at the edge may be deleted, and the edge stays.
  var span: ClosedRange<UInt64> = 0...UInt64.max

  public init(channelId: ChannelID, parentId: MessageID? = nil) {
    self.channelId = channelId
    self.parentId = parentId
    only = nil
  }

  /// Creates a timeline of a single message, which may still be pending.
  init(channelId: ChannelID, only message: MessageID) {
    self.channelId = channelId
    parentId = nil
    only = message
  }

  /// Whether older messages exist than those loaded.
  public var hasOlder: Bool { previous != nil }
  /// Whether the service has newer messages than those loaded.
  public var hasNewer: Bool { next != nil }

  /// The message as it is shown; it is also found by the id it had before it arrived.
  public subscript(id: MessageID) -> Message? {
    index(of: id).map { messages[$0] }
  }

  /// The index of a message in the list; it is also found by the id it had before it arrived.
  public func index(of id: MessageID) -> Int? {
    exactIndex(of: id) ?? arrivedID(of: id).flatMap { exactIndex(of: $0) }
  }

  /// The index of the message that currently has this id.
  func exactIndex(of id: MessageID) -> Int? {
    guard let place = places[id] else { return nil }
    let index = firstIndex(notBefore: place)
    return index < order.count && order[index] == place ? index : nil
  }

  /// The current id of a message that had another one while it was pending.
  public func arrivedID(of id: MessageID) -> MessageID? { arrived[TransactionID(id.rawValue)] }

  /// Notes that a message that was pending here has an id of the service now.
  mutating func noteArrival(of local: MessageID, as id: MessageID) {
    if id != local { arrived[TransactionID(local.rawValue)] = id }
  }

  /// Whether a message belongs in this list.
  public func holds(_ message: Message) -> Bool {
    guard message.channelId == channelId else { return false }
    if let only {
      return message.id == only || message.transactionId?.rawValue == only.rawValue
        || arrivedID(of: only) == message.id
    }
    guard let parentId else { return message.parentId == nil || message.isShownInChannel }
    return message.parentId == parentId
  }

  func firstIndex(notBefore place: TimelinePosition) -> Int {
    // Nearly every new message is the newest.
    if let last = order.last, last < place { return order.count }
    return order.partitioningIndex { $0 >= place }
  }
}

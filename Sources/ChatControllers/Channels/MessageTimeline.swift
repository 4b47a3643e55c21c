public import ChatDomain
import DraftEngine

/// The messages of a channel or of a thread, oldest first: a window on what the service has, with what is on its way
/// laid over it.
///
/// Events can be late, doubled or in any order; the same events always give the same list. The place of a message is
/// found by halving, so an event costs little in a long list.
public nonisolated struct MessageTimeline: Sendable {
  public let channelId: ChannelID
  /// The message whose replies these are; nil for a channel.
  public let parentId: MessageID?
  /// The one message that this is about; nil for a whole list.
  let only: MessageID?

  /// What is to be shown, oldest first.
  public internal(set) var messages: [Message] = []
  /// Where the window goes on towards older messages.
  public internal(set) var previous: Cursor?
  /// Where the window goes on towards newer messages; nil when it reaches the newest one.
  public internal(set) var next: Cursor?
  /// Whether a page of the service is in it; before that it may hold what was kept on this device.
  public internal(set) var isLoaded = false

  /// The place of each message, in the same order.
  var order: [MessagePlace] = []
  var places: [MessageID: MessagePlace] = [:]
  /// The messages as the service has them, of those that are shown otherwise.
  var bases: [MessageID: Message] = [:]
  /// What lies over a message, by the id it has now.
  var work: [MessageID: [OutboxEntry]] = [:]
  var workTargets: [TransactionID: MessageID] = [:]
  /// The transactions of messages that have arrived: a late word of the outbox does not bring them back.
  var arrived: [TransactionID: MessageID] = [:]
  var deletions: [MessageID: MessageDeletedEvent] = [:]
  /// The latest version heard of each message, also of those outside the window.
  var versions: [MessageID: Timetoken] = [:]
  var quoters: [MessageID: Set<MessageID>] = [:]
  var pinExpiries: [MessageID: Timestamp] = [:]

  /// Counts what was heard, so that a page which was asked for earlier does not undo it.
  var heardCount = 0
  /// When a message was last heard of.
  var heardAt: [MessageID: Int] = [:]
  var loadsUnderWay = 0
  /// What came outside the window while a page was under way.
  var held: [MessageID: Message] = [:]
  var heldThreads: [MessageID: ThreadInfoUpdateEvent] = [:]

  public init(channelId: ChannelID, parentId: MessageID? = nil) {
    self.channelId = channelId
    self.parentId = parentId
    only = nil
  }

  /// One message alone, which may still be on its way.
  init(channelId: ChannelID, only message: MessageID) {
    self.channelId = channelId
    parentId = nil
    only = message
  }

  /// Whether there are older messages than those here.
  public var hasOlder: Bool { previous != nil }
  /// Whether there are newer messages of the service than those here.
  public var hasNewer: Bool { next != nil }

  /// A message as it is shown, also by the id it had before it arrived.
  public subscript(id: MessageID) -> Message? {
    index(of: id).map { messages[$0] }
  }

  /// Where a message stands in the list; found also by the id it had before it arrived.
  public func index(of id: MessageID) -> Int? {
    exactIndex(of: id) ?? arrivedID(of: id).flatMap { exactIndex(of: $0) }
  }

  /// The same for the id that it has now.
  func exactIndex(of id: MessageID) -> Int? {
    guard let place = places[id] else { return nil }
    let index = firstIndex(notBefore: place)
    return index < order.count && order[index] == place ? index : nil
  }

  /// The id that a message has now, if it had another one while it was on its way.
  public func arrivedID(of id: MessageID) -> MessageID? { arrived[TransactionID(id.rawValue)] }

  /// Whether a message is one for this list.
  public func holds(_ message: Message) -> Bool {
    guard message.channelId == channelId else { return false }
    if let only {
      return message.id == only || message.transactionId?.rawValue == only.rawValue
        || arrivedID(of: only) == message.id
    }
    guard let parentId else { return message.parentId == nil || message.isShownInChannel }
    return message.parentId == parentId
  }

  func firstIndex(notBefore place: MessagePlace) -> Int {
    // Nearly everything that comes is the newest.
    if let last = order.last, last < place { return order.count }
    return order.partitioningIndex { $0 >= place }
  }
}

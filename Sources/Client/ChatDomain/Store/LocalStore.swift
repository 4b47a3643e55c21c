/// The persistent storage of a device.
///
/// Changes come in batches, and a batch is saved as a whole or not at all: a draft is deleted in the same batch that
/// puts its message into the outbox.
public protocol LocalStore: Sendable {
  /// Saves all changes or, if it throws, none of them. A store on a disk has them from then on, also after a crash.
  func perform(_ changes: [StoreChange]) async throws(StoreError)

  /// Does what `perform` does, for callers that do not wait in a task.
  ///
  /// - Parameters:
  ///   - changes: all of them are saved, or none.
  ///   - done: called on the main actor with the error, if there is one: before this returns, if the store answers
  ///     immediately.
  @MainActor func submit(_ changes: [StoreChange], _ done: @escaping @MainActor (StoreError?) -> Void)

  /// The draft of one place; nil if none was saved.
  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft?
  /// All drafts, the most recently created first.
  func drafts() async throws(StoreError) -> [StoredDraft]
  /// Texts that left the composer, the latest first: of one draft, or of all.
  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry]
  /// The outbox entries still to be sent, in order.
  func outbox() async throws(StoreError) -> [OutboxEntry]
  /// The position up to which events were received.
  func eventToken() async throws(StoreError) -> EventToken?
  /// The state of the last session.
  func session() async throws(StoreError) -> SessionState?
  /// A page of the cached channels, those with the latest activity first: opening a list reads its first page instead
  /// of all channels.
  func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary]
  /// The latest cached messages of a channel, oldest first.
  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message]
  /// One message, if it is cached; also by the id of its transaction, which it had while it was being sent.
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message?
}

extension LocalStore {
  /// Does what `perform` does in a task of its own, which begins before this returns.
  @MainActor public func submit(
    _ changes: [StoreChange], _ done: @escaping @MainActor (StoreError?) -> Void
  ) {
    // A task of its own: cancelling the caller must not stop work that others wait for.
    Task.immediate {
      do throws(StoreError) {
        try await perform(changes)
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}

/// One change to save or delete something.
public indirect enum StoreChange: Hashable, Sendable {
  /// Saves a draft, replacing the one with the same key.
  case saveDraft(StoredDraft)
  /// Forgets the draft of a place; it is no error if there is none.
  case deleteDraft(DraftKey)
  /// Keeps a text that left the composer, so that it can be brought back.
  case addHistory(DraftHistoryEntry)
  /// Deletes the oldest entries, as far as they exceed the limits in age or number.
  case trimHistory(HistoryLimits)
  /// Deletes the whole history of one draft, or of all. A store on disk overwrites the data.
  case forgetHistory(DraftKey?)
  /// Moves texts that left one place's composer to another place: the parent message of a thread got its id from the
  /// service. The two histories are merged by time.
  case moveHistory(from: DraftKey, to: DraftKey)
  /// Stores a request until the service has it; replaces one with the same transaction.
  case saveOutbox(OutboxEntry)
  /// Forgets a request: the service has it, or the user gave it up.
  case deleteOutbox(TransactionID)
  /// Stores how far events were received, so that the next session resumes there.
  case saveEventToken(EventToken)
  /// Stores the state of the session, replacing the previous one.
  case saveSession(SessionState)
  /// Keeps summaries, so that a list can be shown before the service answers.
  case cacheChannels([ChannelSummary])
  /// Drops the cached summary and messages of a channel, and leaves its drafts.
  case forgetChannel(ChannelID)
  /// Caches messages. Cached quotes of them follow, and their own quotes follow what is cached of the quoted messages.
  case cacheMessages([Message])
  /// Brings the cached copy of a message up to date, if there is one and it is older, and all cached quotes of it.
  case updateMessage(Message)
  /// Removes the text of a deleted message from its cached copy, if there is one, and from all cached quotes of it. After a
  /// hard deletion the copy is removed.
  case deleteMessage(MessageDeletedEvent)
  /// Drops the cached copy of one message.
  case forgetMessage(MessageID, ChannelID)
}

/// The saved state of a session, so that the next one on this device can restore it.
public struct SessionState: Hashable, Sendable {
  /// The visible channel; nil if there was none.
  public var openChannel: ChannelID?
  /// The message whose thread is open next to the channel.
  public var openThread: MessageID?
  /// Whether the keyboard focus is in the thread.
  public var isInThread: Bool
  /// Whether the user chose to work offline.
  public var isOffline: Bool
  /// Whether offline mode is only assumed, because the user's choice could not be read.
  public var isOfflineAssumed: Bool
  /// The names of the collapsed sections in the list of channels.
  public var foldedSections: Set<String>
  /// The space to which the channel list is filtered; nil shows all channels.
  public var chosenSpace: ChannelID?
  /// Whether the words that stand in no channel were typed before this place was open again: they belong there.
  public var hasEarlyWords: Bool
  /// Whether the files that are in no channel were attached before this place was open again: they belong there.
  public var hasEarlyFiles: Bool
  /// The reasons that the user has typed for requests to join and not sent yet, by the addresses of the channels.
  public var knockReasons: [String: String]

  /// Without arguments: the state of a first session.
  public init(
    openChannel: ChannelID? = nil, openThread: MessageID? = nil, isInThread: Bool = false,
    isOffline: Bool = false, isOfflineAssumed: Bool = false, foldedSections: Set<String> = [],
    chosenSpace: ChannelID? = nil,
    hasEarlyWords: Bool = false, hasEarlyFiles: Bool = false, knockReasons: [String: String] = [:]
  ) {
    self.openChannel = openChannel
    self.openThread = openThread
    self.isInThread = isInThread
    self.isOffline = isOffline
    self.isOfflineAssumed = isOfflineAssumed
    self.foldedSections = foldedSections
    self.chosenSpace = chosenSpace
    self.hasEarlyWords = hasEarlyWords
    self.hasEarlyFiles = hasEarlyFiles
    self.knockReasons = knockReasons
  }
}

/// How many of the texts that left the composer are kept, and for how long.
///
/// Ages are measured with a clock that never runs backwards and advances by at most a day between one text and the next. A
/// clock that jumps, in either direction, therefore ages no text by more than a day.
public struct HistoryLimits: Hashable, Sendable {
  /// How many texts are kept at most.
  public var count: Int
  /// The maximum age of a text; nil if there is none.
  public var age: Duration?
  /// The time by which an age is counted.
  public var now: Timestamp

  /// Limits for ``StoreChange/trimHistory(_:)``.
  public init(count: Int, age: Duration? = nil, now: Timestamp) {
    self.count = count
    self.age = age
    self.now = now
  }

  private static let longestStep = Duration.seconds(24 * 3600)

  /// How many of the texts added last are kept.
  ///
  /// - Parameter times: when the texts left the composer, in the order in which they were added.
  public func keptCount(of times: [Timestamp]) -> Int {
    let limited = times.suffix(max(0, count))
    guard let age else { return limited.count }
    var (next, seen) = (now, Duration.zero)
    var kept = 0
    for time in limited.reversed() {
      seen += min(max(next - time, .zero), Self.longestStep)
      guard seen <= age else { break }
      next = time
      kept += 1
    }
    return kept
  }
}

public import DraftEngine

/// The persistent storage of a device.
///
/// Changes come in batches, and a batch is saved as a whole or not at all: a draft is deleted in the same batch that
/// puts its message into the outbox.
public protocol LocalStore: Sendable {
  /// Saves all changes or, if it throws, none of them. In a store on disk they survive a crash.
  func perform(_ changes: [StoreChange]) async throws(StoreError)

  /// Like `perform`, for callers outside of a task.
  ///
  /// - Parameters:
  ///   - changes: all of them are saved, or none.
  ///   - done: called on the main actor with the error, if any; before this returns, if the store answers immediately.
  @MainActor func submit(_ changes: [StoreChange], _ done: @escaping @MainActor (StoreError?) -> Void)

  /// The draft of a channel or thread; nil if none is saved.
  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft?
  /// All drafts, the most recently created first.
  func drafts() async throws(StoreError) -> [StoredDraft]
  /// Texts that left the composer of one draft, or of all, the latest first.
  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry]
  /// The outbox entries still to be sent, in order.
  func outbox() async throws(StoreError) -> [OutboxEntry]
  /// The position up to which events were received.
  func eventToken() async throws(StoreError) -> EventToken?
  /// The state of the last session.
  func session() async throws(StoreError) -> SessionState?
  /// A page of the cached channels, those with the latest activity first: opening a list need not read all channels.
  func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary]
  /// The latest cached messages of a channel, oldest first.
  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message]
  /// One cached message, by its id or by the id of its transaction.
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message?
}

extension LocalStore {
  /// Calls `perform` in an unstructured task, which starts before this returns.
  @MainActor public func submit(
    _ changes: [StoreChange], _ done: @escaping @MainActor (StoreError?) -> Void
  ) {
    // Unstructured, because cancelling the caller must not stop work that others wait for.
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
  /// Deletes a draft; it is no error if there is none.
  case deleteDraft(DraftKey)
  /// Adds a text that left the composer to the history, so that it can be restored.
  case addHistory(DraftHistoryEntry)
  /// Deletes the oldest history entries that exceed the limits in age or number.
  case trimHistory(HistoryLimits)
  /// Deletes the history of one draft, or of all; with a text, only the entries with exactly this text. A store on disk overwrites
  /// the data.
  case forgetHistory(DraftKey?, only: [MessageElement]? = nil)
  /// Moves the history of one draft to another: the parent message of a thread got its id from the service. The two histories
  /// are merged by time.
  case moveHistory(from: DraftKey, to: DraftKey)
  /// Stores a request until the service has it; replaces one with the same transaction.
  case saveOutbox(OutboxEntry)
  /// Deletes a request that the service completed or the user gave up.
  case deleteOutbox(TransactionID)
  /// Saves the position up to which events were received, so that the next session resumes there.
  case saveEventToken(EventToken)
  /// Stores the state of the session, replacing the previous one.
  case saveSession(SessionState)
  /// Caches summaries, so that a list can be shown before the service answers.
  case cacheChannels([ChannelSummary])
  /// Removes the cached summary and messages of a channel; its drafts stay.
  case forgetChannel(ChannelID)
  /// Caches messages. Cached quotes of them are updated, and their own quotes get the cached state of the quoted messages.
  case cacheMessages([Message])
  /// Updates the cached copy of a message, if there is an older one, and all cached quotes of it.
  case updateMessage(Message)
  /// Removes the text of a deleted message from its cached copy, if there is one, and from all cached quotes of it. After a
  /// hard deletion the copy is removed.
  case deleteMessage(MessageDeletedEvent)
  /// Removes the cached copy of one message.
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
  /// Whether the text outside of any channel was typed before the last open channel was restored: it belongs there.
  public var hasEarlyWords: Bool
  /// Whether the files outside of any channel were attached before the last open channel was restored: they belong there.
  public var hasEarlyFiles: Bool
  /// Reasons for requests to join that the user typed and has not sent, by the addresses of the channels.
  public var knockReasons: [String: String]
  /// The fingerprint of this device when its user was first led to the recovery key; nil if that has not happened. Each sign-in
  /// makes another one.
  public var introducedDevice: String?

  /// Without arguments: the state of a first session.
  public init(
    openChannel: ChannelID? = nil, openThread: MessageID? = nil, isInThread: Bool = false,
    isOffline: Bool = false, isOfflineAssumed: Bool = false, foldedSections: Set<String> = [],
    chosenSpace: ChannelID? = nil,
    hasEarlyWords: Bool = false, hasEarlyFiles: Bool = false, knockReasons: [String: String] = [:],
    introducedDevice: String? = nil
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
    self.introducedDevice = introducedDevice
  }
}

/// The maximum number and age of the texts that left the composer.
///
/// Ages are measured with a clock that never runs backwards and advances by at most a day between one text and the next. A
/// clock that jumps, in either direction, therefore ages no text by more than a day.
public struct HistoryLimits: Hashable, Sendable {
  /// The maximum number of texts.
  public var count: Int
  /// The maximum age of a text; nil if there is none.
  public var age: Duration?
  /// The current time, from which an age is counted.
  public var now: Timestamp

  /// Limits for ``StoreChange/trimHistory(_:)``.
  public init(count: Int, age: Duration? = nil, now: Timestamp) {
    self.count = count
    self.age = age
    self.now = now
  }

  private static let longestStep = Duration.seconds(24 * 3600)

  /// The number of texts to keep, of those added last.
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

import ChatDomain
import DraftEngine

/// Has all drafts of a device, keeps them in the store, and brings them together with those of the other devices.
final class DraftKeeper {
  let service: any ChatService
  let store: any LocalStore
  let writer: StoreWriter
  let clock: any ChatClock
  let board: NoticeBoard
  let configuration: ClientConfiguration

  private(set) var states: [DraftKey: DraftState] = [:]
  /// How many drafts there may be before those are forgotten in which nothing is left.
  private var limit = 256
  /// Whether a message is still on its way; it has the id of its transaction then.
  private let isOnItsWay: (MessageID) -> Bool
  /// Those that are made while drafts are switched off; nothing is known of them but that they are there.
  private var loose: [WeakState] = []
  /// The drafts that are not in the store as they are now, each once, in the order of their edits.
  var dirty: [DraftState] = []
  /// Words that left a composer and are not in the store yet.
  var history: [DraftHistoryEntry] = []
  var flushing: Task<Void, Never>?
  /// Called when something waits to be saved, by whoever flushes soon anyway; nil: it is saved here, a moment later.
  var whenUnsaved: (() -> Void)?
  var trimming: Task<Void, Never>?
  /// When it was last looked what is too old.
  var trimmedAt: Timestamp?
  /// When this run began, by the clock of then.
  let begunAt: Timestamp
  /// Whether a change comes from the service and not from a person.
  var isReceiving = false
  private(set) var isRunning = false
  /// Whether the service is not told anything before the user has signed in again.
  private(set) var isSignedOut = false
  private(set) var isLoaded = false
  private var subscription: Subscription?
  var resynchronising: Task<Void, Never>?
  /// Whether events were missed, or were never received: all drafts of the service have to be looked through.
  var needsResync = true

  init(
    service: any ChatService, store: any LocalStore, writer: StoreWriter, clock: any ChatClock,
    board: NoticeBoard, configuration: ClientConfiguration, isOnItsWay: @escaping (MessageID) -> Bool
  ) {
    self.service = service
    self.store = store
    self.writer = writer
    self.clock = clock
    self.board = board
    self.configuration = configuration
    self.isOnItsWay = isOnItsWay
    begunAt = clock.now
    subscription = board.subscribe { [weak self] in self?.hear($0) }
    writer.takeLatest = { [weak self] in self?.takeChanges() ?? [] }
  }

  /// Switched off, nothing of a draft is saved, loaded, shown or announced.
  var isEnabled: Bool { configuration.isDraftMessagesEnabled }

  /// Whether the service keeps drafts; otherwise they stay on this device, and it is never asked for any.
  var isShared: Bool { service.abilities.contains(.keepsDrafts) }

  /// The draft for a place. Switched off, it is one of its own each time, of which nobody else knows.
  func state(for key: DraftKey) -> DraftState {
    guard isEnabled else {
      let state = makeState(for: key)
      loose.removeAll { $0.state == nil }
      loose.append(WeakState(state: state))
      return state
    }
    if let state = states[key] { return state }
    if states.count >= limit { forget() }
    let state = makeState(for: key)
    state.owner = self
    states[key] = state
    return state
  }

  /// Lets go of the drafts in which nothing is left. Those of the last minutes stay: an event that comes late is known
  /// by its revision.
  private func forget() {
    let recent = clock.now + .seconds(-600)
    states = states.filter { _, state in
      !state.isForgettable || max(state.updatedAt ?? recent, state.sync.heardAt ?? recent) > recent
    }
    limit = max(256, 2 * states.count)
  }

  /// Ends the typing of all who write in a place.
  func stopTyping(in key: DraftKey) {
    states[key]?.typing.stop()
    for entry in loose where entry.state?.key == key { entry.state?.typing.stop() }
  }

  private func makeState(for key: DraftKey) -> DraftState {
    let isTypingTold =
      configuration.signalsTyping && (key.parentId == nil || service.abilities.contains(.typesInThreads))
    let state = DraftState(
      key: key,
      typing: TypingSignal(
        service: service, key: key, clock: clock,
        interval: isTypingTold ? configuration.typingInterval : nil),
      pause: RetryPause(configuration))
    state.sync.isShared = isShared
    return state
  }

  /// All of them, those begun first in front; those in which nothing is left come last.
  var statesInOrder: [DraftState] {
    states.values.sorted { left, right in
      let never = Timestamp(microseconds: .max)
      return (left.createdAt ?? never, left.key) < (right.createdAt ?? never, right.key)
    }
  }

  /// Those that nobody else knows of, and that are still in use.
  var looseStates: [DraftState] { loose.compactMap(\.state) }

  /// Puts a draft under the key that it has now.
  func rekey(_ state: DraftState, from old: DraftKey) {
    states[old] = nil
    states[state.latest.key] = state.latest
  }

  func hasPlace(_ state: DraftState) -> Bool {
    guard let parent = state.key.parentId else { return true }
    return !state.hasLostParent && !isOnItsWay(parent)
  }

  /// Takes over what the store has.
  func load() async throws(StoreError) {
    guard isEnabled, !isLoaded else { return }
    let drafts = try await store.drafts()
    guard !isLoaded else { return }
    isLoaded = true
    for stored in drafts {
      let state = state(for: stored.key)
      if state.isEmpty, state.edit == nil, state.sync.ancestor == nil {
        state.adopt(stored)
      } else {
        state.join(stored)
      }
    }
  }

  func loadFirst() async throws(OutboxError) {
    do { try await load() } catch { throw .store(error) }
  }

  /// Begins to tell the service, and to listen to it.
  func start() {
    guard isEnabled, !isRunning else { return }
    isRunning = true
    needsResync = true
    trimHistory()
  }

  /// Ends what runs; what is not told yet is told after the next start.
  func stop() {
    isRunning = false
    resynchronising?.cancel()
    resynchronising = nil
    for state in states.values {
      state.sync.timer?.cancel()
      state.sync.timer = nil
      state.sync.publication?.cancel()
      state.sync.publication = nil
      state.sync.publications += 1
    }
  }

  private func hear(_ notice: ClientNotice) {
    // Also at rest: the outbox ends last, and what arrives in between has its new id for good.
    if case .outbox(let change) = notice { return hear(change) }
    if case .connection(let connection) = notice { isSignedOut = connection == .signedOut }
    guard isRunning else { return }
    switch notice {
    case .event(.messageCreated(let message)): hear(message)
    case .event(.messageUpdated(let message)) where message.editedAt != nil: hear(edited: message)
    case .event(.messageDeleted(let deletion)): hear(deletion)
    case .event(.draftUpdated(let event)):
      receive(RemoteDraft(event.draftMessage), for: event.draftMessage.key)
    case .event(.draftDeleted(let event)): receive(RemoteDraft(event), for: event.key)
    case .eventsMissed: needsResync = true
    case .connection(.online):
      publishWaiting()
      if needsResync { resynchronise() }
    case .store(nil): scheduleFlush()
    default: break
    }
  }
}

private struct WeakState {
  weak var state: DraftState?
}

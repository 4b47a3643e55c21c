package import ChatDomain
import DraftEngine

/// The drafts of this device, one for each channel and thread.
package final class DraftRegistry {
  /// The owner of all drafts that are kept.
  package weak var owner: DraftKeeper?
  /// The drafts that were requested.
  private(set) var states: [DraftKey: Draft] = [:] { didSet { recent = nil } }
  private var unopened = UnopenedDrafts()
  /// Whether there was ever a draft in a thread. Usually there was none, and every visible message checks for one.
  private var mayBeInThreads = false
  /// The draft that was asked for last: with every key, the same one is asked for several times.
  private var recent: (key: DraftKey, state: Draft)?
  /// The drafts made while drafts are disabled, as long as they are in use.
  private var unkept: [WeakState] = []
  /// The number of drafts beyond which the empty ones are forgotten.
  private var limit = 256
  private let service: any ChatService
  private let clock: any ChatClock
  private let configuration: ClientConfiguration

  init(service: any ChatService, clock: any ChatClock, configuration: ClientConfiguration) {
    self.service = service
    self.clock = clock
    self.configuration = configuration
  }

  /// If false, no draft is saved, loaded, listed or published.
  var isEnabled: Bool { configuration.isDraftMessagesEnabled }

  /// Whether the service keeps drafts. Otherwise they stay on this device, and no draft is requested.
  var isShared: Bool { service.abilities.contains(.keepsDrafts) }

  /// The draft for a channel or a thread. While drafts are disabled, each call returns a new, unshared one.
  package func state(for key: DraftKey) -> Draft {
    guard isEnabled else {
      let state = makeState(for: key)
      unkept.removeAll { $0.state == nil }
      unkept.append(WeakState(state: state))
      return state
    }
    if let state = kept(key) { return state }
    if states.count >= limit { forgetEmpty() }
    return open(key)
  }

  /// The draft for a channel or a thread, if there is one that is kept.
  func kept(_ key: DraftKey) -> Draft? {
    if key.parentId != nil, !mayBeInThreads { return nil }
    if let recent, recent.key == key { return recent.state }
    guard let state = states[key] ?? unopened.remove(key).map(open) else { return nil }
    recent = (key, state)
    return state
  }

  /// Adopts the drafts in the store. Each is opened when it is first requested.
  func adopt(_ drafts: [StoredDraft]) {
    var unopened = UnopenedDrafts(drafts)
    // Remove all of them first: adopting one notifies observers, which may request any other draft.
    let begun = states.sorted { $0.key < $1.key }.compactMap { key, state in
      unopened.remove(key).map { (state, $0) }
    }
    self.unopened = unopened
    mayBeInThreads = mayBeInThreads || unopened.keys.contains { $0.parentId != nil }
    for (state, stored) in begun { state.adoptOrJoin(stored) }
  }

  private func open(_ stored: StoredDraft) -> Draft {
    let state = open(stored.key)
    state.adoptOrJoin(stored)
    return state
  }

  private func open(_ key: DraftKey) -> Draft {
    let state = makeState(for: key)
    state.owner = owner
    states[key] = state
    if key.parentId != nil { mayBeInThreads = true }
    return state
  }

  private func openAll() {
    for stored in unopened.removeAll() { _ = open(stored) }
  }

  /// The places of the drafts that are kept.
  package var keys: [DraftKey] { Array(states.keys) + unopened.keys }

  /// The keys of the drafts that the service had when it last reported them.
  package var sharedKeys: Set<DraftKey> {
    var keys = unopened.sharedKeys
    for (key, state) in states where state.sync.ancestor?.content != nil { keys.insert(key) }
    return keys
  }

  /// Every draft that is in use, kept or not.
  package var all: [Draft] {
    openAll()
    return Array(states.values) + unkeptStates
  }

  /// The drafts in use that are not kept.
  var unkeptStates: [Draft] { unkept.compactMap(\.state) }

  /// The drafts in the order in which they were begun, with empty ones last.
  package var inOrder: [Draft] {
    openAll()
    return states.values.sorted { left, right in
      let never = Timestamp(microseconds: .max)
      return (left.stamp.createdAt ?? never, left.key) < (right.stamp.createdAt ?? never, right.key)
    }
  }

  /// Call when a draft has got another key.
  func rekey(_ state: Draft, from old: DraftKey) {
    states[old] = nil
    states[state.latest.key] = state.latest
    if state.latest.key.parentId != nil { mayBeInThreads = true }
  }

  /// Ends the typing in a channel or a thread.
  package func stopTyping(in key: DraftKey) {
    states[key]?.typing.stop()
    for state in unkeptStates where state.key == key { state.typing.stop() }
  }

  private func makeState(for key: DraftKey) -> Draft {
    let isTypingTold =
      configuration.signalsTyping && (key.parentId == nil || service.abilities.contains(.typesInThreads))
    let state = Draft(
      key: key,
      typing: TypingSignal(
        service: service, key: key, clock: clock,
        interval: isTypingTold ? configuration.typingInterval : nil))
    state.sync.isShared = isShared
    return state
  }

  /// Drafts of the last minutes are kept, so that a late event is recognized by its revision.
  private func forgetEmpty() {
    let recent = clock.now + .seconds(-600)
    states = states.filter { _, state in
      !state.isForgettable
        || max(state.stamp.updatedAt ?? recent, state.sync.lastReportAt ?? recent) > recent
    }
    limit = max(256, 2 * states.count)
  }

  // MARK: Lists

  /// A draft as lists show it; nil if there is none.
  package func message(for key: DraftKey) -> DraftMessage? {
    guard isEnabled, let state = kept(key) else { return nil }
    return message(of: state)
  }

  /// Whether lists show a draft.
  package func hasMessage(for key: DraftKey) -> Bool {
    guard isEnabled, let state = kept(key) else { return false }
    return state.listedSince != nil
  }

  /// The text of a draft as lists show it; nil if there is none.
  package func text(for key: DraftKey) -> String? {
    guard isEnabled, let state = kept(key), state.listedSince != nil else { return nil }
    return state.composed.composition.document.text
  }

  /// How many drafts lists show.
  package var messageCount: Int {
    guard isEnabled else { return 0 }
    return states.values.count { $0.listedSince != nil } + unopened.messageCount
  }

  package func messages(sortedBy sorting: [DraftSorting]) -> [DraftMessage] {
    guard isEnabled else { return [] }
    openAll()
    // The drafts themselves are too large to be moved about while they are sorted.
    let listed = states.values.compactMap { state -> (rank: DraftRank, state: Draft)? in
      guard let createdAt = state.listedSince else { return nil }
      let updatedAt = state.stamp.updatedAt ?? createdAt
      return (DraftRank(key: state.key, createdAt: createdAt, updatedAt: updatedAt), state)
    }
    return listed.sorted { sorting.areInOrder($0.rank, $1.rank) }.compactMap { message(of: $0.state) }
  }

  /// The files of a draft that only this device has.
  package func inputFiles(of key: DraftKey) -> [InputFile] {
    isEnabled ? kept(key)?.composed.parts.files ?? [] : []
  }

  private func message(of state: Draft) -> DraftMessage? {
    guard let createdAt = state.listedSince else { return nil }
    return DraftMessage(
      key: state.key, content: state.composed.content, revision: state.sync.revision,
      createdAt: createdAt,
      updatedAt: state.stamp.updatedAt ?? createdAt, savedBy: state.stamp.savedBy ?? service.deviceId)
  }
}

private struct WeakState {
  weak var state: Draft?
}

/// Stored drafts that were not requested yet: at startup, few of a hundred are visible.
private struct UnopenedDrafts {
  /// As they came: they are too large to be moved about.
  private var drafts: [StoredDraft] = []
  private var indices: [DraftKey: Int] = [:]

  init() {}

  init(_ drafts: [StoredDraft]) {
    self.drafts = drafts
    indices.reserveCapacity(drafts.count)
    for index in drafts.indices { indices[drafts[index].key] = index }
  }

  var keys: [DraftKey] { Array(indices.keys) }

  var sharedKeys: Set<DraftKey> {
    var keys = Set<DraftKey>(minimumCapacity: indices.count)
    for (key, index) in indices where drafts[index].isShared { keys.insert(key) }
    return keys
  }

  /// How many of them lists show.
  var messageCount: Int { indices.values.count { drafts[$0].hasContent } }

  mutating func remove(_ key: DraftKey) -> StoredDraft? {
    // Mostly there are none any more, and a key is not hashed to find that out.
    indices.isEmpty ? nil : indices.removeValue(forKey: key).map { drafts[$0] }
  }

  mutating func removeAll() -> [StoredDraft] {
    defer { self = UnopenedDrafts() }
    return indices.values.map { drafts[$0] }
  }
}

extension StoredDraft {
  fileprivate nonisolated var isShared: Bool { ancestor?.content != nil }
}

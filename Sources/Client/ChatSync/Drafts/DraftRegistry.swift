package import ChatDomain
import DraftEngine

/// The drafts of this device, one for each channel and thread.
package final class DraftRegistry {
  /// The owner of all drafts that are kept.
  weak var owner: DraftKeeper?
  /// The drafts that were requested.
  private(set) var drafts: [DraftKey: Draft] = [:] { didSet { recent = nil } }
  private var unopened = UnopenedDrafts()
  /// The places with an unfinished edit of a message.
  package private(set) var editedKeys: Set<DraftKey> = []
  /// Whether there was ever a draft in a thread. Usually there was none, and every visible message checks for one.
  private var mayBeInThreads = false
  /// The draft requested last: each keystroke requests the same one several times.
  private var recent: (key: DraftKey, draft: Draft)?
  /// The drafts made while drafts are disabled, as long as they are in use.
  private var unkept: [WeakDraft] = []
  /// The number of drafts beyond which the empty ones are forgotten.
  private var limit = 256
  private let tools: SyncTools

  init(_ tools: SyncTools) { self.tools = tools }

  /// If false, no draft is saved, loaded, listed or published.
  var isEnabled: Bool { tools.configuration.isDraftMessagesEnabled }

  /// Whether the service keeps drafts. Otherwise they stay on this device, and no draft is requested.
  var isShared: Bool { tools.service.abilities.contains(.keepsDrafts) }

  /// The draft for a channel or a thread. While drafts are disabled, each call returns a new, unshared one.
  package func draft(for key: DraftKey) -> Draft {
    guard isEnabled else {
      let draft = makeDraft(for: key)
      unkept.removeAll { $0.draft == nil }
      unkept.append(WeakDraft(draft: draft))
      return draft
    }
    if let draft = kept(key) { return draft }
    if drafts.count >= limit { forgetEmpty() }
    return open(key)
  }

  /// The draft for a channel or a thread, if there is one that is kept.
  func kept(_ key: DraftKey) -> Draft? {
    if key.parentId != nil, !mayBeInThreads { return nil }
    if let recent, recent.key == key { return recent.draft }
    guard let draft = drafts[key] ?? unopened.remove(key).map(open) else { return nil }
    recent = (key, draft)
    return draft
  }

  /// Adopts the drafts in the store. Each is opened when it is first requested.
  func adopt(_ stored: [StoredDraft]) {
    var unopened = UnopenedDrafts(stored)
    // Remove all of them first: adopting one notifies observers, which may request any other draft.
    let begun = drafts.sorted { $0.key < $1.key }.compactMap { key, draft in
      unopened.remove(key).map { (draft, $0) }
    }
    self.unopened = unopened
    mayBeInThreads = mayBeInThreads || unopened.keys.contains { $0.parentId != nil }
    editedKeys = Set(stored.lazy.filter { $0.edit != nil }.map(\.key))
    for (draft, stored) in begun { draft.adoptOrJoin(stored) }
    for draft in drafts.values { noteEdit(of: draft) }
  }

  /// Call when the edit of a message in a draft may have begun or ended.
  func noteEdit(of draft: Draft) {
    if draft.editing.isUnfinished {
      editedKeys.insert(draft.key)
    } else if !editedKeys.isEmpty {
      // Called with each key, when usually nothing is being edited.
      editedKeys.remove(draft.key)
    }
  }

  private func open(_ stored: StoredDraft) -> Draft {
    let draft = open(stored.key)
    draft.adoptOrJoin(stored)
    return draft
  }

  private func open(_ key: DraftKey) -> Draft {
    let draft = makeDraft(for: key)
    draft.owner = owner
    drafts[key] = draft
    if key.parentId != nil { mayBeInThreads = true }
    return draft
  }

  private func openAll() {
    for stored in unopened.removeAll() { _ = open(stored) }
  }

  /// The keys of the drafts that are kept.
  package var keys: [DraftKey] { Array(drafts.keys) + unopened.keys }

  /// The keys of the drafts that the service had when it last reported them.
  package var sharedKeys: Set<DraftKey> {
    var keys = unopened.sharedKeys
    for (key, draft) in drafts where draft.sync.ancestor?.content != nil { keys.insert(key) }
    return keys
  }

  /// All drafts, including those of the store, which this opens.
  var all: [Draft] {
    openAll()
    return Array(drafts.values) + unkeptDrafts
  }

  /// The drafts in use that are not kept.
  var unkeptDrafts: [Draft] { unkept.compactMap(\.draft) }

  /// The drafts in the order in which they were begun, with empty ones last.
  var inOrder: [Draft] {
    openAll()
    return drafts.values.sorted { left, right in
      let never = Timestamp(microseconds: .max)
      return (left.stamp.createdAt ?? never, left.key) < (right.stamp.createdAt ?? never, right.key)
    }
  }

  /// Call when a draft has got another key.
  func rekey(_ draft: Draft, from old: DraftKey) {
    drafts[old] = nil
    drafts[draft.latest.key] = draft.latest
    editedKeys.remove(old)
    noteEdit(of: draft.latest)
    if draft.latest.key.parentId != nil { mayBeInThreads = true }
  }

  /// Ends the typing in a channel or a thread.
  package func stopTyping(in key: DraftKey) {
    drafts[key]?.typing.stop()
    for draft in unkeptDrafts where draft.key == key { draft.typing.stop() }
  }

  private func makeDraft(for key: DraftKey) -> Draft {
    let isTypingTold =
      tools.configuration.signalsTyping
      && (key.parentId == nil || tools.service.abilities.contains(.typesInThreads))
    let draft = Draft(
      key: key,
      typing: TypingSignal(
        service: tools.service, key: key, clock: tools.clock,
        interval: isTypingTold ? tools.configuration.typingInterval : nil))
    draft.sync.isShared = isShared
    return draft
  }

  /// Drafts of the last minutes are kept, so that a late event is recognized by its revision.
  private func forgetEmpty() {
    let recent = tools.clock.now + .seconds(-600)
    drafts = drafts.filter { _, draft in
      !draft.isForgettable
        || max(draft.stamp.updatedAt ?? recent, draft.sync.lastReportAt ?? recent) > recent
    }
    limit = max(256, 2 * drafts.count)
  }

  // MARK: Lists

  /// A draft that lists show; nil if there is none.
  private func listed(_ key: DraftKey) -> Draft? {
    guard isEnabled, let draft = kept(key), draft.listedSince != nil else { return nil }
    return draft
  }

  /// A draft as lists show it; nil if there is none.
  package func message(for key: DraftKey) -> DraftMessage? { listed(key).flatMap(message) }

  /// Whether lists show a draft.
  package func hasMessage(for key: DraftKey) -> Bool { listed(key) != nil }

  /// The text of a draft as lists show it; nil if there is none.
  package func text(for key: DraftKey) -> String? { listed(key)?.composed.composition.document.text }

  /// The keys of the drafts that lists show.
  package var messageKeys: Set<DraftKey> {
    guard isEnabled else { return [] }
    return unopened.messageKeys.union(drafts.lazy.filter { $0.value.listedSince != nil }.map(\.key))
  }

  package func messages(sortedBy sorting: [DraftSorting]) -> [DraftMessage] {
    guard isEnabled else { return [] }
    openAll()
    return drafts.values.compactMap(message).sorted(by: sorting.areInOrder)
  }

  /// The unfinished edits of messages, by the place where they were begun.
  package var unfinishedEdits: [DraftKey: StoredEdit] {
    guard isEnabled else { return [:] }
    openAll()
    return drafts.compactMapValues(\.editing.stored)
  }

  /// The files of a draft that only this device has.
  package func inputFiles(of key: DraftKey) -> [InputFile] {
    isEnabled ? kept(key)?.composed.parts.files ?? [] : []
  }

  private func message(_ draft: Draft) -> DraftMessage? {
    guard let createdAt = draft.listedSince else { return nil }
    return DraftMessage(
      key: draft.key, content: draft.composed.content, revision: draft.sync.revision,
      createdAt: createdAt,
      updatedAt: draft.stamp.updatedAt ?? createdAt, savedBy: draft.stamp.savedBy ?? tools.service.deviceId)
  }
}

private struct WeakDraft {
  weak var draft: Draft?
}

/// Stored drafts that were not requested yet: at startup, few of a hundred are visible.
private struct UnopenedDrafts {
  /// In their original order: moving such large values is expensive.
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

  /// The keys of the drafts that lists show.
  var messageKeys: Set<DraftKey> {
    Set(indices.lazy.filter { drafts[$0.value].hasContent }.map(\.key))
  }

  mutating func remove(_ key: DraftKey) -> StoredDraft? {
    // Usually empty: then no key is hashed.
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

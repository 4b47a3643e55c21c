package import ChatDomain
import DraftEngine

/// Saves drafts, and the texts that left the composer, through the `StoreWriter`.
package final class DraftSaver {
  /// Called when there is something to save, for an owner that saves soon anyway; if nil, it is saved here shortly after.
  package var whenUnsaved: (() -> Void)?
  /// Whether the stored drafts were read; nothing is written before, as it would overwrite them unread.
  private(set) var isLoaded = false
  /// The stored drafts that are being read, or were read and not adopted yet.
  private var reading: Task<Result<[StoredDraft], StoreError>, Never>?
  private let tools: SyncTools
  private let registry: DraftRegistry
  /// The drafts that may differ from what the store has, each once, in the order of their edits.
  private var dirty: [Draft] = []
  /// Texts that left the composer and are not in the store yet.
  private var history: [DraftHistoryEntry] = []
  private var saving: Task<Void, Never>?
  /// Deletes the history entries beyond the limits.
  private(set) var trimming: Task<Void, Never>?
  /// When the history was last looked through.
  private(set) var trimmedAt: Timestamp?
  /// The number of messages that have left their composers and are not in the outbox.
  private var handoverCount = 0
  /// Callbacks to run once there are no more handovers.
  private var afterHandovers: [() -> Void] = []
  /// When this run began, by the clock at that time.
  private let begunAt: Timestamp

  init(_ tools: SyncTools, registry: DraftRegistry) {
    self.tools = tools
    self.registry = registry
    begunAt = tools.clock.now
    tools.writer.latestChanges = { [weak self] in self?.unsavedChanges() ?? [] }
  }

  /// Whether there is text that the store does not have yet.
  package var hasUnsavedText: Bool {
    !dirty.isEmpty || !history.isEmpty || handoverCount > 0 || tools.writer.holdsText
  }

  // MARK: Loading

  /// Call when the store may have other drafts than those that are being read.
  func forgetReading() { reading = nil }

  private func beginReading() -> Task<Result<[StoredDraft], StoreError>, Never> {
    let task = Task<Result<[StoredDraft], StoreError>, Never>.immediate { [store = tools.store] in
      do throws(StoreError) { return .success(try await store.drafts()) } catch { return .failure(error) }
    }
    reading = task
    return task
  }

  /// Reads the stored drafts, unless that was done before.
  func load() async throws(StoreError) {
    while registry.isEnabled, !isLoaded {
      let task = reading ?? beginReading()
      let result = await task.value
      // Otherwise another caller has loaded them in the meantime, or what was read may be out of date.
      guard !isLoaded, reading == task else { continue }
      reading = nil
      switch result {
      case .success(let drafts):
        isLoaded = true
        registry.adopt(drafts)
      case .failure(let error): throw error
      }
    }
  }

  package func loadFirst() async throws(OutboxError) {
    do { try await load() } catch { throw .store(error) }
  }

  // MARK: Saving

  /// Remembers that the store may not have the draft as it is now.
  func markUnsaved(_ draft: Draft) {
    if !draft.storage.isDirty {
      dirty.append(draft)
      draft.storage.isDirty = true
    }
    scheduleSave()
  }

  /// Schedules a save of recent edits, without a caller that waits for it.
  func scheduleSave() {
    if let whenUnsaved { return whenUnsaved() }
    guard saving == nil else { return }
    // Runs after the current work, so that keys typed together are saved together.
    saving = Task {
      saving = nil
      // The writer posts a failure as a notice; the text stays in memory and is written with the next edit. The closure
      // keeps the saver alive until its drafts are written: the writer asks for them when it is their turn.
      save { _ in withExtendedLifetime(self) {} }
    }
  }

  /// Calls back once everything typed and queued so far is in the store, or with the store's error; immediately if the store
  /// answers immediately. The callback does not wait for cached copies of the service's data.
  package func save(_ done: @escaping (StoreError?) -> Void) {
    guard registry.isEnabled, !isLoaded else { return tools.writer.save(done) }
    Task {
      do throws(StoreError) {
        try await load()
        tools.writer.save(done)
      } catch {
        done(error)
      }
    }
  }

  /// Returns once everything typed and queued so far is in the store.
  package func save() async throws(StoreError) {
    let failure = await withCheckedContinuation { done in save { done.resume(returning: $0) } }
    if let failure { throw failure }
  }

  /// Like `save(_:)`, but also waits until every message that has left its composer is in the outbox or back in the composer.
  package func saveWithHandovers(_ done: @escaping (StoreError?) -> Void) {
    save { [self] error in
      guard handoverCount > 0 else { return done(error) }
      afterHandovers.append { [writer = tools.writer] in done(writer.failure ?? error) }
    }
  }

  /// Whether a message has left its composer and is not in the outbox yet.
  package var isHandingOver: Bool { handoverCount > 0 }

  /// Returns once every message that has left its composer is in the outbox or back in the composer.
  package func handedOver() async {
    guard isHandingOver else { return }
    await withCheckedContinuation { done in afterHandovers.append { done.resume() } }
  }

  package func beginHandover() { handoverCount += 1 }

  package func endHandover() {
    handoverCount -= 1
    guard handoverCount == 0 else { return }
    let waiting = afterHandovers
    afterHandovers = []
    for work in waiting { work() }
  }

  /// The changes after which the store has one draft as it is now, and every text that left a composer.
  package func changes(of draft: Draft) -> [StoreChange] {
    guard registry.isEnabled else { return [] }
    guard let change = change(of: draft) else { return historyChanges() }
    return history.isEmpty ? [change] : [change] + historyChanges()
  }

  /// The changes after which the store has everything that is held here, whatever it has now.
  func everything() -> [StoreChange] {
    guard registry.isEnabled, isLoaded else { return [] }
    dirty = []
    let changes: [StoreChange] = registry.inOrder.map { draft in
      draft.storage.isDirty = false
      draft.storage.saved = draft.snapshot(at: tools.clock.now)
      return draft.storage.saved.map { .saveDraft($0) } ?? .deleteDraft(draft.key)
    }
    return changes + historyChanges()
  }

  private func unsavedChanges() -> [StoreChange] {
    guard registry.isEnabled, isLoaded else { return [] }
    var changes: [StoreChange] = []
    for draft in dirty {
      draft.storage.isDirty = false
      // A draft that was absorbed by another is saved with that one.
      if draft.successor == nil, let change = change(of: draft) { changes.append(change) }
    }
    dirty.removeAll(keepingCapacity: true)
    if !history.isEmpty { changes += historyChanges() }
    return changes
  }

  /// Nil if the store has the draft as it is now.
  private func change(of draft: Draft) -> StoreChange? {
    guard let snapshot = draft.snapshot(at: tools.clock.now) else {
      if draft.storage.saved == nil { return nil }
      draft.storage.saved = nil
      return .deleteDraft(draft.key)
    }
    // The dates are compared first, because every edit changes the date.
    if let saved = draft.storage.saved, saved.updatedAt == snapshot.updatedAt, saved.isExactly(snapshot) {
      return nil
    }
    draft.storage.saved = snapshot
    return .saveDraft(snapshot)
  }

  // MARK: The history

  /// Adds a text that left the composer.
  func addToHistory(
    _ elements: [MessageElement], with files: [String], of key: DraftKey,
    because reason: DraftHistoryEntry.Reason
  ) {
    // Not dated before this run began: a clock that is set back for a moment would make it so old that it is deleted.
    history.append(
      DraftHistoryEntry(
        key: key, elements: elements, reason: reason, at: max(tools.clock.now, begunAt), files: files))
  }

  /// Adds the texts of outbox entries that are given up.
  ///
  /// - Returns: the changes that make them findable.
  func addToHistory(_ entries: [OutboxEntry]) -> [StoreChange] {
    guard registry.isEnabled else { return [] }
    for entry in entries where entry.isSend || entry.isEdit {
      let elements = entry.message.elements
      guard !DraftDocument(elements: elements).isBlank else { continue }
      let files = entry.message.files.map(\.name) + entry.inputFiles.map(\.name)
      addToHistory(elements, with: files, of: entry.key, because: .cleared)
    }
    return historyChanges()
  }

  /// Call when the outbox has what was taken out of a composer.
  ///
  /// - Returns: the changes to save in the same batch as the message: the draft leaves the store as the message enters it.
  package func handOver(_ outgoing: OutgoingDraft, of draft: Draft) -> [StoreChange] {
    draft.release(outgoing)
    guard registry.isEnabled else { return [] }
    draft.sync.didSend()
    let composed = outgoing.composed
    draft.addToHistory(composed.composition.document, with: composed.parts.fileNames, because: .sent)
    return changes(of: draft)
  }

  /// Moves the unsaved history of a channel or thread to its new key.
  func moveHistory(from old: DraftKey, to new: DraftKey) {
    for index in history.indices where history[index].key == old { history[index].key = new }
  }

  /// Deletes the history of one key, or all of it, or one text of it, including what is not saved yet.
  func forgetHistory(of key: DraftKey?, only elements: [MessageElement]?) async throws(StoreError) {
    let changes = historyChanges() + [.forgetHistory(key, only: elements)]
    if let failure = await tools.writer.write(changes) { throw failure }
  }

  private func historyChanges() -> [StoreChange] {
    guard !history.isEmpty else { return [] }
    let changes: [StoreChange] = history.map { .addHistory($0) }
    history = []
    let limits = HistoryLimits(count: tools.configuration.historyCount, now: tools.clock.now)
    return changes + [.trimHistory(limits)]
  }

  /// Deletes the history entries beyond the limits of age and number, unless that was checked recently. Called at the start, and
  /// when a text leaves a composer.
  func trimHistoryIfDue() {
    guard trimming == nil, isTrimmingDue else { return }
    trimming = Task {
      defer { trimming = nil }
      do throws(StoreError) {
        try await save()
        let limits = HistoryLimits(
          count: tools.configuration.historyCount, age: tools.configuration.historyAge, now: tools.clock.now)
        trimmedAt = limits.now
        let times = try await tools.store.draftHistory(for: nil, limit: .max).map(\.at)
        // Write nothing at startup if nothing has to be deleted. The store knows the order of insertion, and decides what to
        // delete.
        guard limits.keptCount(of: times.reversed()) < times.count else { return }
        await tools.writer.write([.trimHistory(limits)])
      } catch {
        // The writer has reported it; the next text that leaves a composer leads here again.
      }
    }
  }

  private var isTrimmingDue: Bool {
    guard let trimmedAt else { return true }
    let since = tools.clock.now - trimmedAt
    return since < .zero || since >= min(.seconds(3600), tools.configuration.historyAge)
  }
}

/// The stored state of a draft.
struct DraftStorage {
  /// Whether the draft may differ from what the store has.
  var isDirty = false
  /// What the store has, or will have after the write under way.
  var saved: StoredDraft?
  /// What the store had when it was last read.
  var lastRead: StoredDraft?

  var isAtRest: Bool { saved == nil && !isDirty }

  mutating func didRead(_ stored: StoredDraft?) { (saved, lastRead) = (stored, stored) }
}

extension StoredDraft {
  /// Whether both are the same to the byte: canonically equivalent texts count as different.
  nonisolated func isExactly(_ other: StoredDraft) -> Bool {
    self == other
      && DraftDocument(elements: content.elements) == DraftDocument(elements: other.content.elements)
  }
}

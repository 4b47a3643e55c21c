public import ChatDomain
import Dispatch
import FileSystem
import SQLite
import Synchronization

/// The data stored on a device, in one SQLite file.
///
/// A batch is a transaction. When `perform` returns, the system has the data, which then survives any end of the process.
public actor SQLiteStore: LocalStore {
  /// A separate thread, so that a slow disk delays only the callers that need the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private nonisolated let queue = DiskQueue("inkwell.store")

  /// Reports events that happened to the file after the store was opened.
  public nonisolated let news: AsyncStream<StorageNews>
  private let newsSender: AsyncStream<StorageNews>.Continuation

  let file: StoreFile
  /// The log of the edits of drafts, written on the thread that makes them.
  nonisolated let edits: EditLog
  /// How long after an edit the tables get it; nil for never.
  private nonisolated let foldDelay: DispatchTimeInterval?
  private nonisolated let isFoldAhead = Atomic(false)
  /// Why nothing can be stored; nil if writing works.
  private var refusal: StoreError?
  private var isEmptyingJournal = false
  var cacheCheck = CacheCheck()
  private(set) var trimming: Task<Void, Never>?

  /// Creates the only writer of a file outside any profile.
  init(path: String, clock: any ChatClock, system: String? = nil) throws(StorageFault) {
    let connection = try Connection(path: path, system: system)
    try connection.configure()
    self.init(StoreFile(connection, at: path, in: nil, clock: clock, lock: nil, isWritten: true))
  }

  /// - Parameters:
  ///   - refusal: why nothing can be stored; the file is then read-only.
  ///   - edits: the log of the profile, either this session's or one that is only read.
  ///   - foldDelay: how long after an edit the tables get it; nil for never.
  init(
    _ file: sending StoreFile, refusal: StoreError? = nil, edits: EditLog = EditLog(path: nil),
    foldDelay: DispatchTimeInterval? = nil
  ) {
    self.file = file
    self.refusal = refusal
    self.edits = edits
    self.foldDelay = foldDelay
    (news, newsSender) = AsyncStream.makeStream()
  }

  deinit { newsSender.finish() }

  // MARK: Writing

  public func perform(_ changes: [StoreChange]) throws(StoreError) {
    if refusal != nil { try takeOver() }
    let renewed = file.isOutOfPlace ? try renew() : nil
    // Reported once the new file has all changes.
    defer { if let renewed { newsSender.yield(renewed) } }
    try write(changes, isSynchronous: changes.contains(where: \.isForOthers))
    cacheCheck.note(changes)
    trimCacheSoon()
  }

  /// Writes changes, preceded by the edits that only the log has.
  private func write(_ changes: [StoreChange], isSynchronous: Bool) throws(StoreError) {
    if changes.contains(where: \.isErasure) { try eraseEdits() }
    let unfolded = edits.unfolded
    guard !changes.isEmpty || unfolded.last != nil else { return }
    let isOnDisk = isSynchronous || edits.shouldBeginAnew
    do throws(StoreError) {
      try access { () throws(StorageFault) in
        try file.write(changes, after: unfolded, isSynchronous: isOnDisk)
      }
    } catch {
      edits.didNotFold()
      throw error
    }
    edits.didFold(unfolded, isOnDisk: isOnDisk)
    file.journal?.syncSoon { [weak self] in Task { await self?.comeBack() } }
    file.eraseWhatIsOwed()
    emptyJournalSoon()
  }

  /// Removes all text from the log.
  ///
  /// - Parameter isEnd: whether the log is left empty, as at the end of a session.
  private func eraseEdits(isEnd: Bool = false) throws(StoreError) {
    // The log takes no edits meanwhile: they would remain in it.
    edits.beginBatch()
    defer { edits.endBatch() }
    try write([], isSynchronous: true)
    do throws(StorageFault) {
      if isEnd { try file.endLog() }
      try edits.erase(isEnd ? .ofAll : .ofWords)
    } catch {
      throw error.error(at: file.path)
    }
  }

  /// Writes the edits that only the log has to the tables, so that the log can begin anew.
  func fold() throws(StoreError) {
    guard refusal == nil, !file.isOutOfPlace else { return }
    try write([], isSynchronous: true)
  }

  /// Folds a moment after an edit. While edits go on, the log is synced instead, which costs less than a transaction.
  func foldAfterEdit() {
    isFoldAhead.store(false, ordering: .releasing)
    if file.journal?.isInPlace == false || !edits.isInPlace { return comeBack() }
    if edits.syncIfEditsGoOn() { return foldSoon() }
    do throws(StoreError) { try fold() } catch {
      // The next edit goes to the tables, and its caller gets the error. Until then the log has everything.
      if !edits.sync() { newsSender.yield(.unsynced(error)) }
    }
  }

  private nonisolated func foldSoon() {
    guard let foldDelay, !isFoldAhead.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.run(after: foldDelay) { [weak self] in self?.assumeIsolated { $0.foldAfterEdit() } }
  }

  /// Keeps edits of drafts in the log, and calls back at once. Other changes are reported from the store's thread directly to the
  /// main thread: a task would cost more than most batches.
  @MainActor public func submit(
    _ changes: [StoreChange], _ done: @escaping @MainActor (StoreError?) -> Void
  ) {
    if edits.take(changes) {
      foldSoon()
      return done(nil)
    }
    edits.beginBatch()
    queue.run {
      let failure = self.assumeIsolated { store -> StoreError? in
        do throws(StoreError) {
          try store.perform(changes)
          return nil
        } catch {
          return error
        }
      }
      DispatchQueue.main.async {
        self.edits.endBatch()
        done(failure)
      }
    }
  }

  /// Checkpoints the journal, so that the file is complete by itself. Called at the end of a session; the store can still be
  /// written to afterwards.
  /// - Throws: if that is not possible now. No data is lost then: the journal holds it.
  public func checkpoint() throws(StoreError) {
    guard file.journal != nil, !file.isOutOfPlace else { return }
    let erasure = Result { () throws(StoreError) in try eraseEdits(isEnd: true) }
    try access { () throws(StorageFault) in try file.checkpoint() }
    try erasure.get()
  }

  // MARK: Reading

  public func draft(for key: DraftKey) throws(StoreError) -> StoredDraft? {
    let replay = editsOfOthers
    return try access { () throws(StorageFault) in
      try file.connection.reading { () throws(StorageFault) in
        if let edit = try waitingEdits(replay)[.draft(DraftPlace(key))] { return edit.change.draft }
        return try file.drafts.draft(for: key)
      }
    }
  }

  public func drafts() throws(StoreError) -> [StoredDraft] {
    let replay = editsOfOthers
    return try access { () throws(StorageFault) in
      try file.connection.reading { () throws(StorageFault) in
        let waiting = try waitingEdits(replay)
        return try file.drafts.drafts().applying(waiting)
      }
    }
  }

  /// The log of a profile that another session owns; nil if this session owns it. Unreadable edits are left for the owner.
  private var editsOfOthers: EditReplay? {
    guard file.lock == nil else { return nil }
    do throws(StorageFault) {
      return try edits.replay(above: file.marks.edits() ?? 0, isBegun: file.marks.log() != nil)
    } catch {
      return EditReplay()
    }
  }

  /// The edits that the tables lack.
  private func waitingEdits(_ replay: EditReplay?) throws(StorageFault) -> [EditSubject: WaitingEdit] {
    guard let replay else { return edits.waiting }
    return try file.marks.edits().map { replay.waiting(after: $0) } ?? [:]
  }

  public func draftHistory(for key: DraftKey?, limit: Int) throws(StoreError) -> [DraftHistoryEntry] {
    try access { () throws(StorageFault) in try file.history.latest(for: key, limit: limit) }
  }

  public func outbox() throws(StoreError) -> [OutboxEntry] {
    // Only the owner of the profile may send or take back its outbox.
    if case .lockedBy = refusal { return [] }
    return try access { () throws(StorageFault) in try file.outbox.entries() }
  }

  public func eventToken() throws(StoreError) -> EventToken? {
    if case .saveEventToken(let token)? = edits.waiting[.eventToken]?.change { return token }
    return try access { () throws(StorageFault) in try file.marks.eventToken() }
  }

  public func session() throws(StoreError) -> SessionState? {
    try access { () throws(StorageFault) in try file.marks.session() }
  }

  public func cachedChannels(from offset: Int, limit: Int) throws(StoreError) -> [ChannelSummary] {
    try access { () throws(StorageFault) in try file.cache.channels(from: offset, limit: limit) }
  }

  public func cachedMessages(in channel: ChannelID, limit: Int) throws(StoreError) -> [Message] {
    try access { () throws(StorageFault) in try file.cache.messages(in: channel, limit: limit) }
  }

  public func cachedMessage(_ id: MessageID, in channel: ChannelID) throws(StoreError) -> Message? {
    try access { () throws(StorageFault) in try file.cache.message(id, in: channel) }
  }

  // MARK: A file that is damaged, gone or another session's

  /// Runs an operation on the file; if the file turns out to be damaged, runs it once more on a new one.
  private func access<Result>(_ body: () throws(StorageFault) -> Result) throws(StoreError) -> Result {
    do throws(StorageFault) {
      return try body()
    } catch {
      guard error.isDamage, file.lock != nil else { throw error.error(at: file.path) }
    }
    do throws(StorageFault) {
      newsSender.yield(try file.recover())
      edits.didReplaceTables()
      return try body()
    } catch {
      throw error.error(at: file.path)
    }
  }

  /// Recreates files that lost their names. Done at once, because there may be no later write that would notice.
  func comeBack() {
    var renewed: StorageNews?
    defer { if let renewed { newsSender.yield(renewed) } }
    do throws(StoreError) {
      if file.findsItselfOutOfPlace() {
        renewed = try renew()
      } else if file.lock != nil, !edits.isInPlace {
        renewEdits()
      }
      try fold()
    } catch {
      renewed = nil
      newsSender.yield(.lost(error))
    }
  }

  /// - Returns: the news to report once everything is in the new file.
  private func renew() throws(StoreError) -> StorageNews? {
    do throws(StorageFault) {
      let renewed = try file.renew()
      if edits.isInPlace { edits.follow(file.lock) } else { renewEdits() }
      return renewed
    } catch {
      edits.didNotFold()
      if case .owned = error { refusal = error.error(at: file.path) }
      throw error.error(at: file.path)
    }
  }

  private func renewEdits() { edits.renew(at: file.clock.now, lock: file.lock) }

  /// Tries to take over the profile, because nothing could be stored so far. Always throws: after success `takenOver`, because
  /// earlier reads are stale, and the caller must read again before it writes.
  private func takeOver() throws(StoreError) {
    // A store opened for reading can never take over.
    guard let folder = file.folder else { throw refusal ?? .readOnly }
    do throws(StorageFault) {
      let found = try file.takeOver(folder, edits)
      refusal = nil
      for recovery in [found.store, found.log].compactMap(\.self) { newsSender.yield(.recovered(recovery)) }
      newsSender.yield(.takenOver)
    } catch {
      let error = error.error(at: file.path)
      refusal = error
      throw error
    }
    throw .takenOver
  }

  // MARK: Between two batches

  /// Checkpoints a long journal in the background, because that waits for the disk.
  private func emptyJournalSoon() {
    guard file.isJournalLong, !isEmptyingJournal else { return }
    isEmptyingJournal = true
    Task { emptyJournal() }
  }

  func emptyJournal() {
    isEmptyingJournal = false
    file.emptyJournal()
  }

  private func trimCacheSoon() {
    guard cacheCheck.isDue, trimming == nil, file.lock != nil else { return }
    cacheCheck.begin()
    trimming = Task {
      await trimCache()
      trimming = nil
    }
  }

  private func trimCache() async {
    do throws(StorageFault) {
      let excess = try file.cache.excess(over: cacheCheck.bounds)
      let outbox = excess.isEmpty ? [] : try file.outbox.entries()
      for part in excess {
        let sent = outbox.filter { .id($0.channelId.rawValue) == part.channel }.flatMap(\.messages)
        let drafts = try file.drafts.drafts(in: part.channel).applying(edits.waiting).flatMap(\.messages)
        let spared = Set((drafts + sent).map { Value.id($0.rawValue) })
        // Each round is a separate job, so that a key can be handled in between.
        while try trim(part, sparing: spared) { await Task.yield() }
      }
      if !excess.isEmpty { emptyJournalSoon() }
    } catch {
      // If messages could not be removed, the next check finds them again; a fault in the file is reported to the next writer.
    }
  }

  private func trim(_ part: CacheTables.Excess, sparing spared: Set<Value>) throws(StorageFault) -> Bool {
    // Another file may have replaced the one that was checked.
    guard refusal == nil, !file.isOutOfPlace else { return false }
    try file.prepareWriting(isSynchronous: false)
    return try file.connection.transaction { () throws(StorageFault) in
      try file.cache.trim(part, sparing: spared, atMost: cacheCheck.bounds.messagesPerBatch)
    }
  }
}

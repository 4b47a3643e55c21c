public import ChatDomain
import Dispatch
import FileSystem
import SQLite

/// The data stored on a device, in one SQLite file.
///
/// A batch is a transaction. When `perform` returns, the data is with the system, so it survives any end of the
/// process.
public actor SQLiteStore: LocalStore {
  /// A separate thread, so that a slow disk delays only the callers that need it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private nonisolated let queue = DiskQueue("inkwell.store")

  /// Reports what happened to the file since the store was opened.
  public nonisolated let news: AsyncStream<StorageNews>
  private let newsSender: AsyncStream<StorageNews>.Continuation

  let file: StoreFile
  /// Takes the edits of drafts, on the thread that makes them.
  nonisolated let edits: EditLog
  /// Why nothing can be stored; nil if everything is.
  private var refusal: StoreError?
  private var isEmptyingJournal = false
  var cacheCheck = CacheCheck()
  private(set) var trimming: Task<Void, Never>?

  /// Makes the only writer of a file outside any profile.
  init(path: String, clock: any ChatClock, system: String? = nil) throws(StorageFault) {
    let connection = try Connection(path: path, system: system)
    try connection.configure()
    self.init(StoreFile(connection, at: path, in: nil, clock: clock, lock: nil, isWritten: true))
  }

  /// - Parameters:
  ///   - refusal: why nothing can be stored; the file is then only for reading.
  ///   - edits: the log of the profile: this session's, or one to be read.
  init(_ file: sending StoreFile, refusal: StoreError? = nil, edits: EditLog = EditLog(path: nil)) {
    self.file = file
    self.refusal = refusal
    self.edits = edits
    (news, newsSender) = AsyncStream.makeStream()
  }

  deinit { newsSender.finish() }

  // MARK: Writing

  public func perform(_ changes: [StoreChange]) throws(StoreError) {
    if refusal != nil { try takeOver() }
    let renewed = file.isOutOfPlace ? try renew() : nil
    // Told once the new file has everything.
    defer { if let renewed { newsSender.yield(renewed) } }
    try write(changes, isSynchronous: changes.contains(where: \.isForOthers))
    cacheCheck.count(changes)
    trimCacheSoon()
  }

  /// Writes changes, and before them the edits that only the log has.
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

  /// Leaves no words in the log.
  ///
  /// - Parameter isEnd: whether it is left empty, as at the end of a session.
  private func eraseEdits(isEnd: Bool = false) throws(StoreError) {
    // Nothing is taken in between: it would stay.
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

  /// Writes the edits that only the log has, so that it can begin anew.
  func fold() throws(StoreError) {
    guard refusal == nil, !file.isOutOfPlace else { return }
    try write([], isSynchronous: true)
  }

  func fold(because reason: EditLog.FoldReason) {
    if case .gone = reason { return comeBack() }
    do throws(StoreError) { try fold() } catch {
      // The next edit goes to the tables, and who made it hears of the fault. Until then the log has everything, unless the
      // disk refused that, too. Of files that are gone `comeBack` tells.
      if case .unsynced = reason { newsSender.yield(.unsynced(error)) }
    }
  }

  private nonisolated func foldSoon() {
    edits.foldSoon { [weak self] reason in Task { await self?.fold(because: reason) } }
  }

  /// Keeps edits of drafts in the log, and calls back at once. What else there is goes from the disk's thread straight to
  /// the main one: a task would cost more than most batches.
  @MainActor public func submit(
    _ changes: [StoreChange], _ done: @escaping @MainActor (StoreError?) -> Void
  ) {
    switch edits.take(changes) {
    case .taken: return done(nil)
    case .takenFirst:
      foldSoon()
      return done(nil)
    case .refused: break
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

  /// Moves everything into the file itself, so that it is complete without its journal. For the end of a session;
  /// the store can be written to as before.
  /// - Throws: if that is not possible now. Nothing is lost then: the journal holds it.
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

  /// What is in the log of a profile that is not this session's; nil if it is. What cannot be read is left for its owner.
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
      edits.didReplaceTables(beside: file.neighbours)
      return try body()
    } catch {
      throw error.error(at: file.path)
    }
  }

  /// Acts at once when the files are not in their place any more, because there may be no later write that could fail.
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

  /// - Returns: what there is to tell once everything is in the new file.
  private func renew() throws(StoreError) -> StorageNews? {
    do throws(StorageFault) {
      let renewed = try file.renew()
      if edits.isInPlace { edits.follow(file.neighbours) } else { renewEdits() }
      return renewed
    } catch {
      edits.didNotFold()
      if case .owned = error { refusal = error.error(at: file.path) }
      throw error.error(at: file.path)
    }
  }

  private func renewEdits() { edits.renew(at: file.clock.now, beside: file.neighbours) }

  /// Tries to take the profile over when nothing could be stored so far. If that works, earlier reads are out of date,
  /// and the caller must read again before the first write.
  private func takeOver() throws(StoreError) {
    // A store opened for reading never can.
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

  /// Emptying the journal waits for the disk.
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
        // Each round is its own job, so that a key can be handled in between.
        while try trim(part, sparing: spared) { await Task.yield() }
      }
      if !excess.isEmpty { emptyJournalSoon() }
    } catch {
      // Messages that could not be removed are still too many the next time; a fault in the file is reported to the
      // next writer.
    }
  }

  private func trim(_ part: CacheTables.Excess, sparing spared: Set<Value>) throws(StorageFault) -> Bool {
    // Another file may have replaced the one that was checked.
    guard refusal == nil, !file.isOutOfPlace else { return false }
    try file.prepareWriting(isSynchronous: false)
    return try file.connection.transaction { () throws(StorageFault) in
      try file.cache.trim(part, sparing: spared, atMost: cacheCheck.bounds.atOnce)
    }
  }
}

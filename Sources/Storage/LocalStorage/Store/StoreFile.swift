import ChatDomain
import SQLite

/// The open file of a store: its tables, its journal, and its place in a profile.
final class StoreFile {
  let path: String
  /// The folder in which the file was opened; nil if it belongs to no profile.
  let folder: ProfileFolder?
  let clock: any ChatClock
  private(set) var connection: Connection
  private(set) var drafts: DraftTable
  /// Held while this session owns the profile; nil if others may write.
  private(set) var lock: ProfileLock?
  /// Syncs stored data to the disk; nil for a file that is only read, or in memory.
  private(set) var journal: JournalFile?
  /// Whether other files now have the names of the open ones.
  private(set) var isOutOfPlace = false
  /// Whether the file is marked as needing its journal, which must be so before anything is written.
  private var needsJournal = false
  /// Whether the journal may still hold data that must be forgotten.
  private var owesErasure = false
  /// The number of batches over the life of the profile.
  private var generation: UInt64 = 0
  /// This session's log, once it has begun.
  private var edits: EditLog?
  /// The number with which the log began, as stored in the tables.
  private var begunLog: UInt64?

  /// - Parameter isWritten: whether the connection can write.
  init(
    _ connection: Connection, at path: String, in folder: ProfileFolder?, clock: any ChatClock,
    lock: ProfileLock?, isWritten: Bool
  ) {
    self.path = path
    self.folder = folder
    self.clock = clock
    self.connection = connection
    self.lock = lock
    drafts = DraftTable(connection)
    if isWritten, path != Connection.memory { watch() }
  }

  var history: HistoryTable { HistoryTable(connection: connection) }
  var outbox: OutboxTable { OutboxTable(connection: connection) }
  var marks: MarkTable { MarkTable(connection: connection) }
  var cache: CacheTables { CacheTables(connection: connection) }

  // MARK: Writing

  /// Writes all changes, or none.
  ///
  /// - Parameters:
  ///   - edits: the edits of the log that the tables lack; they are written first.
  ///   - isSynchronous: whether everything is on the disk when this returns.
  func write(
    _ changes: [StoreChange], after edits: EditLog.Unfolded, isSynchronous: Bool
  ) throws(StorageFault) {
    let isErasure = changes.contains(where: \.isErasure)
    // If a reader blocks the journal, the write fails: otherwise data would be reported as erased while the journal still holds
    // it.
    if isErasure { try settleJournal(patience: Self.erasingPatience) }
    let begun = storableBeginning(of: edits)
    do throws(StorageFault) {
      try prepareWriting(isSynchronous: isSynchronous)
      try connection.transaction { () throws(StorageFault) in
        for edit in edits.changes { try apply(edit) }
        if let last = edits.last { try marks.save(edits: last) }
        if begun != begunLog { try marks.save(log: begun) }
        for change in changes { try apply(change) }
        try marks.save(generation: generation + 1)
      }
    } catch {
      drafts.forgetKept()
      throw error
    }
    begunLog = begun
    generation += 1
    journal?.didWrite(generation, isOnDisk: isSynchronous)
    owesErasure = owesErasure || isErasure
  }

  /// The beginning of the log that the tables may store. A new log is synced first: if the disk did not have it, the log would be
  /// reported as damaged.
  private func storableBeginning(of edits: EditLog.Unfolded) -> UInt64? {
    guard edits.begun != begunLog, edits.begun != nil || edits.last != nil else { return begunLog }
    return self.edits?.sync() ?? true ? edits.begun : begunLog
  }

  /// Notes that the log has no edits, so that a missing log is not reported as damage.
  func endLog() throws(StorageFault) {
    guard begunLog != nil else { return }
    try prepareWriting(isSynchronous: true)
    try marks.save(log: nil)
    begunLog = nil
  }

  /// Writes the edits of a session that ended without folding its log, and begins the log anew. Damage to the tables that is
  /// found on the way is repaired first.
  ///
  /// - Parameter recovery: the damage to the tables that was found earlier.
  func adopt(
    _ edits: EditLog, after recovery: Recovery?
  ) throws(StorageFault) -> (store: Recovery?, log: Recovery?) {
    do throws(StorageFault) { return try adoptLog(edits, after: recovery) } catch {
      guard error.isDamage else { throw error }
    }
    guard case .recovered(let recovery) = try recover() else { return try adoptLog(edits, after: recovery) }
    return try adoptLog(edits, after: recovery)
  }

  private func adoptLog(
    _ edits: EditLog, after recovery: Recovery?
  ) throws(StorageFault) -> (store: Recovery?, log: Recovery?) {
    let folded = try marks.edits()
    begunLog = try marks.log()
    generation = try marks.generation() ?? 0
    let noted = lock?.noted
    let known = folder.flatMap { ProfileOpening.knownGeneration($0, noted) } ?? 0
    let isOlder = recovery == nil && known > generation
    generation = max(generation, known)
    // The stored state of the log is valid only together with the tables it was stored with.
    let isCurrent = recovery == nil && !isOlder
    let (replay, isDamaged) = try edits.replay(
      beside: marks, until: isCurrent ? noted?.lastEdit : nil, isCurrent: isCurrent)
    let aside: String? =
      if isDamaged || replay.hasUnreadable {
        try edits.unusedName(as: isDamaged ? .damaged : .unread, at: clock.now)
      } else { nil }
    let waiting = replay.waiting(after: folded ?? 0).values.sorted { $0.number < $1.number }.map(\.change)
    // Salvaged tables do not know which edits they have, and older ones lack some. Their edits go to the history: they must
    // neither restore a draft that was sent meanwhile nor get lost.
    var changes = folded == nil || isOlder ? waiting.compactMap(\.draft).map(\.asHistory) : waiting
    if isOlder { changes.append(.saveSession((try marks.session() ?? SessionState()).assumedOffline)) }
    let last = max(folded ?? 0, replay.last ?? 0, noted?.lastEdit ?? 0)
    if folded == nil || !changes.isEmpty || isOlder || isDamaged {
      // If the process ends before the damaged log is set aside, the next process finds the damage again: no edit reaches this
      // number.
      let begun = isDamaged ? last + 1 : begunLog
      try write(
        changes, after: EditLog.Unfolded(changes: [], last: last, begun: begun),
        isSynchronous: !changes.isEmpty)
    }
    edits.begin(after: last, at: clock.now, settingAside: aside, lock: lock)
    self.edits = edits
    watch()
    let name = aside.flatMap { SystemFile.isAnything($0) ? ProfileFolder.name(of: $0) : nil }
    let found = isOlder ? Recovery(damage: .older, setAsideAs: nil, found: Recovery.Salvaged()) : recovery
    return (
      found?.adding(historyEntries: changes.count { if case .addHistory = $0 { true } else { false } }),
      isDamaged || replay.hasUnreadable
        ? Recovery(damage: isDamaged ? .edits : .editsOfNewer, setAsideAs: name, found: nil) : nil
    )
  }

  /// - Parameter isSynchronous: whether later writes wait until they are on the disk.
  func prepareWriting(isSynchronous: Bool) throws(StorageFault) {
    try needJournal()
    try connection.setSynchronous(isSynchronous)
  }

  private func apply(_ change: StoreChange) throws(StorageFault) {
    switch change {
    case .saveDraft(let draft): try drafts.save(draft)
    case .deleteDraft(let key): try drafts.delete(key)
    case .addHistory(let entry): try history.add(entry)
    case .trimHistory(let limits): try history.trim(to: limits)
    case .moveHistory(let old, let new): try history.move(from: old, to: new)
    case .forgetHistory(let key, let text): try history.forget(key, only: text)
    case .saveOutbox(let entry): try outbox.save(entry)
    case .deleteOutbox(let id): try outbox.delete(id)
    case .saveEventToken(let token): try marks.save(token)
    case .saveSession(let session): try marks.save(session)
    case .cacheChannels(let summaries): for summary in summaries { try cache.save(summary) }
    case .forgetChannel(let id): try cache.forget(id)
    case .cacheMessages(let messages): for message in messages { try cache.save(message) }
    case .updateMessage(let message): try cache.update(message)
    case .deleteMessage(let event): try cache.delete(event)
    case .forgetMessage(let id, let channel): try cache.forget(id, in: channel)
    }
  }

  // MARK: The journal

  private func needJournal() throws(StorageFault) {
    guard journal != nil, !needsJournal else { return }
    try connection.setSynchronous(false)
    try connection.needJournal(at: path)
    needsJournal = true
  }

  private func settleJournal(patience: Int32) throws(StorageFault) {
    needsJournal = false
    try connection.settleJournal(patience: patience)
  }

  /// Checkpoints the journal, so that the file is complete by itself.
  func checkpoint() throws(StorageFault) {
    try settleJournal(patience: Self.erasingPatience)
    owesErasure = false
  }

  /// Erases the journal if it may still hold data that was erased from the file.
  func eraseWhatIsOwed() {
    // If another session is reading, the next batch tries again.
    guard owesErasure, (try? settleJournal(patience: 0)) != nil else { return }
    owesErasure = false
  }

  var isJournalLong: Bool { connection.journalPages >= Self.longestJournal }

  func emptyJournal() {
    // Data that cannot be moved stays in the journal, where it is as safe as in the file, and the next batch tries
    // again.
    try? connection.emptyJournal()
  }

  /// The length from which the journal is checkpointed, in pages of 4 kB.
  private static let longestJournal = 1_000
  /// How many milliseconds an erasure waits for readers. A reading session finishes one query much sooner.
  private static let erasingPatience: Int32 = 200

  // MARK: Another file

  /// Switches to another file, or reopens the same one.
  private func use(_ connection: Connection) {
    self.connection = connection
    needsJournal = false
    drafts = DraftTable(connection)
    journal = nil
    isOutOfPlace = false
  }

  /// From now on, syncs stored data, and checks whether the files stay in place.
  private func watch() {
    // Captured weakly, so that the lock is released together with this file even if a sync is still due.
    journal = JournalFile(of: path, lock: folder?.lock) { [weak lock, weak edits] in
      lock?.note(generation: $0)
      edits?.note(generation: $0)
    }
  }

  /// Replaces the damaged file by a new one with its readable contents.
  func recover() throws(StorageFault) -> StorageNews {
    // Closes the connection and leaves the journal as it is: it belongs to the damaged file.
    use(try Connection(path: Connection.memory))
    let result = Result { () throws(StorageFault) in try replace() }
    // Reopened even if the recovery failed: the old file can still be read as far as before. Without a file there are no tables,
    // and the next operation tries again.
    let reopened = Result { () throws(StorageFault) in try reopen() }
    let news = try result.get()
    try reopened.get()
    return news
  }

  private func replace() throws(StorageFault) -> StorageNews {
    let file = ReplacedFile(path)
    // An earlier attempt made the new file and removed the old one.
    if !SystemFile.exists(path), try file.finishSettingAside(at: clock.now) != nil {
      return .renewed(setAsideAs: nil)
    }
    let known = max(generation, lock?.noted.generation ?? 0)
    return .recovered(try file.recover(.file, generation: known, at: clock.now))
  }

  private func reopen() throws(StorageFault) {
    // SQLite would create an empty file, and the next recovery would overwrite the finished new file with one made from it.
    guard SystemFile.exists(path) else { throw .missing(path) }
    use(try Connection(path: path))
    try connection.configure()
    begunLog = nil
    watch()
  }

  /// Checks whether the open files lost their names, so that the next start would not find the data stored in them.
  ///
  /// - Returns: true once each time that happens.
  func findsItselfOutOfPlace() -> Bool {
    guard let journal, !journal.isInPlace, !isOutOfPlace else { return false }
    isOutOfPlace = true
    return true
  }

  /// Makes a file at the right path with all the data of the file that is still open.
  ///
  /// - Returns: nil if the file was put back meanwhile.
  func renew() throws(StorageFault) -> StorageNews? {
    guard journal?.isInPlace != true else {
      isOutOfPlace = false
      return nil
    }
    try folder?.make()
    try keepLock()
    let name = try ReplacedFile(path).renew(from: connection, at: clock.now)
    let new = try Connection(path: path)
    try new.configure()
    use(new)
    watch()
    return .renewed(setAsideAs: name)
  }

  /// The lock may be missing together with the file, and another session may own the profile by now.
  private func keepLock() throws(StorageFault) {
    guard let folder, let lock, !lock.isAt(folder.lock) else { return }
    self.lock = try ProfileLock.acquire(folder.lock, at: clock.now)
  }

  /// Makes this session the owner of the profile, and opens the file for writing.
  ///
  /// - Returns: the damage that was found; nil if there was none.
  func takeOver(
    _ folder: ProfileFolder, _ edits: EditLog
  ) throws(StorageFault) -> (store: Recovery?, log: Recovery?) {
    let lock = try ProfileOpening.lock(folder, clock: clock)
    // Closes the file that was only read. The files are checked without SQLite, and closing them then would drop the locks of
    // an open connection; another process would take that connection for dead.
    use(try Connection(path: Connection.memory))
    do throws(StorageFault) {
      let (connection, recovery) = try ProfileOpening.own(folder, lock: lock, clock: clock)
      use(connection)
      self.lock = lock
      watch()
      return try adopt(edits, after: recovery)
    } catch {
      self.lock = nil
      // What can be read remains readable.
      use(try ProfileOpening.reading(folder))
      throw error
    }
  }
}

extension StoreChange {
  /// Whether the change becomes visible to others once it is stored: a power cut must not undo it then.
  var isForOthers: Bool {
    if case .saveOutbox = self { true } else { false }
  }

  /// Whether no trace of the removed data may remain.
  var isErasure: Bool {
    if case .forgetHistory = self { true } else { false }
  }
}

extension StoredDraft {
  /// The draft's text as a history entry.
  fileprivate var asHistory: StoreChange {
    .addHistory(
      DraftHistoryEntry(key: key, elements: content.elements, reason: .merged, at: updatedAt))
  }
}

import ChatDomain
import Dispatch
import Glibc
import Synchronization

/// The log of the edits of drafts. An edit that it takes is with the system before the key's frame is drawn; the tables get
/// what the edits come to a moment later, many of them in one transaction.
///
/// It is written to by the thread that edits, and emptied by that of the store.
final class EditLog: Sendable {
  enum Answer {
    /// The store has to write the changes itself.
    case refused
    case taken
    /// Taken, and nobody has been asked to fold it yet.
    case takenFirst
  }

  /// Why edits are folded now.
  enum FoldReason {
    /// Nobody has typed for a second, ten have passed, or the file should begin anew.
    case due
    /// A file of the profile is not in its place.
    case gone
    /// The disk may lack them.
    case unsynced
  }

  /// The edits that the tables do not have yet: of each draft the last.
  struct Unfolded {
    let changes: [StoreChange]
    /// The number of the last edit that the tables have with them; nil if they have all and know it.
    let last: UInt64?

    static let nothing = Unfolded(changes: [], last: nil)
  }

  /// Nil for a store that belongs to no profile, and has no log.
  let path: String?
  private let delay: Duration?
  private let queue = DispatchQueue(label: "inkwell.edits")
  private let state = Mutex(EditLogState())

  /// - Parameter delay: how long after an edit it is synced to the disk, with all of that time; nil: never.
  init(path: String?, delay: Duration? = nil) {
    (self.path, self.delay) = (path, delay)
  }

  // MARK: Its file

  /// What is in the file: of a session that has ended, or of another one. Read it before the tables, so that no edit is missed
  /// that is folded in between.
  func replay() throws(StorageFault) -> EditReplay {
    guard let path, try SystemFile.isRegular(path) else { return EditReplay([]) }
    // Mostly it is empty, and its first bytes say so.
    let head = try SystemFile.read(path, atMost: EditFrame.erasedLength)
    guard head.contains(where: { $0 != 0 }) else { return EditReplay([]) }
    return EditReplay(try SystemFile.read(path, atMost: EditFile.size))
  }

  /// Begins anew: the tables have everything that can be read. Where its file cannot be opened, all edits go to the tables.
  ///
  /// - Parameters:
  ///   - last: the number of the last edit that is known of.
  ///   - time: makes the numbers higher than those of edits that are not known of.
  ///   - isSetAside: whether what stands in the file cannot be read, and is kept for a program that can.
  ///   - journal: knows whether the other files of the profile are in their places.
  func begin(after last: UInt64, at time: Timestamp, isSetAside: Bool, beside journal: JournalFile?) {
    guard let path else { return }
    // Higher than the number of any edit that may stand somewhere in the file. At random, because the clock may be behind: then
    // two sessions would begin with the same number, and a page that the disk kept of one could follow those of the other.
    let number =
      max(last, UInt64(clamping: time.microseconds)) + EditFrame.sessionGap + .random(in: 0..<1 << 32)
    let file = openedFileIfPossible(path, isSetAside: isSetAside)
    state.withLock { $0.begin(with: file, isSetAside: isSetAside, beside: journal, after: number) }
  }

  /// Goes on in a new file at the same place, because the open one lost its name. What is not folded has to be at once.
  func renew(beside journal: JournalFile?) {
    guard let path else { return }
    // Whatever stands there was not written by this session.
    let isSetAside = SystemFile.exists(path)
    let file = openedFileIfPossible(path, isSetAside: isSetAside)
    state.withLock { $0.goOn(in: file, isSetAside: isSetAside, beside: journal) }
  }

  private func openedFileIfPossible(_ path: String, isSetAside: Bool) -> EditFile? {
    do throws(StorageFault) { return try openedFile(path, isSetAside: isSetAside) } catch { return nil }
  }

  private func openedFile(_ path: String, isSetAside: Bool) throws(StorageFault) -> EditFile {
    if isSetAside { try SystemFile.move(path, to: Self.unusedName(beside: path)) }
    let file = try EditFile(path)
    try file.erase(EditFrame.erasedLength)
    return file
  }

  /// Opens a file that could not be opened before, if an earlier session left words in it.
  private func openIfWordsAreLeft() throws(StorageFault) {
    guard let path, let isSetAside = state.withLock({ $0.setsUnopenedAside }),
      try SystemFile.isRegular(path)
    else { return }
    guard try SystemFile.read(path, atMost: EditFile.size).contains(where: { $0 != 0 }) else { return }
    let file = try openedFile(path, isSetAside: isSetAside)
    state.withLock { $0.open(file) }
  }

  private static func unusedName(beside path: String) -> String {
    (1...).lazy.map { "\(path)-unread-\($0)" }.first { !SystemFile.exists($0) } ?? path
  }

  /// Whether the open file has its name; also if there is none.
  var isInPlace: Bool { state.withLock { $0.file }?.isInPlace ?? true }

  // MARK: Edits

  /// Takes changes, if they are edits of drafts and there is room: then they survive any end of the process.
  func take(_ changes: [StoreChange]) -> Answer { state.withLock { $0.take(changes) } }

  /// Call before a batch goes to the store's thread: an edit after it must not be taken for one before it.
  func beginBatch() { state.withLock { $0.batches += 1 } }

  func endBatch() { state.withLock { $0.batches -= 1 } }

  /// The last edits of what the tables do not have as it is.
  var waiting: [EditSubject: WaitingEdit] { state.withLock { $0.waiting } }

  // MARK: Folding

  var unfolded: Unfolded { state.withLock { $0.unfolded } }

  /// Whether the file should begin anew: so much of it is used, or it lacks an edit.
  var shouldBeginAnew: Bool { state.withLock { $0.shouldBeginAnew } }

  /// The tables have these.
  ///
  /// - Parameter isOnDisk: whether they will have them after a power cut, too: then the file may begin anew.
  func didFold(_ folded: Unfolded, isOnDisk: Bool) {
    state.withLock { $0.didFold(upTo: folded.last) }
    guard isOnDisk else { return }
    // If it fails no edit is taken any more.
    do throws(StorageFault) { try erase(isWhole: false) } catch {}
  }

  /// The tables cannot be written to: what is typed from now on has to fail where somebody hears of it.
  func didNotFold() { state.withLock { $0.didNotFold() } }

  /// The tables were made anew, and may have forgotten which edits they have.
  ///
  /// - Parameter journal: theirs.
  func didReplaceTables(beside journal: JournalFile?) {
    state.withLock { $0.didReplaceTables(beside: journal) }
  }

  /// The tables have another journal now, which knows whether the other files of the profile are in their places.
  func follow(_ journal: JournalFile?) { state.withLock { $0.follow(journal) } }

  /// Overwrites all edits that the tables have. Edits that were made since have to be folded first.
  func erase() throws(StorageFault) {
    try openIfWordsAreLeft()
    try erase(isWhole: true)
  }

  private func erase(isWhole: Bool) throws(StorageFault) {
    guard let (file, count) = state.withLock({ $0.beginErasing(isWhole: isWhole) }) else { return }
    let result = Result { () throws(StorageFault) in
      if isWhole { try file.eraseFromDisk(count) } else { try file.erase(count) }
    }
    let hasFailed = if case .failure = result { true } else { false }
    state.withLock { $0.didErase(isWhole: isWhole, hasFailed: hasFailed) }
    try result.get()
  }

  /// Syncs the file to the disk a moment after each edit, and has the edits folded when nobody has typed for a second, or
  /// after ten.
  ///
  /// - Parameter fold: has the store write what is unfolded or, if a file is gone, come back.
  func foldSoon(_ fold: @escaping @Sendable (FoldReason) -> Void) {
    guard let delay else { return }
    let (seconds, attoseconds) = delay.components
    // A thread that sleeps until the last round: a timer for each would cost as much as the edits of its time.
    queue.async { [weak self] in
      self?.state.withLock { $0.file }?.readAhead()
      var pause = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      repeat { nanosleep(&pause, nil) } while self?.lookAfterFile(fold) == true
    }
  }

  /// Syncs the file once, and has the edits folded if that is due.
  ///
  /// - Returns: whether there is to be another round.
  func lookAfterFile(_ fold: (FoldReason) -> Void) -> Bool {
    guard let round = state.withLock({ $0.beginRound() }) else { return false }
    var reason: FoldReason? = round.isDue ? .due : nil
    let isGone = !round.file.isInPlace || round.journal?.isInPlace == false
    do throws(StorageFault) { try round.file.sync() } catch {
      reason = .unsynced
      // The system reports it once, and takes the pages for written.
      state.withLock { $0.didNotSync() }
    }
    if isGone { reason = .gone }
    guard let reason else { return true }
    let isOver = state.withLock { $0.endRounds(after: round.last) }
    fold(reason)
    return !isOver
  }
}

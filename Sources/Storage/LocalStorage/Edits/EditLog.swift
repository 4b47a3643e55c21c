import ChatDomain
import Dispatch
import Glibc
import Synchronization

/// The log of the edits of drafts. An edit that the log takes is with the system before the frame for that key is drawn. The
/// tables get the combined result of many edits a moment later, in one transaction.
///
/// The editing thread appends to the log, and the thread of the store empties it.
final class EditLog: Sendable {
  enum Answer {
    /// The store has to write the changes itself.
    case refused
    case taken
    /// Taken, and no fold has been requested yet.
    case takenFirst
  }

  /// Why edits are folded now.
  enum FoldReason {
    /// No edit for a second, ten seconds since the first edit, or the file should begin anew.
    case due
    /// A file of the profile is not in its place.
    case gone
    /// The disk may lack some edits.
    case unsynced
  }

  /// The edits that the tables do not have yet: the last one of each draft.
  struct Unfolded {
    let changes: [StoreChange]
    /// The number of the last of these edits; nil if the tables have all edits and their number.
    let last: UInt64?
    /// The number with which the log began, if it may have edits; nil if it has none.
    let begun: UInt64?
  }

  /// The other files of a profile that hold information about the log.
  struct Neighbours {
    /// Checks whether the files are in their places.
    var journal: JournalFile?
    /// The lock file notes how far the log was written.
    var lock: ProfileLock?
  }

  /// Nil for a store without a profile, which has no log.
  let path: String?
  private let delay: Duration?
  private let queue = DispatchQueue(label: "inkwell.edits")
  private let state = Mutex(EditLogState())

  /// - Parameter delay: how long after an edit the log is synced to the disk; the other delays are multiples of it. Nil: never.
  init(path: String?, delay: Duration? = nil) {
    (self.path, self.delay) = (path, delay)
  }

  // MARK: Its file

  /// Reads the file, which may belong to a session that has ended or to another running one. Call this before reading the
  /// tables, so that an edit that is folded in between is not missed.
  ///
  /// - Parameters:
  ///   - folded: the number of the last edit that the tables have.
  ///   - written: the number of the last edit that was written; nil if it is not known.
  ///   - isBegun: whether there may be edits although the file does not begin with a frame.
  func replay(
    above folded: UInt64 = 0, until written: UInt64? = nil, isBegun: Bool = false
  ) throws(StorageFault) -> EditReplay {
    guard let path else { return EditReplay() }
    guard try SystemFile.isRegular(path) else {
      return SystemFile.isReplaced(path) ? .replaced : EditReplay()
    }
    // Usually the log is empty, which its first bytes show.
    let head = try SystemFile.read(path, atMost: EditFrame.openingLength)
    guard isBegun || head.contains(where: { $0 != 0 }) else { return EditReplay() }
    return EditReplay(try SystemFile.read(path, atMost: EditFile.size), above: folded, until: written)
  }

  /// Reads the file and finds out whether edits are missing from it.
  ///
  /// - Parameters:
  ///   - marks: the marks of the tables.
  ///   - written: the number of the last edit that was written; nil if it is not known.
  ///   - isCurrent: whether the tables know how far the log was written. Older or salvaged tables do not.
  func replay(
    beside marks: MarkTable, until written: UInt64?, isCurrent: Bool
  ) throws(StorageFault) -> (replay: EditReplay, isDamaged: Bool) {
    let (folded, begun) = (try marks.edits() ?? 0, try marks.log() ?? 0)
    let replay = try replay(
      above: folded, until: written, isBegun: !isCurrent || begun > 0 || (written ?? 0) > folded)
    let reached = replay.last ?? 0
    let isCutOff =
      max(reached, folded) < written ?? 0 || isCurrent && reached < begun
    return (replay, replay.isDamaged || isCutOff)
  }

  /// The name under which to set aside the file at the log's path; nil if that file is empty or missing.
  func unusedName(as cause: ReplacedFile.Cause, at time: Timestamp) throws(StorageFault) -> String? {
    guard let path, SystemFile.isAnything(path) else { return nil }
    if try SystemFile.isRegular(path) {
      let bytes = try SystemFile.read(path, atMost: EditFile.size)
      guard bytes.contains(where: { $0 != 0 }) else { return nil }
    }
    return ReplacedFile.unusedName(beside: path, as: cause, at: time)
  }

  /// Notes that this generation of the tables is on the disk.
  func note(generation: UInt64) { state.withLock { $0.file }?.note(generation: generation) }

  /// Begins the log anew, once the tables have everything readable. If the file cannot be opened, all edits go to the tables.
  ///
  /// - Parameters:
  ///   - last: the highest known number of an edit.
  ///   - time: raises the new numbers above those of unknown edits.
  ///   - aside: the name under which the existing file is kept; nil to overwrite it.
  func begin(
    after last: UInt64, at time: Timestamp, settingAside aside: String?, beside neighbours: Neighbours
  ) {
    guard let path else { return }
    // Higher than the number of any edit that may be in the file. A random part is added because the clock may be behind: two
    // sessions could then begin with the same number, and a page of one that the disk kept could appear to follow those of the
    // other.
    let number =
      max(last, UInt64(clamping: time.microseconds)) + EditFrame.sessionGap + .random(in: 0..<1 << 32)
    let file = openedFileIfPossible(path, settingAside: aside, opening: number)
    state.withLock { $0.begin(with: file, settingAside: aside, beside: neighbours, after: number) }
  }

  /// Continues in a new file at the same path, because the open one lost its name. Edits that are not folded yet must then be
  /// folded at once.
  func renew(at time: Timestamp, beside neighbours: Neighbours) {
    guard let path else { return }
    // This session did not write the file that is there now.
    let aside =
      SystemFile.isAnything(path) ? ReplacedFile.unusedName(beside: path, as: .replaced, at: time) : nil
    let number = state.withLock { $0.nextNumber() }
    let file = openedFileIfPossible(path, settingAside: aside, opening: number)
    state.withLock { $0.goOn(in: file, settingAside: aside, beside: neighbours, after: number) }
  }

  private func openedFileIfPossible(
    _ path: String, settingAside aside: String?, opening number: UInt64
  ) -> EditFile? {
    do throws(StorageFault) {
      return try openedFile(path, settingAside: aside, opening: number)
    } catch {
      return nil
    }
  }

  private func openedFile(
    _ path: String, settingAside aside: String?, opening number: UInt64
  ) throws(StorageFault) -> EditFile {
    if let aside { try SystemFile.move(path, to: aside) }
    let file = try EditFile(path)
    try file.write(EditFrame.opening(number), at: 0)
    return file
  }

  /// Opens the log that could not be opened before, if an earlier session left text in it.
  private func openIfWordsAreLeft() throws(StorageFault) {
    guard let path, let unopened = state.withLock({ $0.unopened }), try SystemFile.isRegular(path)
    else { return }
    guard try SystemFile.read(path, atMost: EditFile.size).contains(where: { $0 != 0 }) else { return }
    let number = state.withLock { $0.nextNumber() }
    let file = try openedFile(path, settingAside: unopened.aside, opening: number)
    state.withLock { $0.open(file, after: number) }
  }

  /// Whether the open file still has its name; true if none is open.
  var isInPlace: Bool { state.withLock { $0.file }?.isInPlace ?? true }

  // MARK: Edits

  /// Takes changes if they are edits of drafts and there is room. Taken changes survive any end of the process.
  func take(_ changes: [StoreChange]) -> Answer { state.withLock { $0.take(changes) } }

  /// Call before a batch goes to the store's thread: a later edit must not be ordered before the batch.
  func beginBatch() { state.withLock { $0.batches += 1 } }

  func endBatch() { state.withLock { $0.batches -= 1 } }

  /// The last edits that the tables do not have yet.
  var waiting: [EditSubject: WaitingEdit] { state.withLock { $0.waiting } }

  // MARK: Folding

  var unfolded: Unfolded { state.withLock { $0.unfolded } }

  /// Whether the file lacks an edit, or the disk may lack one.
  var hasGap: Bool { state.withLock { $0.hasGap } }

  /// Returns once everything written to the file is on the disk.
  func sync() throws(StorageFault) {
    do throws(StorageFault) { try state.withLock { $0.file }?.sync() } catch {
      // The system reports the fault once, and then treats the pages as written.
      state.withLock { $0.didNotSync() }
      throw error
    }
  }

  /// Whether the file should begin anew, because much of it is used or it lacks an edit.
  var shouldBeginAnew: Bool { state.withLock { $0.shouldBeginAnew } }

  /// The tables have these edits.
  ///
  /// - Parameter isOnDisk: whether the edits will survive a power cut in the tables; only then may the file begin anew.
  func didFold(_ folded: Unfolded, isOnDisk: Bool) {
    state.withLock { $0.didFold(upTo: folded.last) }
    guard isOnDisk else { return }
    // If this fails, the log takes no more edits.
    do throws(StorageFault) { try erase(.forNextEdits) } catch {}
  }

  /// Call when the tables cannot be written to: later edits then fail where the error is reported.
  func didNotFold() { state.withLock { $0.didNotFold() } }

  /// Call when the tables were replaced, and may have lost the number of the last edit.
  ///
  /// - Parameter neighbours: the other files, next to the new tables.
  func didReplaceTables(beside neighbours: Neighbours) {
    state.withLock { $0.didReplaceTables(beside: neighbours) }
  }

  /// Switches to other files of the profile.
  func follow(_ neighbours: Neighbours) { state.withLock { $0.follow(neighbours) } }

  /// How much of the log is erased when it begins anew.
  enum Erasure {
    /// Overwrites the first bytes, which then say that the log began anew.
    case forNextEdits
    /// Erases all text, on the disk too.
    case ofWords
    /// Erases everything, on the disk too.
    case ofAll
  }

  /// Overwrites all edits that the tables have. Newer edits must be folded first.
  func erase(_ erasure: Erasure) throws(StorageFault) {
    if erasure != .forNextEdits { try openIfWordsAreLeft() }
    guard let work = state.withLock({ $0.beginErasing(erasure) }) else { return }
    let head = work.opening.map(EditFrame.opening) ?? []
    let result = Result { () throws(StorageFault) in
      if erasure == .forNextEdits {
        try work.file.write(head, at: 0)
      } else {
        try work.file.eraseFromDisk(work.count, beginningWith: head)
      }
    }
    let hasFailed = if case .failure = result { true } else { false }
    state.withLock { $0.didErase(erasure, opening: work.opening, hasFailed: hasFailed) }
    try result.get()
  }

  /// Syncs the file a moment after each edit, and requests a fold after a second without an edit, or after ten seconds at most.
  ///
  /// - Parameter fold: asks the store to write the unfolded edits or, if a file is gone, to recreate it.
  func foldSoon(_ fold: @escaping @Sendable (FoldReason) -> Void) {
    guard let delay else { return }
    let (seconds, attoseconds) = delay.components
    // One thread that sleeps between rounds: a timer for each round would cost as much as the edits themselves.
    queue.async { [weak self] in
      self?.state.withLock { $0.file }?.readAhead()
      var pause = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      repeat { nanosleep(&pause, nil) } while self?.lookAfterFile(fold) == true
    }
  }

  /// Syncs the file once, and requests a fold if one is due.
  ///
  /// - Returns: whether another round is needed.
  func lookAfterFile(_ fold: (FoldReason) -> Void) -> Bool {
    guard let round = state.withLock({ $0.beginRound() }) else { return false }
    // A concurrent sync may have received the report of a fault, which the system gives only once.
    var reason: FoldReason? = hasGap ? .unsynced : round.isDue ? .due : nil
    let isGone = !round.file.isInPlace || round.neighbours.journal?.isInPlace == false
    do throws(StorageFault) { try sync() } catch { reason = .unsynced }
    if isGone { reason = .gone }
    guard let reason else { return true }
    let isOver = state.withLock { $0.endRounds(after: round.last) }
    fold(reason)
    return !isOver
  }
}

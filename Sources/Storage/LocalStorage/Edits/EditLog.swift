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
    /// The number with which the log began that may have edits; nil if it has none.
    let begun: UInt64?
  }

  /// The other files of a profile that say something of the log.
  struct Neighbours {
    /// Knows whether the files are in their places.
    var journal: JournalFile?
    /// Its file says how far the log was written.
    var lock: ProfileLock?
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
  ///
  /// - Parameters:
  ///   - folded: the number of the last edit that the tables have.
  ///   - written: the number of the last edit that was written; nil if it is not known.
  ///   - isBegun: whether there may be edits although the file begins with none.
  func replay(
    above folded: UInt64 = 0, until written: UInt64? = nil, isBegun: Bool = false
  ) throws(StorageFault) -> EditReplay {
    guard let path else { return EditReplay() }
    guard try SystemFile.isRegular(path) else {
      return SystemFile.isReplaced(path) ? .replaced : EditReplay()
    }
    // Mostly it is empty, and its first bytes say so.
    let head = try SystemFile.read(path, atMost: EditFrame.openingLength)
    guard isBegun || head.contains(where: { $0 != 0 }) else { return EditReplay() }
    return EditReplay(try SystemFile.read(path, atMost: EditFile.size), above: folded, until: written)
  }

  /// What is in the file, and whether it lacks some of what was written there.
  ///
  /// - Parameters:
  ///   - marks: those of the tables.
  ///   - written: the number of the last edit that was written; nil if it is not known.
  ///   - isCurrent: whether the tables say how far the log was written; older or new ones do not.
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

  /// The name under which the file is set aside that has the place of the log; nil if it is empty, or there is none.
  func unusedName(as cause: ReplacedFile.Cause, at time: Timestamp) throws(StorageFault) -> String? {
    guard let path, SystemFile.isAnything(path) else { return nil }
    if try SystemFile.isRegular(path) {
      let bytes = try SystemFile.read(path, atMost: EditFile.size)
      guard bytes.contains(where: { $0 != 0 }) else { return nil }
    }
    return ReplacedFile.unusedName(beside: path, as: cause, at: time)
  }

  /// The tables have this generation on the disk.
  func note(generation: UInt64) { state.withLock { $0.file }?.note(generation: generation) }

  /// Begins anew: the tables have everything that can be read. Where its file cannot be opened, all edits go to the tables.
  ///
  /// - Parameters:
  ///   - last: the number of the last edit that is known of.
  ///   - time: makes the numbers higher than those of edits that are not known of.
  ///   - aside: the name under which the file is kept that has the place now; nil if it is written over.
  func begin(
    after last: UInt64, at time: Timestamp, settingAside aside: String?, beside neighbours: Neighbours
  ) {
    guard let path else { return }
    // Higher than the number of any edit that may stand somewhere in the file. At random, because the clock may be behind: then
    // two sessions would begin with the same number, and a page that the disk kept of one could follow those of the other.
    let number =
      max(last, UInt64(clamping: time.microseconds)) + EditFrame.sessionGap + .random(in: 0..<1 << 32)
    let file = openedFileIfPossible(path, settingAside: aside, opening: number)
    state.withLock { $0.begin(with: file, settingAside: aside, beside: neighbours, after: number) }
  }

  /// Goes on in a new file at the same place, because the open one lost its name. What is not folded has to be at once.
  func renew(at time: Timestamp, beside neighbours: Neighbours) {
    guard let path else { return }
    // Whatever stands there was not written by this session.
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

  /// Opens a file that could not be opened before, if an earlier session left words in it.
  private func openIfWordsAreLeft() throws(StorageFault) {
    guard let path, let unopened = state.withLock({ $0.unopened }), try SystemFile.isRegular(path)
    else { return }
    guard try SystemFile.read(path, atMost: EditFile.size).contains(where: { $0 != 0 }) else { return }
    let number = state.withLock { $0.nextNumber() }
    let file = try openedFile(path, settingAside: unopened.aside, opening: number)
    state.withLock { $0.open(file, after: number) }
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

  /// Whether the file lacks an edit, or the disk may.
  var hasGap: Bool { state.withLock { $0.hasGap } }

  /// Returns once everything written to the file is on the disk.
  func sync() throws(StorageFault) {
    do throws(StorageFault) { try state.withLock { $0.file }?.sync() } catch {
      // The system reports it once, and takes the pages for written.
      state.withLock { $0.didNotSync() }
      throw error
    }
  }

  /// Whether the file should begin anew: so much of it is used, or it lacks an edit.
  var shouldBeginAnew: Bool { state.withLock { $0.shouldBeginAnew } }

  /// The tables have these.
  ///
  /// - Parameter isOnDisk: whether they will have them after a power cut, too: then the file may begin anew.
  func didFold(_ folded: Unfolded, isOnDisk: Bool) {
    state.withLock { $0.didFold(upTo: folded.last) }
    guard isOnDisk else { return }
    // If it fails no edit is taken any more.
    do throws(StorageFault) { try erase(.forNextEdits) } catch {}
  }

  /// The tables cannot be written to: what is typed from now on has to fail where somebody hears of it.
  func didNotFold() { state.withLock { $0.didNotFold() } }

  /// The tables were made anew, and may have forgotten which edits they have.
  ///
  /// - Parameter neighbours: theirs.
  func didReplaceTables(beside neighbours: Neighbours) {
    state.withLock { $0.didReplaceTables(beside: neighbours) }
  }

  /// The other files of the profile are others now.
  func follow(_ neighbours: Neighbours) { state.withLock { $0.follow(neighbours) } }

  /// What is left of the log when it begins anew.
  enum Erasure {
    /// The first bytes are written over, and say that it began anew.
    case forNextEdits
    /// No words, on the disk either.
    case ofWords
    /// Nothing, on the disk either.
    case ofAll
  }

  /// Overwrites all edits that the tables have. Edits that were made since have to be folded first.
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
    // Whoever synced last may have heard of a fault, and the system reports it once.
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

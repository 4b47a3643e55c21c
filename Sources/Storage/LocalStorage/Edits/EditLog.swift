import ChatDomain
import Synchronization

/// The log of the edits of drafts. An edit that the log takes is written to its file before the screen shows the edit. A moment
/// later, the tables get the combined result of the edits in one synced transaction, and the log begins anew.
///
/// While edits go on, the log is synced instead, until half of it is used. The editing thread appends to the log, and the store's
/// thread does everything else.
final class EditLog: Sendable {
  /// The edits that the tables do not have yet: the last one of each draft, and the last event token.
  struct Unfolded {
    let changes: [StoreChange]
    /// The number of the last of these edits; nil if the tables have all edits and their number.
    let last: UInt64?
    /// The number with which the log began, if it may have edits; nil if it has none.
    let begun: UInt64?
  }

  /// How much of the log is erased when it begins anew.
  enum Erasure {
    /// Overwrites the first bytes, which then say that the log began anew.
    case forNextEdits
    /// Erases all text, on the disk too.
    case ofWords
    /// Erases everything, on the disk too.
    case ofAll
  }

  /// Nil for a store without a profile, which has no log.
  let path: String?
  private let state = Mutex(EditLogState())

  init(path: String?) { self.path = path }

  // MARK: Its file

  /// Begins the log anew, once the tables have everything readable. If the file cannot be opened, all edits go to the tables.
  ///
  /// - Parameters:
  ///   - last: the highest known number of an edit.
  ///   - time: raises the new numbers above those of unknown edits.
  ///   - aside: the name under which the existing file is kept; nil to overwrite it.
  ///   - lock: the lock file, which notes how far the log was written.
  func begin(after last: UInt64, at time: Timestamp, settingAside aside: String?, lock: ProfileLock?) {
    guard let path else { return }
    // Higher than the number of any edit that may be in the file. A random part is added because the clock may be behind: two
    // sessions could then begin with the same number, and a page of one that the disk kept could appear to follow those of the
    // other.
    let number =
      max(last, UInt64(clamping: time.microseconds)) + EditFrame.sessionGap + .random(in: 0..<1 << 32)
    let file = openedFileIfPossible(path, settingAside: aside, opening: number)
    state.withLock { $0.begin(with: file, settingAside: aside, lock: lock, after: number) }
  }

  /// Continues in a new file at the same path, because the open one lost its name. Edits that are not folded yet must then be
  /// folded at once.
  func renew(at time: Timestamp, lock: ProfileLock?) {
    guard let path else { return }
    // This session did not write the file that is there now.
    let aside =
      SystemFile.isAnything(path) ? ReplacedFile.unusedName(beside: path, as: .replaced, at: time) : nil
    let number = state.withLock { $0.nextNumber() }
    let file = openedFileIfPossible(path, settingAside: aside, opening: number)
    state.withLock { $0.goOn(in: file, settingAside: aside, lock: lock, after: number) }
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
    let (unopened, lock) = state.withLock { ($0.unopened, $0.lock) }
    guard let path, let unopened, try SystemFile.isRegular(path) else { return }
    guard try SystemFile.read(path, atMost: EditFile.size).contains(where: { $0 != 0 }) else { return }
    let number = state.withLock { $0.nextNumber() }
    let file = try openedFile(path, settingAside: unopened.aside, opening: number)
    state.withLock { $0.goOn(in: file, settingAside: nil, lock: lock, after: number) }
  }

  /// Whether the open file still has its name; true if none is open.
  var isInPlace: Bool { state.withLock { $0.file }?.isInPlace ?? true }

  /// Switches to another lock file.
  func follow(_ lock: ProfileLock?) { state.withLock { $0.lock = lock } }

  /// Notes that this generation of the tables is on the disk.
  func note(generation: UInt64) { state.withLock { $0.file }?.note(generation: generation) }

  /// Syncs the file.
  ///
  /// - Returns: whether everything written to it is on the disk.
  func sync() -> Bool {
    do throws(StorageFault) { try state.withLock { $0.file }?.sync() } catch {
      // The system reports the fault once, and then treats the pages as written.
      state.withLock { $0.hasGap = true }
    }
    return state.withLock { !$0.hasGap }
  }

  /// Syncs the file if it has edits that came after the last call, and has room for more.
  ///
  /// - Returns: whether it was synced. Otherwise the edits have to be folded.
  func syncIfEditsGoOn() -> Bool { state.withLock { $0.takesNewEdits() } && sync() }

  // MARK: Edits

  /// Takes changes if they are edits of drafts and there is room. Taken changes survive any end of the process.
  ///
  /// - Returns: false if the store has to write the changes itself.
  func take(_ changes: [StoreChange]) -> Bool { state.withLock { $0.take(changes) } }

  /// Call before a batch goes to the store's thread: a later edit must not be ordered before the batch.
  func beginBatch() { state.withLock { $0.holds += 1 } }

  func endBatch() { state.withLock { $0.holds -= 1 } }

  /// The last edits that the tables do not have yet.
  var waiting: [EditSubject: WaitingEdit] { state.withLock { $0.waiting } }

  // MARK: Folding

  var unfolded: Unfolded { state.withLock { $0.unfolded } }

  /// Whether the file should begin anew, because much of it is used or it lacks an edit.
  var shouldBeginAnew: Bool { state.withLock { $0.shouldBeginAnew } }

  /// Notes that the tables have these edits.
  ///
  /// - Parameter isOnDisk: whether the edits will survive a power cut in the tables; only then may the file begin anew.
  func didFold(_ folded: Unfolded, isOnDisk: Bool) {
    state.withLock { $0.didFold(upTo: folded.last) }
    guard isOnDisk else { return }
    // If this fails, the log takes no more edits.
    do throws(StorageFault) { try erase(.forNextEdits) } catch {}
  }

  /// Call when the tables cannot be written to. Later edits then go to the tables, too, so that their callers get the error.
  func didNotFold() { state.withLock { $0.hasFailed = true } }

  /// Call when the tables were replaced, and may have lost the number of the last edit.
  func didReplaceTables() { state.withLock { $0.folded = 0 } }

  /// Discards the edits in the log, and erases as much of its file as requested. Does nothing while the tables lack an edit.
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
}

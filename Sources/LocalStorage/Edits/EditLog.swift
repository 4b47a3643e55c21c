import ChatDomain
import Dispatch
import Glibc
import Synchronization

/// The log of the edits of drafts. An edit that it takes is with the system before the key's frame is drawn; the tables get
/// what the edits come to a moment later, many of them in one transaction.
///
/// It is written by the thread that edits, and emptied by that of the store.
final class EditLog: Sendable {
  enum Answer {
    /// The store has to write the changes itself.
    case refused
    case taken
    /// Taken, and nobody has been asked to fold it yet.
    case takenFirst
  }

  /// The edits that the tables do not have yet: for each draft its last.
  struct Unfolded {
    let changes: [StoreChange]
    /// The number of the last edit that the tables have with them; nil if they have all.
    let last: UInt64?
  }

  /// Where its file is; nil for a store that belongs to no profile and takes no edits.
  let path: String?
  private let state = Mutex(EditLogState())

  init(path: String?) { self.path = path }

  // MARK: Its file

  /// Opens the file in a profile that is this session's, and reads what the store may lack after a crash.
  ///
  /// If that is not possible the store goes on without it, and every edit is written to the tables.
  ///
  /// - Parameters:
  ///   - marks: know the last edit that the tables have.
  ///   - time: no edit before had a number as high.
  func open(after marks: MarkTable, at time: Timestamp) {
    guard let path else { return }
    do throws(StorageFault) {
      let folded = try marks.edits()
      let replay = try Self.replay(path)
      // What another version of the program wrote stays for that one.
      if replay.isFromElsewhere { try SystemFile.move(path, to: path + "-unread") }
      let file = try EditFile(path)
      state.withLock { $0.begin(with: file, replay, after: folded, at: time) }
    } catch {
      state.withLock { $0.file = nil }
    }
  }

  /// Goes on in a new file at the same place, because the open one lost its name. What is not folded has to be at once.
  func renew() {
    guard let path else { return }
    do throws(StorageFault) {
      // Whatever stands there now was not written by this session.
      if SystemFile.exists(path) { try SystemFile.move(path, to: path + "-unread") }
      let file = try EditFile(path)
      state.withLock { $0.begin(anewIn: file) }
    } catch {
      state.withLock { $0.file = nil }
    }
  }

  /// Takes no edits any more, until it is opened again.
  func close() { state.withLock { $0.file = nil } }

  var isInPlace: Bool { state.withLock { $0.file }?.isInPlace ?? true }

  var isOpen: Bool { state.withLock { $0.file != nil } }

  /// What is in the file of another session, or of one that has ended. Read it before the tables: then no edit is missed
  /// that is folded in between.
  func replay() -> EditReplay {
    guard let path else { return EditReplay([]) }
    // What cannot be read is left for the session that owns it.
    do throws(StorageFault) { return try Self.replay(path) } catch { return EditReplay([]) }
  }

  private static func replay(_ path: String) throws(StorageFault) -> EditReplay {
    guard SystemFile.isRegular(path) else { return EditReplay([]) }
    // Mostly it is empty, and its first bytes say so.
    let head = try SystemFile.read(path, atMost: EditFrame.headLength)
    guard head.contains(where: { $0 != 0 }) else { return EditReplay([]) }
    return EditReplay(try SystemFile.read(path, atMost: EditFile.size))
  }

  // MARK: Edits

  /// Takes changes, if they are edits of drafts and there is room: then they survive any end of the process.
  func take(_ changes: [StoreChange]) -> Answer { state.withLock { $0.take(changes) } }

  /// Call before a batch goes to the store's thread: an edit after it must not be taken for one before it.
  func beginBatch() { state.withLock { $0.batches += 1 } }

  func endBatch() { state.withLock { $0.batches -= 1 } }

  var unfolded: Unfolded { state.withLock { $0.unfolded } }

  /// The last edits of the drafts that the tables do not have as they are.
  var waiting: [DraftPlace: WaitingEdit] { state.withLock { $0.waiting } }

  /// Whether so much of the file is used that it should begin anew.
  var isLong: Bool { state.withLock { $0.end > EditFile.size / 2 } }

  /// The tables have these.
  ///
  /// - Parameter isOnDisk: whether they will have them after a power cut, too: then the file may begin anew.
  func didFold(_ folded: Unfolded, isOnDisk: Bool) {
    state.withLock { $0.didFold(upTo: folded.last, isOnDisk: isOnDisk) }?.sync()
  }

  /// The tables cannot be written to: what is typed from now on has to fail where somebody hears of it.
  func didNotFold() { state.withLock { $0.isHeldUp = true } }

  /// Overwrites what was forgotten, now or, if somebody is typing, once the tables have that.
  func erase() { state.withLock { $0.erase() }?.sync() }

  // MARK: Folding

  private static let queue = DispatchQueue(label: "inkwell.edits")
  /// The delay before the disk is asked to keep what was typed, with all keys of that time.
  private static let delay = DispatchTimeInterval.milliseconds(250)

  /// Syncs the file to the disk a moment after each edit, and has the edits folded when nobody has typed for a second, or
  /// after ten.
  ///
  /// - Parameter fold: has the store write what is unfolded, or, if another file has the name of this one, come back.
  func foldSoon(_ fold: @escaping @Sendable (_ isGone: Bool) -> Void) {
    Self.queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      guard let self, let (file, isDue) = state.withLock({ $0.nextRound() }) else { return }
      file.sync()
      let isGone = !file.isInPlace
      guard isDue || isGone else { return foldSoon(fold) }
      state.withLock { $0.endRounds() }
      fold(isGone)
    }
  }
}

import ChatDomain

/// The state of a log: its file and the edits in it.
struct EditLogState {
  /// A file that could not be opened.
  struct Unopened {
    /// The name under which it is set aside once it can be opened; nil if it is written over.
    let aside: String?
  }

  /// Nil before the log begins, and if the file could not be opened.
  private(set) var file: EditFile?
  /// Nil while a file is open, and before the log begins.
  private(set) var unopened: Unopened?
  /// The lock file, which notes how far the log was written.
  var lock: ProfileLock?
  /// The number with which the file began; nil while the file is empty.
  private var begun: UInt64?
  /// Where the next edit goes.
  private var end = 0
  /// How much of the file may contain text.
  private var used = EditFile.size
  /// The number of the last edit.
  private var number: UInt64 = 0
  /// The number of the last edit at the last call of `takesNewEdits`.
  private var seen: UInt64 = 0
  /// The number of the last edit that the tables have.
  var folded: UInt64 = 0
  /// The last edits that the tables do not have yet.
  private(set) var waiting: [EditSubject: WaitingEdit] = [:]
  /// The batches on their way to the store, and the erasures under way: meanwhile the log takes no edits.
  var holds = 0
  /// Whether a write to the file or to the tables failed.
  var hasFailed = false
  /// Whether the file lacks an edit, or the disk may lack part of the file. Readers stop at the gap, so no edits are added after
  /// it until the log begins anew.
  var hasGap = false
  /// The frame of the last edit; its memory is reused.
  private var frame = RecordWriter()
  /// The last edited draft, whose rarely changing parts are usually those of the next edit too.
  private var last: DraftBytes?

  /// Longer drafts go to the tables, which store only what changed in them. A quarter of a second of typing in a draft of this
  /// length fits into the file.
  static let longestDraft = EditFile.size / 16

  /// - Parameters:
  ///   - file: a file without edits that begins with the number; nil if it could not be opened.
  ///   - aside: the name under which the previous file was, or would have been, set aside.
  ///   - number: higher than that of any edit before.
  mutating func begin(
    with file: EditFile?, settingAside aside: String? = nil, lock: ProfileLock?, after number: UInt64
  ) {
    (self.number, folded, waiting) = (number, number, [:])
    goOn(in: file, settingAside: aside, lock: lock, after: number)
  }

  /// Continues in another file; waiting edits keep waiting.
  mutating func goOn(
    in file: EditFile?, settingAside aside: String?, lock: ProfileLock?, after number: UInt64
  ) {
    unopened = file == nil ? Unopened(aside: aside) : nil
    begun = file == nil ? nil : number
    (self.file, self.lock, end, used) = (file, lock, EditFrame.openingLength, EditFile.size)
    (hasFailed, hasGap) = (false, false)
  }

  /// Takes the next number, with which a new file begins.
  mutating func nextNumber() -> UInt64 {
    number += 1
    return number
  }

  // MARK: Edits

  mutating func take(_ changes: [StoreChange]) -> Bool {
    guard let file, holds == 0, !hasFailed, !hasGap, !changes.isEmpty else { return false }
    EditFrame.begin(in: &frame)
    for change in changes where !write(change) { return false }
    guard writeFrame(to: file) else { return false }
    for change in changes {
      if let subject = change.editSubject {
        waiting[subject] = WaitingEdit(change: change, number: number)
      }
    }
    return true
  }

  /// - Returns: false if the log cannot take this change.
  private mutating func write(_ change: StoreChange) -> Bool {
    switch change {
    case .saveDraft(let draft):
      let bytes = DraftBytes(draft, after: last)
      last = bytes
      guard bytes.count + bytes.backgroundRecord.count <= Self.longestDraft else { return false }
      LoggedChange.write(bytes, of: draft.key, to: &frame)
    case .deleteDraft(let key): LoggedChange.write(deletionOf: key, to: &frame)
    case .saveEventToken(let token): LoggedChange.write(token, to: &frame)
    default: return false
    }
    return true
  }

  /// - Returns: whether the file now has the frame as the next edit.
  private mutating func writeFrame(to file: EditFile) -> Bool {
    EditFrame.end(number + 1, in: &frame)
    let length = frame.fields.count
    guard end + length <= EditFile.size else { return false }
    number += 1
    // Set before the write, which may be partial.
    used = max(used, end + length)
    do throws(StorageFault) { try file.write(frame.fields, at: end) } catch {
      // The tables get these changes together with the number of the last edit, whatever the file contains.
      (hasFailed, hasGap) = (true, true)
      return false
    }
    end += length
    if begun == nil { begun = number }
    lock?.note(edit: number)
    return true
  }

  var unfolded: EditLog.Unfolded {
    guard number > folded || isUsed else { return EditLog.Unfolded(changes: [], last: nil, begun: begun) }
    let inOrder = waiting.values.sorted { $0.number < $1.number }
    return EditLog.Unfolded(changes: inOrder.map(\.change), last: number, begun: begun)
  }

  /// Whether the file contains, or may contain, an edit.
  private var isUsed: Bool { end > EditFrame.openingLength }

  /// Whether edits came since the last call, and there is room for more.
  mutating func takesNewEdits() -> Bool {
    defer { seen = number }
    return number > max(seen, folded) && !shouldBeginAnew && !hasFailed
  }

  var shouldBeginAnew: Bool { hasGap || end > EditFile.size / 2 }

  mutating func didFold(upTo last: UInt64?) {
    hasFailed = false
    guard let last else { return }
    folded = last
    waiting = waiting.filter { $0.value.number > last }
  }

  // MARK: Erasing

  /// - Returns: the file to begin anew, how much of it to overwrite, and the number with which it begins, if it does; nil if there
  ///   is nothing to erase, or if the tables lack an edit.
  mutating func beginErasing(_ erasure: EditLog.Erasure) -> (file: EditFile, count: Int, opening: UInt64?)? {
    let hasWork =
      switch erasure {
      case .forNextEdits: isUsed || hasGap
      case .ofWords: used > EditFrame.openingLength
      case .ofAll: used > 0
      }
    guard let file, waiting.isEmpty, hasWork else { return nil }
    holds += 1
    let isFolded = number == folded
    let opening = erasure == .ofAll ? nil : nextNumber()
    if isFolded { folded = number }
    return (file, used, opening)
  }

  mutating func didErase(_ erasure: EditLog.Erasure, opening: UInt64?, hasFailed: Bool) {
    holds -= 1
    if opening == nil { begun = nil }
    (end, hasGap) = (opening == nil ? 0 : EditFrame.openingLength, hasFailed)
    if erasure != .forNextEdits, !hasFailed { used = end }
  }
}

extension StoreChange {
  /// The subject that the change edits; nil if the change does not belong in a log.
  fileprivate var editSubject: EditSubject? {
    switch self {
    case .saveDraft(let draft): .draft(DraftPlace(draft.key))
    case .deleteDraft(let key): .draft(DraftPlace(key))
    case .saveEventToken: .eventToken
    default: nil
    }
  }
}

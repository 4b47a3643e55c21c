import ChatDomain

/// The state of a log: its file and the edits in it.
struct EditLogState {
  /// A draft as stored in the log.
  private final class LoggedDraft {
    /// The draft's bytes in the file, from which the next difference is computed; nil if the file does not have them.
    var bytes: DraftBytes?
    /// The total bytes of differences since the draft was written whole.
    private var differences = 0
    /// The last edit, until the tables have it.
    var edit: WaitingEdit?

    /// Drafts up to this length are written whole with each edit, so that damage to one edit does not affect the next.
    private static let alwaysWhole = 2_048

    /// Writes the whole draft or, for a long one, the difference from its last edit in the file, until the differences are as
    /// long as the draft.
    func write(_ draft: StoredDraft, to writer: inout RecordWriter, reusing spare: inout RecordWriter) {
      let delta = bytes?.update(to: draft, reusing: &spare)
      // `update` has replaced the bytes, if there were any.
      let whole = bytes ?? DraftBytes(draft, after: nil)
      bytes = whole
      let length = whole.count + whole.backgroundRecord.count
      if let delta, length > Self.alwaysWhole, differences + delta.length < length {
        differences += delta.length
        return LoggedChange.write(delta, of: draft.key, to: &writer)
      }
      differences = 0
      LoggedChange.write(whole, of: draft.key, to: &writer)
    }
  }

  /// Nil if it could not be opened, or is closed.
  private(set) var file: EditFile?
  /// A file that could not be opened.
  struct Unopened {
    /// The name under which it is set aside once it can be opened; nil if it is written over.
    let aside: String?
  }

  /// Nil while a file is open, and before the log begins.
  private(set) var unopened: Unopened?
  private var neighbours = EditLog.Neighbours()
  /// The number with which the file began; nil while the file is empty.
  private var begun: UInt64?
  /// Where the next edit goes.
  private var end = 0
  /// How much of the file may contain text.
  private var used = EditFile.size
  /// The numbers of the last edit and of the last edit that the tables have.
  private var number: UInt64 = 0
  private var folded: UInt64 = 0
  private var drafts: [DraftPlace: LoggedDraft] = [:] { didSet { recent = nil } }
  /// The most recently edited draft, which is usually edited by the next key too.
  private var recent: (place: DraftPlace, draft: LoggedDraft)?
  private var token: WaitingEdit?
  /// The batches on their way to the store.
  var batches = 0
  /// The number of erasures under way: an edit written during one would be lost.
  private var erasures = 0
  /// Whether a write to the file or to the tables failed.
  private var hasFailed = false
  /// Whether the file lacks an edit, or the disk may lack one. Readers stop at the gap, so no edits are added after it.
  private(set) var hasGap = false
  private var rounds = EditRounds()
  /// The frame of an edit, and memory for the next version of a draft. Both are reused, so that a key allocates nothing.
  private var frame = RecordWriter()
  private var spare = RecordWriter()

  /// Edits longer than this go to the tables, which keep a long draft as its changes.
  private static let longestEdit = EditFile.size / 4
  private static let mostKeptBytes = 16_384

  /// - Parameters:
  ///   - file: a file without edits that begins with the number; nil if it could not be opened.
  ///   - aside: the name under which the previous file was, or would have been, set aside.
  ///   - number: higher than that of any edit before.
  mutating func begin(
    with file: EditFile?, settingAside aside: String? = nil, beside neighbours: EditLog.Neighbours,
    after number: UInt64
  ) {
    (self.number, folded, drafts, token) = (number, number, [:], nil)
    goOn(in: file, settingAside: aside, beside: neighbours, after: number)
  }

  /// Continues in another file; waiting edits keep waiting.
  mutating func goOn(
    in file: EditFile?, settingAside aside: String?, beside neighbours: EditLog.Neighbours,
    after number: UInt64
  ) {
    unopened = file == nil ? Unopened(aside: aside) : nil
    begun = file == nil ? nil : number
    (self.file, self.neighbours, end, used) = (file, neighbours, EditFrame.openingLength, EditFile.size)
    forgetBytes()
    (hasFailed, hasGap) = (false, false)
  }

  /// Opens the file that could not be opened when the log began.
  mutating func open(_ file: EditFile, after number: UInt64) {
    goOn(in: file, settingAside: nil, beside: neighbours, after: number)
  }

  /// Returns the number with which a new file begins.
  mutating func nextNumber() -> UInt64 {
    number += 1
    return number
  }

  private mutating func forgetBytes() {
    for draft in drafts.values { draft.bytes = nil }
    drafts = drafts.filter { $0.value.edit != nil }
  }

  // MARK: Edits

  /// The last edits of what the tables do not have yet.
  var waiting: [EditSubject: WaitingEdit] {
    var waiting: [EditSubject: WaitingEdit] = [:]
    for (place, draft) in drafts { if let edit = draft.edit { waiting[.draft(place)] = edit } }
    if let token { waiting[.eventToken] = token }
    return waiting
  }

  mutating func take(_ changes: [StoreChange]) -> EditLog.Answer {
    guard let file, erasures == 0, batches == 0, !hasFailed, !hasGap, !changes.isEmpty,
      changes.allSatisfy(\.isEdit)
    else { return .refused }
    EditFrame.begin(in: &frame)
    for change in changes {
      switch change {
      case .saveDraft(let draft): loggedDraft(draft.key).write(draft, to: &frame, reusing: &spare)
      case .deleteDraft(let key):
        loggedDraft(key).bytes = nil
        LoggedChange.write(deletionOf: key, to: &frame)
      case .saveEventToken(let token): LoggedChange.write(token, to: &frame)
      default: break
      }
    }
    defer { releaseMemory() }
    guard writeFrame(to: file) else {
      // The file does not have the refused edit, so the next edit writes these drafts whole.
      for key in changes.compactMap(\.editedDraft) { knownDraft(key)?.bytes = nil }
      return .refused
    }
    for change in changes {
      let edit = WaitingEdit(change: change, number: number)
      if let key = change.editedDraft { knownDraft(key)?.edit = edit } else { token = edit }
    }
    return rounds.begin() ? .takenFirst : .taken
  }

  /// Only long drafts need much memory, and they are rare.
  private mutating func releaseMemory() {
    if frame.fields.count > Self.mostKeptBytes { frame = RecordWriter() }
    if spare.fields.count + spare.words.count > Self.mostKeptBytes { spare = RecordWriter() }
  }

  private mutating func loggedDraft(_ key: DraftKey) -> LoggedDraft {
    if let draft = knownDraft(key) { return draft }
    let draft = LoggedDraft()
    drafts[DraftPlace(key)] = draft
    return draft
  }

  /// The draft as stored in the log; nil if the log does not have it.
  private mutating func knownDraft(_ key: DraftKey) -> LoggedDraft? {
    let place = DraftPlace(key)
    if let recent, recent.place == place { return recent.draft }
    guard let draft = drafts[place] else { return nil }
    recent = (place, draft)
    return draft
  }

  /// - Returns: whether the file now has the frame as the next edit.
  private mutating func writeFrame(to file: EditFile) -> Bool {
    EditFrame.end(number + 1, in: &frame)
    let length = frame.fields.count
    guard length <= Self.longestEdit, end + length <= EditFile.size else { return false }
    number += 1
    // The write may have been partial.
    used = max(used, end + length)
    do throws(StorageFault) { try file.write(frame.fields, at: end) } catch {
      // The tables get these changes together with the number of the last edit, whatever the file contains.
      (hasFailed, hasGap) = (true, true)
      return false
    }
    end += length
    if begun == nil { begun = number }
    neighbours.lock?.note(edit: number)
    return true
  }

  var unfolded: EditLog.Unfolded {
    guard number > folded || isUsed else { return EditLog.Unfolded(changes: [], last: nil, begun: begun) }
    let waiting = drafts.values.compactMap(\.edit) + (token.map { [$0] } ?? [])
    let inOrder = waiting.sorted { $0.number < $1.number }
    return EditLog.Unfolded(changes: inOrder.map(\.change), last: number, begun: begun)
  }

  /// Whether the file contains, or may contain, an edit.
  private var isUsed: Bool { end > EditFrame.openingLength }

  var shouldBeginAnew: Bool { hasGap || end > EditFile.size / 2 }

  mutating func didFold(upTo last: UInt64?) {
    hasFailed = false
    guard let last else { return }
    folded = last
    for draft in drafts.values where draft.edit.map({ $0.number <= last }) ?? false { draft.edit = nil }
    if let token, token.number <= last { self.token = nil }
  }

  mutating func didNotFold() { hasFailed = true }

  /// Call when the tables may have lost the number of the last edit.
  mutating func didReplaceTables(beside neighbours: EditLog.Neighbours) {
    folded = 0
    follow(neighbours)
  }

  mutating func follow(_ neighbours: EditLog.Neighbours) { self.neighbours = neighbours }

  /// Call when the disk may lack some of the file: later edits would be unreadable after the gap.
  mutating func didNotSync() { hasGap = true }

  private var isWaiting: Bool { token != nil || drafts.values.contains { $0.edit != nil } }

  // MARK: Work on the file

  /// - Returns: the file to begin anew, how much of it to overwrite, and the number with which it begins, if it does; nil if
  ///   there are edits in it that the tables lack.
  mutating func beginErasing(_ erasure: EditLog.Erasure) -> (file: EditFile, count: Int, opening: UInt64?)? {
    let hasWork =
      switch erasure {
      case .forNextEdits: isUsed || hasGap
      case .ofWords: used > EditFrame.openingLength
      case .ofAll: used > 0
      }
    guard let file, !isWaiting, hasWork else { return nil }
    erasures += 1
    let isFolded = number == folded
    let opening = erasure == .ofAll ? nil : nextNumber()
    if isFolded { folded = number }
    return (file, used, opening)
  }

  mutating func didErase(_ erasure: EditLog.Erasure, opening: UInt64?, hasFailed: Bool) {
    erasures -= 1
    if opening == nil { begun = nil }
    (end, hasGap) = (opening == nil ? 0 : EditFrame.openingLength, false)
    forgetBytes()
    if erasure != .forNextEdits, !hasFailed { used = end }
    if hasFailed { self.hasFailed = true }
  }

  /// - Returns: the file to sync, and the number of the last edit in it; nil if there is nothing to sync.
  mutating func beginRound()
    -> (file: EditFile, neighbours: EditLog.Neighbours, last: UInt64, isDue: Bool)?
  {
    guard let file else {
      rounds.end()
      return nil
    }
    // A write to a page under writeback blocks, so the next edit begins another page.
    if isUsed { end = EditFrame.startOfPage(from: end) }
    return (file, neighbours, number, rounds.next(after: number) || shouldBeginAnew)
  }

  /// - Parameter last: the number of the last edit that was synced.
  /// - Returns: false if there are later edits, for which the rounds continue.
  mutating func endRounds(after last: UInt64) -> Bool {
    guard number == last else {
      rounds.restart()
      return false
    }
    rounds.end()
    return true
  }
}

/// Counts the rounds of syncing a log, from an edit until no edit has been made for a while.
private struct EditRounds {
  private static let most = 40
  private static let mostQuiet = 4

  private var isGoingOn = false
  private var count = 0
  /// The rounds without an edit.
  private var quietCount = 0
  private var lastNumber: UInt64 = 0

  /// - Returns: whether the rounds were not running yet.
  mutating func begin() -> Bool {
    defer { isGoingOn = true }
    return !isGoingOn
  }

  /// - Parameter number: the number of the last edit.
  /// - Returns: whether it is time to fold the edits.
  mutating func next(after number: UInt64) -> Bool {
    count += 1
    quietCount = number == lastNumber ? quietCount + 1 : 0
    lastNumber = number
    return count >= Self.most || quietCount >= Self.mostQuiet
  }

  mutating func end() {
    restart()
    isGoingOn = false
  }

  /// Starts counting from the first round again.
  mutating func restart() { (count, quietCount) = (0, 0) }
}

extension StoreChange {
  /// Whether a log can take this change.
  fileprivate var isEdit: Bool {
    switch self {
    case .saveDraft, .deleteDraft, .saveEventToken: true
    default: false
    }
  }

  /// The draft that is edited; nil for the token, which belongs to no draft.
  fileprivate var editedDraft: DraftKey? {
    switch self {
    case .saveDraft(let draft): draft.key
    case .deleteDraft(let key): key
    default: nil
    }
  }
}

import ChatDomain

/// What a log knows of its file and of the edits in it.
struct EditLogState {
  /// Nil if it could not be opened, or is closed.
  private(set) var file: EditFile?
  private var journal: JournalFile?
  /// Where the next edit goes.
  private var end = 0
  /// How much of the file may have words in it.
  private var used = EditFile.size
  /// The number of the last edit, and of the last that the tables have.
  private var number: UInt64 = 0
  private var folded: UInt64 = 0
  /// The drafts as the log has them, for the next edit to be the difference.
  private var logged: [DraftPlace: DraftBytes] = [:]
  private(set) var waiting: [EditSubject: WaitingEdit] = [:]
  /// The batches on their way to the store.
  var batches = 0
  /// What is being done to the file elsewhere: whoever wrote to it meanwhile might wait for the disk.
  private var works = 0
  /// Whether the file, or the tables, could not be written to.
  private var hasFailed = false
  /// Whether somebody looks after it; the rounds since, and those without an edit.
  private var isLookedAfter = false
  private var rounds = 0
  private var quietRounds = 0
  private var numberInLastRound: UInt64 = 0

  private static let longestRounds = 40
  private static let longestQuiet = 4
  /// A longer edit goes to the tables, which keep a long draft as its changes.
  private static let longestEdit = EditFile.size / 4

  /// - Parameters:
  ///   - file: one without edits.
  ///   - number: higher than that of any edit before.
  mutating func begin(with file: EditFile?, beside journal: JournalFile?, after number: UInt64) {
    (self.number, folded, waiting) = (number, number, [:])
    goOn(in: file, beside: journal)
  }

  /// What waits goes on waiting.
  mutating func goOn(in file: EditFile?, beside journal: JournalFile?) {
    (self.file, self.journal, end, used, logged) = (file, journal, 0, EditFile.size, [:])
    hasFailed = false
  }

  // MARK: Edits

  mutating func take(_ changes: [StoreChange]) -> EditLog.Answer {
    guard let file, works == 0, batches == 0, !hasFailed, !changes.isEmpty,
      changes.allSatisfy({ $0.editSubject != nil })
    else { return .refused }
    var drafts: [DraftPlace: DraftBytes?] = [:]
    let edits = changes.compactMap { change -> LoggedChange? in
      switch change {
      case .saveDraft(let draft):
        let place = DraftPlace(draft.key)
        let former = drafts[place] ?? logged[place]
        let latter = DraftBytes(draft, after: former)
        drafts[place] = .some(latter)
        return LoggedChange(draft.key, from: former, to: latter)
      case .deleteDraft(let key):
        drafts[DraftPlace(key)] = .some(nil)
        return .deletion(key)
      case .saveEventToken(let token): return .eventToken(token)
      default: return nil
      }
    }
    var frame: [UInt8] = []
    EditFrame.append(edits, number: number + 1, to: &frame)
    guard frame.count <= Self.longestEdit, end + frame.count <= EditFile.size else { return .refused }
    number += 1
    do throws(StorageFault) { try file.write(frame, at: end) } catch {
      // The tables get these changes, and with them the number of the last edit, whatever stands in the file.
      hasFailed = true
      return .refused
    }
    end += frame.count
    used = max(used, end)
    for (place, bytes) in drafts { logged[place] = bytes }
    for change in changes {
      if let subject = change.editSubject { waiting[subject] = WaitingEdit(change: change, number: number) }
    }
    defer { isLookedAfter = true }
    return isLookedAfter ? .taken : .takenFirst
  }

  var unfolded: EditLog.Unfolded {
    guard number > folded || end > 0 else { return EditLog.Unfolded(changes: [], last: nil) }
    let inOrder = waiting.values.sorted { $0.number < $1.number }
    return EditLog.Unfolded(changes: inOrder.map(\.change), last: number)
  }

  var isLong: Bool { end > EditFile.size / 2 }

  mutating func didFold(upTo last: UInt64?) {
    hasFailed = false
    guard let last else { return }
    folded = last
    waiting = waiting.filter { $0.value.number > last }
  }

  mutating func didNotFold() { hasFailed = true }

  /// The tables may have forgotten which edits they have.
  mutating func didLoseMark() { folded = 0 }

  // MARK: Work on the file

  /// - Returns: the file to begin anew, and how much of it to overwrite; nil if there are edits in it that the tables lack.
  mutating func beginErasing(isWhole: Bool) -> (EditFile, count: Int)? {
    guard let file, waiting.isEmpty, isWhole ? used > 0 : end > 0 else { return nil }
    works += 1
    return (file, isWhole ? used : EditFrame.erasedLength)
  }

  mutating func didErase(isWhole: Bool, hasFailed: Bool) {
    works -= 1
    (end, logged) = (0, [:])
    if isWhole, !hasFailed { used = 0 }
    if hasFailed { self.hasFailed = true }
  }

  /// - Returns: the file to be synced; nil if there is nothing to look after.
  mutating func beginRound() -> (file: EditFile, journal: JournalFile?, isDue: Bool)? {
    guard let file else {
      endRounds()
      return nil
    }
    works += 1
    rounds += 1
    quietRounds = number == numberInLastRound ? quietRounds + 1 : 0
    numberInLastRound = number
    return (file, journal, rounds >= Self.longestRounds || quietRounds >= Self.longestQuiet || isLong)
  }

  mutating func endRound(isLast: Bool) {
    works -= 1
    if isLast { endRounds() }
  }

  private mutating func endRounds() { (isLookedAfter, rounds, quietRounds) = (false, 0, 0) }
}

extension StoreChange {
  /// What it is about, if it is an edit that a log takes.
  fileprivate var editSubject: EditSubject? {
    switch self {
    case .saveDraft(let draft): .draft(DraftPlace(draft.key))
    case .deleteDraft(let key): .draft(DraftPlace(key))
    case .saveEventToken: .eventToken
    default: nil
    }
  }
}

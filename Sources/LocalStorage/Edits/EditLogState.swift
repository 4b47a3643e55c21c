import ChatDomain

/// What a log knows of its file and of the edits in it.
struct EditLogState {
  /// Nil while no edits are taken.
  var file: EditFile?
  /// Where the next edit goes.
  private(set) var end = 0
  /// How much of the file may have words in it.
  private var used = EditFile.size
  /// The number of the last edit, and of the last that the tables have.
  private var number: UInt64 = 0
  private var folded: UInt64 = 0
  /// The drafts as the log has them, for the next edit to be the difference.
  private var logged: [DraftPlace: DraftBytes] = [:]
  private(set) var waiting: [DraftPlace: WaitingEdit] = [:]
  /// The batches on their way to the store.
  var batches = 0
  /// Whether the tables could not be written to.
  var isHeldUp = false
  private var owesErasure = false
  /// Whether somebody looks after it; the rounds since, and those without an edit.
  private var isLookedAfter = false
  private var rounds = 0
  private var quietRounds = 0
  private var numberInLastRound: UInt64 = 0

  private static let longestRounds = 40
  private static let longestQuiet = 4

  mutating func begin(with file: EditFile, _ replay: EditReplay, after folded: UInt64, at time: Timestamp) {
    (self.file, self.folded, used, isHeldUp) = (file, folded, EditFile.size, false)
    waiting = replay.waiting(after: folded)
    if waiting.isEmpty || replay.isFromElsewhere {
      // Higher than all before, also if the tables have forgotten how many there were: what an edit does not overwrite must
      // not pass for the next one.
      number = max(folded, replay.last ?? 0, UInt64(clamping: time.microseconds))
      if replay.isFromElsewhere { (end, logged) = (0, [:]) } else { beginAnew(erasing: EditFrame.headLength) }
      if waiting.isEmpty { self.folded = number }
    } else {
      (end, logged, number) = (replay.end, replay.logged, replay.last ?? folded)
    }
  }

  mutating func begin(anewIn file: EditFile) { (self.file, end, used, logged) = (file, 0, 0, [:]) }

  // MARK: Edits

  mutating func take(_ changes: [StoreChange]) -> EditLog.Answer {
    guard let file, batches == 0, !isHeldUp, !changes.isEmpty else { return .refused }
    var frames: [UInt8] = []
    var taken: [(place: DraftPlace, bytes: DraftBytes?, waiting: WaitingEdit)] = []
    for change in changes {
      let place: DraftPlace
      let bytes: DraftBytes?
      let edit: LoggedEdit
      switch change {
      case .saveDraft(let draft):
        place = DraftPlace(draft.key)
        let former = taken.last { $0.place == place }.map(\.bytes) ?? logged[place]
        let latter = DraftBytes(draft, after: former)
        edit = LoggedEdit(draft.key, from: former, to: latter)
        bytes = latter
      case .deleteDraft(let key):
        (place, bytes) = (DraftPlace(key), nil)
        edit = LoggedEdit(key, .deletion)
      default: return .refused
      }
      var writer = RecordWriter()
      edit.write(to: &writer)
      let number = number + UInt64(taken.count) + 1
      EditFrame.append(writer.fields, number: number, to: &frames)
      taken.append((place, bytes, WaitingEdit(change: change, number: number)))
    }
    guard end + frames.count <= EditFile.size else { return .refused }
    number += UInt64(taken.count)
    do throws(StorageFault) { try file.write(frames, at: end) } catch {
      // The store writes these changes, and with them that it has all edits up to this number, whatever is in the file.
      self.file = nil
      return .refused
    }
    end += frames.count
    used = max(used, end)
    for (place, bytes, edit) in taken {
      logged[place] = bytes
      waiting[place] = edit
    }
    defer { isLookedAfter = true }
    return isLookedAfter ? .taken : .takenFirst
  }

  var unfolded: EditLog.Unfolded {
    guard number > folded else { return EditLog.Unfolded(changes: [], last: nil) }
    let inOrder = waiting.values.sorted { $0.number < $1.number }
    return EditLog.Unfolded(changes: inOrder.map(\.change), last: number)
  }

  /// - Returns: the file, if it has to be synced.
  mutating func didFold(upTo last: UInt64?, isOnDisk: Bool) -> EditFile? {
    isHeldUp = false
    if let last {
      folded = last
      waiting = waiting.filter { $0.value.number > last }
    }
    if owesErasure { return erase() }
    if waiting.isEmpty, isOnDisk, end > 0 { beginAnew(erasing: EditFrame.headLength) }
    return nil
  }

  /// - Returns: the file, which has to be synced; nil if the erasure has to wait.
  mutating func erase() -> EditFile? {
    owesErasure = true
    guard waiting.isEmpty, file != nil else { return nil }
    beginAnew(erasing: used)
    guard let file else { return nil }
    (owesErasure, used) = (false, 0)
    return file
  }

  private mutating func beginAnew(erasing count: Int) {
    (end, logged) = (0, [:])
    do throws(StorageFault) { try file?.write([UInt8](repeating: 0, count: count), at: 0) } catch {
      file = nil
    }
  }

  // MARK: Rounds

  /// - Returns: nil if there is nothing to look after.
  mutating func nextRound() -> (EditFile, isDue: Bool)? {
    guard let file else {
      endRounds()
      return nil
    }
    rounds += 1
    quietRounds = number == numberInLastRound ? quietRounds + 1 : 0
    numberInLastRound = number
    let isDue = rounds >= Self.longestRounds || quietRounds >= Self.longestQuiet
    return (file, isDue || end > EditFile.size / 2)
  }

  mutating func endRounds() { (isLookedAfter, rounds, quietRounds) = (false, 0, 0) }
}

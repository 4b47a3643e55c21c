import ChatDomain

/// The subject of a change in the log. A later change of the same subject replaces the earlier one.
enum EditSubject: Hashable {
  case draft(DraftPlace)
  case eventToken
}

/// The last edit of its subject, which the tables do not have yet.
struct WaitingEdit {
  let change: StoreChange
  let number: UInt64
}

/// The result of replaying the edits in the file of a log.
struct EditReplay {
  private struct Edited {
    var number: UInt64
    let key: DraftKey
    /// Nil if the draft is deleted.
    var bytes: DraftBytes?
    /// How many differences were applied to the whole draft; nil if one may be missing.
    var differences: Int64?
  }

  private var edited: [DraftPlace: Edited] = [:]
  /// The last edit of each subject.
  private var edits: [EditSubject: WaitingEdit] = [:]
  /// The number of the last edit; nil if there is none.
  private(set) var last: UInt64?
  /// Whether an edit is intact but unreadable, because another version of the program wrote it.
  private(set) var hasUnreadable = false
  /// Whether edits between others are missing, or the path of the log is not a regular file.
  private(set) var isDamaged = false

  /// Creates the result for a missing log.
  init() {}

  /// The result if the path of the log is not a regular file.
  static let replaced: EditReplay = {
    var replay = EditReplay()
    replay.isDamaged = true
    return replay
  }()

  /// - Parameters:
  ///   - bytes: the bytes of the file, from its beginning.
  ///   - folded: the number of the last edit that the tables have.
  ///   - written: the number of the last edit that was written; nil if it is not known.
  init(_ bytes: [UInt8], above folded: UInt64 = 0, until written: UInt64? = nil) {
    let isHeadSound = EditFrame(at: bytes[...]) != nil
    for frame in EditFrame.frames(in: bytes, above: folded, until: written) {
      let isNext = last.map { $0 + 1 == frame.number } ?? isHeadSound
      if !isNext {
        skipEdits()
        isDamaged = true
      }
      last = frame.number
      do throws(RecordDamage) {
        for change in try frame.changes() { apply(change, number: frame.number) }
      } catch {
        skipEdits()
        if error == .unknownVersion { hasUnreadable = true } else { isDamaged = true }
      }
    }
    for (place, edited) in edited { keep(edited, in: place) }
  }

  /// Notes that every draft may lack a difference: the skipped edits may belong to any of them.
  private mutating func skipEdits() {
    for place in edited.keys { edited[place]?.differences = nil }
  }

  /// Applies a change. A difference that does not fit is dropped and counts as damage: the draft stays as it was before.
  private mutating func apply(_ change: LoggedChange, number: UInt64) {
    do throws(RecordDamage) {
      switch change {
      case .whole(let key, let head, let record, let background):
        edited[DraftPlace(key)]?.differences = nil
        let bytes = try DraftBytes(head: head, record: record, background: background)
        edited[DraftPlace(key)] = Edited(number: number, key: key, bytes: bytes, differences: 0)
      case .delta(let key, let delta):
        guard var latter = edited[DraftPlace(key)], let before = latter.differences else {
          throw RecordDamage.missingPart
        }
        edited[DraftPlace(key)]?.differences = nil
        try latter.bytes?.apply(delta, number: before + 1)
        (latter.number, latter.differences) = (number, before + 1)
        edited[DraftPlace(key)] = latter
      case .deletion(let key): edited[DraftPlace(key)] = Edited(number: number, key: key)
      case .eventToken(let token):
        edits[.eventToken] = WaitingEdit(change: .saveEventToken(token), number: number)
      }
    } catch {
      isDamaged = true
    }
  }

  private mutating func keep(_ edited: Edited, in place: DraftPlace) {
    do throws(RecordDamage) {
      let change: StoreChange =
        if let bytes = edited.bytes { .saveDraft(try bytes.draft()) } else { .deleteDraft(edited.key) }
      edits[.draft(place)] = WaitingEdit(change: change, number: edited.number)
    } catch {
      isDamaged = true
    }
  }

  /// The last edit of each subject that was edited after a number.
  func waiting(after folded: UInt64) -> [EditSubject: WaitingEdit] {
    edits.filter { $0.value.number > folded }
  }
}

extension [StoredDraft] {
  /// The drafts after the edits that the tables do not have yet, the most recently created first.
  func applying(_ edits: [EditSubject: WaitingEdit]) -> [StoredDraft] {
    if edits.isEmpty { return self }
    let drafts = filter { edits[.draft(DraftPlace($0.key))] == nil } + edits.values.compactMap(\.change.draft)
    return drafts.sorted { left, right in
      (right.createdAt, left.key) < (left.createdAt, right.key)
    }
  }
}

extension StoreChange {
  /// The saved draft; nil for other changes.
  var draft: StoredDraft? {
    if case .saveDraft(let draft) = self { draft } else { nil }
  }
}

extension StoredDraft {
  /// The messages that the draft refers to.
  var messages: [MessageID] {
    [key.parentId, content.quoted?.id, edit?.messageId].compactMap(\.self)
  }
}

extension EditLog {
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
}

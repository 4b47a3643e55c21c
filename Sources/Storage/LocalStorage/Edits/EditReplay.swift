import ChatDomain

/// The result of replaying the edits in the file of a log.
struct EditReplay {
  private struct Edited {
    var number: UInt64
    let key: DraftKey
    /// Nil if the draft is deleted.
    var bytes: DraftBytes?
    /// How many changes were applied since the draft was whole.
    var changes: Int64 = 0
    /// How many gaps came before the last edit; nil if that edit could not be applied.
    var gap: Int?
  }

  private var edited: [DraftPlace: Edited] = [:]
  /// The last edit of each subject.
  private var edits: [EditSubject: WaitingEdit] = [:]
  /// How many gaps were found so far: the edits in a gap may belong to any draft.
  private var gaps = 0
  /// The number of the last edit; nil if there is none.
  private(set) var last: UInt64?
  /// Whether an edit is intact but unreadable, because another version of the program wrote it.
  private(set) var hasUnreadable = false
  /// Whether edits between others are missing, or the path of the log is not a regular file.
  private(set) var isDamaged = false

  /// There is no log.
  init() {}

  /// The path of the log is not a regular file.
  static let replaced: EditReplay = {
    var replay = EditReplay()
    replay.isDamaged = true
    return replay
  }()

  /// - Parameters:
  ///   - bytes: those of the file, from its beginning.
  ///   - folded: the number of the last edit that the tables have.
  ///   - written: the number of the last edit that was written; nil if it is not known.
  init(_ bytes: [UInt8], above folded: UInt64 = 0, until written: UInt64? = nil) {
    let isHeadSound = EditFrame(at: bytes[...]) != nil
    for frame in EditFrame.frames(in: bytes, above: folded, until: written) {
      let isNext = last.map { $0 + 1 == frame.number } ?? isHeadSound
      if !isNext {
        gaps += 1
        isDamaged = true
      }
      last = frame.number
      do throws(RecordDamage) {
        for change in try frame.changes() { apply(change, number: frame.number) }
      } catch {
        gaps += 1
        if error.kind == .unknownVersion { hasUnreadable = true } else { isDamaged = true }
      }
    }
    for (place, edited) in edited { keep(edited, in: place) }
  }

  /// A difference to an unknown draft is dropped: the draft stays as it was before.
  private mutating func apply(_ change: LoggedChange, number: UInt64) {
    do throws(RecordDamage) {
      switch change {
      case .whole(let key, let head, let record, let background):
        edited[DraftPlace(key)]?.gap = nil
        let bytes = try DraftBytes(head: head, record: record, background: background)
        edited[DraftPlace(key)] = Edited(number: number, key: key, bytes: bytes, gap: gaps)
      case .delta(let key, let delta):
        guard var latter = edited[DraftPlace(key)], latter.bytes != nil, latter.gap == gaps else {
          throw RecordDamage(.missingPart)
        }
        edited[DraftPlace(key)]?.gap = nil
        (latter.number, latter.changes) = (number, latter.changes + 1)
        try latter.bytes?.apply(delta, number: latter.changes)
        edited[DraftPlace(key)] = latter
      case .deletion(let key): edited[DraftPlace(key)] = Edited(number: number, key: key, gap: gaps)
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

import ChatDomain

/// What the edits in the file of a log come to.
struct EditReplay {
  private struct Edited {
    var number: UInt64
    let key: DraftKey
    /// Nil if the draft is deleted.
    var bytes: DraftBytes?
    /// How many changes were applied since the draft was whole.
    var changes: Int64 = 0
  }

  private var edited: [DraftPlace: Edited] = [:]
  private var token: WaitingEdit?
  /// The number of the last edit; nil if there is none.
  private(set) var last: UInt64?
  /// Whether it stopped at an edit that is whole and cannot be read: another version of the program wrote it.
  private(set) var hasUnreadable = false

  /// - Parameter bytes: those of the file, from its beginning.
  init(_ bytes: [UInt8]) {
    for frame in EditFrame.frames(in: bytes) {
      do throws(RecordDamage) {
        let changes = try frame.changes()
        var next = self
        for change in changes { try next.apply(change, number: frame.number) }
        self = next
      } catch {
        hasUnreadable = true
        return
      }
      last = frame.number
    }
  }

  private mutating func apply(_ change: LoggedChange, number: UInt64) throws(RecordDamage) {
    switch change {
    case .whole(let key, let head, let record, let background):
      let bytes = try DraftBytes(head: head, record: record, background: background)
      edited[DraftPlace(key)] = Edited(number: number, key: key, bytes: bytes)
    case .delta(let key, let delta):
      guard var latter = edited[DraftPlace(key)], latter.bytes != nil else {
        throw RecordDamage(.missingPart)
      }
      (latter.number, latter.changes) = (number, latter.changes + 1)
      try latter.bytes?.apply(delta, number: latter.changes)
      edited[DraftPlace(key)] = latter
    case .deletion(let key): edited[DraftPlace(key)] = Edited(number: number, key: key)
    case .eventToken(let token): self.token = WaitingEdit(change: .saveEventToken(token), number: number)
    }
  }

  /// The last edits of what was edited after a number.
  func waiting(after folded: UInt64) throws(RecordDamage) -> [EditSubject: WaitingEdit] {
    var waiting: [EditSubject: WaitingEdit] = [:]
    for (place, edited) in edited where edited.number > folded {
      let change: StoreChange =
        if let bytes = edited.bytes { .saveDraft(try bytes.draft()) } else { .deleteDraft(edited.key) }
      waiting[.draft(place)] = WaitingEdit(change: change, number: edited.number)
    }
    if let token, token.number > folded { waiting[.eventToken] = token }
    return waiting
  }
}

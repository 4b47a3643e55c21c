import ChatDomain

/// What the edits in the file of a log come to.
struct EditReplay {
  private struct Edited {
    var number: UInt64
    let key: DraftKey
    /// Nil if the draft is deleted.
    var bytes: DraftBytes?
    var draft: StoredDraft?
    /// How many changes were applied since the draft was whole.
    var changes: Int64 = 0
  }

  private var edited: [DraftPlace: Edited] = [:]
  /// The number of the last edit; nil if there is none.
  private(set) var last: UInt64?
  /// Where the next edit goes.
  private(set) var end = 0
  /// Whether it stopped at an edit that is whole and makes no sense: another version of the program wrote it.
  private(set) var isFromElsewhere = false

  /// - Parameter bytes: those of the file, from its beginning.
  init(_ bytes: [UInt8]) {
    for frame in EditFrame.frames(in: bytes) {
      do throws(RecordDamage) {
        var reader = RecordReader(fields: frame.edit)
        let edit: LoggedEdit = try reader.read()
        try reader.end()
        try apply(edit, number: frame.number)
      } catch {
        isFromElsewhere = true
        return
      }
      last = frame.number
      end += frame.length
    }
  }

  private mutating func apply(_ edit: LoggedEdit, number: UInt64) throws(RecordDamage) {
    let place = DraftPlace(edit.key)
    var latter = edited[place] ?? Edited(number: number, key: edit.key)
    latter.number = number
    switch edit.change {
    case .whole(let head, let record, let background):
      latter.bytes = try DraftBytes(head: head, record: record, background: background)
      latter.changes = 0
    case .delta(let delta):
      guard latter.bytes != nil else { throw RecordDamage(.missingPart) }
      latter.changes += 1
      try latter.bytes?.apply(delta, number: latter.changes)
    case .deletion: latter.bytes = nil
    }
    latter.draft = try latter.bytes?.draft()
    edited[place] = latter
  }

  /// The drafts as they are in the log.
  var logged: [DraftPlace: DraftBytes] { edited.compactMapValues(\.bytes) }

  /// The last edits of the drafts that were edited after a number.
  func waiting(after folded: UInt64) -> [DraftPlace: WaitingEdit] {
    edited.filter { $0.value.number > folded }.mapValues { edited in
      WaitingEdit(
        change: edited.draft.map { .saveDraft($0) } ?? .deleteDraft(edited.key), number: edited.number)
    }
  }
}

/// The last edit of a draft, which the tables do not have yet.
struct WaitingEdit {
  let change: StoreChange
  let number: UInt64
}

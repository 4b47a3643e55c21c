import ChatDomain

/// The edited content of a draft, without the parts that change with every key (`DraftHead`) and the parts that rarely
/// change (`DraftBackground`).
struct DraftBody: Recordable {
  let draft: StoredDraft

  init(_ draft: StoredDraft) { self.draft = draft }

  func write(to writer: inout RecordWriter) { Self.write(draft, to: &writer) }

  /// Does not copy the draft, because this runs with every key.
  static func write(_ draft: StoredDraft, to writer: inout RecordWriter) {
    // One by one: together they would be copied first.
    draft.key.write(to: &writer)
    draft.content.write(to: &writer)
    if let edit = draft.edit { writer.write(true, edit) } else { false.write(to: &writer) }
    draft.createdAt.write(to: &writer)
    draft.isAncestorSpent.write(to: &writer)
    writer.write(optional: draft.savedBy?.rawValue)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (key, content): (DraftKey, DraftContent) = (try reader.read(), try reader.read())
    let edit: StoredEdit? = try reader.read()
    let createdAt: Timestamp = try reader.read()
    draft = StoredDraft(
      key: key, content: content, edit: edit, createdAt: createdAt, updatedAt: createdAt,
      isAncestorSpent: try reader.read(), savedBy: reader.version > 1 ? try reader.read() : nil)
  }
}

/// The parts that stay the same during typing, and can be long.
struct DraftBackground: Recordable {
  let ancestor: SyncedDraft?
  let inputFiles: [InputFile]
  let unanswered: [DraftDigest]

  static let nothing = DraftBackground(ancestor: nil, inputFiles: [], unanswered: [])

  private init(ancestor: SyncedDraft?, inputFiles: [InputFile], unanswered: [DraftDigest]) {
    self.ancestor = ancestor
    self.inputFiles = inputFiles
    self.unanswered = unanswered
  }

  init(_ draft: StoredDraft) {
    self.init(ancestor: draft.ancestor, inputFiles: draft.inputFiles, unanswered: draft.unanswered)
  }

  func write(to writer: inout RecordWriter) {
    writer.write(ancestor, inputFiles)
    // Usually there are none, and then earlier versions can read the draft too.
    if !unanswered.isEmpty { writer.write(unanswered) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    ancestor = try reader.read()
    inputFiles = try reader.read()
    // A record without any, like the records from before this field was added, ends here.
    unanswered = reader.remaining > 0 ? try reader.read() : []
  }

  /// Whether the background is certainly that of the draft, found without comparing contents: they share the same memory.
  ///
  /// This object must be alive during the comparison, so that its memory cannot be reused.
  func isSameMemory(as draft: StoredDraft) -> Bool {
    guard inputFiles.isSameMemory(as: draft.inputFiles), unanswered == draft.unanswered else { return false }
    switch (ancestor, draft.ancestor) {
    case (nil, nil): return true
    case (let one?, let two?):
      guard one.revision == two.revision, let one = one.content, let two = two.content else { return false }
      return one.elements.isSameMemory(as: two.elements) && one.files.isSameMemory(as: two.files)
        && one.quoted == nil && two.quoted == nil && one.isShownInChannel == two.isShownInChannel
    default: return false
    }
  }
}

extension Array {
  fileprivate func isSameMemory(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    if isEmpty { return true }
    return withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
    }
  }
}

/// The parts that change with every key.
struct DraftHead: Recordable, Hashable {
  var caret: Int
  var updatedAt: Timestamp

  init(_ draft: StoredDraft) {
    caret = draft.caret
    updatedAt = draft.updatedAt
  }

  func write(to writer: inout RecordWriter) {
    caret.write(to: &writer)
    updatedAt.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    caret = try reader.read()
    updatedAt = try reader.read()
  }
}

import ChatDomain

/// What is edited of a draft, but for what changes with every key wherever that is (`DraftHead`) and what hardly ever
/// does (`DraftBackground`).
struct DraftBody: Recordable {
  let draft: StoredDraft

  init(_ draft: StoredDraft) { self.draft = draft }

  func write(to writer: inout RecordWriter) {
    writer.write(draft.key, draft.content, draft.edit, draft.createdAt, draft.isAncestorSpent)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (key, content): (DraftKey, DraftContent) = (try reader.read(), try reader.read())
    let edit: StoredEdit? = try reader.read()
    let createdAt: Timestamp = try reader.read()
    draft = StoredDraft(
      key: key, content: content, edit: edit, createdAt: createdAt, updatedAt: createdAt,
      isAncestorSpent: try reader.read())
  }
}

/// What stays as it is while somebody types, and can be long.
struct DraftBackground: Recordable {
  let ancestor: SyncedDraft?
  let inputFiles: [InputFile]

  static let nothing = DraftBackground(ancestor: nil, inputFiles: [])

  init(ancestor: SyncedDraft?, inputFiles: [InputFile]) {
    self.ancestor = ancestor
    self.inputFiles = inputFiles
  }

  init(_ draft: StoredDraft) { self.init(ancestor: draft.ancestor, inputFiles: draft.inputFiles) }

  func write(to writer: inout RecordWriter) {
    writer.write(ancestor, inputFiles)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    ancestor = try reader.read()
    inputFiles = try reader.read()
  }

  /// Whether both are known to be the same without looking at what they hold: they lie at the same place in memory.
  ///
  /// This one has to be kept while the other is asked about, so that nothing else can lie there.
  func isSameMemory(as other: DraftBackground) -> Bool {
    guard inputFiles.isSameMemory(as: other.inputFiles) else { return false }
    switch (ancestor, other.ancestor) {
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

/// What is another with every key.
struct DraftHead: Recordable, Hashable {
  var caret: Int
  var updatedAt: Timestamp

  init(_ draft: StoredDraft) {
    caret = draft.caret
    updatedAt = draft.updatedAt
  }

  func write(to writer: inout RecordWriter) {
    writer.write(caret, updatedAt)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    caret = try reader.read()
    updatedAt = try reader.read()
  }
}

import ChatDomain

extension DraftKey: Recordable {
  func write(to writer: inout RecordWriter) {
    channelId.write(to: &writer)
    parentId.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(channelId: try reader.read(), parentId: try reader.read())
  }
}

extension DraftContent: Recordable {
  func write(to writer: inout RecordWriter) {
    elements.write(to: &writer)
    files.write(to: &writer)
    quoted.write(to: &writer)
    isShownInChannel.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      elements: try reader.read(), files: try reader.read(), quoted: try reader.read(),
      isShownInChannel: try reader.read())
  }
}

extension SyncedDraft: Recordable {
  func write(to writer: inout RecordWriter) {
    revision.write(to: &writer)
    content.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(revision: try reader.read(), content: try reader.read())
  }
}

extension StoredEdit: Recordable {
  func write(to writer: inout RecordWriter) {
    messageId.write(to: &writer)
    elements.write(to: &writer)
    caret.write(to: &writer)
    files.write(to: &writer)
    inputFiles.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      messageId: try reader.read(), elements: try reader.read(), caret: try reader.read(),
      files: try reader.read(), inputFiles: try reader.read())
  }
}

/// All of a draft but what changes with every key wherever that is: see `DraftHead`.
struct DraftBody: Recordable {
  var draft: StoredDraft

  init(_ draft: StoredDraft) { self.draft = draft }

  func write(to writer: inout RecordWriter) {
    draft.key.write(to: &writer)
    draft.content.write(to: &writer)
    draft.inputFiles.write(to: &writer)
    draft.edit.write(to: &writer)
    draft.createdAt.write(to: &writer)
    draft.ancestor.write(to: &writer)
    draft.isAncestorSpent.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (key, content): (DraftKey, DraftContent) = (try reader.read(), try reader.read())
    let files: [InputFile] = try reader.read()
    let edit: StoredEdit? = try reader.read()
    let createdAt: Timestamp = try reader.read()
    draft = StoredDraft(
      key: key, content: content, inputFiles: files, edit: edit, createdAt: createdAt, updatedAt: createdAt,
      ancestor: try reader.read(), isAncestorSpent: try reader.read())
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
    caret.write(to: &writer)
    updatedAt.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    caret = try reader.read()
    updatedAt = try reader.read()
  }
}

extension DraftHistoryEntry: Recordable {
  func write(to writer: inout RecordWriter) {
    key.write(to: &writer)
    elements.write(to: &writer)
    reason.write(to: &writer)
    at.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      key: try reader.read(), elements: try reader.read(), reason: try reader.read(), at: try reader.read())
  }
}

extension DraftHistoryEntry.Reason: Recordable {
  private var tag: UInt8 {
    switch self {
    case .sent: 0
    case .cleared: 1
    case .replaced: 2
    case .merged: 3
    case .parked: 4
    }
  }

  func write(to writer: inout RecordWriter) { writer.write(byte: tag) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let tag = try reader.readByte()
    guard let reason = Self.allCases.first(where: { $0.tag == tag }) else {
      throw RecordDamage(.unknownTag)
    }
    self = reason
  }
}

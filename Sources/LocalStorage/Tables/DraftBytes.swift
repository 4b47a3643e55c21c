import ChatDomain

/// A draft as bytes: two runs that are compared separately, and a record of the parts that rarely change.
struct DraftBytes {
  private(set) var head: DraftHead
  private(set) var fields: [UInt8]
  private(set) var words: [UInt8]
  let background: DraftBackground
  /// The background's record.
  let backgroundRecord: [UInt8]
  /// The version of the format of `fields`.
  private let version: UInt8
  private var changes: Int64 = 0

  /// - Parameter former: the previous version of the same draft; unchanged parts are reused.
  init(_ draft: StoredDraft, after former: DraftBytes?) {
    var writer = RecordWriter()
    writer.write(DraftBody(draft))
    head = DraftHead(draft)
    fields = writer.fields
    words = writer.words
    version = Record.version
    let background = DraftBackground(draft)
    if let former, former.background.isSameMemory(as: background) {
      self.background = former.background
      backgroundRecord = former.backgroundRecord
    } else {
      self.background = background
      backgroundRecord = Record.sealed(background)
    }
  }

  init(head: DraftHead, record: [UInt8], background: [UInt8]) throws(RecordDamage) {
    let parts = try Record.parts(of: record)
    self.head = head
    fields = Array(parts.fields)
    words = Array(parts.words)
    version = parts.version
    self.background = try Record.opened(background)
    backgroundRecord = background
  }

  var count: Int { fields.count + words.count }

  /// Applies the next change; none may be missing in between.
  mutating func apply(_ change: DraftDelta, number: Int64) throws(RecordDamage) {
    guard number == changes + 1 else { throw RecordDamage(.missingPart) }
    try change.fields.apply(to: &fields)
    try change.words.apply(to: &words)
    head = change.head
    changes += 1
  }

  func draft() throws(RecordDamage) -> StoredDraft {
    var reader = RecordReader(fields: fields[...], words: words[...], version: version)
    let body: DraftBody = try reader.read()
    try reader.end()
    var draft = body.draft
    draft.caret = head.caret
    draft.updatedAt = head.updatedAt
    draft.ancestor = background.ancestor
    draft.inputFiles = background.inputFiles
    draft.unanswered = background.unanswered
    return draft
  }
}

/// What changed in a draft since it was last written.
struct DraftDelta: Recordable {
  let head: DraftHead
  let fields: Splice
  let words: Splice

  init(from former: DraftBytes, to latter: DraftBytes) {
    head = latter.head
    fields = Splice(from: former.fields, to: latter.fields)
    words = Splice(from: former.words, to: latter.words)
  }

  func write(to writer: inout RecordWriter) {
    writer.write(head, fields, words)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    head = try reader.read()
    fields = try reader.read()
    words = try reader.read()
  }
}

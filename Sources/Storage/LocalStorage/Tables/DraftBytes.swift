import ChatDomain
import DraftEngine

/// A draft as bytes: two runs that are compared separately, and a record of the parts that rarely change.
struct DraftBytes {
  private(set) var head: DraftHead
  private(set) var fields: [UInt8]
  private(set) var words: [UInt8]
  private var background: KeptBackground
  /// The version of the format of `fields`.
  private var version: UInt8
  private var changes: Int64 = 0

  /// - Parameter former: the previous version of the same draft; unchanged parts are reused.
  init(_ draft: StoredDraft, after former: DraftBytes?) {
    // A key usually makes the draft slightly longer.
    var writer = RecordWriter(
      expecting: (former?.fields.count ?? 0) + 16, words: (former?.words.count ?? 0) + 16)
    DraftBody.write(draft, to: &writer)
    head = DraftHead(draft)
    fields = writer.fields
    words = writer.words
    version = Record.version
    if let former, former.background.value.isSameMemory(as: draft) {
      background = former.background
    } else {
      background = KeptBackground(DraftBackground(draft))
    }
  }

  /// Replaces the bytes by those of the draft's next version.
  ///
  /// - Parameter spare: memory to write them into; afterwards it holds the former version.
  /// - Returns: the difference; nil if the background changed too, and the draft has to be written whole.
  mutating func update(to draft: StoredDraft, reusing spare: inout RecordWriter) -> DraftDelta? {
    spare.removeAll()
    DraftBody.write(draft, to: &spare)
    spare.swapRuns(&fields, &words)
    (head, version) = (DraftHead(draft), Record.version)
    if !background.value.isSameMemory(as: draft) {
      let former = background
      background = KeptBackground(DraftBackground(draft))
      guard background.record == former.record else { return nil }
    }
    return DraftDelta(
      head: head, fields: Splice(from: spare.fields, to: fields),
      words: Splice(from: spare.words, to: words))
  }

  init(head: DraftHead, record: [UInt8], background: [UInt8]) throws(RecordDamage) {
    let parts = try Record.parts(of: record)
    self.head = head
    fields = Array(parts.fields)
    words = Array(parts.words)
    version = parts.version
    self.background = KeptBackground(try Record.opened(background), record: background)
  }

  /// The record of the parts that rarely change.
  var backgroundRecord: [UInt8] { background.record }

  var count: Int { fields.count + words.count }

  /// Applies the next change; none in between may be missing.
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
    draft.ancestor = background.value.ancestor
    draft.inputFiles = background.value.inputFiles
    draft.unanswered = background.value.unanswered
    return draft
  }
}

/// A background with its record, shared by the versions of a draft.
private final class KeptBackground: Sendable {
  let value: DraftBackground
  let record: [UInt8]

  init(_ value: DraftBackground, record: [UInt8]? = nil) {
    self.value = value
    self.record = record ?? Record.sealed(value)
  }
}

/// What changed in a draft since it was last written.
struct DraftDelta: Recordable {
  let head: DraftHead
  let fields: Splice
  let words: Splice

  /// The approximate number of bytes of the record.
  var length: Int { 24 + fields.inserted.count + words.inserted.count }
}

extension DraftDelta {
  init(from former: DraftBytes, to latter: DraftBytes) {
    head = latter.head
    fields = Splice(from: former.fields, to: latter.fields)
    words = Splice(from: former.words, to: latter.words)
  }

  func write(to writer: inout RecordWriter) {
    head.write(to: &writer)
    fields.write(to: &writer)
    words.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    head = try reader.read()
    fields = try reader.read()
    words = try reader.read()
  }
}

/// A replacement of some bytes: everything between the common prefix and suffix of two runs.
struct Splice: Recordable, Hashable {
  let start: Int
  let removed: Int
  let inserted: [UInt8]

  init(from former: [UInt8], to latter: [UInt8]) {
    let same = CommonEnds.lengths(former.span, latter.span)
    start = same.front
    removed = former.count - same.back - same.front
    inserted = Array(latter[same.front..<latter.count - same.back])
  }

  func apply(to bytes: inout [UInt8]) throws(RecordDamage) {
    guard start >= 0, removed >= 0, start <= bytes.count, removed <= bytes.count - start else {
      throw RecordDamage(.missingPart)
    }
    bytes.replaceSubrange(start..<start + removed, with: inserted)
  }

  func write(to writer: inout RecordWriter) {
    start.write(to: &writer)
    removed.write(to: &writer)
    writer.write(bytes: inserted)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    start = try reader.read()
    removed = try reader.read()
    inserted = Array(try reader.readBytes())
  }
}

import ChatDomain
import DraftEngine

/// A draft as bytes: its head, two runs that are compared separately, and a record of the parts that rarely change.
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

  /// Applies a change. Changes must be applied in the order of their numbers, without a gap.
  mutating func apply(_ change: DraftDelta, number: Int64) throws(RecordDamage) {
    guard number == changes + 1 else { throw RecordDamage.missingPart }
    try change.fields.apply(to: &fields)
    try change.words.apply(to: &words)
    head = change.head
    changes += 1
  }

  func draft() throws(RecordDamage) -> StoredDraft {
    var reader = RecordReader(fields: fields[...], words: words[...], version: version)
    var draft = try DraftBody.read(from: &reader)
    try reader.end()
    draft.caret = head.caret
    draft.updatedAt = head.updatedAt
    draft.ancestor = background.value.ancestor
    draft.inputFiles = background.value.inputFiles
    draft.unanswered = background.value.unanswered
    draft.isEncrypted = background.value.isEncrypted
    draft.edit?.isEncrypted = background.value.isEditEncrypted
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
      throw RecordDamage.missingPart
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

/// The edited content of a draft, without the parts that change with every key (`DraftHead`) and the parts that rarely
/// change (`DraftBackground`).
enum DraftBody {
  /// Does not copy the draft, because this runs with every key.
  static func write(_ draft: StoredDraft, to writer: inout RecordWriter) {
    // Written one by one, because passing them together would copy them.
    draft.key.write(to: &writer)
    draft.content.write(to: &writer)
    if let edit = draft.edit { writer.write(true, edit) } else { false.write(to: &writer) }
    draft.createdAt.write(to: &writer)
    draft.isAncestorSpent.write(to: &writer)
    writer.write(optional: draft.savedBy?.rawValue)
  }

  static func read(from reader: inout RecordReader) throws(RecordDamage) -> StoredDraft {
    let (key, content): (DraftKey, DraftContent) = (try reader.read(), try reader.read())
    let edit: StoredEdit? = try reader.read()
    let createdAt: Timestamp = try reader.read()
    return StoredDraft(
      key: key, content: content, edit: edit, createdAt: createdAt, updatedAt: createdAt,
      isAncestorSpent: try reader.read(), savedBy: reader.version > 1 ? try reader.read() : nil)
  }
}

/// The parts that stay the same during typing, and can be long.
struct DraftBackground {
  let ancestor: SyncedDraft?
  let inputFiles: [InputFile]
  let unanswered: [DraftDigest]
  let isEncrypted: Bool
  let isEditEncrypted: Bool

  static let nothing = DraftBackground(
    ancestor: nil, inputFiles: [], unanswered: [], isEncrypted: false, isEditEncrypted: false)
}

extension DraftBackground: Recordable {
  init(_ draft: StoredDraft) {
    self.init(
      ancestor: draft.ancestor, inputFiles: draft.inputFiles, unanswered: draft.unanswered,
      isEncrypted: draft.isEncrypted, isEditEncrypted: draft.edit?.isEncrypted == true)
  }

  func write(to writer: inout RecordWriter) {
    writer.write(ancestor, inputFiles)
    // The fields that earlier versions do not know are omitted if they say nothing, so that those can read the draft too.
    let isMarked = isEncrypted || isEditEncrypted
    if !unanswered.isEmpty || isMarked { writer.write(unanswered) }
    if isMarked { writer.write(isEncrypted, isEditEncrypted) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    ancestor = try reader.read()
    inputFiles = try reader.read()
    // The record ends here if there are none, or if it was written before this field was added.
    unanswered = reader.remaining > 0 ? try reader.read() : []
    let isMarked = reader.remaining > 0
    isEncrypted = isMarked ? try reader.read() : false
    isEditEncrypted = isMarked ? try reader.read() : false
  }

  /// Whether the background is certainly that of the draft. Texts and files are not compared: they count as equal only if they
  /// share their memory.
  ///
  /// The background must be alive during the comparison, so that its memory cannot be reused.
  func isSameMemory(as draft: StoredDraft) -> Bool {
    guard inputFiles.isSameMemory(as: draft.inputFiles), unanswered == draft.unanswered,
      isEncrypted == draft.isEncrypted, isEditEncrypted == (draft.edit?.isEncrypted == true)
    else { return false }
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

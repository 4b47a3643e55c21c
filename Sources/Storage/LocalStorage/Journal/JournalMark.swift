import SQLite

/// The mark in a store's file about its journal, so that a lost journal is detected.
///
/// It is stored in the field of the first page that SQLite leaves to applications (`PRAGMA application_id`). It therefore
/// changes with a transaction, and can be read before SQLite opens the file.
enum JournalMark: Hashable {
  /// The file is of a version that wrote no mark.
  case none
  /// The file contains everything. The number is different each time, to distinguish the next journal from the journals of other
  /// files.
  case complete(number: UInt32)
  /// The last write is in the journal. The number is that of the complete file before it, as in the first transaction of a journal,
  /// or a generation: the journal then has this generation or one soon after it.
  case needsJournal(number: UInt32)

  /// The highest bit distinguishes the two kinds of mark.
  private static let flag: UInt32 = 1 << 31
  static let place = 68
  /// How far the generation of a journal can be above that in the mark. A journal is restarted only once for thousands of keys.
  private static let mostGenerations: UInt32 = 1 << 24

  static func newComplete() -> JournalMark { .complete(number: .random(in: 1..<flag)) }

  init(_ value: UInt32) {
    self =
      switch value {
      case 0: .none
      case ..<Self.flag: .complete(number: value)
      default: .needsJournal(number: value & ~Self.flag)
      }
  }

  /// Reads the mark from the first page of a file.
  init(page: ArraySlice<UInt8>) { self.init(UInt32(page.dropFirst(Self.place))) }

  var value: UInt32 {
    switch self {
    case .none: 0
    case .complete(let number): number & ~Self.flag
    case .needsJournal(let number): number | Self.flag
    }
  }

  /// Whether a journal of this generation can belong to a file with this mark.
  func fits(_ generation: UInt32) -> Bool {
    switch self {
    case .none: true
    case .complete: false
    case .needsJournal(let number): (generation &- number) & ~Self.flag < Self.mostGenerations
    }
  }

  /// Whether this mark was set by the first transaction since the file was complete with the other mark.
  func follows(_ other: JournalMark) -> Bool {
    guard case .complete(let number) = other else { return false }
    return self == .needsJournal(number: number)
  }
}

extension Connection {
  /// Notes in the file that it needs its journal from now on. Call this before any other write.
  ///
  /// The journal is never shortened while the file says so.
  func needJournal(at path: String) throws(StorageFault) {
    // Ties the journal to the current file, and gives a new journal its generation.
    try setMark(.needsJournal(number: try mark.value))
    guard let generation = try Self.generation(of: path) else { return }
    try setMark(.needsJournal(number: generation))
    // If the disk or a reader prevents the mark from reaching the file, it gets there when the journal is next emptied. Until then,
    // a lost journal would go undetected.
    try? emptyJournal()
  }

  /// Checkpoints the journal, and notes in the file that the journal is no longer needed.
  /// - Parameter patience: how many milliseconds to wait for readers.
  func settleJournal(patience: Int32) throws(StorageFault) {
    // Checkpointed before the mark is set, because a file marked as complete must be complete.
    try emptyJournal()
    // A complete file keeps its number: changing it would be a transaction that nothing ties to the file.
    switch try mark {
    case .complete: break
    case .none, .needsJournal: try setMark(.newComplete())
    }
    try eraseJournal(patience: patience)
  }

  private var mark: JournalMark {
    get throws(StorageFault) {
      JournalMark(try first("PRAGMA application_id") { UInt32(truncatingIfNeeded: $0.integer(0)) } ?? 0)
    }
  }

  func setMark(_ mark: JournalMark) throws(StorageFault) {
    try execute("PRAGMA application_id = \(Int32(bitPattern: mark.value))")
  }

  private static func generation(of path: String) throws(StorageFault) -> UInt32? {
    guard SystemFile.exists(path + "-wal") else { return nil }
    let head = try SystemFile.read(path + "-wal", atMost: JournalFrames.headLength)
    return head.count < JournalFrames.headLength ? nil : UInt32(head[16..<20])
  }
}

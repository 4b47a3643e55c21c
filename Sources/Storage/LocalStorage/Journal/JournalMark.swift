import SQLite

/// What a store's file says of its journal, so that a journal that is lost is noticed.
///
/// It stands in the field of the first page that SQLite leaves to applications (`PRAGMA application_id`), so it changes
/// with a transaction, and can be read before SQLite has seen the file.
enum JournalMark: Hashable {
  /// Nothing: the file is of a version that wrote no mark.
  case none
  /// Everything is in the file itself. The number is another one each time, so that the journal that follows can be told
  /// from those of other files.
  case complete(number: UInt32)
  /// The first transaction since the file was complete with this number is in the journal, or what was written last is in
  /// a journal of this generation, or of one soon after it.
  case needsJournal(number: UInt32)

  /// The highest bit says which it is.
  private static let flag: UInt32 = 1 << 31
  static let place = 68
  /// A journal is restarted once for thousands of keys.
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

  /// Of the first page of a file.
  init(page: ArraySlice<UInt8>) { self.init(UInt32(page.dropFirst(Self.place))) }

  var value: UInt32 {
    switch self {
    case .none: 0
    case .complete(let number): number & ~Self.flag
    case .needsJournal(let number): number | Self.flag
    }
  }

  /// Whether a file with this mark goes on in a journal of this generation.
  func fits(_ generation: UInt32) -> Bool {
    switch self {
    case .none: true
    case .complete: false
    case .needsJournal(let number): (generation &- number) & ~Self.flag < Self.mostGenerations
    }
  }

  /// Whether this is the mark of the first transaction since the file was complete with the other one.
  func follows(_ other: JournalMark) -> Bool {
    guard case .complete(let number) = other else { return false }
    return self == .needsJournal(number: number)
  }
}

extension Connection {
  /// Notes in the file that it needs its journal from now on. Not before that may anything else be written.
  ///
  /// The journal is never shortened while the file says so.
  func needJournal(at path: String) throws(StorageFault) {
    // Ties the journal to the file as it is, and gives a new journal its generation.
    try setMark(.needsJournal(number: try mark.value))
    guard let generation = try Self.generation(of: path) else { return }
    try setMark(.needsJournal(number: generation))
    // If the disk or a reader does not let the mark into the file, it gets there when the journal is next emptied, and
    // only until then the loss of the journal would not be noticed.
    try? emptyJournal()
  }

  /// Moves the journal into the file, and notes there that it is not needed any more.
  /// - Parameter patience: for how many milliseconds it waits for readers.
  func settleJournal(patience: Int32) throws(StorageFault) {
    // Before the mark: a file that claims to be complete is.
    try emptyJournal()
    // One that is complete already stays so under its number: a change of it would have nothing that ties it to the file.
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

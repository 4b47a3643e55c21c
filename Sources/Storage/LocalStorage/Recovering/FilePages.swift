/// The pages of a file, overlaid with those of its journal: a page in the journal is newer than the one in the file.
struct FilePages {
  /// The bytes of a page at one point in time.
  struct Image {
    let number: Int
    let bytes: ArraySlice<UInt8>
    /// Whether some of its bytes may be wrong.
    let isDoubtful: Bool
  }

  static let size = JournalFrames.pageSize

  private let file: [UInt8]
  private let journal: JournalFrames
  /// The newest sound version of each page in the journal.
  private var newest: [Int: JournalFrames.Frame] = [:]
  private(set) var count: Int
  /// The number of pages after the last transaction in the journal; nil if there is none.
  private var countInJournal: Int?
  /// Whether there are fewer pages than there should be, or the right number is unknown.
  private(set) var areMissing = false

  init(of path: String, _ parts: Parts = .both) throws(StorageFault) {
    let names = (file: path, journal: path + "-wal")
    file = parts == .journal ? [] : try Self.bytes(of: names.file)
    journal = JournalFrames(parts == .file ? [] : try Self.bytes(of: names.journal))
    count = file.count / Self.size
    readJournal()
    let isReplaced =
      parts != .file && SystemFile.isReplaced(names.journal)
      || parts != .journal && SystemFile.isReplaced(names.file)
    let isWhole = parts == .journal || file.isEmpty && journal.bytes.isEmpty || hasAllPages
    areMissing = isReplaced || !isWhole
  }

  private static func bytes(of path: String) throws(StorageFault) -> [UInt8] {
    try SystemFile.isRegular(path) ? SystemFile.read(path) : []
  }

  private var hasAllPages: Bool {
    guard file.count.isMultiple(of: Self.size), let count = countInJournal ?? countInHead else {
      return false
    }
    guard count <= self.count else { return false }
    return (1...max(1, count)).allSatisfy { self[$0] != nil }
  }

  /// The number of pages as stored in the first page; nil if that is damaged.
  private var countInHead: Int? {
    guard let head = soundHead else { return nil }
    return Int(UInt32(head.dropFirst(28)))
  }

  private var soundHead: ArraySlice<UInt8>? {
    self[1].flatMap { $0.starts(with: "SQLite format 3\0".utf8) ? $0 : nil }
  }

  /// The unused pages; nil if their list cannot be read.
  var free: Set<Int>? {
    guard let head = soundHead else { return nil }
    var free: Set<Int> = []
    var trunk = Int(UInt32(head.dropFirst(32)))
    while trunk != 0 {
      guard let page = self[trunk], free.insert(trunk).inserted else { return nil }
      let leaves = Int(UInt32(page.dropFirst(4)))
      guard leaves <= Self.size / 4 - 2 else { return nil }
      for leaf in 0..<leaves { free.insert(Int(UInt32(page.dropFirst(8 + 4 * leaf)))) }
      trunk = Int(UInt32(page))
    }
    return free
  }

  /// Which files are read.
  enum Parts { case both, file, journal }

  /// Pages are numbered from 1.
  subscript(number: Int) -> ArraySlice<UInt8>? {
    if let frame = newest[number] { return journal.image(frame) }
    guard number > 0, number <= file.count / Self.size else { return nil }
    return file[(number - 1) * Self.size..<number * Self.size]
  }

  /// The last image of each page, in the order of writing, so that a row that moved to another page is found where it was last.
  /// If the journal has a newer but damaged image of a page, that image follows the older one.
  var images: [Image] {
    let onlyInFile = (1..<max(1, file.count / Self.size + 1)).filter { newest[$0] == nil }
    let old = onlyInFile.compactMap { number in
      self[number].map { Image(number: number, bytes: $0, isDoubtful: false) }
    }
    let new = journal.frames.filter { frame in
      frame.verifies
        ? newest[frame.page]?.start == frame.start : (newest[frame.page]?.start ?? 0) < frame.start
    }
    return old
      + new.map { Image(number: $0.page, bytes: journal.image($0), isDoubtful: !$0.verifies) }
  }

  /// Frames after the last commit belong to a transaction that was never completed.
  private mutating func readJournal() {
    var open: [Int: JournalFrames.Frame] = [:]
    for frame in journal.frames {
      if frame.verifies { open[frame.page] = frame }
      // Also if the frame with the commit is the damaged one: the transaction was completed.
      guard frame.sizeAfterCommit > 0 else { continue }
      if frame.verifies { countInJournal = frame.sizeAfterCommit }
      newest.merge(open) { _, newer in newer }
      open = [:]
      // A larger number of pages than possible means damage.
      count = max(count, min(frame.sizeAfterCommit, (file.count + journal.bytes.count) / Self.size))
    }
    count = max(count, newest.keys.max() ?? 0)
  }
}

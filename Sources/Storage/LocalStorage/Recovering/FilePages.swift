/// The pages of a file, with those of its journal over them: a page in the journal is newer than the one in the file.
struct FilePages {
  /// The bytes of a page at some time.
  struct Image {
    let number: Int
    let bytes: ArraySlice<UInt8>
    /// Whether some of its bytes may not be those that were written.
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
  /// Whether there should be more pages than there are, or nothing says how many.
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

  /// The number of pages as the first one has it; nil if that is damaged.
  private var countInHead: Int? {
    guard let head = soundHead else { return nil }
    return Int(UInt32(head.dropFirst(28)))
  }

  private var soundHead: ArraySlice<UInt8>? {
    self[1].flatMap { $0.starts(with: "SQLite format 3\0".utf8) ? $0 : nil }
  }

  /// The pages that are not in use; nil if that cannot be read.
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

  /// What is read.
  enum Parts { case both, file, journal }

  /// Pages are numbered from 1.
  subscript(number: Int) -> ArraySlice<UInt8>? {
    if let frame = newest[number] { return journal.image(frame) }
    guard number > 0, number <= file.count / Self.size else { return nil }
    return file[(number - 1) * Self.size..<number * Self.size]
  }

  /// Each page as it was last, the one that was written last at the end, so that what was moved from one page to another
  /// is found in its last place. Behind a page of which the journal had a newer image comes that image, damaged as it
  /// is.
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
      // Also where it is the frame with the commit that is damaged: the transaction was completed.
      guard frame.sizeAfterCommit > 0 else { continue }
      if frame.verifies { countInJournal = frame.sizeAfterCommit }
      newest.merge(open) { _, newer in newer }
      open = [:]
      // More pages than possible means damage.
      count = max(count, min(frame.sizeAfterCommit, (file.count + journal.bytes.count) / Self.size))
    }
    count = max(count, newest.keys.max() ?? 0)
  }
}

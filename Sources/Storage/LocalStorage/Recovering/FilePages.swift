import SQLite

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

  /// The newest sound contents of a page; nil if there is no such page. Pages are numbered from 1.
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

  /// Finds the newest sound frame of each page. Frames after the last commit belong to a transaction that was never completed.
  private mutating func readJournal() {
    var open: [Int: JournalFrames.Frame] = [:]
    for frame in journal.frames {
      if frame.verifies { open[frame.page] = frame }
      // Counts even if this frame is the damaged one: the transaction was completed.
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

/// Reads the rows of a file page by page, without the tree that leads to them, so that a damaged page loses only its
/// own rows. Data read from damaged bytes can be anything; the records' checksums detect it.
///
/// The layout is SQLite's file format (https://www.sqlite.org/fileformat2.html), which does not change.
struct PageCells {
  /// A row of a table, or an entry of an index or of a table without row ids.
  struct Cell {
    let id: Int64?
    let values: [Value]
  }

  private enum Kind: UInt8 {
    case indexBranch = 0x02
    case tableBranch = 0x05
    case indexLeaf = 0x0A
    case tableLeaf = 0x0D
  }

  private let pages: FilePages
  /// The pages that hold the rest of values too long for their own page.
  private(set) var overflow: Set<Int> = []
  /// How many rows could not be read on otherwise readable pages.
  private(set) var unreadable = 0

  init(_ pages: FilePages) { self.pages = pages }

  /// The contents of a page, or nil if its kind is unknown.
  mutating func cells(on page: ArraySlice<UInt8>) -> [Cell]? {
    let start = page.startIndex
    // Values too long for their page continue on overflow pages, which begin with the number of the next page and so
    // with a 0.
    guard !Self.mayBeOverflow(page) else { return [] }
    guard let kind = Kind(rawValue: page[start]) else { return nil }
    guard kind != .tableBranch else { return [] }
    let count = Int(page[start + 3]) << 8 | Int(page[start + 4])
    let head = kind == .indexBranch ? 12 : 8
    guard head + 2 * count <= page.count else { return nil }
    var cells: [Cell] = []
    for index in 0..<count {
      let place = start + head + 2 * index
      var reader = CellReader(page: page, place: start + (Int(page[place]) << 8 | Int(page[place + 1])))
      if let cell = cell(&reader, kind) { cells.append(cell) } else { unreadable += 1 }
    }
    return cells
  }

  /// Whether a page begins with a 0, as no page of a table does: it is overflow, unused, or was overwritten with zeros.
  static func mayBeOverflow(_ page: ArraySlice<UInt8>) -> Bool { page.first == 0 }

  private mutating func cell(_ reader: inout CellReader, _ kind: Kind) -> Cell? {
    if kind == .indexBranch { reader.skip(4) }
    guard let length = reader.number(), length >= 0, length <= pages.count * FilePages.size else {
      return nil
    }
    var id: Int64?
    if kind == .tableLeaf {
      guard let number = reader.number() else { return nil }
      id = number
    }
    guard let payload = payload(Int(length), &reader, isTable: kind == .tableLeaf) else { return nil }
    var columns = CellReader(page: payload[...], place: 0)
    return columns.values().map { Cell(id: id, values: $0) }
  }

  private mutating func payload(_ length: Int, _ reader: inout CellReader, isTable: Bool) -> [UInt8]? {
    let size = FilePages.size
    let most = isTable ? size - 35 : (size - 12) * 64 / 255 - 23
    guard length > most else { return reader.bytes(length) }
    let least = (size - 12) * 32 / 255 - 23
    let wanted = least + (length - least) % (size - 4)
    guard var payload = reader.bytes(wanted <= most ? wanted : least), var next = reader.pageNumber() else {
      return nil
    }
    // Each page contributes some bytes, so even a cycle ends.
    while payload.count < length {
      guard let page = pages[next] else { return nil }
      overflow.insert(next)
      payload += page.dropFirst(4).prefix(length - payload.count)
      next = page.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    return payload
  }
}

/// Reads the parts of a row as SQLite writes them; nil for invalid bytes.
struct CellReader {
  private let page: ArraySlice<UInt8>
  private var place: Int

  init(page: ArraySlice<UInt8>, place: Int) {
    self.page = page
    self.place = place
  }

  mutating func skip(_ count: Int) { place += count }

  /// Reads a number with seven bits in each byte, the highest first, and all eight in the ninth.
  mutating func number() -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard let byte = bytes(1)?.first else { return nil }
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: number)
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, place >= page.startIndex, place <= page.endIndex, count <= page.endIndex - place else {
      return nil
    }
    defer { place += count }
    return Array(page[place..<place + count])
  }

  mutating func pageNumber() -> Int? {
    bytes(4)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a row: the types of its columns, then their values.
  mutating func values() -> [Value]? {
    guard let length = number(), length > 0, length <= page.count else { return nil }
    let end = page.startIndex + Int(length)
    var kinds: [Int64] = []
    while place < end {
      guard let kind = number() else { return nil }
      kinds.append(kind)
    }
    var values: [Value] = []
    for kind in kinds {
      guard let value = value(kind) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func value(_ kind: Int64) -> Value? {
    switch kind {
    case 0: .null
    case 1...6:
      integer([1, 2, 3, 4, 6, 8][Int(kind) - 1]).map { .integer($0) }
    case 8, 9: .integer(kind - 8)
    case 12...: bytes(Int(clamping: (kind - 12) / 2)).map { .bytes($0) }
    // Our tables do not use floating-point numbers.
    default: nil
    }
  }

  /// Reads a signed number, the highest byte first.
  private mutating func integer(_ count: Int) -> Int64? {
    guard let bytes = bytes(count) else { return nil }
    let sign: Int64 = (bytes.first ?? 0) < 0x80 ? 0 : -1
    return bytes.reduce(sign) { $0 << 8 | Int64($1) }
  }
}

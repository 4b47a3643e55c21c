/// The latest pages of a file: a page in the journal is newer than the one in the file.
struct FilePages {
  /// The page size of all our files.
  static let size = 4096
  private static let journalHead = 32
  private static let frameHead = 24

  private let file: [UInt8]
  private let journal: [UInt8]
  /// The offset in the journal of the newest version of each page.
  private var newest: [Int: Int] = [:]
  private(set) var count: Int

  init(of path: String) throws(StorageFault) {
    file = SystemFile.exists(path) ? try SystemFile.read(path) : []
    journal = SystemFile.exists(path + "-wal") ? try SystemFile.read(path + "-wal") : []
    count = file.count / Self.size
    readJournal()
  }

  /// Pages are numbered from 1.
  subscript(number: Int) -> ArraySlice<UInt8>? {
    if let start = newest[number] { return journal[start..<start + Self.size] }
    guard number > 0, number <= file.count / Self.size else { return nil }
    return file[(number - 1) * Self.size..<number * Self.size]
  }

  /// Frames from an earlier use of the journal have other salts, and frames after the last commit belong to a
  /// transaction that was never completed.
  private mutating func readJournal() {
    guard journal.count >= Self.journalHead else { return }
    let salts = journal[16..<24]
    var open: [Int: Int] = [:]
    for start in stride(
      from: Self.journalHead, through: journal.count - Self.frameHead - Self.size,
      by: Self.frameHead + Self.size)
    {
      guard journal[start + 8..<start + 16].elementsEqual(salts) else { return }
      open[number(at: start)] = start + Self.frameHead
      let size = number(at: start + 4)
      guard size > 0 else { continue }
      newest.merge(open) { _, newer in newer }
      open = [:]
      // More pages than possible means damage.
      count = max(count, min(size, (file.count + journal.count) / Self.size))
    }
  }

  private func number(at place: Int) -> Int {
    journal[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The raw bytes of a journal, read without SQLite.
///
/// SQLite reads up to the first frame that does not verify, and drops everything after it. But the sum stored in each frame is
/// enough to verify the next one, so a damaged frame loses only itself.
///
/// The layout is that of SQLite's write-ahead log (https://www.sqlite.org/fileformat2.html#walformat).
struct JournalFrames {
  /// A page as it was written to the journal.
  struct Frame {
    /// Where the image of the page begins.
    let start: Int
    let page: Int
    /// The size of the file, in pages, for the last frame of a transaction; otherwise 0.
    let sizeAfterCommit: Int
    /// Whether its bytes are those that were written.
    fileprivate(set) var verifies: Bool
  }

  /// The page size of all our files.
  static let pageSize = 4096
  static let headLength = 32
  static let frameHeadLength = 24
  static let frameLength = frameHeadLength + pageSize

  let bytes: [UInt8]
  /// Whether the head is one of our journals, and undamaged.
  let isHeadSound: Bool
  /// The frames of the current generation. After them, a journal still contains those of the previous generation.
  let frames: [Frame]
  /// How many frames, from the first one on, verify without a gap. SQLite uses them up to the last commit.
  let usable: Int
  private let salts: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let head = Head(bytes)
    isHeadSound = head.isSound
    var reader = FrameReader(bytes, head)
    reader.read()
    frames = reader.frames
    usable = reader.usable
    salts = reader.salts
  }

  /// The number that rises by one with each generation; nil if the head is damaged.
  var generation: UInt32? { isHeadSound ? UInt32(bytes[16..<20]) : nil }

  func hasSalts(_ other: ArraySlice<UInt8>) -> Bool { salts.elementsEqual(other) }

  func image(_ frame: Frame) -> ArraySlice<UInt8> { bytes[frame.start..<frame.start + Self.pageSize] }
}

extension JournalFrames {
  /// The first bytes of a journal.
  fileprivate struct Head {
    private static let magic: UInt32 = 0x377F_0682
    let isSound: Bool
    let isBigEndian: Bool
    let salts: ArraySlice<UInt8>
    /// The possible starting sums for the first frame: if only one byte is damaged, one of them is right.
    let sums: [JournalSum]

    init(_ bytes: [UInt8]) {
      guard bytes.count >= headLength else {
        (isSound, isBigEndian, salts, sums) = (false, false, [], [])
        return
      }
      let magic = UInt32(bytes[..<4])
      let stored = JournalSum(stored: bytes[24..<32])
      let computed = [false, true].map { JournalSum().adding(bytes[..<24], isBigEndian: $0) }
      isBigEndian = computed[0] != stored && (computed[1] == stored || magic == Self.magic | 1)
      let sum = computed[isBigEndian ? 1 : 0]
      isSound =
        sum == stored && magic == Self.magic | (isBigEndian ? 1 : 0)
        && UInt32(bytes[8..<12]) == UInt32(JournalFrames.pageSize)
      salts = bytes[16..<24]
      sums = stored == sum ? [sum] : [stored, sum]
    }
  }

  fileprivate struct FrameReader {
    private let bytes: [UInt8]
    private let isBigEndian: Bool
    private(set) var salts: ArraySlice<UInt8>
    private(set) var frames: [Frame] = []
    private(set) var usable = 0
    /// The possible starting sums for the next frame.
    private var sums: [JournalSum]
    /// Whether one of them is known to be right.
    private var isChained = true

    init(_ bytes: [UInt8], _ head: Head) {
      self.bytes = bytes
      isBigEndian = head.isBigEndian
      sums = head.sums
      salts = head.salts
      if !head.isSound, let salts = provenSalts() { self.salts = salts }
    }

    mutating func read() {
      var isUnbroken = true
      for start in starts {
        let stored = JournalSum(stored: bytes[start + 16..<start + 24])
        let following = sums.map { sum(of: start, after: $0) }
        let hasSalts = bytes[start + 8..<start + 16].elementsEqual(salts)
        let verifies = following.contains(stored) && (hasSalts || isChained)
        if verifies, !isChained, following.firstIndex(of: stored) != 0 { confirmLast() }
        if verifies || hasSalts {
          frames.append(frame(at: start, verifies: verifies))
        } else {
          isUnbroken = false
        }
        isUnbroken = isUnbroken && verifies && hasSalts
        if isUnbroken { usable = frames.count }
        // If the frame is damaged, either its stored sum or its contents may be wrong.
        sums = verifies ? [stored] : [stored] + following
        isChained = verifies
        // A journal has only a few damaged places: without a limit, garbage would make the list grow without end.
        if sums.count > 4 { sums.removeLast(sums.count - 4) }
      }
    }

    private var starts: StrideTo<Int> {
      stride(from: headLength, to: bytes.count - frameLength + 1, by: frameLength)
    }

    /// Marks the last frame as right: only the sum it stores is damaged.
    private mutating func confirmLast() {
      guard let last = frames.indices.last else { return }
      frames[last].verifies = true
    }

    private func sum(of start: Int, after sum: JournalSum) -> JournalSum {
      sum.adding(bytes[start..<start + 8], isBigEndian: isBigEndian)
        .adding(bytes[start + frameHeadLength..<start + frameLength], isBigEndian: isBigEndian)
    }

    private func frame(at start: Int, verifies: Bool) -> Frame {
      Frame(
        start: start + frameHeadLength, page: Int(UInt32(bytes[start..<start + 4])),
        sizeAfterCommit: Int(UInt32(bytes[start + 4..<start + 8])), verifies: verifies)
    }

    /// The salts of the first frame that is proven to be of one generation with its neighbour.
    private func provenSalts() -> ArraySlice<UInt8>? {
      var before = sums
      for start in starts {
        let stored = JournalSum(stored: bytes[start + 16..<start + 24])
        if before.contains(where: { sum(of: start, after: $0) == stored }) {
          return bytes[start + 8..<start + 16]
        }
        before = [stored]
      }
      return nil
    }
  }
}

/// The running checksum of a journal, which continues from frame to frame.
struct JournalSum: Hashable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  static let length = 8

  init() {}

  /// Reads a stored sum, which always has the highest byte first.
  init(stored bytes: ArraySlice<UInt8>) {
    first = UInt32(bytes.prefix(4))
    second = UInt32(bytes.dropFirst(4).prefix(4))
  }

  /// Returns the sum after more bytes, whose count is a multiple of 8.
  func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> JournalSum {
    var sum = self
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let two = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        sum.first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ sum.second
        sum.second &+= (isBigEndian ? two.bigEndian : two.littleEndian) &+ sum.first
        place += 8
      }
    }
    return sum
  }
}

extension UInt32 {
  /// Reads a number, the highest byte first.
  init(_ bytes: ArraySlice<UInt8>) {
    self = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// SQLite's shared memory next to a journal. It remains after the process ends and records how far the journal was written, so
/// that a truncated journal is detected.
///
/// After a power cut it can contain anything. It has checksums, but may count frames that never reached the journal; those are
/// lost.
///
/// The layout is in https://www.sqlite.org/walformat.html#the_wal_index_header.
struct JournalIndex {
  /// How many frames the journal had.
  let frames: Int

  private static let length = 48
  private static let version: UInt32 = 3_007_000

  /// Nil if the bytes are not an index of this journal.
  init?(_ bytes: [UInt8], of journal: JournalFrames) {
    guard bytes.count >= 2 * Self.length else { return nil }
    // SQLite writes the header twice, in case a process ends in the middle.
    let head = bytes[..<Self.length]
    guard head.elementsEqual(bytes[Self.length..<2 * Self.length]) else { return nil }
    let sum = JournalSum().adding(head.prefix(40), isBigEndian: Self.isBigEndian)
    guard Self.number(head, at: 0) == Self.version, head[12] == 1, sum.hasBytes(head[40...]) else {
      return nil
    }
    guard journal.hasSalts(head[32..<40]) else { return nil }
    frames = Int(Self.number(head, at: 16))
  }

  private static var isBigEndian: Bool { UInt32(1).bigEndian == 1 }

  /// Reads a number in native byte order, which the journal does not use.
  private static func number(_ head: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    head.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
  }
}

extension JournalSum {
  /// Whether these are the sum's bytes in native byte order.
  fileprivate func hasBytes(_ bytes: ArraySlice<UInt8>) -> Bool {
    withUnsafeBytes(of: self) { $0.elementsEqual(bytes) }
  }
}

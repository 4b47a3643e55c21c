import FileSystem
public import TerminalScreen

/// Decodes pictures of other users, each in a confined child process.
///
/// This process decodes no picture: it checks the first bytes, and reads the pixels that the child writes. The child has no
/// environment variables, little memory and little time and, if the system allows user namespaces, no network and no access to
/// the user's files. One child runs at a time, on a separate thread.
public actor PictureDecoder {
  private nonisolated let queue = DiskQueue("pictures")
  private let programs: Programs
  private let patience: Duration
  /// The confinement that was found to work; nil if none has worked yet.
  private var confinement: [String]?

  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// The maximum number of pixels of a picture.
  package static let mostPixels = 50_000_000
  /// The maximum number of pixels of a decoded picture in each direction, whatever is requested.
  package static let longestSide = 2_048
  /// Smaller pictures are enlarged first, because the output is cut to cells of 8 pixels.
  private static let leastSide = 320

  /// Decodes with chafa, in the usual program folders.
  public init() { self.init(programs: Programs()) }

  /// - Parameter patience: the maximum run time of a child.
  package init(programs: Programs, patience: Duration = .seconds(5)) {
    self.programs = programs
    self.patience = patience
  }

  /// The missing program; nil if pictures can be decoded.
  public nonisolated var missing: PictureFault? { programs.missing }

  /// Decodes a file, and scales the picture down until it fits.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - width: the maximum width in pixels, rounded up to whole cells.
  ///   - height: the maximum height in pixels, rounded up to whole cells.
  public func picture(in bytes: [UInt8], width: Int, height: Int) throws(PictureFault) -> Picture {
    guard !Task.isCancelled else { throw .cancelled }
    if let missing { throw missing }
    guard let header = PictureHeader(bytes) else { throw .unknownKind }
    let (pixels, isMore) = header.width.multipliedReportingOverflow(by: header.height)
    guard !isMore, pixels <= Self.mostPixels else {
      throw .tooLarge(width: header.width, height: header.height)
    }
    // The picture may be rotated, which the header does not say.
    let longest = max(header.width, header.height, Self.leastSide)
    let cells = Size(
      columns: Self.cells(min(max(1, width), longest)), rows: Self.cells(min(max(1, height), longest)))
    let mostPixels = cells.columns * cells.rows * 64
    // The output is base 64, in chunks with a head.
    let output = try run(chafa(cells), on: bytes, mostOutput: mostPixels * 8 + 1 << 20).output
    guard let picture = KittyImage.picture(in: output), picture.width <= cells.columns * 8,
      picture.height <= cells.rows * 8
    else { throw .unreadable }
    // Rotation swaps the sides.
    let isTurned = (picture.width > picture.height) != (header.width > header.height)
    return picture.scaled(
      width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height)
  }

  /// Without a terminal, chafa assumes cells of 8 by 8 pixels.
  private static func cells(_ pixels: Int) -> Int { (min(pixels, longestSide) + 7) / 8 }

  private func chafa(_ cells: Size) -> [String] {
    [
      programs.chafa, "-f", "kitty", "-s", "\(cells.columns)x\(cells.rows)", "--font-ratio", "1", "--threads",
      "1", "--animate", "off", "-",
    ]
  }

  private func run(
    _ command: [String], on bytes: [UInt8], mostOutput: Int
  ) throws(PictureFault) -> DecoderChild.End {
    if confinement == nil { confinement = try strictestConfinement() }
    return try DecoderChild.run(
      programs.limits + (confinement ?? []) + command, on: bytes, patience: patience,
      mostOutput: mostOutput)
  }

  /// The strictest confinement that works. Each picture tries again until one works, because a failure may have been a
  /// temporary lack of resources.
  private func strictestConfinement() throws(PictureFault) -> [String]? {
    for confinement in programs.confinements {
      let trial = programs.limits + confinement + [programs.trial]
      if try DecoderChild.run(trial, on: [], patience: patience, mostOutput: 0).status == 0 {
        return confinement
      }
    }
    return nil
  }
}

/// The information in the first bytes of a picture.
package struct PictureHeader: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// Nil if the bytes do not begin as a PNG, JPEG, GIF or WebP with a size; other files are not decoded.
  package init?(_ bytes: [UInt8]) {
    guard let (width, height) = Self.size(in: bytes), width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  private static func size(in bytes: [UInt8]) -> (Int, Int)? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return sizeOfPNG(bytes) }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      guard bytes.count >= 10 else { return nil }
      return (little(bytes, 6, 2), little(bytes, 8, 2))
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return sizeOfJPEG(bytes) }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return sizeOfWebP(bytes)
    }
    return nil
  }

  private static func sizeOfPNG(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (big(bytes, 16, 4), big(bytes, 20, 4))
  }

  /// The size is in one of the segments, each of which begins with its length.
  private static func sizeOfJPEG(_ bytes: [UInt8]) -> (Int, Int)? {
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      // Any number of fill bytes may precede a segment.
      if marker == 0xFF {
        index += 1
        continue
      }
      let length = big(bytes, index + 2, 2)
      guard length >= 2, marker != 0xDA, marker != 0xD9 else { return nil }
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame {
        guard index + 9 <= bytes.count else { return nil }
        return (big(bytes, index + 7, 2), big(bytes, index + 5, 2))
      }
      index += 2 + length
    }
    return nil
  }

  private static func sizeOfWebP(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30 else { return nil }
    let kind = bytes[12..<16]
    if kind.elementsEqual("VP8X".utf8) { return (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1) }
    if kind.elementsEqual("VP8L".utf8) {
      let bits = little(bytes, 21, 4)
      return bytes[20] == 0x2F ? (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1) : nil
    }
    if kind.elementsEqual("VP8 ".utf8), bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) {
      return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
    }
    return nil
  }

  private static func big(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
    bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
    bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Why a picture is not shown.
public enum PictureFault: Error, Hashable, Sendable {
  /// A required program is not installed.
  case notInstalled(String)
  /// The file is not of a supported kind.
  case unknownKind
  /// The picture's header gives this many pixels.
  case tooLarge(width: Int, height: Int)
  /// The picture is damaged, or needs more memory or processor time than allowed.
  case unreadable
  /// The decoder was killed after the time limit.
  case tookTooLong
  /// The system could not start the decoder: the errno.
  case notStarted(Int32)
  /// Cancelled.
  case cancelled
}

extension PictureFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notInstalled(let program): "\(program) is not installed"
    case .unknownKind: "it is no PNG, JPEG, GIF or WebP"
    case .tooLarge(let width, let height): "it has \(width)×\(height) pixels, which are too many"
    case .unreadable: "it is damaged, or too much to decode"
    case .tookTooLong: "it took too long to decode"
    case .notStarted: "its decoder could not be started"
    case .cancelled: "it is not wanted any more"
    }
  }
}

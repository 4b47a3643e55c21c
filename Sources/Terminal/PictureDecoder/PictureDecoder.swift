import FileSystem
public import TerminalScreen

/// Decodes pictures of other people, each in a child that may do nothing but that.
///
/// Nothing of a picture is decoded in this process: its first bytes are looked at, and what the child writes are pixels. The
/// child has no variables of the environment and little memory and time and, where the system lets people have namespaces,
/// no network and none of their files. One runs at a time, on a thread of its own.
public actor PictureDecoder {
  private nonisolated let queue = DiskQueue("pictures")
  private let programs: Programs
  private let patience: Duration
  /// What was found to work; nil: nothing yet.
  private var confinement: [String]?

  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// The most pixels of a picture.
  package static let mostPixels = 50_000_000
  /// Decoded pictures have at most so many pixels each way, whatever is asked for.
  package static let longestSide = 2_048
  /// Small ones are made larger first: what they have is cut to cells of 8 pixels.
  private static let leastSide = 320

  /// Decodes with chafa, in the usual folders of programs.
  public init() { self.init(programs: Programs()) }

  /// - Parameter patience: how long a child may run.
  package init(programs: Programs, patience: Duration = .seconds(5)) {
    self.programs = programs
    self.patience = patience
  }

  /// What is missing on this computer; nil: pictures can be decoded.
  public nonisolated var missing: PictureFault? { programs.missing }

  /// The picture in a file's bytes, scaled down until it fits.
  ///
  /// - Parameters:
  ///   - bytes: those of the file.
  ///   - width: the most pixels from left to right, up to as many as fill the last cell.
  ///   - height: the same from top to bottom.
  public func picture(in bytes: [UInt8], width: Int, height: Int) throws(PictureFault) -> Picture {
    guard !Task.isCancelled else { throw .cancelled }
    if let missing { throw missing }
    guard let header = PictureHeader(bytes) else { throw .unknownKind }
    let (pixels, isMore) = header.width.multipliedReportingOverflow(by: header.height)
    guard !isMore, pixels <= Self.mostPixels else {
      throw .tooLarge(width: header.width, height: header.height)
    }
    // It may be turned, which the header does not say.
    let longest = max(header.width, header.height, Self.leastSide)
    let cells = Size(
      columns: Self.cells(min(max(1, width), longest)), rows: Self.cells(min(max(1, height), longest)))
    let mostPixels = cells.columns * cells.rows * 64
    // In base 64, and in pieces with a head.
    let output = try run(chafa(cells), on: bytes, mostOutput: mostPixels * 8 + 1 << 20).output
    guard let picture = KittyImage.picture(in: output), picture.width <= cells.columns * 8,
      picture.height <= cells.rows * 8
    else { throw .unreadable }
    // Turned ones have their sides changed.
    let isTurned = (picture.width > picture.height) != (header.width > header.height)
    return picture.scaled(
      width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height)
  }

  /// It takes cells for 8 pixels each way without a terminal.
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

  /// Tried with each picture until one works: what failed once may have had no room for a moment.
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

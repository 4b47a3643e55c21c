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
  /// Decoded pictures fit into so many pixels each way: more than a screen has half cells.
  package static let side = 320
  /// The most bytes that the child may write.
  static let mostOutput = 4 << 20

  /// Decodes with chafa, in the usual folders of programs.
  public init() { self.init(programs: Programs()) }

  /// - Parameter patience: how long a child may run.
  package init(programs: Programs, patience: Duration = .seconds(5)) {
    self.programs = programs
    self.patience = patience
  }

  /// What is missing on this computer; nil: pictures can be decoded.
  public nonisolated var missing: PictureFault? { programs.missing }

  /// The picture in a file's bytes, scaled down to what can be shown.
  public func picture(in bytes: [UInt8]) throws(PictureFault) -> Picture {
    guard !Task.isCancelled else { throw .cancelled }
    if let missing { throw missing }
    guard let header = PictureHeader(bytes) else { throw .unknownKind }
    let (pixels, isMore) = header.width.multipliedReportingOverflow(by: header.height)
    guard !isMore, pixels <= Self.mostPixels else {
      throw .tooLarge(width: header.width, height: header.height)
    }
    let output = try run(chafa, on: bytes).output
    guard let picture = KittyImage.picture(in: output), max(picture.width, picture.height) <= Self.side else {
      throw .unreadable
    }
    // Small ones come out larger than they are. Turned ones have their sides changed.
    let isTurned = (picture.width > picture.height) != (header.width > header.height)
    return picture.scaled(
      width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height)
  }

  private var chafa: [String] {
    let cells = String(Self.side / 8)
    // In cells of 8 pixels each way, which is what it takes them for without a terminal.
    return [
      programs.chafa, "-f", "kitty", "-s", "\(cells)x\(cells)", "--font-ratio", "1", "--threads", "1",
      "--animate", "off", "-",
    ]
  }

  private func run(_ command: [String], on bytes: [UInt8]) throws(PictureFault) -> DecoderChild.End {
    if confinement == nil { confinement = try strictestConfinement() }
    return try DecoderChild.run(
      programs.limits + (confinement ?? []) + command, on: bytes, patience: patience,
      mostOutput: Self.mostOutput)
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

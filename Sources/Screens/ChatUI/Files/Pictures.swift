import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// The pictures of messages: fetched and decoded when a message becomes visible, and cached up to a limit.
final class Pictures {
  private let context: AppContext
  private let reader: (any PictureReader)?
  private let outlet: Outlet
  private var kept = KeptPictures()
  private var failures: [FileID: Failure] = [:]
  /// The sizes of decoded pictures, so that a row keeps its height after its picture was evicted.
  private var sizes: [FileID: PictureSize] = [:]
  private var work: [FileID: Task<Void, Never>] = [:]
  /// The visible files, place by place.
  private var visible: [DraftKey: [FileAttachment]] = [:]
  /// Called with the change that an arrived picture makes. The owner applies the change, and can measure before and after it.
  var onArrival: (_ show: () -> Void) -> Void = { $0() }

  private struct Failure {
    let words: String
    /// Whether a retry would fail as well.
    let isFinal: Bool
  }

  /// Larger files are fetched only on request.
  private static let mostBytesUnasked = 2 << 20
  private static let mostBytes = 20 << 20
  /// For smaller files, the service's thumbnail is hardly smaller.
  private static let fewBytes = 128 << 10
  private static let mostKnown = 2_048
  private static let piece = 256 * 1024
  /// Limited, because messages use the same connection.
  private static let mostAtOnce = 3
  /// The types that may be shown; the first bytes tell the actual format, also of `image/*`.
  private static let kinds: Set<String> = [
    "image/*", "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp",
  ]

  /// - Parameter reader: decodes pictures; nil if pictures are not shown.
  init(context: AppContext, reader: (any PictureReader)?, outlet: Outlet) {
    self.context = context
    self.reader = reader
    self.outlet = outlet
  }

  /// Whether a file's declared type is a picture that can be shown.
  static func isPicture(_ file: FileAttachment) -> Bool { kinds.contains(file.mimeType.lowercased()) }

  // MARK: In the timeline

  /// The files of a message as they are shown; empty if none of them is shown as a picture.
  func states(of message: Message) -> [PictureState?] {
    guard !message.files.isEmpty, context.settings.showsPictures, !message.isDeleted,
      message.files.contains(where: isShownUnasked), isPossible
    else { return [] }
    return message.files.map { isShownUnasked($0) ? state(of: $0) : nil }
  }

  private func isShownUnasked(_ file: FileAttachment) -> Bool {
    Self.isPicture(file) && (mayBeFetched(file) || failures[file.id]?.isFinal != true)
  }

  /// Whether a file is fetched whole without a request. The download of a file of unknown size is begun, and stops at the limit.
  private func mayBeFetched(_ file: FileAttachment) -> Bool { file.size <= Self.mostBytesUnasked }

  private var isPossible: Bool { obstacle == nil }

  /// Explains why there are no pictures to a user who has asked for pictures as blocks of colour.
  func sayObstacle() {
    guard context.settings.images == .blocks, outlet.screen?.hasColors == true,
      let obstacle = reader?.obstacle
    else { return }
    context.say(.picturesNotShown(because: obstacle))
  }

  private func state(of file: FileAttachment) -> PictureState {
    PictureState(
      size: file.pictureSize ?? sizes[file.id], picture: kept.picture(of: file.id),
      failure: failures[file.id]?.words)
  }

  /// Records which files are visible in a place: those are fetched, and fetching others is cancelled.
  func setVisible(_ files: [FileAttachment], in place: DraftKey) {
    guard visible[place] ?? [] != files else { return }
    visible[place] = files.isEmpty ? nil : files
    dropInvisible()
    for file in files { kept.use(file.id) }
    beginNext()
  }

  /// Discards the visible files of all other places.
  func forgetPlaces(except places: [DraftKey]) {
    guard visible.keys.contains(where: { !places.contains($0) }) else { return }
    visible = visible.filter { places.contains($0.key) }
    dropInvisible()
    beginNext()
  }

  private func dropInvisible() {
    for (id, task) in work where !isVisible(id) {
      task.cancel()
      work[id] = nil
    }
    failures = failures.filter { $0.value.isFinal || isVisible($0.key) }
  }

  private func isVisible(_ id: FileID) -> Bool { visible.values.contains { $0.contains { $0.id == id } } }

  private func beginNext() {
    for file in visible.values.joined() {
      guard work.count < Self.mostAtOnce else { return }
      let isMissing =
        work[file.id] == nil && failures[file.id] == nil && kept.picture(of: file.id) == nil
      if isMissing { begin(file) }
    }
  }

  private func begin(_ file: FileAttachment) {
    work[file.id] = Task {
      let result: Result<(Picture, isOfFile: Bool), any Error>
      do { result = .success(try await small(file)) } catch { result = .failure(error) }
      // Scrolling has cancelled the task, and the file may be requested again by now.
      guard !Task.isCancelled else { return }
      work[file.id] = nil
      onArrival {
        switch result {
        case .success(let (picture, isOfFile)):
          store(picture, of: file.id, isOfFile: isOfFile)
        case .failure(let error):
          failures[file.id] = Failure(
            words: ErrorSentence.reason(error) ?? "it was not downloaded",
            isFinal: (error as? ChatError)?.canSucceedLater != true)
        }
      }
      beginNext()
    }
  }

  /// Retries what failed because of the connection, which is back.
  func forgetFailures() {
    failures = failures.filter { $0.value.isFinal }
    beginNext()
  }

  /// Cancels all fetching.
  func end() {
    visible = [:]
    dropInvisible()
  }

  private func store(_ picture: Picture, of id: FileID, isOfFile: Bool) {
    if sizes.count >= Self.mostKnown { sizes = [:] }
    sizes[id] = PictureSize(width: picture.width, height: picture.height)
    kept.keep(picture, of: id, in: KeptPictures.row, isOfFile: isOfFile, isVisible: isVisible)
  }

  /// A picture for the timeline: the service's thumbnail of a large file, or else the file itself.
  private func small(_ file: FileAttachment) async throws -> (Picture, isOfFile: Bool) {
    guard let reader else { throw CancellationError() }
    if !(1...Self.fewBytes).contains(file.size) {
      do {
        let bytes = try await context.client.thumbnail(
          of: file.id, side: KeptPictures.row.width, ofAtMost: Self.mostBytesUnasked)
        try Task.checkCancellation()
        return (try await reader.picture(in: bytes, fitting: KeptPictures.row), isOfFile: false)
      } catch {
        try Task.checkCancellation()
        guard mayBeFetched(file) else { throw error }
      }
    }
    let bytes = try await bytes(of: file, atMost: Self.mostBytesUnasked)
    return (try await reader.picture(in: bytes, fitting: KeptPictures.row), isOfFile: true)
  }

  // MARK: Large

  /// The best cached version of a picture.
  func known(_ file: FileAttachment) -> Picture? { kept.sharpest(of: file.id) }

  /// A requested picture, with as many pixels as are visible.
  func picture(of file: FileAttachment) async throws -> Picture {
    await work[file.id]?.value
    let room = roomOnScreen
    if let known = kept.picture(of: file.id, filling: room) { return known }
    guard let reader else { throw CancellationError() }
    let bytes = try await bytes(of: file, atMost: Self.mostBytes)
    let picture = try await reader.picture(in: bytes, fitting: room)
    kept.keep(picture, of: file.id, in: room, isOfFile: true, isVisible: isVisible)
    // The file was downloaded now, so the timeline may try again after a temporary failure.
    if failures[file.id]?.isFinal == false { failures[file.id] = nil }
    beginNext()
    return picture
  }

  /// The pixels of a large view: those of its cells in a terminal that shows pictures, otherwise half cells.
  private var roomOnScreen: PictureSize {
    let cells = PicturePanelState.room(on: outlet.terminal.size)
    let cell =
      (context.settings.showsPixels ? outlet.screen?.pixelsOfCell : nil) ?? Size(columns: 1, rows: 2)
    let (width, height) = (cells.columns * cell.columns, cells.rows * cell.rows)
    guard width * height > Self.mostPixels else { return PictureSize(nearest: width, height) }
    let scale = (Double(Self.mostPixels) / Double(width * height)).squareRoot()
    return PictureSize(nearest: Int(Double(width) * scale), Int(Double(height) * scale))
  }

  /// A single picture may fill half of the cache.
  private static let mostPixels = 1 << 20

  /// Why no picture can be shown, as a sentence; nil if pictures can be shown.
  var obstacle: String? {
    guard let reader, outlet.screen?.hasColors == true else { return "this terminal cannot show pictures" }
    return reader.obstacle
  }

  private func bytes(of file: FileAttachment, atMost limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece: [UInt8]
      do throws(ChatError) {
        piece = try await context.client.download(
          file.id, bytes.count..<bytes.count + Self.piece, ofAtMost: limit)
      } catch .refused(.tooLarge) {
        throw ProgramError("\(file.name) is too large to show here")
      }
      try Task.checkCancellation()
      bytes += piece
      // Only the last piece is shorter, whatever size was announced.
      if piece.count < Self.piece { break }
    }
    return bytes
  }
}

/// The cache of decoded pictures, in order of last use.
struct KeptPictures {
  private struct Entry {
    let file: FileID
    let picture: Picture
    /// The size that the picture was fitted into.
    let room: PictureSize
    /// Whether it was made from the file rather than from the service's thumbnail.
    let isOfFile: Bool
  }

  private var entries: [Entry] = []

  /// The size of a picture in the timeline.
  static let row = PictureSize(nearest: 320, 320)
  private static let mostBytes = 8 << 20

  /// The picture for the timeline.
  func picture(of file: FileID) -> Picture? {
    entries.last { $0.file == file && $0.room == Self.row }?.picture
  }

  /// The best version of a picture to be shown larger.
  func sharpest(of file: FileID) -> Picture? {
    entries.lazy.filter { $0.file == file }.map(\.picture).max { $0.width < $1.width }
  }

  /// A picture with as many pixels as are visible in a given size.
  func picture(of file: FileID, filling room: PictureSize) -> Picture? {
    entries.last { entry in
      guard entry.file == file else { return false }
      let (width, height) = (entry.picture.width, entry.picture.height)
      let hasAll = entry.isOfFile && width < entry.room.width && height < entry.room.height
      return hasAll || width >= room.width || height >= room.height
    }?.picture
  }

  /// Marks a picture as used now.
  mutating func use(_ file: FileID) {
    guard let index = entries.lastIndex(where: { $0.file == file && $0.room == Self.row }) else { return }
    entries.append(entries.remove(at: index))
  }

  /// - Parameter isVisible: whether a file is visible in a timeline; such pictures are not evicted.
  mutating func keep(
    _ picture: Picture, of file: FileID, in room: PictureSize, isOfFile: Bool, isVisible: (FileID) -> Bool
  ) {
    // Of the large versions, the latest is the sharpest.
    entries.removeAll { $0.file == file && ($0.room == Self.row) == (room == Self.row) }
    entries.append(Entry(file: file, picture: picture, room: room, isOfFile: isOfFile))
    var bytes = entries.reduce(0) { $0 + $1.picture.bytes.count }
    while bytes > Self.mostBytes,
      let index = entries.dropLast().firstIndex(where: { $0.room != Self.row || !isVisible($0.file) })
    {
      bytes -= entries.remove(at: index).picture.bytes.count
    }
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

/// The pictures of messages: fetched and decoded once somebody sees the message, and kept as long as there is room.
final class Pictures {
  private let services: any AppServices
  private let reader: (any PictureReader)?
  private let hasColors: () -> Bool
  /// The pictures, those wanted last at the end.
  private var kept: [(id: FileID, picture: Picture)] = []
  private var failures: [FileID: Failure] = [:]
  /// The sizes of those that were decoded, so that a row keeps its height when its picture had to go.
  private var sizes: [FileID: PictureSize] = [:]
  private var work: [FileID: Task<Void, Never>] = [:]
  /// What is on the screen, place by place.
  private var visible: [DraftKey: [FileAttachment]] = [:]
  /// Runs the change that it is given; whoever sets it can measure before and after it.
  var onArrival: (_ show: () -> Void) -> Void = { $0() }

  private struct Failure {
    let words: String
    /// Whether the next try would fail like this one.
    let isFinal: Bool
  }

  /// Larger files are shown only when somebody asks for them.
  static let mostBytesUnasked = 2 << 20
  static let mostBytes = 20 << 20
  private static let mostKept = 8 << 20
  private static let mostKnown = 2_048
  private static let piece = 256 * 1024
  /// Messages use the same connection.
  private static let mostAtOnce = 3
  private static let kinds: Set<String> = ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"]

  /// - Parameters:
  ///   - reader: nil: pictures are not shown.
  ///   - hasColors: whether the screen has any.
  init(services: any AppServices, reader: (any PictureReader)?, hasColors: @escaping () -> Bool) {
    self.services = services
    self.reader = reader
    self.hasColors = hasColors
  }

  /// Whether a file says that it is a picture of a kind that can be shown.
  static func isPicture(_ file: FileAttachment) -> Bool { kinds.contains(file.mimeType.lowercased()) }

  // MARK: In the timeline

  /// The files of a message as they are shown; empty if none of them is shown as a picture.
  func states(of message: Message) -> [PictureState?] {
    guard !message.files.isEmpty, services.settings.showsPictures, !message.isDeleted,
      message.files.contains(where: isShownUnasked), isPossible
    else { return [] }
    return message.files.map { isShownUnasked($0) ? state(of: $0) : nil }
  }

  private func isShownUnasked(_ file: FileAttachment) -> Bool {
    Self.isPicture(file) && (0...Self.mostBytesUnasked).contains(file.size)
  }

  private var isPossible: Bool {
    guard let reader, hasColors() else { return false }
    return reader.obstacle == nil
  }

  /// Whoever asked for blocks of colour wonders where they are.
  func sayObstacle() {
    guard services.settings.images == .blocks, hasColors(), let obstacle = reader?.obstacle else { return }
    services.say(Notice("Pictures are not shown: \(obstacle)", .warning))
  }

  private func state(of file: FileAttachment) -> PictureState {
    PictureState(
      size: file.pictureSize ?? sizes[file.id], picture: kept.last { $0.id == file.id }?.picture,
      failure: failures[file.id]?.words)
  }

  /// Notes which files are on the screen in a place: those are fetched, and others no longer.
  func setVisible(_ files: [FileAttachment], in place: DraftKey) {
    guard visible[place] ?? [] != files else { return }
    visible[place] = files.isEmpty ? nil : files
    dropInvisible()
    for file in files {
      if let index = kept.firstIndex(where: { $0.id == file.id }) { kept.append(kept.remove(at: index)) }
    }
    beginNext()
  }

  /// Forgets what was on the screen anywhere else.
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
        work[file.id] == nil && failures[file.id] == nil && !kept.contains { $0.id == file.id }
      if isMissing { begin(file) }
    }
  }

  private func begin(_ file: FileAttachment) {
    work[file.id] = Task {
      let result: Result<Picture, any Error>
      do {
        result = .success(try await fetch(file, atMost: Self.mostBytesUnasked))
      } catch {
        result = .failure(error)
      }
      // Whoever scrolled on has cancelled it, and may want it anew by now.
      guard !Task.isCancelled else { return }
      work[file.id] = nil
      onArrival {
        switch result {
        case .success(let picture): store(picture, of: file.id)
        case .failure(let error):
          failures[file.id] = Failure(
            words: ErrorSentence.reason(error) ?? "it was not fetched",
            isFinal: (error as? ChatError)?.isWorthRetrying != true)
        }
      }
      beginNext()
    }
  }

  /// Tries again what failed, when the connection is back.
  func forgetFailures() {
    failures = [:]
    beginNext()
  }

  /// Fetches nothing any more.
  func end() {
    visible = [:]
    dropInvisible()
  }

  private func store(_ picture: Picture, of id: FileID) {
    failures[id] = nil
    if sizes.count >= Self.mostKnown { sizes = [:] }
    sizes[id] = PictureSize(width: picture.width, height: picture.height)
    kept.append((id, picture))
    var bytes = kept.reduce(0) { $0 + $1.picture.bytes.count }
    while bytes > Self.mostKept, let index = kept.firstIndex(where: { !isVisible($0.id) && $0.id != id }) {
      bytes -= kept.remove(at: index).picture.bytes.count
    }
  }

  // MARK: Large

  /// A picture that somebody asked for.
  func picture(of file: FileAttachment) async throws -> Picture {
    await work[file.id]?.value
    if let known = kept.last(where: { $0.id == file.id }) { return known.picture }
    let picture = try await fetch(file, atMost: Self.mostBytes)
    onArrival { store(picture, of: file.id) }
    return picture
  }

  /// Why no picture can be shown, as a sentence; nil: they can.
  var obstacle: String? {
    guard let reader, hasColors() else { return "this terminal shows no pictures" }
    return reader.obstacle
  }

  private func fetch(_ file: FileAttachment, atMost limit: Int) async throws -> Picture {
    guard let reader else { throw CancellationError() }
    var bytes: [UInt8] = []
    while true {
      let piece: [UInt8]
      do throws(ChatError) {
        piece = try await services.client.service.download(
          file.id, bytes.count..<bytes.count + Self.piece, ofAtMost: limit)
      } catch .refused(.tooLarge) {
        throw ProgramError("\(file.name) is too large to be shown here")
      }
      try Task.checkCancellation()
      bytes += piece
      // Only the last piece is a short one, whatever size was told.
      if piece.count < Self.piece { break }
    }
    return try await reader.picture(in: bytes)
  }
}

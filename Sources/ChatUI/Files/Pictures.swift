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
  private var failures: [FileID: String] = [:]
  /// The sizes of those that were decoded, so that a row keeps its height when its picture had to go.
  private var sizes: [FileID: PictureSize] = [:]
  private var work: [FileID: Task<Void, Never>] = [:]
  /// What is on the screen, place by place.
  private var wanted: [DraftKey: Set<FileID>] = [:]
  private var hasSaidObstacle = false
  /// Called before a picture is shown, or why it is not, and after it is.
  var onArrival: (_ show: () -> Void) -> Void = { $0() }

  /// Larger files are shown only when somebody asks for them.
  static let mostBytesUnasked = 2 << 20
  static let mostBytes = 20 << 20
  private static let mostKept = 8 << 20
  private static let mostKnown = 2_048
  private static let piece = 256 * 1024
  private static let kinds: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

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
    Self.isPicture(file) && (1...Self.mostBytesUnasked).contains(file.size)
  }

  private var isPossible: Bool {
    guard let reader, hasColors() else { return false }
    guard let obstacle = reader.obstacle else { return true }
    // Whoever asked for blocks wonders where they are.
    if services.settings.images == .blocks, !hasSaidObstacle {
      hasSaidObstacle = true
      services.say(Notice("Pictures are not shown: \(obstacle)", .warning))
    }
    return false
  }

  private func state(of file: FileAttachment) -> PictureState {
    PictureState(
      size: file.pictureSize ?? sizes[file.id], picture: kept.last { $0.id == file.id }?.picture,
      failure: failures[file.id])
  }

  /// Notes which files are on the screen in a place: those are fetched, and others no longer.
  func show(_ files: [FileAttachment], in place: DraftKey) {
    let ids = Set(files.map(\.id))
    guard wanted[place] ?? [] != ids else { return }
    wanted[place] = ids.isEmpty ? nil : ids
    dropUnwanted()
    for file in files where work[file.id] == nil && failures[file.id] == nil {
      if let index = kept.firstIndex(where: { $0.id == file.id }) {
        kept.append(kept.remove(at: index))
      } else {
        begin(file)
      }
    }
  }

  /// Forgets what was on the screen anywhere else.
  func keep(only places: [DraftKey]) {
    guard wanted.keys.contains(where: { !places.contains($0) }) else { return }
    wanted = wanted.filter { places.contains($0.key) }
    dropUnwanted()
  }

  private func dropUnwanted() {
    for (id, task) in work where !isWanted(id) {
      task.cancel()
      work[id] = nil
    }
  }

  private func isWanted(_ id: FileID) -> Bool { wanted.values.contains { $0.contains(id) } }

  private func begin(_ file: FileAttachment) {
    work[file.id] = Task {
      let result: Result<Picture, any Error>
      do { result = .success(try await fetch(file)) } catch { result = .failure(error) }
      // Whoever scrolled on has cancelled it, and may want it anew by now.
      guard !Task.isCancelled else { return }
      work[file.id] = nil
      onArrival {
        switch result {
        case .success(let picture): keep(picture, of: file.id)
        case .failure(let error): failures[file.id] = ErrorSentence.reason(error) ?? "it was not fetched"
        }
      }
    }
  }

  /// Tries again what failed, when the connection is back.
  func forgetFailures() {
    guard !failures.isEmpty else { return }
    failures = [:]
    wanted = [:]
  }

  private func keep(_ picture: Picture, of id: FileID) {
    if sizes.count >= Self.mostKnown { sizes = [:] }
    sizes[id] = PictureSize(width: picture.width, height: picture.height)
    kept.append((id, picture))
    var bytes = kept.reduce(0) { $0 + $1.picture.bytes.count }
    while bytes > Self.mostKept, let index = kept.firstIndex(where: { !isWanted($0.id) }) {
      bytes -= kept.remove(at: index).picture.bytes.count
    }
  }

  // MARK: Large

  /// A picture that somebody asked for.
  func picture(of file: FileAttachment) async throws -> Picture {
    if let known = kept.last(where: { $0.id == file.id }) { return known.picture }
    guard file.size <= Self.mostBytes else {
      throw ProgramError("\(file.name) is too large to be shown here")
    }
    return try await fetch(file)
  }

  /// Why no picture can be shown, as a sentence; nil: they can.
  var obstacle: String? {
    guard let reader, hasColors() else { return "this terminal shows no pictures" }
    return reader.obstacle
  }

  private func fetch(_ file: FileAttachment) async throws -> Picture {
    guard let reader else { throw CancellationError() }
    var bytes: [UInt8] = []
    while bytes.count < file.size {
      let end = min(file.size, bytes.count + Self.piece)
      let piece = try await services.client.service.download(file.id, bytes.count..<end)
      try Task.checkCancellation()
      guard !piece.isEmpty else { throw ProgramError("\(file.name) is shorter than it was said to be") }
      bytes += piece
    }
    return try await reader.picture(in: bytes)
  }
}

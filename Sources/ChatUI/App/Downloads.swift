import ChatControllers
import ChatDomain

/// Downloads files of messages to this computer, each of them once.
final class Downloads {
  /// A file being downloaded.
  struct Progress: Hashable {
    fileprivate let number: Int
    let file: FileAttachment
    var arrived = 0

    var percent: Int { file.size > 0 ? arrived * 100 / file.size : 100 }
  }

  /// A file and its path on this device.
  struct Place: Hashable {
    let file: FileAttachment
    let path: String
  }

  /// What was asked for: a file, to be opened or at a path of the user's choice.
  private struct Wish: Hashable {
    let file: FileID
    var path: String?
  }

  private let client: ChatClient
  private let folder: any DownloadFolder
  private let files: any FileBrowser
  private var paths: [FileID: String] = [:]
  private var wanted: [Wish: Task<String, any Error>] = [:]
  /// The files that came in this run and where they are, the latest first.
  private(set) var places: [Place] = []
  /// All running tasks, by number: cancelled ones stay until they have removed their partial file.
  private var running: [Int: Task<String, any Error>] = [:]
  private var lastNumber = 0
  /// The downloads in progress, the most recently requested last.
  private(set) var progress: [Progress] = []
  /// Called for every piece that arrives.
  var onChange: () -> Void = {}

  /// The number of bytes requested at a time.
  private static let piece = 256 * 1024

  init(client: ChatClient, folder: any DownloadFolder, files: any FileBrowser) {
    self.client = client
    self.folder = folder
    self.files = files
  }

  /// The path of a file, once it is downloaded.
  func path(of file: FileAttachment) async throws -> String {
    let wish = Wish(file: file.id)
    return try await (wanted[wish] ?? begin(file, wish)).value
  }

  /// Saves a file in a place of the user's choice, and returns its path there.
  func save(_ file: FileAttachment, at path: String) async throws -> String {
    let wish = Wish(file: file.id, path: path)
    return try await (wanted[wish] ?? begin(file, wish)).value
  }

  /// Cancels all downloads at once, without waiting for late answers.
  func cancel() {
    for task in wanted.values { task.cancel() }
    wanted = [:]
    progress = []
    onChange()
  }

  /// Cancels all downloads and returns when no partial file is left.
  func end() async {
    cancel()
    for task in running.values { _ = await task.result }
  }

  private func begin(_ file: FileAttachment, _ wish: Wish) -> Task<String, any Error> {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      defer { running[number] = nil }
      do {
        let path = try await find(file, wish, as: number)
        leave(wish, number)
        return path
      } catch {
        leave(wish, number)
        throw error
      }
    }
    running[number] = task
    wanted[wish] = task
    return task
  }

  /// Removes a finished download from the list, unless the file was requested again.
  private func leave(_ wish: Wish, _ number: Int) {
    guard wanted[wish] == running[number] else { return }
    wanted[wish] = nil
    progress.removeAll { $0.number == number }
    onChange()
  }

  private func find(_ file: FileAttachment, _ wish: Wish, as number: Int) async throws -> String {
    // If the user has deleted the file since, it is downloaded again.
    if wish.path == nil, let known = paths[file.id], await files.size(ofFile: known) == file.size {
      return known
    }
    try Task.checkCancellation()
    progress.append(Progress(number: number, file: file))
    onChange()
    let path = try await fetch(file, wish, as: number)
    if wish.path == nil { paths[file.id] = path }
    places.removeAll { $0.path == path }
    places.insert(Place(file: file, path: path), at: 0)
    // Downloaded, but no longer wanted.
    try Task.checkCancellation()
    return path
  }

  private func fetch(_ file: FileAttachment, _ wish: Wish, as number: Int) async throws -> String {
    let name = FileName(file.name)
    let arriving =
      if let path = wish.path { try await folder.begin(name, at: path) } else { try await folder.begin(name) }
    do {
      var arrived = 0
      while arrived < file.size {
        let end = min(file.size, arrived + Self.piece)
        let bytes = try await client.service.download(file.id, arrived..<end)
        // An answer that arrives after the cancellation is no longer wanted.
        try Task.checkCancellation()
        guard !bytes.isEmpty else { throw ProgramError("\(file.name) is shorter than it was said to be") }
        try await arriving.append(bytes)
        arrived += bytes.count
        note(arrived, of: number)
      }
      try Task.checkCancellation()
      return try await arriving.finish()
    } catch {
      await arriving.discard()
      throw error
    }
  }

  private func note(_ arrived: Int, of number: Int) {
    guard let index = progress.firstIndex(where: { $0.number == number }) else { return }
    progress[index].arrived = arrived
    onChange()
  }
}

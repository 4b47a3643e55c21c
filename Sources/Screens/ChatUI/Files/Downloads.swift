import ChatControllers
import ChatDomain
import Composer

/// Downloads files of messages. Requests for a file that is being downloaded to the same place share the download.
final class Downloads {
  /// A file being downloaded.
  struct Progress: Hashable {
    fileprivate let number: Int
    let file: FileAttachment
    var arrived = 0

    /// The percentage of the announced size.
    var percent: Int { arrived < file.size ? arrived * 100 / file.size : 100 }
  }

  /// Where a file is on this computer.
  private struct LocalCopy: Hashable {
    let path: String
    /// The number of bytes that arrived.
    let size: Int
    /// Whether the user chose the place. The user may have changed the file there since.
    let isChosen: Bool
  }

  /// The purpose of a download.
  private enum Wish: Hashable {
    case opening(FileID)
    case saving(FileID, SavingPlace)
  }

  private let client: ChatClient
  private let folder: any DownloadFolder
  private let files: any FileBrowser
  private var places: [FileID: LocalCopy] = [:]
  private var wanted: [Wish: Task<String, any Error>] = [:]
  /// All running tasks, by number: cancelled ones stay until they have removed their partial file.
  private var running: [Int: Task<String, any Error>] = [:]
  private var lastNumber = 0
  /// The downloads in progress, the most recently requested last.
  private(set) var progress: [Progress] = []
  /// Called for every piece that arrives.
  var onChange: () -> Void = {}
  /// Called when the local path of a file became known, or invalid.
  var onArrival: () -> Void = {}

  /// The number of bytes requested at a time.
  private static let piece = 256 * 1024

  init(client: ChatClient, folder: any DownloadFolder, files: any FileBrowser) {
    self.client = client
    self.folder = folder
    self.files = files
  }

  /// The path of a file, once it is downloaded.
  func path(of file: FileAttachment) async throws -> String {
    try await (wanted[.opening(file.id)] ?? begin(.opening(file.id), file)).value
  }

  /// Saves a file in a place that the user chose.
  ///
  /// - Returns: its path.
  func save(_ file: FileAttachment, as place: SavingPlace) async throws -> String {
    let wish = Wish.saving(file.id, place)
    return try await (wanted[wish] ?? begin(wish, file)).value
  }

  /// Where a file was downloaded to in this run; nil if it was not.
  func knownPath(of file: FileID) -> String? { places[file]?.path }

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

  private func begin(_ wish: Wish, _ file: FileAttachment) -> Task<String, any Error> {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      defer { running[number] = nil }
      do {
        let path = try await fulfil(wish, file, as: number)
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

  private func fulfil(_ wish: Wish, _ file: FileAttachment, as number: Int) async throws -> String {
    // If the user has deleted the file since, it is downloaded again.
    if case .opening = wish, let known = await pathStillThere(of: file) { return known }
    try Task.checkCancellation()
    progress.append(Progress(number: number, file: file))
    onChange()
    let place: LocalCopy
    switch wish {
    case .opening:
      let arriving = try await folder.begin(FileName(file.name))
      place = try await fetch(file, into: arriving, as: number, isChosen: false)
    case .saving(_, let chosen):
      let arriving = try await folder.begin(chosen)
      place = try await fetch(file, into: arriving, as: number, isChosen: true)
    }
    places[file.id] = place
    onArrival()
    // The file is downloaded, but the request was cancelled.
    try Task.checkCancellation()
    return place.path
  }

  private func pathStillThere(of file: FileAttachment) async -> String? {
    guard let known = places[file.id] else { return nil }
    let size = await files.size(ofFile: known.path)
    if known.isChosen ? size != nil : size == known.size { return known.path }
    if places[file.id] == known {
      places[file.id] = nil
      onArrival()
    }
    return nil
  }

  private func fetch(
    _ file: FileAttachment, into arriving: any ArrivingFile, as number: Int, isChosen: Bool
  ) async throws -> LocalCopy {
    do {
      var arrived = 0
      while true {
        let bytes = try await client.download(file.id, arrived..<arrived + Self.piece)
        // The answer may arrive after the cancellation.
        try Task.checkCancellation()
        try await arriving.append(bytes)
        arrived += bytes.count
        report(arrived, of: number)
        // Only the last piece is shorter, whatever size was announced.
        if bytes.count < Self.piece { break }
      }
      try Task.checkCancellation()
      return LocalCopy(path: try await arriving.finish(), size: arrived, isChosen: isChosen)
    } catch {
      await arriving.discard()
      throw error
    }
  }

  private func report(_ arrived: Int, of number: Int) {
    guard let index = progress.firstIndex(where: { $0.number == number }) else { return }
    progress[index].arrived = arrived
    onChange()
  }
}

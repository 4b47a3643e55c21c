import ChatControllers
import ChatDomain

/// Brings files of messages to this computer, each of them once.
final class Downloads {
  /// A file that is on its way.
  struct Progress: Hashable {
    fileprivate let number: Int
    let file: FileAttachment
    var arrived = 0

    var percent: Int { file.size > 0 ? arrived * 100 / file.size : 100 }
  }

  private let client: ChatClient
  private let folder: any DownloadFolder
  private let files: any FileBrowser
  private var paths: [FileID: String] = [:]
  private var wanted: [FileID: Task<String, any Error>] = [:]
  /// All that run, by their numbers: those that were given up take away what had come, as soon as they hear of it.
  private var running: [Int: Task<String, any Error>] = [:]
  private var lastNumber = 0
  /// Those on their way, the one that was asked for last at the end.
  private(set) var progress: [Progress] = []
  /// Told of every piece that arrives.
  var onChange: () -> Void = {}

  /// Bytes that are asked for at once.
  private static let piece = 256 * 1024

  init(client: ChatClient, folder: any DownloadFolder, files: any FileBrowser) {
    self.client = client
    self.folder = folder
    self.files = files
  }

  /// Where a file is once it is here.
  func path(of file: FileAttachment) async throws -> String {
    try await (wanted[file.id] ?? begin(file)).value
  }

  /// Gives up all that is on its way, at once: who answers late is not waited for.
  func cancel() {
    for task in wanted.values { task.cancel() }
    wanted = [:]
    progress = []
    onChange()
  }

  /// The same, for whoever has to know that nothing half done is left.
  func end() async {
    cancel()
    for task in running.values { _ = await task.result }
  }

  private func begin(_ file: FileAttachment) -> Task<String, any Error> {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      defer { running[number] = nil }
      do {
        let path = try await find(file, as: number)
        leave(file, number)
        return path
      } catch {
        leave(file, number)
        throw error
      }
    }
    running[number] = task
    wanted[file.id] = task
    return task
  }

  /// It is not on its way any more, for whoever still wants it.
  private func leave(_ file: FileAttachment, _ number: Int) {
    guard wanted[file.id] == running[number] else { return }
    wanted[file.id] = nil
    progress.removeAll { $0.number == number }
    onChange()
  }

  private func find(_ file: FileAttachment, as number: Int) async throws -> String {
    // Whoever took it away since wants it anew.
    if let known = paths[file.id], await files.size(ofFile: known) == file.size { return known }
    try Task.checkCancellation()
    progress.append(Progress(number: number, file: file))
    onChange()
    let path = try await fetch(file, as: number)
    paths[file.id] = path
    // It is here, and nobody wants to see it any more.
    try Task.checkCancellation()
    return path
  }

  private func fetch(_ file: FileAttachment, as number: Int) async throws -> String {
    let arriving = try await folder.begin(FileName(file.name))
    do {
      var arrived = 0
      while arrived < file.size {
        let end = min(file.size, arrived + Self.piece)
        let bytes = try await client.service.download(file.id, arrived..<end)
        // An answer that comes all the same is not wanted any more.
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

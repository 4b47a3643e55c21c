import ChatControllers
import ChatDomain

/// Brings files of messages to this computer, each of them once.
final class Downloads {
  /// A file that is on its way.
  struct Progress: Hashable {
    let file: FileAttachment
    var arrived = 0

    var percent: Int { file.size > 0 ? arrived * 100 / file.size : 100 }
  }

  private let client: ChatClient
  private let folder: any DownloadFolder
  private let files: any FileBrowser
  private var paths: [FileID: String] = [:]
  private var underWay: [FileID: Task<String, any Error>] = [:]
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
    if let task = underWay[file.id] { return try await task.value }
    let task = Task {
      // Whoever took it away since wants it anew.
      if let known = paths[file.id], await files.size(ofFile: known) == file.size { return known }
      return try await fetch(file)
    }
    underWay[file.id] = task
    defer { underWay[file.id] = nil }
    let path = try await task.value
    paths[file.id] = path
    return path
  }

  /// Gives up all that is on its way. What had come of it goes.
  func cancel() {
    for task in underWay.values { task.cancel() }
  }

  /// The same, for whoever has to know that nothing half done is left.
  func end() async {
    let tasks = Array(underWay.values)
    cancel()
    for task in tasks { _ = await task.result }
  }

  private func fetch(_ file: FileAttachment) async throws -> String {
    progress.append(Progress(file: file))
    onChange()
    defer {
      progress.removeAll { $0.file.id == file.id }
      onChange()
    }
    let path = try await folder.make(FileName(file.name))
    do {
      var arrived = 0
      while arrived < file.size {
        let end = min(file.size, arrived + Self.piece)
        let bytes = try await client.service.download(file.id, arrived..<end)
        // An answer that comes all the same is not wanted any more.
        try Task.checkCancellation()
        guard !bytes.isEmpty else { throw ProgramError("\(file.name) is shorter than it was said to be") }
        try await folder.append(bytes, to: path)
        arrived += bytes.count
        note(arrived, of: file)
      }
    } catch {
      await folder.remove(path)
      throw error
    }
    return path
  }

  private func note(_ arrived: Int, of file: FileAttachment) {
    guard let index = progress.firstIndex(where: { $0.file.id == file.id }) else { return }
    progress[index].arrived = arrived
    onChange()
  }
}

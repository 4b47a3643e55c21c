import ChatControllers
import ChatDomain

/// Brings files of messages to this computer, each of them once.
final class Downloads {
  private let client: ChatClient
  private let folder: any DownloadFolder
  private let files: any FileBrowser
  private var paths: [FileID: String] = [:]
  private var underWay: [FileID: Task<String, any Error>] = [:]

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

  private func fetch(_ file: FileAttachment) async throws -> String {
    let path = try await folder.make(FileName(file.name))
    do {
      var arrived = 0
      while arrived < file.size {
        let end = min(file.size, arrived + Self.piece)
        let bytes = try await client.service.download(file.id, arrived..<end)
        guard !bytes.isEmpty else { throw ProgramError("\(file.name) is shorter than it was said to be") }
        try await folder.append(bytes, to: path)
        arrived += bytes.count
      }
    } catch {
      await folder.remove(path)
      throw error
    }
    return path
  }
}

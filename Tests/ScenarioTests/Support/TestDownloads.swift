import ChatUI
import Synchronization

/// The files there are, and a folder beside them for those that come with messages, without a disk.
nonisolated final class TestDownloads: DownloadFolder, FileBrowser {
  private let kept = Mutex<[String: [UInt8]]>([:])
  private let there = TestFiles()

  /// What is in the folder now, by name.
  var files: [String: [UInt8]] { kept.withLock { $0 } }

  func make(_ name: FileName) async throws(ProgramError) -> String {
    let path = kept.withLock { files in
      let path = (1...).lazy.map { "/kept/" + name.attempt($0) }.first { files[$0] == nil } ?? ""
      files[path] = []
      return path
    }
    return path
  }

  func append(_ bytes: [UInt8], to path: String) async throws(ProgramError) {
    kept.withLock { $0[path, default: []] += bytes }
  }

  func remove(_ path: String) async { kept.withLock { $0[path] = nil } }

  func entries(ofFolder path: String) async -> [String] { await there.entries(ofFolder: path) }

  func size(ofFile path: String) async -> Int? {
    if let bytes = files[path] { return bytes.count }
    return await there.size(ofFile: path)
  }

  func expanded(_ path: String) -> String { there.expanded(path) }
}

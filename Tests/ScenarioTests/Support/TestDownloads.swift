import ChatUI
import Synchronization

/// The files there are, and a folder beside them for those that come with messages, without a disk.
nonisolated final class TestDownloads: DownloadFolder, FileBrowser {
  private let kept = Mutex<[String: [UInt8]]>([:])
  private let begun = Mutex(0)
  private let there = TestFiles()
  private let gate = Mutex<(isClosed: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  /// What is in the folder now, by name; what is not whole has a hidden one.
  var files: [String: [UInt8]] { kept.withLock { $0 } }

  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile {
    let number = begun.withLock { count in
      count += 1
      return count
    }
    kept.withLock { $0["/kept/.part-\(number)"] = [] }
    return TestArrival(downloads: self, folder: "/kept/", name: name, hidden: "/kept/.part-\(number)")
  }

  func begin(_ name: FileName, at path: String) async throws(ProgramError) -> any ArrivingFile {
    guard path.hasPrefix("/home/mia/") else { throw ProgramError("there is no folder \(path)") }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let isFolder = path.hasSuffix("/")
    let number = begun.withLock { count in
      count += 1
      return count
    }
    let folder = isFolder ? path : String(path.dropLast(last.count))
    kept.withLock { $0["\(folder).part-\(number)"] = [] }
    return TestArrival(
      downloads: self, folder: folder, name: isFolder ? name : FileName(last),
      hidden: "\(folder).part-\(number)")
  }

  fileprivate func append(_ bytes: [UInt8], to path: String) async {
    await pass()
    kept.withLock { $0[path, default: []] += bytes }
  }

  fileprivate func give(_ name: FileName, in folder: String, to hidden: String) -> String {
    kept.withLock { files in
      let path = (1...).lazy.map { folder + name.attempt($0) }.first { files[$0] == nil } ?? ""
      files[path] = files.removeValue(forKey: hidden)
      return path
    }
  }

  fileprivate func remove(_ path: String) { kept.withLock { $0[path] = nil } }

  /// Nothing is written from now on, and who writes waits, whether it is cancelled or not.
  func hold() { gate.withLock { $0.isClosed = true } }

  func release() {
    let waiting = gate.withLock { gate in
      defer { gate = (false, []) }
      return gate.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func pass() async {
    await withCheckedContinuation { continuation in
      let isClosed = gate.withLock { gate in
        if gate.isClosed { gate.waiting.append(continuation) }
        return gate.isClosed
      }
      if !isClosed { continuation.resume() }
    }
  }

  func entries(ofFolder path: String) async -> [String] { await there.entries(ofFolder: path) }

  func size(ofFile path: String) async -> Int? {
    if let bytes = files[path] { return bytes.count }
    return await there.size(ofFile: path)
  }

  func expanded(_ path: String) -> String { there.expanded(path) }
}

nonisolated private struct TestArrival: ArrivingFile {
  let downloads: TestDownloads
  let folder: String
  let name: FileName
  let hidden: String

  func append(_ bytes: [UInt8]) async throws(ProgramError) { await downloads.append(bytes, to: hidden) }
  func finish() async throws(ProgramError) -> String { downloads.give(name, in: folder, to: hidden) }
  func discard() async { downloads.remove(hidden) }
}

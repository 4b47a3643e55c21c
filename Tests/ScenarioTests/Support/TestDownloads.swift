import ChatUI
import Composer
import Synchronization

/// An in-memory file system with the program's download folder and some folders of Mia's.
nonisolated final class TestDownloads: DownloadFolder, FileBrowser {
  private let kept = Mutex<[String: [UInt8]]>([:])
  private let begun = Mutex(0)
  private let isFull = Mutex(false)
  private let there = TestFiles()
  private let gate = Mutex<(isClosed: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  /// The files in the download folder by name; incomplete ones have hidden names.
  var files: [String: [UInt8]] { kept.withLock { $0 } }

  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile {
    let number = begun.withLock { count in
      count += 1
      return count
    }
    kept.withLock { $0["/kept/.part-\(number)"] = [] }
    return TestArrival(folder: self, name: .like(name), hidden: "/kept/.part-\(number)")
  }

  func begin(_ place: SavingPlace) async throws(ProgramError) -> any ArrivingFile {
    let hidden = "\(place.path).part"
    kept.withLock { $0[hidden] = [] }
    return TestArrival(folder: self, name: .exactly(place), hidden: hidden)
  }

  var usualFolder: String { "~/Downloads" }

  func place(at path: String, for name: FileName) async throws(ProgramError) -> SavingPlace {
    await pass()
    var path = expanded(path)
    if path.hasSuffix("/") { path.removeLast() }
    if Self.folders.contains(path) { path += "/" + name.attempt(1) }
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    guard Self.folders.contains(String(folder)) else {
      throw ProgramError("there is no folder \(shortened(String(folder)))")
    }
    return SavingPlace(path: path, isTaken: await size(ofFile: path) != nil)
  }

  /// The folders in which files can be saved.
  private static let folders = [
    "/home/mia", "/home/mia/Downloads", "/home/mia/Downloads/work", "/home/mia/plans",
  ]

  /// Writes a file as another program does.
  func write(_ bytes: [UInt8], to path: String) { kept.withLock { $0[path] = bytes } }

  /// Makes the disk full.
  func fillUp() { isFull.withLock { $0 = true } }

  fileprivate func append(_ bytes: [UInt8], to path: String) async throws(ProgramError) {
    await pass()
    if isFull.withLock({ $0 }) { throw ProgramError("No space left on device") }
    kept.withLock { $0[path, default: []] += bytes }
  }

  fileprivate func give(_ name: FileName, to hidden: String) -> String {
    kept.withLock { files in
      let path = (1...).lazy.map { "/kept/" + name.attempt($0) }.first { files[$0] == nil } ?? ""
      files[path] = files.removeValue(forKey: hidden)
      return path
    }
  }

  fileprivate func give(_ place: SavingPlace, to hidden: String) throws(ProgramError) -> String {
    let isGiven = kept.withLock { files in
      guard place.isTaken || files[place.path] == nil else { return false }
      files[place.path] = files.removeValue(forKey: hidden)
      return true
    }
    guard isGiven else { throw ProgramError("\(place.path) has come to be there meanwhile") }
    return place.path
  }

  /// Removes a file, as another program or a cancelled download does.
  func remove(_ path: String) { kept.withLock { $0[path] = nil } }

  /// Blocks all writes, even cancelled ones.
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

  func entries(ofFolder path: String) async -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let folders = Self.folders.map { $0 + "/" }
    let inside = (Array(files.keys) + folders).filter { $0.hasPrefix(folder) && $0 != folder }
      .map { $0.dropFirst(folder.count) }
    let names = inside.compactMap { path in
      path.firstIndex(of: "/").map { String(path[...$0]) } ?? String(path)
    }
    return await Set(there.entries(ofFolder: path) + names).sorted()
  }

  func size(ofFile path: String) async -> Int? {
    if let bytes = files[path] { return bytes.count }
    return await there.size(ofFile: path)
  }

  func reasonUnreadable(_ path: String) async -> String { await there.reasonUnreadable(path) }

  func expanded(_ path: String) -> String { there.expanded(path) }

  func shortened(_ path: String) -> String { there.shortened(path) }
}

nonisolated private struct TestArrival: ArrivingFile {
  enum Name: Sendable {
    case like(FileName)
    case exactly(SavingPlace)
  }

  let folder: TestDownloads
  let name: Name
  let hidden: String

  func append(_ bytes: [UInt8]) async throws(ProgramError) { try await folder.append(bytes, to: hidden) }

  func finish() async throws(ProgramError) -> String {
    switch name {
    case .like(let name): folder.give(name, to: hidden)
    case .exactly(let place): try folder.give(place, to: hidden)
    }
  }

  func discard() async { folder.remove(hidden) }
}

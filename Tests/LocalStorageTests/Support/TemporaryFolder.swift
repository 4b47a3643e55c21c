import Foundation

@testable import LocalStorage

/// A folder of one test, removed with its last reference.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "inkwell-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that cannot be removed is left to the system to clean up.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The profile in which a test opens stores; its parent folders are missing at first.
  var profile: String { path + "/state/inkwell/default" }
  var store: String { profile + "/store.db" }
  var edits: String { profile + "/edits" }
  var lock: String { profile + "/lock" }

  var files: Set<String> {
    get throws { try Set(FileManager.default.contentsOfDirectory(atPath: profile)) }
  }

  func mode(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// Whether the log has no edit after its header frame.
  func hasNoEdits() throws -> Bool {
    try bytes(edits).prefix(EditFile.size).dropFirst(EditFrame.openingLength).allSatisfy { $0 == 0 }
  }
}

/// A copy of a profile's files as a kill leaves them, made while the store is open.
struct ProfileCopy {
  /// By file name suffix.
  private let files: [String: Data]
  /// The log of edits.
  private(set) var edits: Data?
  /// The lock file, which records how far the other files were written.
  private(set) var lock: Data?

  init(of folder: TemporaryFolder) throws {
    var files: [String: Data] = [:]
    for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: folder.store + end) {
      files[end] = try folder.bytes(folder.store + end)
    }
    self.files = files
    if FileManager.default.fileExists(atPath: folder.edits) { edits = try folder.bytes(folder.edits) }
    lock = FileManager.default.contents(atPath: folder.lock)
  }

  /// A copy in which one of the files is changed or removed.
  func changing(_ end: String, _ change: (inout Data?) -> Void) -> ProfileCopy {
    var files = files
    change(&files[end])
    return ProfileCopy(files: files, edits: edits, lock: lock)
  }

  func changingEdits(_ change: (inout Data) -> Void) -> ProfileCopy {
    changingLog { bytes in
      var edits = bytes ?? Data()
      change(&edits)
      bytes = edits
    }
  }

  /// A copy in which the log is changed or removed.
  func changingLog(_ change: (inout Data?) -> Void) -> ProfileCopy {
    var edits = edits
    change(&edits)
    return ProfileCopy(files: files, edits: edits, lock: lock)
  }

  func changingLock(_ change: (inout Data?) -> Void) -> ProfileCopy {
    var lock = lock
    change(&lock)
    return ProfileCopy(files: files, edits: edits, lock: lock)
  }

  private init(files: [String: Data], edits: Data?, lock: Data?) {
    (self.files, self.edits, self.lock) = (files, edits, lock)
  }

  subscript(end: String) -> Data? { files[end] }

  /// A folder with these files, to be opened as by another process.
  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    for (end, bytes) in files { try bytes.write(to: URL(filePath: folder.store + end)) }
    try edits?.write(to: URL(filePath: folder.edits))
    if let lock {
      _ = FileManager.default.createFile(
        atPath: folder.lock, contents: lock, attributes: [.posixPermissions: 0o600])
    }
    return folder
  }
}

import Foundation

/// The files of a profile as the end of its process leaves them: what a store has open is copied.
struct ProfileCopy {
  /// By the end of their names behind that of the store.
  private let files: [String: Data]
  /// The log of edits.
  private(set) var edits: Data?

  init(of folder: TemporaryFolder) throws {
    var files: [String: Data] = [:]
    for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: folder.store + end) {
      files[end] = try folder.bytes(folder.store + end)
    }
    self.files = files
    if FileManager.default.fileExists(atPath: folder.edits) { edits = try folder.bytes(folder.edits) }
  }

  /// Somebody changes or removes one of the files.
  func changing(_ end: String, _ change: (inout Data?) -> Void) -> ProfileCopy {
    var files = files
    change(&files[end])
    return ProfileCopy(files: files, edits: edits)
  }

  func changingEdits(_ change: (inout Data) -> Void) -> ProfileCopy {
    var edits = edits ?? Data()
    change(&edits)
    return ProfileCopy(files: files, edits: edits)
  }

  private init(files: [String: Data], edits: Data?) { (self.files, self.edits) = (files, edits) }

  subscript(end: String) -> Data? { files[end] }

  /// A folder with these files, for another process to open.
  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    for (end, bytes) in files { try bytes.write(to: URL(filePath: folder.store + end)) }
    try edits?.write(to: URL(filePath: folder.edits))
    return folder
  }
}

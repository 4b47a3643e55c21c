import CFaultySystem
import Foundation
import MachineTestSupport
import Synchronization
import Testing

/// Takes a copy of a folder with databases at one operation of any of their files, as a process that is killed there leaves it.
///
/// For exit tests: the file system for faults has one observer in a process.
enum FolderKill {
  private struct Plan {
    var folder = ""
    var isArmed = false
    /// Operations until the copy is made.
    var remaining = 0
    var operations = 0
    /// The files at the kill, by name; nil before it.
    var copy: [String: Data]?
  }

  private static let plan = Mutex(Plan())

  /// Call before any database is opened.
  static func install() throws {
    faulty_install()
    faulty_plan(-1, 0)
    faulty_observe { FolderKill.observe() }
    try #require(makeFaultyDefault())
  }

  /// Makes a copy before the operation with this number.
  static func arm(_ folder: String, after operations: Int) {
    plan.withLock { $0 = Plan(folder: folder, isArmed: true, remaining: operations) }
  }

  static func disarm() { plan.withLock { $0.isArmed = false } }

  /// Operations since it was armed.
  static var operations: Int { plan.withLock { $0.operations } }

  /// Whether the copy was made, so that the process counts as killed.
  static var isKilled: Bool { plan.withLock { $0.copy != nil } }

  /// Puts the copy in the place of the files. All databases must be closed.
  static func restore() throws {
    let (folder, copy) = plan.withLock { plan in
      defer { plan.copy = nil }
      return (plan.folder, plan.copy ?? [:])
    }
    for name in try names(in: folder) where copy[name] == nil {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    // Written into the same files, or they would count as copies in another place.
    for (name, data) in copy { try overwrite("\(folder)/\(name)", with: data) }
  }

  /// The files of a folder. The index of a journal is made anew.
  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  private static func observe() {
    plan.withLock { plan in
      guard plan.isArmed else { return }
      plan.operations += 1
      guard plan.remaining > 0 else { return }
      plan.remaining -= 1
      guard plan.remaining == 0 else { return }
      var copy: [String: Data] = [:]
      for name in (try? names(in: plan.folder)) ?? [] where !name.hasSuffix("-shm") {
        copy[name] = try? Data(contentsOf: URL(filePath: "\(plan.folder)/\(name)"))
      }
      plan.copy = copy
    }
  }
}

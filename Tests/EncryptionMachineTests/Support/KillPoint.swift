import CFaultySystem
import Foundation
import MachineTestSupport
import Synchronization

/// Takes a copy of a database at one operation of its files, as a process that is killed there leaves it.
///
/// One at a time: the file system for faults has one observer.
enum KillPoint {
  private struct Plan {
    var path = ""
    var isArmed = false
    /// Operations until the copy is made.
    var remaining = 0
    var isCopied = false
    var operations = 0
  }

  private static let plan = Mutex(Plan())

  static var system: String {
    faulty_install()
    faulty_observe { KillPoint.observe() }
    return String(cString: faulty_name)
  }

  /// Makes a copy before the operation with this number.
  static func arm(_ path: String, after operations: Int) {
    plan.withLock { $0 = Plan(path: path, isArmed: true, remaining: operations) }
  }

  static func disarm() { plan.withLock { $0.isArmed = false } }

  /// Operations since it was armed.
  static var operations: Int { plan.withLock { $0.operations } }

  /// Whether the copy was made, so that the process counts as killed.
  static var isKilled: Bool { plan.withLock { $0.isCopied } }

  /// Puts the copy in the place of the database. Its connection must be closed.
  static func restore() throws {
    let path = plan.withLock { plan in
      plan.isCopied = false
      return plan.path
    }
    let files = FileManager.default
    for end in ["-wal", "-shm"] where files.fileExists(atPath: path + end) {
      try files.removeItem(atPath: path + end)
    }
    for end in ["", "-wal", ".guard"] {
      let copy = path + end + ".copy"
      // Written into the same file, or it would count as a copy in another place.
      let data = files.fileExists(atPath: copy) ? try Data(contentsOf: URL(filePath: copy)) : Data()
      if end != "-wal" || !data.isEmpty { try overwrite(path + end, with: data) }
    }
  }

  private static func observe() {
    plan.withLock { plan in
      guard plan.isArmed else { return }
      plan.operations += 1
      guard plan.remaining > 0 else { return }
      plan.remaining -= 1
      guard plan.remaining == 0 else { return }
      for end in ["", "-wal", ".guard"] {
        let copy = plan.path + end + ".copy"
        unlink(copy)
        // A file that does not exist yet is not there after the kill either.
        try? FileManager.default.copyItem(atPath: plan.path + end, toPath: copy)
      }
      plan.isCopied = true
    }
  }
}

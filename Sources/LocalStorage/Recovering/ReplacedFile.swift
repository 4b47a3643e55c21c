import ChatDomain
import Glibc

/// A file that is replaced by a new one, because it is damaged or gone from its place.
///
/// The new file is made next to the old one and takes its place once complete. If this is interrupted, the next start
/// finishes it or starts over, and at no time is any data in neither file.
struct ReplacedFile {
  /// Why a file is set aside; part of its new name.
  enum Reason: String { case damaged, replaced }

  let path: String
  /// The new file while it is incomplete.
  private var unfinished: String { path + "-salvage" }
  /// The complete new file, until it takes its place.
  private var finished: String { path + "-recovered" }

  init(_ path: String) { self.path = path }

  /// Finishes a replacement that a crash interrupted; otherwise does nothing.
  /// - Returns: whether there was something to finish.
  @discardableResult
  func finishSettingAside(at time: Timestamp) throws(StorageFault) -> Bool {
    SystemFile.remove(store: unfinished)
    guard SystemFile.exists(finished) else { return false }
    _ = try setAside(as: .damaged, at: time)
    return true
  }

  /// Makes a new file from the readable data, and sets the damaged one aside. It must not be open anywhere.
  func recover(at time: Timestamp) throws(StorageFault) -> Recovery {
    var found = Recovery.Salvaged()
    let name = try replace(as: .damaged, at: time) { () throws(StorageFault) in found = try salvage() }
    return Recovery(setAsideAs: name ?? "", found: found)
  }

  /// Makes a new file from a connection whose own file is gone from its place. A file that has taken the place is set
  /// aside.
  /// - Returns: the name of that file; nil if there was none.
  func renew(from connection: Connection, at time: Timestamp) throws(StorageFault) -> String? {
    try replace(as: .replaced, at: time) { () throws(StorageFault) in
      SystemFile.remove(store: unfinished)
      try SystemFile.make(unfinished)
      try connection.copy(to: unfinished)
      // Closed, so that nothing has it open when it takes the old file's name.
      try SystemFile.sync(unfinished)
    }
  }

  private func replace(
    as reason: Reason, at time: Timestamp, making: () throws(StorageFault) -> Void
  ) throws(StorageFault) -> String? {
    do throws(StorageFault) {
      try making()
      try SystemFile.move(unfinished, to: finished)
      return try setAside(as: reason, at: time)
    } catch {
      SystemFile.remove(store: unfinished)
      // As long as the old file exists it may be written to, and the next start must not take this one for the newer.
      if SystemFile.exists(path) { SystemFile.remove(store: finished) }
      throw error
    }
  }

  private func salvage() throws(StorageFault) -> Recovery.Salvaged {
    var salvage = try Salvage(from: path)
    SystemFile.remove(store: unfinished)
    try SystemFile.make(unfinished)
    let new = try Connection(path: unfinished)
    try new.configure()
    try new.transaction { () throws(StorageFault) in try salvage.write(to: new) }
    return salvage.found
  }

  /// - Returns: the old file's new name; nil if there was no old file.
  private func setAside(as reason: Reason, at time: Timestamp) throws(StorageFault) -> String? {
    let name = unusedName(as: reason, at: time)
    var moved: [String] = []
    do throws(StorageFault) {
      for end in ["", "-wal"] where SystemFile.exists(path + end) {
        try SystemFile.move(path + end, to: name + end)
        moved.append(end)
      }
      unlink(path + "-shm")
      try SystemFile.move(finished, to: path)
    } catch {
      // Without its file the store would start empty. If it cannot be put back, the new file replaces it at the next
      // start.
      for end in moved.reversed() { rename(name + end, path + end) }
      throw error
    }
    return moved.contains("") ? String(name.split(separator: "/").last ?? "") : nil
  }

  /// A name with date and time, and a number if that name exists already.
  private func unusedName(as reason: Reason, at time: Timestamp) -> String {
    var seconds = Int(time.microseconds / 1_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let numbers = [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
    ]
    let stamp = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    let name = "\(path)-\(reason.rawValue)-\(stamp)"
    return (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !SystemFile.exists($0) } ?? name
  }
}

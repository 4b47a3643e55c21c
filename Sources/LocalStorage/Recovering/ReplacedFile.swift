import ChatDomain
import Glibc

/// A file in whose place a new one is put, because it is damaged or is not where it was.
///
/// The new file is made beside it and takes its place when it is whole: whenever this breaks off, the next start begins
/// anew or ends it, and at no time is anything in no file.
struct ReplacedFile {
  /// Why a file is set aside; part of the name that it gets.
  enum Reason: String { case damaged, replaced }

  let path: String
  /// The new file while it is not whole.
  private var unfinished: String { path + "-salvage" }
  /// The new file when it is, until it has its place.
  private var finished: String { path + "-recovered" }

  init(_ path: String) { self.path = path }

  /// Ends what a crash broke off; does nothing otherwise.
  /// - Returns: whether there was something to end.
  @discardableResult
  func finishSettingAside(at time: Timestamp) throws(StorageFault) -> Bool {
    SystemFile.remove(store: unfinished)
    guard SystemFile.exists(finished) else { return false }
    _ = try setAside(as: .damaged, at: time)
    return true
  }

  /// Makes a new file of what can be read, and puts the damaged one aside. Nobody may have it open.
  func recover(at time: Timestamp) throws(StorageFault) -> Recovery {
    var found = Recovery.Salvaged()
    let name = try replace(as: .damaged, at: time) { () throws(StorageFault) in found = try salvage() }
    return Recovery(setAsideAs: name ?? "", found: found)
  }

  /// Makes a new file of what a connection has, which reads a file that is not here any more. What stands in its place is
  /// put aside.
  /// - Returns: the name of that; nil when nothing stood there.
  func renew(from connection: Connection, at time: Timestamp) throws(StorageFault) -> String? {
    try replace(as: .replaced, at: time) { () throws(StorageFault) in
      SystemFile.remove(store: unfinished)
      try SystemFile.make(unfinished)
      try connection.copy(to: unfinished)
      // Nobody else has it when it gets the name of the one that was there.
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
      // As long as the old one is there it may be written to, and the next start may not take this for the newer one.
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

  /// - Returns: the name that the old file has now; nil when there was none.
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
      // Without its file a store would begin with an empty one. What cannot be put back has a new one to follow it.
      for end in moved.reversed() { rename(name + end, path + end) }
      throw error
    }
    return moved.contains("") ? String(name.split(separator: "/").last ?? "") : nil
  }

  /// With the day and the time, and a number when there is one of that time already.
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
